"""The row type of the Relax ops: an op with a signature written as one would in Python, and the facets that go with it.

    relax("nn.softmax(data, axis: int = -1)", "along_axis", "...", group="nn", torch_form="torch.softmax({data}, {axis})")

Parameters without an annotation are values, `Call.args`, and so are those annotated with a capital, which names what Python values become: a
`Shape`, a `Const` (a tensor without dimensions), `Prims` (a tuple of integers), a `Dtype`.  The other annotated ones are known at compile time,
`Call.attrs`, and the annotation names how they are brought into their usual form: see `FORMS`.

A facet is what a pass or a printer knows of an op.  Rules that need higher floors (inference, legalization, gradient, layout) are named here and
stand in the file of the same topic on their floor; what is data stands in the row itself.  An op that lacks a facet waives it, with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from tilewright.core.ops.op import Op, Param
from tilewright.core.ops.relax_parameters import parameter_doc

if TYPE_CHECKING:
    from typing_extensions import Unpack

FACETS = ("inference", "legalization", "gradient", "torch form", "layout")
Precision = Literal["half", "follow", "keep"]
Role = Literal["", "mark", "allocation", "ending"]

Fields = Mapping[str, Any]
"""The arguments of a call by the names of their parameters: values as source text, settings as Python values."""

Spelling = str | Callable[[Fields], str | None]
"""How PyTorch spells an op, as text of Python: a template with the names of parameters as fields, `torch.add({x1}, {x2})`, or a function of the
fields, which gives None for a call that PyTorch has nothing like.

A parameter that is a value stands as the source text of the argument; a tuple of values that is written out, a shape for instance, as a `Texts`.
One that is a setting stands as its value, and a data type as `torch.float32`, or None when the call leaves it open.  A missing argument is None.
"""

AS_WRITTEN: Mapping[str, str] = {"layout": "its arguments are converted back to their original layout"}
"""Waives the layout: `ConvertLayout` does not lead a layout through the op."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RelaxOp(Op):
    """A row of Relax.

    `infer`, `legalize`, `gradient` and `layout` name the rules that derive the struct info of a call, make it a call of TensorIR, differentiate it
    and lead layouts through it; None where the op `waives` the facet, which it does with a reason.  `torch` is the function of PyTorch that does the
    same, for the documentation, `torch_form` how a call is spelt there.  `precision` says whether `ToMixedPrecision` computes it in `half`
    precision, lets it `follow` its arguments, or `keep`s single precision.  `pure` says that calling it has no side effect.  A `mark` gives its first
    argument as it is, an `allocation` gives new memory, an `ending` ends the life of a value.  The shapes that a `data_dependent` op gives
    are only known from the elements.
    """

    infer: str = "object"
    legalize: str | None = None
    gradient: str | None = None
    layout: str | None = None
    torch: str | None = None
    torch_form: Spelling | None = None
    precision: Precision = "keep"
    pure: bool = True
    role: Role = ""
    data_dependent: bool = False
    waives: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def values(self) -> tuple[Param, ...]:
        """The parameters that are values."""
        return tuple(param for param in self.params if param.kind not in FORMS)

    @property
    def settings(self) -> tuple[Param, ...]:
        """The parameters that are known at compile time."""
        return tuple(param for param in self.params if param.kind in FORMS)


class Facets(TypedDict, total=False):
    """The fields of a row that may be left out; rules then have the name of the op, unless it waives them."""

    legalize: str
    gradient: str
    layout: str
    torch: str
    torch_form: Spelling
    precision: Precision
    pure: bool
    role: Role
    data_dependent: bool
    waives: Mapping[str, str]


def relax(
    signature: str,
    infer: str,
    doc: str,
    *,
    group: str,
    params: Mapping[str, str] | None = None,
    **facets: Unpack[Facets],
) -> RelaxOp:
    """A row from its signature; `params` says what those parameters mean that mean something else than usual, or are new."""
    name, parameters = _read(signature, params or {})
    waives = facets.get("waives", {})
    for facet, key in _NAMED:
        if facet not in waives:
            facets.setdefault(key, name)
    form = facets.get("torch_form")
    function = _function_of(form) if isinstance(form, str) else None
    if function is not None:
        facets.setdefault("torch", function)
    return RelaxOp(f"relax.{name}", name, parameters, doc, group=group, infer=infer, **facets)


