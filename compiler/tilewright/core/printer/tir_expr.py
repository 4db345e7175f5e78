"""Expressions as Python: operators with the fewest parentheses, calls under their names in `T`.

Whatever the operators would fold when it is read back is written as the constructor of its node, `T.Add(1, 2)`.
"""

from __future__ import annotations

from tilewright.core.base.dtype import VOID, DType
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import (
    BINARY_NODES,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    CommReducer,
    Expr,
    FloatImm,
    GlobalVar,
    IntImm,
    IterVar,
    Let,
    Not,
    ProducerLoad,
    Ramp,
    Range,
    Reduce,
    Select,
    Shuffle,
    SizeVar,
    StringImm,
    Var,
)
from tilewright.core.ir.fold import Immediate, fold_binary
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import binary as add_up
from tilewright.core.ops.arithmetic import COMPARE
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import BY_NODE
from tilewright.core.printer import tir_buffer
from tilewright.core.printer.document import LAMBDA, Text, above, bracketed, call, joined, operation, text, tupled
from tilewright.core.printer.reading import reads_back
from tilewright.core.printer.state import ExpressionRule, Printer, assign
from tilewright.core.printer.tir_type import TYPES, creation
from tilewright.core.printer.values import number, string


def variable(printer: Printer, node: Var) -> Text:
    """The name of a variable; one that nothing defines is declared first."""
    known = printer.names.text(node)
    if known is not None:
        return known
    scope = printer.declaring_scope(node)
    name = printer.define(node, scope)
    scope.statements.append(assign(name, creation(printer, node)))
    return name


def integer(printer: Printer, node: IntImm) -> Text:
    """`1` in the default type, else `T.int64(1)`, `T.bool(True)`"""
    dtype = node.dtype
    if dtype.is_bool:
        return f"{printer.tir(dtype)}({bool(node.value)})"
    if dtype == printer.options.int_dtype:
        return str(node.value)
    return f"{printer.tir(node.dtype)}({node.value})"


def floating(printer: Printer, node: FloatImm) -> Text:
    """`T.float32(1.0)`, or `1.0` in the default type."""
    if node.dtype == printer.options.float_dtype:
        return text(number(node.value))
    return call(printer.tir(node.dtype), number(node.value))


def string_imm(printer: Printer, node: StringImm) -> Text:
    """A string literal; one of several lines stands in the metadata, as in TVM."""
    apart = "\n" in node.value and not printer.dialect.names_are_cells
    return printer.add_metadata("tir.StringImm", node) if apart else text(string(node.value))


def binary(printer: Printer, node: BinaryOp) -> Text:
    """`a + b`, `T.max(a, b)`, or `T.Add(1, 2)` where the operator would not give this very node back.

    TVM prints the remainder of constants as `T.truncmod(7, 3)`, which is read as a constant; so do we where nothing is to be read again.
    """
    name = type(node).__name__
    row, a, b = BY_NODE[name], printer.expr(node.a), printer.expr(node.b)
    if _folds(name, node.a, node.b) or (name in _OF_SOME_TYPES and not _operator_gives(name, node.a.dtype)):
        return call(printer.tir("truncmod" if name == "Mod" and not printer.is_program else name), a, b)
    if row.symbol is None:
        return call(printer.tir(str(row.script)), a, b)
    left = row.precedence + 1 if row.precedence == COMPARE else row.precedence
    return operation(row.precedence, f"{above(a, left)} {row.symbol} {above(b, row.precedence + 1)}")


_DIVISIONS = frozenset({"Div", "Mod", "FloorDiv", "FloorMod"})
_OF_SOME_TYPES = _DIVISIONS | {"And", "Or"}  # what the operator gives of operands of some types only


def _folds(name: str, a: Expr, b: Expr) -> bool:
    """Whether the operator computes or drops something of these operands, or refuses them: nothing is divided by the number 0."""
    if isinstance(b, Immediate):
        if isinstance(a, Immediate) or (name in _DIVISIONS and b.value == 0):
            return True
    elif not isinstance(a, Immediate) and a is not b:
        return False
    return fold_binary(name, a, b, None) is not None


