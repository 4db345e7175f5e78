"""Checks of whole functions of Relax: effects where none may be, casts that cannot hold, and a result that is not what was announced."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from tilewright.core.analysis.derive import derive_call
from tilewright.core.analysis.infer import InferContext
from tilewright.core.analysis.struct_info import BaseCheckResult, base_check
from tilewright.core.analysis.unequal_sizes import differ, first_difference
from tilewright.core.analysis.unequal_sizes import sentence as size_sentence
from tilewright.core.analysis.wording import words
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.interval import INF
from tilewright.core.base.diagnostics import Diagnostic, Note, UserError, diagnose
from tilewright.core.base.source import Span
from tilewright.core.frontend.context import At, Context
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.node import Node
from tilewright.core.ir.relax import (
    Binding,
    Call,
    DataflowBlock,
    ExternFunc,
    Function,
    If,
    MatchCast,
    PrimValue,
    SeqExpr,
    ShapeExpr,
)
from tilewright.core.ir.relax_symbols import definable, sizes, symbols
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import variables_of, walk
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax_op import RelaxOp

# A Python function of the module: TVM's own programs call them from functions that say nothing of effects.
_PYTHON = Op.get("relax.call_py_func")
_RESHAPE = Op.get("relax.reshape")
# Ops that broadcast none of their tensors, so that a size of 1 fits nothing else.
_WITHOUT_BROADCAST = {Op.get("relax.concat"), Op.get("relax.stack")}


def report_relax_mistakes(context: Context, node: ast.FunctionDef, func: Function, name: tuple[int, int]) -> None:
    """Report what is wrong with a function as a whole; `name` is where it is named."""
    if not isinstance(func.body, SeqExpr):
        return
    pure = func.is_pure and not (func.attrs or {}).get("relax.force_pure")
    params = [getattr(param, "struct_info_", None) for param in func.params]
    nodes = tuple(walk(func.body))
    casts = [each for each in nodes if isinstance(each, MatchCast)]
    mistakes = (
        _in_bindings(context, func.body, pure, name),
        _returned(context, node, func),
        _unequal(context, nodes, casts, params),
        _undefined(context, nodes, casts, params, name),
    )
    for found in (diagnostic for each in mistakes for diagnostic in each):
        context.add(found)


def report_unknown_sizes(context: Context, func: Function, bound: Iterable[object], name: tuple[int, int]) -> None:
    """Report the sizes that have no value, among the values that were `bound` in the function; `name` is where it is named."""
    named = [value for value in bound if isinstance(value, SymbolicVar)]
    params = [getattr(param, "struct_info_", None) for param in func.params]
    if not set(named).difference(definable(params) if named else ()):
        return
    nodes = tuple(walk(func.body))
    for found in _undefined(context, nodes, [each for each in nodes if isinstance(each, MatchCast)], params, name):
        context.add(found)


def _in_bindings(context: Context, body: SeqExpr, pure: bool, name: tuple[int, int]) -> Iterator[Diagnostic]:
    """The mistakes in the bindings of a function, those of its branches among them."""
    for block in body.blocks:
        in_dataflow = isinstance(block, DataflowBlock)
        for binding in block.bindings:
            value: object = binding.value
            place = _place(context, binding, name)
            if isinstance(value, If):
                for branch in (value.true_branch, value.false_branch):
                    if isinstance(branch, SeqExpr):
                        yield from _in_bindings(context, branch, pure, name)
            if isinstance(binding, MatchCast):
                yield from _cast(binding, place)
            elif isinstance(value, Call) and _has_effect(value):
                yield from _effect(value, place, in_dataflow, pure)


def _undefined(
    context: Context,
    nodes: Sequence[Node],
    casts: Sequence[MatchCast],
    params: Sequence[StructInfo | None],
    name: tuple[int, int],
) -> Iterator[Diagnostic]:
    """Sizes that values mention, and that no parameter and no cast gives a value."""
    if context.gaps.count:
        return  # what could not be read may say what they are
    inner = [param.struct_info_ for node in nodes if isinstance(node, Function) for param in node.params]
    said = (*params, *(cast.struct_info for cast in casts), *inner)
    known = {*definable(said), *(() if context.world is None else context.world.variables)}
    place = context.span(name)
    for node in nodes:
        if isinstance(node, Binding):
            place = _place(context, node, name)
        for size in _sizes_mentioned(node):
            if size not in known:
                known.add(size)
                sentence = f"the size `{size.name}` has no value: no parameter and no `R.match_cast` says what it is"
                yield diagnose("undefined-name", sentence, place)


def _sizes_mentioned(node: Node) -> tuple[SymbolicVar, ...]:
    """The variables of which a value or the declared result of a call is computed."""
    if isinstance(node, ShapeExpr):
        return tuple(var for value in node.values for var in variables_of(value))
    if isinstance(node, PrimValue):
        return tuple(variables_of(node.value))
    return symbols(node.sinfo_args) if isinstance(node, Call) else ()


def _unequal(
    context: Context, nodes: Sequence[Node], casts: Sequence[MatchCast], params: Sequence[StructInfo | None]
) -> Iterator[Diagnostic]:
    """Ops and calls whose arguments have sizes that must be equal and are different ones, as the function's inputs and its casts name them."""
    inputs = _apart(casts, params)
    told: set[frozenset[str]] = set()
    inference = InferContext()
    inference.learn(params)
    inference.given = () if context.world is None else context.world.variables
    for call in nodes if inputs else ():
        if not isinstance(call, Call) or not isinstance(call.op, (RelaxOp, GlobalVar)) or call.span is None:
            continue
        inference.undecided.clear()
        try:
            derive_call(call, inference)
        except (UserError, TypeError, ValueError) as error:
            if isinstance(call.op, GlobalVar) and isinstance(error, UserError):
                yield diagnose(error.code, error.message, call.span)
            continue  # what is wrong with an op was reported when the call was read
        for pair in inference.undecided:
            text = frozenset(map(words, pair))
            least = 0 if call.op in _WITHOUT_BROADCAST else 1
            if text not in told and _are_apart(*pair, inputs.keys(), least):
                told.add(text)  # what follows from it needs no saying
                yield _of_op(call, pair, all(inputs[var] > 1 for size in pair for var in variables_of(size)))