_NAMED: tuple[tuple[str, Literal["legalize", "gradient", "layout"]], ...] = (
    ("legalization", "legalize"),
    ("gradient", "gradient"),
    ("layout", "layout"),
)


def _function_of(form: str) -> str | None:
    """The function of PyTorch that a template only calls."""
    found = re.match(r"(torch\.[\w.]+|F\.\w+)\([^()]*\)$", form)
    return found and found[1].replace("F.", "torch.nn.functional.")


def _read(signature: str, docs: Mapping[str, str]) -> tuple[str, tuple[Param, ...]]:
    name, _, rest = signature.partition("(")
    function = ast.parse(f"def f({rest}: pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
    params = [_param(docs, item, default) for item, default in zip(arguments.args, defaults)]
    if arguments.vararg is not None:
        variadic = arguments.vararg.arg
        params.append(Param(variadic, doc=docs.get(variadic) or parameter_doc(variadic), variadic=True))
    params += [_param(docs, item, default) for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return name, tuple(params)


def _param(docs: Mapping[str, str], item: ast.arg, default: ast.expr | None) -> Param:
    kind = "expr" if item.annotation is None else ast.unparse(item.annotation)
    value = ... if default is None else ast.literal_eval(default)
    return Param(item.arg, kind, docs.get(item.arg) or parameter_doc(item.arg), value)


def _int(value: object) -> object:
    """One integer, perhaps a symbolic one of TensorIR; None where it may be left out."""
    alone = not isinstance(value, (tuple, list, str, float)) and not hasattr(value, "struct_info_")
    if not alone or "int" not in str(getattr(value, "dtype", "int")):
        raise TypeError(f"an integer is expected, not {_word(value)}")
    return value


def _word(value: object) -> str:
    return "a value of the graph" if hasattr(value, "struct_info_") else type(value).__name__


def _element(value: object) -> str:
    """A data type, which must be named."""
    if value in (None, "", "void"):
        raise ValueError("a data type is needed")
    return str(value)


def _count(value: Any) -> Any:
    """The number of them, one or more."""
    if isinstance(_int(value), int) and value < 1:
        raise ValueError(f"there must be at least one, and it is {value}")
    return value


def _parts(value: Any) -> Any:
    """The number of parts of one size, or the positions at which parts begin: numbers that are known at compile time."""
    several = _is_sequence(value)
    numbers = [getattr(item, "value", item) for item in (value if several else (value,))]
    if not all(isinstance(item, int) for item in numbers):
        raise TypeError("the parts must be numbers that are known at compile time")
    if not several and numbers[0] < 1:
        raise ValueError(f"a tensor cannot be split into {numbers[0]} parts")
    return tuple(numbers) if several else value


def _ints(value: Any) -> Any:
    """One integer, or several."""
    if value is None:
        return None
    return tuple(map(_int, value)) if _is_sequence(value) else (_int(value),)


def _is_sequence(value: object) -> bool:
    return isinstance(value, (tuple, list)) or (hasattr(value, "__len__") and not isinstance(value, str))


def _spread(count: int) -> Callable[[Any], Any]:
    """`count` integers; one stands for all."""

    def form(value: object) -> Any:
        given = _ints(value)
        return given if given is None else _as_many(given * count if len(given) == 1 else given, count)

    return form


def _as_many(given: tuple[object, ...], count: int) -> tuple[Any, ...]:
    if len(given) != count:
        raise ValueError(f"{count} numbers are needed, one of them standing for all, and {given} are given")
    return given


def _padding(dimensions: int) -> Callable[[Any], Any]:
    """Begin and end of each dimension; one integer stands for all, one a dimension for both of its ends."""

    def form(value: object) -> Any:
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