def _operator_gives(name: str, operands: DType) -> bool:
    """Whether the operator, or the function of `T`, gives the node `name` for operands of this type."""
    if name == "Div":
        return not operands.is_integer
    if name in ("Mod", "FloorDiv", "FloorMod"):
        return not operands.is_float
    return operands.is_bool and operands.lanes == 1


def negation(printer: Printer, node: Not) -> Text:
    """`not a`"""
    row, a = BY_NODE["Not"], printer.expr(node.a)
    if isinstance(node.a, IntImm) or not node.a.dtype.is_bool:
        return call(printer.tir("Not"), a)
    return operation(row.precedence, f"not {above(a, row.precedence)}")


def cast(printer: Printer, node: Cast) -> Text:
    """`T.Cast("float32", x)`"""
    return call(printer.tir("Cast"), string(node.dtype), printer.expr(node.value))


def select(printer: Printer, node: Select) -> Text:
    """`T.Select(condition, a, b)`"""
    return call(
        printer.tir("Select"), *[printer.expr(child) for child in (node.condition, node.true_value, node.false_value)]
    )


def ramp(printer: Printer, node: Ramp) -> Text:
    """`T.Ramp(base, stride, lanes)`"""
    return call(printer.tir("Ramp"), *[printer.expr(child) for child in (node.base, node.stride, node.lanes)])


def broadcast(printer: Printer, node: Broadcast) -> Text:
    """`T.Broadcast(value, lanes)`"""
    return call(printer.tir("Broadcast"), printer.expr(node.value), printer.expr(node.lanes))


def shuffle(printer: Printer, node: Shuffle) -> Text:
    """`T.Shuffle([a, b], [0, 1])`"""
    return call(printer.tir("Shuffle"), _list(printer, node.vectors), _list(printer, node.indices))


def let(printer: Printer, node: Let) -> Text:
    """`T.Let(body, where={x: value})`"""
    variable_ = printer.expr(node.var)
    value = printer.expr(node.value)
    return call(printer.tir("Let"), printer.expr(node.body), where=text("{", variable_, ": ", value, "}"))


def calling(printer: Printer, node: Call) -> Text:
    """`T.exp(x)`, `T.call_extern("int32", "f", x)`, `Module.f(x)`; `T.call_intrin(...)` where the name would give another call."""
    args = [printer.expr(arg) for arg in node.args]
    if not isinstance(node.op, Op):
        return call(printer.expr(node.op), *args)
    dtype = string(node.dtype)
    if node.op.script == "cuda.func_call" and len(args) > 1 and isinstance(node.args[-1], StringImm):
        returned = None if node.dtype is VOID else text(dtype)
        return call(printer.tir(node.op.script), *args[:-1], source_code=args[-1], return_type=returned)
    if node.op.script is None or printer.lacks(node.op.script) or not reads_back(node, node.op, printer.options):
        return call(printer.tir("call_intrin"), dtype, string(printer.dialect.own(node.op.name)), *args)
    if printer.dialect.bits_are_operators and _is_bit_operator(node):
        return _bit_operation(node.op, args)
    position = node.op.dtype_position
    given = [dtype, *args] if position == "first" else [*args, dtype] if position == "last" else args
    return call(printer.tir(node.op.script), *given)


def _is_bit_operator(node: Call) -> bool:
    """Whether the operator gives this call back: of conditions `&` is `and`, and Python computes with numbers by itself."""
    is_operation = isinstance(node.op, Op) and node.op.symbol is not None and node.op.group == "bits"
    return is_operation and not node.dtype.is_bool and not all(isinstance(arg, Immediate) for arg in node.args)


def _bit_operation(row: Op, args: list[Text]) -> Text:
    if len(args) == 1:
        return operation(row.precedence, f"{row.symbol}{above(args[0], row.precedence)}")
    left, right = above(args[0], row.precedence), above(args[1], row.precedence + 1)
    return operation(row.precedence, f"{left} {row.symbol} {right}")


