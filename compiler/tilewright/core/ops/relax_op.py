"""The row type of the Relax ops: an op with a signature written as one would in Python.

    relax("nn.softmax(data, axis: int = -1)", "softmax", doc="...")

Parameters without an annotation are values, `Call.args`, and so are those annotated with a capital, which names what Python values become: a
`Shape`, a `Const` (a tensor without dimensions), `Prims` (a tuple of integers), a `Dtype`.  The other annotated ones are known at compile time,
`Call.attrs`, and the annotation names how they are brought into their usual form: see `FORMS`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilewright.core.ops.op import Op, Param
from tilewright.core.ops.relax_parameters import parameter_doc


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RelaxOp(Op):
    """A row of Relax.

    `infer` names the rule of `analysis.infer` that derives the struct info of a call, `legalize` the rule that makes it a call of TensorIR, None when
    there is none; `torch` is the function of PyTorch that does the same.  `pure` says that calling it has no side effect.
    """

    infer: str = "object"
    legalize: str | None = None
    torch: str | None = None
    pure: bool = True

    @property
    def values(self) -> tuple[Param, ...]:
        """The parameters that are values."""
        return tuple(param for param in self.params if param.kind not in FORMS)

    @property
    def settings(self) -> tuple[Param, ...]:
        """The parameters that are known at compile time."""
        return tuple(param for param in self.params if param.kind in FORMS)


def relax(
    signature: str,
    infer: str,
    doc: str,
    *,
    group: str,
    legalize: str | None = None,
    torch: str | None = None,
    pure: bool = True,
) -> RelaxOp:
    """A row from its signature."""
    name, params = _read(signature)
    return RelaxOp(
        f"relax.{name}",
        name,
        params,
        doc,
        group=group,
        infer=infer,
        legalize=legalize,
        torch=torch,
        pure=pure,
    )


def _read(signature: str) -> tuple[str, tuple[Param, ...]]:
    name, _, rest = signature.partition("(")
    function = ast.parse(f"def f({rest}: pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
    params = [_param(name, item, default) for item, default in zip(arguments.args, defaults)]
    if arguments.vararg is not None:
        params.append(Param(arguments.vararg.arg, doc=parameter_doc(name, arguments.vararg.arg), variadic=True))
    params += [_param(name, item, default) for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return name, tuple(params)


def _param(op: str, item: ast.arg, default: ast.expr | None) -> Param:
    kind = "expr" if item.annotation is None else ast.unparse(item.annotation)
    value = ... if default is None else ast.literal_eval(default)
    return Param(item.arg, kind, parameter_doc(op, item.arg), value)


def _int(value: Any) -> Any:
    """One integer, perhaps a symbolic one of TensorIR; None where it may be left out."""
    alone = not isinstance(value, (tuple, list, str, float)) and not hasattr(value, "struct_info_")
    if not alone or "int" not in str(getattr(value, "dtype", "int")):
        raise TypeError(f"an integer is expected, not {_word(value)}")
    return value


def _word(value: Any) -> str:
    return "a value of the graph" if hasattr(value, "struct_info_") else type(value).__name__


def _element(value: Any) -> str:
    """A data type, which must be named."""
    if value in (None, "", "void"):
        raise ValueError("a data type is needed")
    return str(value)


def _count(value: Any) -> Any:
    """How many there are, one or more."""
    if isinstance(_int(value), int) and value < 1:
        raise ValueError(f"there must be at least one, and it is {value}")
    return value


def _parts(value: Any) -> Any:
    """How many parts of one size there are, or where parts begin: numbers that are known at compile time."""
    several = _is_sequence(value)
    numbers = [getattr(item, "value", item) for item in (value if several else (value,))]
    if not all(isinstance(item, int) for item in numbers):
        raise TypeError("the parts must be numbers that are known at compile time")
    if not several and numbers[0] < 1:
        raise ValueError(f"a tensor cannot be split into {numbers[0]} parts")
    return tuple(value) if several else value


def _ints(value: Any) -> Any:
    """One integer, or several."""
    if value is None:
        return None
    return tuple(map(_int, value)) if _is_sequence(value) else (_int(value),)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, (tuple, list)) or (hasattr(value, "__len__") and not isinstance(value, str))


def _spread(count: int) -> Callable[[Any], Any]:
    """`count` integers; one stands for all."""

    def form(value: Any) -> Any:
        given = _ints(value)
        return given if given is None else _as_many(given * count if len(given) == 1 else given, count)

    return form


def _as_many(given: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    if len(given) != count:
        raise ValueError(f"{count} numbers are needed, one of them standing for all, and {given} are given")
    return given


def _padding(dimensions: int) -> Callable[[Any], Any]:
    """Begin and end of each dimension; one integer stands for all, one a dimension for both of its ends."""

    def form(value: Any) -> Any:
        given = _ints(value)
        if len(given) == 1:
            return given * (2 * dimensions)
        return _as_many(given * 2 if len(given) == dimensions else given, 2 * dimensions)

    return form


FORMS: dict[str, Callable[[Any], Any]] = {
    "int": _int,
    "count": _count,
    "float": lambda value: value if value is None or hasattr(value, "dtype") else float(value),
    "bool": lambda value: value,
    "str": lambda value: value,
    "dtype": lambda value: "void" if value in (None, "") else str(value),
    "element": _element,
    "parts": _parts,
    "ints": _ints,
    "floats": lambda value: None if value is None else tuple(value) if isinstance(value, (tuple, list)) else (value,),
    "ints1": _spread(1),
    "ints2": _spread(2),
    "ints3": _spread(3),
    "padding1": _padding(1),
    "padding2": _padding(2),
    "padding3": _padding(3),
    "any": lambda value: value,
}