def _apart(casts: Sequence[MatchCast], params: Sequence[StructInfo | None]) -> Counter[SymbolicVar]:
    """The number of times that the inputs and the casts name each size, without those of which a cast says that they are equal to others."""
    infos = (*params, *(cast.struct_info for cast in casts))
    made = Counter(variable for info in infos for size in sizes(info) for variable in variables_of(size))
    for cast in casts:
        known: object = getattr(cast.value, "struct_info_", None)
        for pair in _size_pairs(known, cast.struct_info) if isinstance(known, StructInfo) else ():
            for variable in () if structural_equal(*pair) else (each for size in pair for each in variables_of(size)):
                made.pop(variable, None)
    return made


def _are_apart(a: Expr, b: Expr, inputs: Collection[SymbolicVar], least: int) -> bool:
    """Whether two sizes are equal only by chance: also a size with a name and a number above `least`, of which a size of 1 is none where it is broadcast."""
    for size, other in ((a, b), (b, a)):
        if isinstance(size, SymbolicVar) and isinstance(other, IntImm):
            return size in inputs and other.value > least
    return differ(a, b, inputs)


def _of_op(call: Call, pair: tuple[Expr, Expr], repeated: bool) -> Diagnostic:
    """The diagnostic: a warning where each name stands at several sizes, since there one name says that sizes are equal."""
    assert call.span is not None
    named = not any(isinstance(size, IntImm) for size in pair)
    if call.op is _RESHAPE and named:
        sentence = f"the tensor and its new shape have different numbers of elements: {size_sentence(pair)}"
        return diagnose("size-mismatch", sentence, call.span)
    if repeated and named:
        return diagnose("size-mismatch", f"{_called(call)} needs equal sizes here: {size_sentence(pair)}", call.span)
    a, b = (f"`{words(size)}`" for size in pair)
    sentence = f"{_called(call)} fails unless {a} and {b} are equal; if they always are, write one size for both"
    return diagnose("sizes-may-differ", sentence, call.span)


def _place(context: Context, binding: Binding, name: tuple[int, int]) -> Span:
    """The span of a value, or of the binding, or of the function; the value of a cast stands elsewhere."""
    of_value = None if isinstance(binding, MatchCast) else getattr(binding.value, "span", None)
    spans = (of_value, binding.span)
    own = (span for span in spans if isinstance(span, Span) and span.source is context.source)
    return next(own, context.span(name))


def _has_effect(call: Call) -> bool:
    """Whether a call is known to have a side effect."""
    if isinstance(call.op, RelaxOp):
        return not call.op.pure and call.op is not _PYTHON
    known = getattr(call.op, "struct_info_", None)
    return not known.purity if isinstance(known, FuncStructInfo) else isinstance(call.op, ExternFunc)


def _effect(call: Call, place: Span, in_dataflow: bool, pure: bool) -> Iterator[Diagnostic]:
    what = _called(call)
    if in_dataflow:
        sentence = f"{what} has a side effect, and a dataflow block only computes; put it outside of the block"
        yield diagnose("effect-in-dataflow", sentence, place)
    elif pure:
        sentence = f"{what} has a side effect, and the function is pure; write `@R.function(pure=False)`"
        yield diagnose("effect-in-pure-function", sentence, place)


