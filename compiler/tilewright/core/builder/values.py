"""Values that are no statements: ranges, vectors, casts, reducers, index maps, targets, and Python values kept as such."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.names import counted
from tilewright.core.builder.arguments import data_type, describe, expression, integer
from tilewright.core.builder.frames import value_span
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import CommReducer, Expr, ExprLike, IterVar, IterVarKind, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import cast as convert_type
from tilewright.core.ir.operators import match_types
from tilewright.core.ops.dtype_rules import DTypeError
from tilewright.core.target.target import Target


def Range(begin: ExprLike, end: ExprLike | None = None) -> nodes.Range:
    """The integers from `begin` up to, and not with, `end`; `T.Range(n)` begins at 0."""
    low = integer(begin, "the begin of a range", "begin")
    if end is None:
        return nodes.Range(low, None, value_span())
    return nodes.Range(*match_types(low, integer(end, "the end of a range", "end")), value_span())


def cast(src: ExprLike, dtype: str) -> Expr:
    """`src` converted to a data type: towards zero from float to integer, wrapping between integers; the constant when it is one."""
    found = expression(src, "what `T.cast` converts", "src")
    type_ = data_type(dtype)
    try:
        return convert_type(found, type_, value_span())
    except DTypeError as error:
        raise UserError("bad-cast", str(error), "dtype") from error


def ceildiv(lhs: ExprLike, rhs: ExprLike) -> Expr:
    """The quotient rounded towards positive infinity: how many parts of size `rhs` cover `lhs`."""
    left, right = match_types(expression(lhs, "the dividend", "lhs"), expression(rhs, "the divisor", "rhs"))
    if not left.dtype.is_integer:
        raise DTypeError(f"`T.ceildiv` takes integers, and these are {left.dtype}")
    return (left + right - 1) // right


def truncdiv(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of two integers rounded towards zero."""
    from tilewright.core.ir.operators import binary

    left, right = match_types(expression(a, "the dividend", "a"), expression(b, "the divisor", "b"))
    if not left.dtype.is_integer:
        raise DTypeError(f"`T.truncdiv` takes integers, and these are {left.dtype}")
    return binary("Div", left, right, value_span())


def var(dtype: str, name: str = "") -> Var:
    """A new variable of a data type."""
    return Var(str(name), data_type(dtype), value_span())


def iter_var(v: Var | str, dom: nodes.Range, iter_type: str, thread_tag: str) -> IterVar:
    """An iteration variable: `iter_type` is the name of its kind, such as "ThreadIndex", `thread_tag` the thread it is bound to."""
    if iter_type not in IterVarKind.__members__:
        known = ", ".join(IterVarKind.__members__)
        raise UserError(
            "wrong-argument", f'"{iter_type}" is not a kind of iteration variable; the kinds are {known}', "iter_type"
        )
    return IterVar(dom, v, IterVarKind[iter_type], str(thread_tag), value_span())  # pyright: ignore[reportArgumentType]


def comm_reducer(combiner: Callable[..., Any], identity: Sequence[Any] | ExprLike) -> CommReducer:
    """A way to combine values that is commutative and associative: `T.comm_reducer(lambda x, y: x + y, [T.float32(0)])`.

    `combiner` takes the values of both sides and returns the combined ones; `identity` holds what each begins with, and is that itself for a single one.
    """
    given = identity if isinstance(identity, Sequence) else (identity,)
    neutral = [expression(value, "an identity element", "identity") for value in given]
    names = list(inspect.signature(combiner).parameters)
    if len(names) != 2 * len(neutral):
        raise UserError(
            "reducer-arity",
            f"the combiner has {counted(len(names), 'parameter')}, and with {counted(len(neutral), 'identity element')} it needs {2 * len(neutral)}: the values of both sides",
            "combiner",
        )
    variables = tuple(Var(name, value.dtype) for name, value in zip(names, [*neutral, *neutral]))
    results = combiner(*variables)
    combined = results if isinstance(results, (tuple, list)) else (results,)
    half = len(neutral)
    return CommReducer(variables[:half], variables[half:], tuple(combined), tuple(neutral), value_span())


def index_map(
    mapping: Callable[..., Any],
    *,
    inverse_index_map: Callable[..., Any] | None = None,
    index_dtype: str = "int64",
) -> IndexMap:
    """A map from the indices of one layout to those of another: `T.index_map(lambda i, j: (i // 16, j, i % 16))`."""
    return IndexMap.from_func(mapping, inverse_index_map=inverse_index_map, index_dtype=index_dtype)


def target(target_config: Mapping[str, Any] | str, host: Any = None) -> Target:
    """The target to compile for: `T.target("llvm -mcpu=native")` or a dictionary with the same keys."""
    if not isinstance(target_config, (str, Mapping)):
        raise UserError(
            "wrong-argument", f"a target is text or a dictionary, not {describe(target_config)}", "target_config"
        )
    try:
        return Target(target_config) if host is None else Target(target_config, host)
    except ValueError as error:
        raise UserError("wrong-argument", str(error), "target_config") from error


class meta_var:
    """A Python value that a script keeps as such: `x = T.meta_var(4 * n)` names the expression without making a variable."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __iter__(self) -> Any:
        return (meta_var(item) for item in self.value)


class Macro:
    """A Python function whose statements stand in for a call of it; `hygienic` says that its free names mean what they meant where it was defined."""

    def __init__(self, function: Callable[..., Any], hygienic: bool) -> None:
        self.function = function
        self.hygienic = hygienic
        self.captured = _names_seen(function)
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """The macro of a class, called on an object of it: the object is its first argument."""
        return self if instance is None else BoundMacro(self, instance)


def _names_seen(function: Any) -> dict[str, Any]:
    """The present values of a function's free names."""
    code = getattr(function, "__code__", None)
    if code is None:
        return {}
    around = function.__globals__
    seen = {name: around[name] for name in code.co_names if name in around}
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        try:
            seen[name] = cell.cell_contents
        except ValueError:  # not assigned yet: the function's own name, for instance
            continue
    return seen


class BoundMacro:
    """A macro together with the object whose method it is."""

    def __init__(self, macro: Macro, instance: object) -> None:
        self.macro = macro
        self.instance = instance
        self.__name__ = macro.__name__


def macro(*args: object, hygienic: bool = True) -> Any:
    """A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

    Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
    """
    if len(args) == 1 and callable(args[0]):
        return Macro(args[0], hygienic)
    if args:
        raise ValueError("T.macro takes no positional argument: write @T.macro(hygienic=False)")
    return lambda function: Macro(function, hygienic)


def call_kernel(kernel: object, launch_args: Sequence[Any], *args: object, **kwargs: object) -> NoReturn:
    """Launch a kernel written in another language (CUDA source, Triton) with `launch_args` threads.

    It needs a GPU, for which this compiler makes no code.
    """
    raise UserError(
        "external-kernel", "`T.call_kernel` launches a kernel on a GPU, for which this compiler makes no code", "kernel"
    )


__all__ = [
    "BoundMacro",
    "Macro",
    "Range",
    "call_kernel",
    "cast",
    "ceildiv",
    "comm_reducer",
    "index_map",
    "iter_var",
    "macro",
    "meta_var",
    "target",
    "truncdiv",
    "var",
]
