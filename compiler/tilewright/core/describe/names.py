"""Names at a place in a program: what a dotted one means, what can follow its dot, and which plain ones are visible."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tilewright.core.analyze import Analysis
from tilewright.core.base.dtype import SMALL_FLOATS
from tilewright.core.builder.namespace import Member, Namespace
from tilewright.core.describe.members import key_of
from tilewright.core.describe.text import type_text
from tilewright.core.describe.values import detail
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar
from tilewright.core.ir.function import IRModule

DTYPE_NAMES: Final = (
    *(
        "float32",
        "float16",
        "bfloat16",
        "float64",
        "int32",
        "int64",
        "int8",
        "int16",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
    ),
    *("bool", "handle", "int4", "uint4", *SMALL_FLOATS),
)
# What the texts of parameters with these names may be.
WORDS: Final = {
    "dtype": DTYPE_NAMES,
    "scope": ("global", "shared", "shared.dyn", "local", "warp"),
    "thread": (*(f"{kind}.{axis}" for kind in ("threadIdx", "blockIdx") for axis in "xyz"), "vthread"),
}
# What programs use of a buffer or expression inside a script, in the order of use.
_BUFFER_NAMES: Final = (
    "data",
    "dtype",
    "shape",
    "strides",
    "elem_offset",
    "access_ptr",
    "vload",
    "vstore",
    "scope",
    "offset_of",
    "name",
)
_EXPRESSION_NAMES: Final = ("dtype", "astype", "equal")
_AXIS_NAMES: Final = ("var", "dom", *_EXPRESSION_NAMES)


@dataclass(frozen=True, slots=True)
class Entry:
    """A name that may be typed: `kind` is a `Member` kind, a `SymbolKind` value or "attribute"; `key` leads to its documentation."""

    name: str
    kind: str
    detail: str = ""
    key: str = ""


def resolve(analysis: Analysis, offset: int, path: Sequence[str]) -> Any:
    """What the dotted name `path` means at `offset`: a `Member` where one is named, else a value; None when it is not known."""
    if not path:
        return None
    found = _value_of(analysis, offset, path[0])
    for name in path[1:]:
        found = _attribute(found, name)
    return found


def entries(value: object) -> tuple[Entry, ...]:
    """What can follow the dot behind `value`."""
    inside = value.value if isinstance(value, Member) else value
    if isinstance(inside, Symbol):
        return tuple(Entry(each.name, each.kind.value, detail(each)) for each in _functions(inside))
    if isinstance(inside, Namespace):
        return tuple(Entry(member.name, member.kind, "", key_of(member)) for member in inside.members.values())
    return tuple(_attributes(inside))


def element_of(value: object) -> Expr | None:
    """An element of a buffer, by which all of them are described; None of anything else."""
    if not isinstance(value, Buffer):
        return None
    return BufferLoad(value, tuple(IntImm(size.dtype, 0) for size in value.shape))


def result_of(value: object) -> tuple[Entry, ...]:
    """What can follow the dot behind a call of `value`, as far as the callee alone tells."""
    is_operation = isinstance(value, Member) and value.kind in ("op", "dtype")
    return expression_entries() if is_operation else ()


def expression_entries() -> tuple[Entry, ...]:
    """What can follow the dot behind an expression of unknown type."""
    return tuple(_entry_of_class(Expr, name) for name in _EXPRESSION_NAMES)


def visible(analysis: Analysis, offset: int) -> tuple[Entry, ...]:
    """The plain names that mean something at `offset`, inner ones first; names captured from around the function count."""
    found: dict[str, Entry] = {}
    for symbol in _visible_symbols(analysis, offset):
        if symbol.kind is not SymbolKind.BLOCK and symbol.name.isidentifier():
            found.setdefault(symbol.name, Entry(symbol.name, _kind(symbol), detail(symbol)))
    return tuple(found.values())


def _kind(symbol: Symbol) -> str:
    return "namespace" if isinstance(symbol.value, Namespace) else symbol.kind.value


def _value_of(analysis: Analysis, offset: int, name: str) -> Any:
    for symbol in _visible_symbols(analysis, offset):
        if symbol.name == name:
            return _module(analysis, symbol) or symbol.value
    outside = analysis.resolve(name)
    if outside is not None and outside[1].kind is SymbolKind.MODULE:
        return outside[1]
    found = [definition.bindings[name] for definition in analysis.definitions if name in definition.bindings]
    return found[-1] if found else None


def _module(analysis: Analysis, symbol: Symbol) -> Symbol | None:
    """The symbol of the module that a name inside it stands for; its functions are known even while it is not whole."""
    if symbol.kind is SymbolKind.MODULE:
        return symbol
    if not isinstance(symbol.value, ModuleInProgress):
        return None
    name = symbol.value.script_name
    found = (each for _, each in analysis.symbols() if each.kind is SymbolKind.MODULE and each.name == name)
    return next(found, None)


def _functions(module: Symbol) -> Iterator[Symbol]:
    return (each for each in module.children if each.kind is SymbolKind.FUNCTION)


def _visible_symbols(analysis: Analysis, offset: int) -> Iterator[Symbol]:
    """Symbols of the definition around `offset` from the latest to the earliest."""
    definition = analysis.definition_at(offset)
    if definition is not None:
        # A function ends before a broken statement at its end: what is visible where the statement begins still is.
        places = (offset, _statement_start(analysis.source.text, offset))
        inside = {
            id(symbol): symbol for place in places for symbol in definition.source_map.visible(place - definition.base)
        }
        yield from sorted(inside.values(), key=lambda symbol: -symbol.start)


def _statement_start(text: str, offset: int) -> int:
    """Where the text of the line begins, the offset itself in its indentation."""
    line = text.rfind("\n", 0, offset) + 1
    return line + len(text[line:offset]) - len(text[line:offset].lstrip())


def _attribute(value: Any, name: str) -> Any:
    inside = value.value if isinstance(value, Member) else value
    if isinstance(inside, Namespace):
        return inside.members.get(name)
    if isinstance(inside, Symbol):
        return next((each.value for each in _functions(inside) if each.name == name), None)
    if isinstance(inside, IRModule):
        return inside[name] if name in inside else None
    known = _known_attributes(inside)
    return getattr(inside, name, None) if name in known else None


def _attributes(value: Any) -> Iterator[Entry]:
    for name in _known_attributes(value):
        entry = _entry_of_class(type(value), name)
        yield entry if entry.kind == "function" else Entry(name, "attribute", type_text(getattr(value, name)))


def _entry_of_class(kind: type, name: str) -> Entry:
    found = getattr(kind, name, None)
    if not inspect.isroutine(found):
        return Entry(name, "attribute")
    signature = str(inspect.signature(found)).replace("(self, ", "(").replace("(self)", "()")
    return Entry(name, "function", f"{name}{signature}")


def _known_attributes(value: object) -> tuple[str, ...]:
    if isinstance(value, Buffer):
        return _BUFFER_NAMES
    if isinstance(value, IterVar):
        return _AXIS_NAMES
    return _EXPRESSION_NAMES if isinstance(value, Expr) else ()