def _called(call: Call) -> str:
    if isinstance(call.op, RelaxOp):
        return f"`R.{call.op.name.removeprefix('relax.')}`"
    name = getattr(call.op, "global_symbol", None) or getattr(call.op, "name_hint", None)
    return f"`{name}`" if name else "this call"


def _cast(binding: MatchCast, place: Span) -> Iterator[Diagnostic]:
    known: object = getattr(binding.value, "struct_info_", None)
    wanted = binding.struct_info
    if not isinstance(known, StructInfo):
        return
    types = f"the value is `{_said(known)}`, not `{_said(wanted)}`"
    if base_check(wanted, known) is BaseCheckResult.FAIL_L0 or _two_sizes(wanted, known):
        yield diagnose("cast-never-holds", f"this cast always fails: {types}", place)
        return
    positive = Analyzer()
    for variable in symbols((wanted, known)):
        positive.facts.ranges[variable] = (1, INF)
    pair = next((each for each in _size_pairs(known, wanted) if positive.can_prove(each[0] != each[1])), None)
    if pair is not None:
        apart = f"`{words(pair[0])}` and `{words(pair[1])}` are different sizes"
        yield diagnose("cast-never-holds", f"this cast fails for all tensors but empty ones: {types}; {apart}", place)


def _two_sizes(wanted: StructInfo, known: StructInfo) -> bool:
    """Whether one symbolic size would have to be two numbers."""
    numbers: dict[SymbolicVar, int] = {}
    return any(
        numbers.setdefault(size, number.value) != number.value
        for size, number in _size_pairs(wanted, known)
        if isinstance(size, SymbolicVar) and isinstance(number, IntImm)
    )


def _size_pairs(a: StructInfo, b: StructInfo) -> Iterator[tuple[Expr, Expr]]:
    """The sizes that stand at the same places of two struct infos."""
    if isinstance(a, TupleStructInfo) and isinstance(b, TupleStructInfo):
        for pair in zip(a.fields, b.fields):
            yield from _size_pairs(*pair)
        return
    yield from zip(_sizes(a), _sizes(b))


def _sizes(info: StructInfo) -> tuple[Expr, ...]:
    if isinstance(info, TensorStructInfo):
        return tuple(getattr(info.shape, "values", None) or ())
    return tuple(info.values or ()) if isinstance(info, ShapeStructInfo) else ()


def _returned(context: Context, node: ast.FunctionDef, func: Function) -> Iterator[Diagnostic]:
    result = func.body.body if isinstance(func.body, SeqExpr) else func.body
    declared, known = func.ret_struct_info, getattr(result, "struct_info_", None)
    if node.returns is None or declared is None or not isinstance(known, StructInfo):
        return
    found = base_check(declared, known)
    inputs = symbols(getattr(param, "struct_info_", None) for param in func.params)
    pair = first_difference(known, declared, inputs) if found is BaseCheckResult.FAIL_L2 else None
    if found is BaseCheckResult.FAIL_L0 or pair is not None:
        last = node.body[-1]
        at: At = last.value if isinstance(last, ast.Return) and last.value is not None else node.returns
        sentence = f"the function returns `{_said(known)}`, and it is declared to return `{_said(declared)}`"
        sentence += f"; {size_sentence(pair)}" if pair is not None else ""
        notes = (Note("it is declared here", context.span(node.returns)),)
        yield diagnose("return-mismatch", sentence, context.span(at), notes)
        return
    for value, place in _branch_values(func.body, result) if isinstance(func.body, SeqExpr) else ():
        if base_check(declared, value) is BaseCheckResult.FAIL_L0:
            sentence = f"a branch gives `{_said(value)}`, and the function is declared to return `{_said(declared)}`"
            notes = (Note("it is declared here", context.span(node.returns)),)
            yield diagnose("return-mismatch", sentence, place or context.span(node.returns), notes)


def _branch_values(body: SeqExpr, result: object) -> Iterator[tuple[StructInfo, Span | None]]:
    """The struct infos that the result of a body has after the branches of an `if`, each with the place of the last binding of its branch."""
    bindings = [binding for block in body.blocks for binding in block.bindings]
    value = next((binding.value for binding in bindings if binding.var is result), None)
    for branch in (value.true_branch, value.false_branch) if isinstance(value, If) else ():
        known = getattr(branch.body if isinstance(branch, SeqExpr) else branch, "struct_info_", None)
        inner = list(_branch_values(branch, branch.body)) if isinstance(branch, SeqExpr) else []
        last = branch.blocks[-1].bindings[-1].value if isinstance(branch, SeqExpr) and branch.blocks else branch
        place = getattr(last, "span", None)
        yield from inner or ([(known, place)] if isinstance(known, StructInfo) else [])


def _said(info: StructInfo) -> str:
    return info.script().split("\n")[-1]
