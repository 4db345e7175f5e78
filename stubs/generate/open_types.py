"""The stubs of classes and functions for programs that say `import tvm`: names, parameters and documentation, and of types no more than is sure.

Nodes are read in ways that no declaration foresees (`func.body.block.body[1].loop_var`), and constructors convert what they are given.  So a class has any
attribute beside those that are declared, parameters take anything, and a result is the class that the source names, or anything.  `CLOSED` are exceptions:
what a script is outside of its text.  Each class and function is declared in one module, its home; the others import it from there.
"""

from __future__ import annotations

import ast
import enum
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from generate.annotations import Imports, Places, origin
from generate.rendering import docstring
from tilewright.core.ir.node.fields import held

INDENT = "    "
# Functions whose parameters TVM's releases call differently, or have more of.
WIDER = frozenset(
    """build compile lower device match_cast set_var_remap get_var_remap call_dps_packed call_pure_packed call_tir call_tir_inplace call_tir_with_grad extern
    erase_to_well_defined well_formed mutator visitor time_evaluator export_library from_source parse map_indices map_shape inverse non_surjective_inverse
    is_equivalent_to const convert decl_buffer stmt_list resize2d conv2d_nhwc run_before_pass run_after_pass""".split()
)
WIDTH = 120
# Modules that only later releases have, or that are private: what is offered elsewhere too has its home there.
LATER = re.compile(r"\b(tirx|s_tir)\b|\._")
# Results of decorators of scripts: a name that they do not have is a mistake.
CLOSED = (
    "tilewright.core.ir.function.BaseFunc",
    "tilewright.core.ir.function.PrimFunc",
    "tilewright.core.ir.function.IRModule",
)
# Methods that programs override with parameters of their own.
OVERRIDDEN = ("visit", "rewrite", "forward", "transform", "emit", "apply")
# How our own passes walk over nodes.
INTERNAL = ("children", "map_children", "field_names", "note_names", "child_fields")
SPECIAL = ("__getitem__", "__setitem__", "__contains__", "__call__", "__len__", "__iter__")
_AS_THEY_ARE = (BaseException, enum.Enum, str, tuple, dict)


def declared(value: object) -> bool:
    """Whether it is declared here; anything else is imported from where it is defined."""
    if inspect.isclass(value):
        ours = value.__module__.startswith("tilewright") and not getattr(value, "_is_protocol", False)
        return ours and not issubclass(value, _AS_THEY_ARE)
    return inspect.isfunction(value) and value.__module__.startswith("tilewright")


@dataclass(frozen=True)
class Homes:
    """The module that declares each class and function, and the name that it has there."""

    homes: dict[Any, tuple[str, str]] = field(default_factory=dict[Any, tuple[str, str]])

    @staticmethod
    def of(offered: Mapping[str, Mapping[str, Any]]) -> Homes:
        """Of all modules that offer something, by their names under `tvm`, the shortest; classic ones before later ones."""
        found: dict[Any, list[tuple[Any, ...]]] = {}
        for module, values in offered.items():
            for name, value in values.items():
                if declared(value):
                    key = (module.count("."), LATER.search(module) is not None, name != value.__name__, module, name)
                    found.setdefault(value, []).append(key)
        return Homes({value: min(keys)[-2:] for value, keys in found.items()})

    @cached_property
    def places(self) -> Places:
        """The homes of nodes by where they are defined."""
        nodes = [
            value
            for value in self.homes
            if inspect.isclass(value) and value.__module__.startswith("tilewright.core.ir.")
        ]
        return {(value.__module__, value.__qualname__): self.homes[value] for value in nodes}

    def of_annotation(self, annotation: Any, module: str) -> tuple[str, str] | None:
        """The home of the class that an annotation names, alone or beside None."""
        if not isinstance(annotation, str) or annotation == "Any":
            return None
        named = [each for each in _alternatives(ast.parse(annotation, mode="eval").body) if each != "None"]
        found = origin(module, named[0]) if len(named) == 1 else None
        if found is None or not found[0].startswith("tilewright"):
            return None
        return self.homes.get(getattr(import_module(found[0]), found[1], None))


