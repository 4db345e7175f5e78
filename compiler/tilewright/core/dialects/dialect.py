"""One dialect of the language: a row of plain data.

Where a fact needs functions (the members of a namespace, the rules for statements), the row holds a key, and the floor that has the functions keeps
a table by that key: `builder.dialects.NAMESPACES` and `frontend.dialects.NAMES` by `name`, `frontend.dispatch.statements_of` by `statements`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_NOTHING: Final[Mapping[str, str]] = {}


@dataclass(frozen=True)
class Words:
    """The words of the printer for a dialect; what is missing is as in the classic dialect.

    `forms` and `relax_forms` map forms to what they are called, `relax_keywords` arguments.  `open_type` is a data type that a setting of Relax leaves
    open, and `relax_omitted` are settings that are not written when they are empty.  `decorator` is the decorator of functions without a namespace in
    front; None is `prim_func` of the namespace, and then `decorated` are its options over a function that may have blocks.
    `schedules` is the module of `tvm` that has `Schedule`, `steps` maps its methods and the instructions of traces to what they are called.
    """

    forms: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    relax_forms: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    relax_keywords: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    open_type: str = '"void"'
    relax_omitted: frozenset[str] = frozenset()
    decorator: str | None = None
    decorated: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    schedules: str = "tir"
    steps: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def form_in(self, form: str, scope: str) -> tuple[str, str | None]:
        """The form that declares memory of a scope, and the scope where that still has to be said."""
        own = f"{form}.{scope}"
        return (own, None) if own in self.forms else (form, None if scope == "global" else scope)


@dataclass(frozen=True)
class Migration:
    """The migration of a program of another dialect to this one: the names of its namespace.

    `only_from` are names that mean something else in one dialect: they are renamed only in programs that import `T` from that module.
    """

    names: Mapping[str, str]
    only_from: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Dialect:
    """One dialect of the language: hybrid (2020), classic (0.8 to 0.22) or tirx (0.25 and later).

    `release`: the release of TVM whose public names go with it; None where no release that can be chosen has it.
    `script`: the module of `tvm.script` that the namespace of TensorIR is imported from.
    `namespace`: what it is called in every program, `types` in the type of a variable; None where the import says it.
    `prefix`: the beginning of the names of ops and attributes of TensorIR.  `statements`: the key of its table of rules for statements.
    `names`: names that the classic dialect does not list, to the classic name of the same thing.
    `words`: how it is printed.  `migration`: how programs are rewritten to it; None where they are not.

    `pointers_have_elements`: `p[i]` is an element behind the pointer `p`.
    `names_are_cells`: a name that is assigned an expression can be assigned again.
    `sizes_are_text`: a symbolic size of a parameter is written as text, `T.Buffer(("n", 16))`.
    `has_layouts`: buffers may have layouts, whose axes every text imports.
    `functions_are_plain`: functions of a module need no decorator.
    `branches_are_open`: what a branch defines whose condition is known while parsing is known behind it too.
    `slices_are_values`: `A[0:4]` is a vector wherever a value may stand, not only what is stored to.
    `is_flat`: variables and memory are defined in a line that has no body of its own.
    `buffers_are_parameters`: `A: T.Buffer(...)` declares a parameter; otherwise it is a handle and `match_buffer` follows.
    `loops_say_their_kind`: a loop is `tir.range(begin, end, "parallel")`.
    `bits_are_operators`: operations on bits are printed as Python's operators, `x & 1`.
    `axes_are_arguments`: a block takes the domains of its axes as arguments, `with tir.block([16], "C") as [vi]:`.
    """

    name: str
    release: str | None
    script: str
    namespace: str | None = None
    types: str | None = None
    prefix: str = "tir."
    statements: str = "tir"
    names: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    words: Words = Words()
    migration: Migration | None = None
    pointers_have_elements: bool = False
    names_are_cells: bool = False
    sizes_are_text: bool = False
    has_layouts: bool = False
    functions_are_plain: bool = False
    branches_are_open: bool = False
    slices_are_values: bool = True
    is_flat: bool = False
    buffers_are_parameters: bool = True
    loops_say_their_kind: bool = False
    bits_are_operators: bool = False
    axes_are_arguments: bool = False

    def own(self, name: str) -> str:
        """The name in this dialect of the op or attribute whose classic name is `name`."""
        return self.prefix + name.removeprefix("tir.") if name.startswith("tir.") else name
