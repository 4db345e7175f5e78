"""A function of TensorIR as a function of Python on arrays of numpy: the same loops, statement by statement, to compare with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tilewright.core.analysis.roles import roles
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, FloatImm, IntImm, Not, Select, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import BlockRealize, BufferStore, For, IfThenElse, LetStmt, SeqStmt, Stmt
from tilewright.core.refactor.steps import NotPossible
from tilewright.core.refactor.to_loops import to_loops

_STEP: Final = "    "
_DTYPES: Final = (
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "bool",
)
_OPERATORS: Final = {
    **{"Add": "+", "Sub": "-", "Mul": "*", "Div": "/", "FloorDiv": "//", "FloorMod": "%", "And": "and", "Or": "or"},
    **{"EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="},
}
_FUNCTIONS: Final = {"Min": "min", "Max": "max"}
_CALLS: Final = {
    **{
        name: f"np.{name}({{}})"
        for name in (
            *("exp", "exp2", "log", "log2", "log10", "log1p", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh"),
            *("floor", "ceil", "trunc", "fabs", "isnan", "isfinite", "isinf"),
        )
    },
    **{f"a{name}": f"np.arc{name}({{}})" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{"rsqrt": "(1 / np.sqrt({}))", "sigmoid": "(1 / (1 + np.exp(-{})))", "nearbyint": "np.rint({})"},
    **{"pow": "({} ** {})", "atan2": "np.arctan2({}, {})", "hypot": "np.hypot({}, {})", "fmod": "np.fmod({}, {})"},
    **{"copysign": "np.copysign({}, {})", "bitwise_and": "({} & {})", "bitwise_or": "({} | {})"},
    **{"bitwise_xor": "({} ^ {})", "bitwise_not": "(~{})", "shift_left": "({} << {})", "shift_right": "({} >> {})"},
}


def buffers_of(func: PrimFunc) -> dict[Var, Buffer]:
    """The parameters of a function, all of which must be buffers of known shape that numpy has too; raises `NotPossible`."""
    found = {var: func.buffer_map[var] for var in func.params if var in func.buffer_map}
    if len(found) < len(func.params):
        raise NotPossible("it has a parameter that is no buffer")
    for buffer in found.values():
        if not all(isinstance(size, IntImm) for size in buffer.shape):
            raise NotPossible(f"the shape of `{buffer.name}` is not known")
        if str(buffer.dtype) not in _DTYPES or buffer.strides:
            raise NotPossible(f"numpy has no array like `{buffer.name}`")
    return found


def numpy_lines(func: PrimFunc, name: str) -> list[str]:
    """The lines of the function `name`, which takes the inputs and returns the outputs; raises `NotPossible` for what has no counterpart."""
    buffers, kinds = [*buffers_of(func).values()], roles(func)
    inputs = [buffer.name for buffer in buffers if kinds[buffer] != "output"]
    lines = [f"def {name}({', '.join(inputs)}):"]
    for buffer in buffers:
        if kinds[buffer] == "output":
            lines.append(_STEP + array(buffer))
        elif kinds[buffer] == "in/out":
            lines.append(f"{_STEP}{buffer.name} = {buffer.name}.copy()")
    results = [buffer.name for buffer in buffers if kinds[buffer] != "input"]
    if not results:
        raise NotPossible("it has no output")
    return [*lines, *_lines(to_loops(func).body, _STEP), f"{_STEP}return {', '.join(results)}"]


def array(buffer: Buffer) -> str:
    """A line that makes an array of zeros for a buffer."""
    return f'{buffer.name} = np.zeros({shape_text(buffer)}, "{buffer.dtype}")'


def shape_text(buffer: Buffer) -> str:
    """The shape as Python writes a tuple."""
    return str(tuple(size.value for size in buffer.shape if isinstance(size, IntImm)))


def _lines(stmt: Stmt, indent: str) -> Iterator[str]:
    if isinstance(stmt, SeqStmt):
        for part in stmt.seq:
            yield from _lines(part, indent)
    elif isinstance(stmt, For) and stmt.thread_binding is None and stmt.step is None:
        start = "" if isinstance(stmt.min, IntImm) and not stmt.min.value else f"{_text(stmt.min)}, "
        yield f"{indent}for {stmt.loop_var.name} in range({start}{_text(stmt.min + stmt.extent)}):"
        yield from _lines(stmt.body, indent + _STEP)
    elif isinstance(stmt, BufferStore) and stmt.predicate is None:
        yield f"{indent}{_element(stmt.buffer, stmt.indices)} = {_text(stmt.value)}"
    elif isinstance(stmt, IfThenElse):
        yield f"{indent}if {_text(stmt.condition)}:"
        yield from _lines(stmt.then_case, indent + _STEP)
        if stmt.else_case is not None:
            yield f"{indent}else:"
            yield from _lines(stmt.else_case, indent + _STEP)
    elif isinstance(stmt, LetStmt):
        yield f"{indent}{stmt.var.name} = {_text(stmt.value)}"
        yield from _lines(stmt.body, indent)
    elif isinstance(stmt, BlockRealize) and not stmt.block.iter_vars and not stmt.block.match_buffers:
        yield from (indent + array(_known(buffer)) for buffer in stmt.block.alloc_buffers)
        yield from _lines(stmt.block.body, indent)
    else:
        raise NotPossible(f"a statement has no counterpart in Python: {type(stmt).__name__}")


def _known(buffer: Buffer) -> Buffer:
    if str(buffer.dtype) not in _DTYPES or not all(isinstance(size, IntImm) for size in buffer.shape):
        raise NotPossible(f"numpy has no array like `{buffer.name}`")
    return buffer


def _element(buffer: Buffer, indices: tuple[Expr, ...]) -> str:
    return f"{buffer.name}[{', '.join(map(_text, indices)) or '()'}]"


def _text(value: Expr) -> str:
    name = type(value).__name__
    if isinstance(value, IntImm):
        return str(bool(value.value)) if value.dtype.is_bool else str(value.value)
    if isinstance(value, FloatImm):
        return f"np.{_numpy(value)}({value.value!r})"
    if isinstance(value, Var):
        return value.name
    if isinstance(value, BufferLoad):
        return _element(value.buffer, value.indices)
    if isinstance(value, Cast):
        return f"np.{_numpy(value)}({_text(value.value)})"
    if isinstance(value, BinaryOp):
        a, b = (_text(child) for child in value.children() if isinstance(child, Expr))
        if name in _FUNCTIONS:
            return f"{_FUNCTIONS[name]}({a}, {b})"
        if name in _OPERATORS and not (name == "Div" and value.dtype.is_integer):
            return f"({a} {_OPERATORS[name]} {b})"
    if isinstance(value, Not):
        return f"(not {_text(value.a)})"
    if isinstance(value, Select):
        return _either(value.condition, value.true_value, value.false_value)
    if isinstance(value, Call):
        return _call(value)
    raise NotPossible(f"an expression has no counterpart in numpy: {name}")


def _call(call: Call) -> str:
    name = callee_name(call).removeprefix("tir.")
    arguments = [each for each in call.args if isinstance(each, Expr)]
    if name == "if_then_else":
        return _either(*arguments)
    if name in _CALLS and _CALLS[name].count("{}") == len(arguments):
        return _CALLS[name].format(*map(_text, arguments))
    raise NotPossible(f"`{name}` has no counterpart in numpy")


def _either(condition: Expr, then: Expr, otherwise: Expr) -> str:
    return f"({_text(then)} if {_text(condition)} else {_text(otherwise)})"


def _numpy(value: Expr) -> str:
    name = str(value.dtype)
    if name not in _DTYPES:
        raise NotPossible(f"numpy has no {name}")
    return "bool_" if name == "bool" else name