def _alternatives(annotation: ast.expr) -> list[str]:
    if isinstance(annotation, ast.BinOp):
        return [*_alternatives(annotation.left), *_alternatives(annotation.right)]
    if isinstance(annotation, (ast.Name, ast.Constant)):
        return [ast.unparse(annotation)]
    return ["", ""]


def _constructor(value: type) -> str:
    """That of a class takes anything; one whose calls give something else says so."""
    new = vars(value).get("__new__")
    if (
        isinstance(new, staticmethod)
        and [each.kind for each in inspect.signature(new.__func__).parameters.values()][1:] == VARIADIC
    ):
        _, args, named = inspect.signature(new.__func__).parameters
        return f"def __new__(cls, *{args}: _Any, **{named}: _Any) -> _Any: ...\n"
    init = getattr(value, "__init__", None)
    if not inspect.isfunction(init):
        return "__init__: _Any\n"
    taken = ["self", *_parameters(list(inspect.signature(init).parameters.values())[1:])]
    return f"def __init__({', '.join(taken)}) -> None: ...\n"


def _operators(value: type) -> str:
    """Operators that make expressions, which `ir/operators` puts into the class.  Without a declaration comparisons would be those of every object, which give truth values,
    and sums with numbers those of the numbers."""
    own = vars(value).get("__eq__")
    gives_truth = own is None or own.__qualname__ == f"{value.__qualname__}.__eq__"
    found = "".join(
        f"def {name}({', '.join(('self', *_parameters(list(inspect.signature(vars(value)[name]).parameters.values())[1:])))}) -> _Any: ...\n"
        for name in _OPERATORS
        if inspect.isfunction(vars(value).get(name))
    )
    return found if gives_truth else found + _COMPARISON


_WITH_NUMBERS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift")
_OPERATORS = (
    *(f"__{side}{name}__" for name in _WITH_NUMBERS for side in ("", "r")),
    *(f"__{name}__" for name in ("neg", "invert", "pow", "lt", "le", "gt", "ge")),
)


_COMPARISON = """def __eq__(self, other: _Any) -> _Any: ...
def __ne__(self, other: _Any) -> _Any: ...
__hash__: _Any
"""


# Where a long class is written in parts.
PARTS = "tilewright.core.schedule.methods"
VARIADIC = [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]


# Below a base of which nothing is known, pyright would look at the arguments of a call twice, and at those of 30 nested calls a billion times.
_NEW = "def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...\n"