def global_var(printer: Printer, node: GlobalVar) -> Text:
    """`Module.f`; outside its module `I.GlobalVar("f")` in a program, and `f` in anything smaller."""
    known = printer.names.text(node)
    if known is not None or not printer.is_program:
        return known or text(node.name_hint)
    return call(printer.ir("GlobalVar"), string(node.name_hint))


def range_(printer: Printer, node: Range) -> Text:
    """`I.Range(begin, end)`"""
    return call(printer.ir("Range"), *_range_ends(printer, node))


def _range_ends(printer: Printer, node: Range) -> tuple[Text, Text]:
    return printer.expr(node.min), printer.expr(add_up("Add", node.min, node.extent))


def iter_var(printer: Printer, node: IterVar) -> Text:
    """`T.iter_var(i, T.Range(0, 8), "DataPar", "")`"""
    dom = text("None") if node.dom is None else call(printer.tir("Range"), *_range_ends(printer, node.dom))
    return call(
        printer.tir("iter_var"), printer.expr(node.var), dom, string(node.iter_type.name), string(node.thread_tag)
    )


def comm_reducer(printer: Printer, node: CommReducer) -> Text:
    """`T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)])`"""
    with printer.inside(node):
        names = [printer.define(var) for var in (*node.lhs, *node.rhs)]
        results = [printer.expr(result) for result in node.result]
    body = results[0] if len(results) == 1 else tupled(results)
    function = operation(LAMBDA, f"lambda {joined(names)}: {body}")
    return call(printer.tir("comm_reducer"), function, _list(printer, node.identity_element))


def index_map(printer: Printer, node: IndexMap) -> Text:
    """`T.index_map(lambda i, j: (j, i))`"""
    back = node.inverse_index_map
    narrow = next((str(var.dtype) for var in node.initial_indices if str(var.dtype) != "int64"), None)
    return call(
        printer.tir("index_map"),
        _mapping(printer, node),
        inverse_index_map=None if back is None else _mapping(printer, back),
        index_dtype=None if narrow is None else string(narrow),
    )


def _mapping(printer: Printer, node: IndexMap) -> Text:
    """`lambda i, j: (j, i)`"""
    with printer.inside(node):
        names = [printer.define(var) for var in node.initial_indices]
        body = tupled([printer.expr(index) for index in node.final_indices])
    return operation(LAMBDA, f"lambda {joined(names)}: {body}")


def reduce(printer: Printer, node: Reduce) -> Text:
    """`T.Reduce(combiner, source, axis, condition, value_index, init)`; the `T.reduce` that TVM prints cannot be read back."""
    return call(
        printer.tir("Reduce"),
        printer.expr(node.combiner),
        _list(printer, node.source),
        _list(printer, node.axis),
        printer.expr(node.condition),
        str(node.value_index),
        _list(printer, node.init),
    )


def _list(printer: Printer, items: tuple[object, ...]) -> Text:
    return bracketed([printer.expr(item) for item in items])


EXPRESSIONS: dict[type, ExpressionRule] = {
    **TYPES,
    **dict.fromkeys(BINARY_NODES.values(), binary),
    Var: variable,
    SizeVar: variable,
    IntImm: integer,
    FloatImm: floating,
    StringImm: string_imm,
    Not: negation,
    Cast: cast,
    Select: select,
    Ramp: ramp,
    Broadcast: broadcast,
    Shuffle: shuffle,
    Let: let,
    Call: calling,
    GlobalVar: global_var,
    Range: range_,
    IterVar: iter_var,
    CommReducer: comm_reducer,
    IndexMap: index_map,
    Reduce: reduce,
    Buffer: tir_buffer.buffer,
    BufferRegion: tir_buffer.region,
    BufferLoad: tir_buffer.load,
    ProducerLoad: tir_buffer.producer_load,
}