class OpenModule:
    """The declarations whose home is one module."""

    def __init__(self, name: str, homes: Homes) -> None:
        self.name = name
        self.homes = homes
        self.imports = Imports(frozenset(), {})

    def function(self, name: str, value: Any) -> str:
        """The declaration of a function."""
        if name in WIDER:
            return _anything(name, value)
        return self._function(name, value, "", ())

    def type(self, name: str, value: type) -> str:
        """The declaration of a class."""
        bases = list(self._bases(value))
        if _is_closed(value):
            bases = [self.imports.add(value.__module__, value.__name__), *bases]
        head = (
            f"class {name}({', '.join(bases or ['_Any'])}):{'' if bases else '  # type: ignore[misc, unused-ignore]'}"
        )
        body = docstring(inspect.getdoc(value) or name)
        body += "".join(self._members(value)) + _operators(value) + _constructor(value)
        if not bases and "__new__" not in body:
            self.imports.add("typing_extensions", "Self")
            body += _NEW
        return f"{head}\n{textwrap.indent(body, INDENT)}"

    def _bases(self, value: type) -> Iterator[str]:
        """The nearest bases that are declared."""
        for base in value.__bases__:
            home = self.homes.homes.get(base)
            if _is_closed(value) and not _is_closed(base):
                continue
            if home is not None:
                yield self._name(home)
            elif base.__module__.startswith("tilewright"):
                yield from self._bases(base)

    def _name(self, home: tuple[str, str]) -> str:
        return home[1] if home[0] == self.name else self.imports.add(*home)

    def _members(self, value: type) -> Iterator[str]:
        fields = {**inspect.get_annotations(value)}
        for name, member in {**self._undeclared(value), **vars(value)}.items():
            if name in INTERNAL or (name[0] == "_" and not (name in SPECIAL and _is_closed(value))):
                continue
            if inspect.ismemberdescriptor(member) and hasattr(value.__base__, name):
                continue  # Python 3.10 gives a class with slots those of its bases once more
            plain = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
            if inspect.isfunction(plain):
                yield self._method(name, member, plain)
            else:
                yield self._attribute(name, member, fields.get(name), value)

    def _undeclared(self, value: type) -> dict[str, Any]:
        """The members that a class has from the parts that it is written in, which no stub declares."""
        found: dict[str, Any] = {}
        for base in reversed(value.__mro__[1:]):
            if base.__module__.startswith(PARTS):
                found.update(vars(base))
        return found

    def _method(self, name: str, member: Any, plain: Any) -> str:
        decorator = {staticmethod: "@staticmethod\n", classmethod: "@classmethod\n"}.get(type(member), "")
        parameters = list(inspect.signature(plain).parameters)
        if name in WIDER or (not decorator and (name.startswith(OVERRIDDEN) or parameters[:1] != ["self"])):
            return _anything(name, plain)
        first = () if isinstance(member, staticmethod) else ("self",) if not decorator else ("cls",)
        return self._function(name, plain, decorator, first)

    def _function(self, name: str, value: Any, decorator: str, first: tuple[str, ...]) -> str:
        signature = inspect.signature(value)
        written = [*first, *_parameters(list(signature.parameters.values())[len(first) :])]
        home = self.homes.of_annotation(signature.return_annotation, inspect.unwrap(value).__module__)
        result = "_Any" if home is None else f"{self._name(home)} | _Any"
        return decorator + _text(f"def {name}({', '.join(written)}) -> {result}:", inspect.getdoc(value))

    def _attribute(self, name: str, member: Any, annotation: object, owner: type) -> str:
        module = owner.__module__
        if isinstance(member, property) and member.fget is not None:
            annotation = inspect.get_annotations(member.fget).get("return")
            module = member.fget.__module__
        home = self.homes.of_annotation(held(annotation) if isinstance(annotation, str) else annotation, module)
        result = "_Any" if home is None else f"{self._name(home)} | _Any"
        if isinstance(member, property) and member.fset is None:
            return "@property\n" + _text(f"def {name}(self) -> {result}:", inspect.getdoc(member))
        return f"{name}: {result}{'  # pyright: ignore[reportIncompatibleVariableOverride]' if _is_closed(owner) else ''}\n"


def _is_closed(value: type) -> bool:
    return f"{value.__module__}.{value.__qualname__}" in CLOSED


def _anything(name: str, value: object) -> str:
    """A declaration that leaves open what it takes, and so how it is overridden."""
    doc = inspect.getdoc(value)
    return f"{name}: _Any\n{docstring(doc) if doc else ''}"


def _text(head: str, doc: str | None) -> str:
    return f"{head}\n{textwrap.indent(docstring(doc), INDENT)}" if doc else f"{head} ...\n"


def _parameters(parameters: list[inspect.Parameter]) -> list[str]:
    written: list[str] = []
    kinds = [each.kind for each in parameters]
    for at, each in enumerate(parameters):
        if each.kind is each.KEYWORD_ONLY and each.VAR_POSITIONAL not in kinds and each.kind not in kinds[:at]:
            written.append("*")
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        written.append(f"{stars}{each.name}: _Any{'' if each.default is each.empty else ' = ...'}")
        if each.kind is each.POSITIONAL_ONLY and (at + 1 == len(kinds) or kinds[at + 1] is not each.kind):
            written.append("/")
    return written
