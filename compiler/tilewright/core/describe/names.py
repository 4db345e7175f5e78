"""Names at a place in a program: what a dotted one means, what can follow its dot, and which plain ones are visible."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tilewright.core.analyze import Analysis, Definition
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
from tilewright.core.ir.relax import RelaxExpr

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
    "scope": (
        *("global", "shared", "shared.dyn", "local", "warp"),
        *("wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator"),
    ),
    "thread": (*(f"{kind}.{axis}" for kind in ("threadIdx", "blockIdx") for axis in "xyz"), "vthread"),
    **dict.fromkeys(("layout", "data_layout", "out_layout"), ("NCHW", "NHWC", "NCW", "NWC", "NCDHW", "NDHWC")),
    "kernel_layout": ("OIHW", "HWIO", "OHWI", "OIW", "WIO", "OIDHW", "DHWIO"),
}
# The keys of the attributes that these calls take.
ATTRIBUTES: Final = {
    "func_attr": (
        *("global_symbol", "tir.noalias", "tir.is_scheduled", "tir.is_entry_func", "target", "op_pattern"),
        *("num_input", "Primitive", "Composite", "Codegen"),
    ),
    "block_attr": ("script_parsing_detect_access", "buffer_dim_align", "warp_execution", "double_buffer_scope"),
    "sblock_attr": ("script_parsing_detect_access", "buffer_dim_align", "warp_execution", "double_buffer_scope"),
    **dict.fromkeys(
        ("serial", "parallel", "vectorized", "unroll", "thread_binding", "grid"),
        (
            *("pragma_auto_unroll_max_step", "pragma_unroll_explicit", "software_pipeline_stage"),
            *("software_pipeline_order", "software_pipeline_async_stages", "disable_lower_builtin"),
        ),
    ),
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
_GRAPH_NAMES: Final = ("astype", "struct_info")


@dataclass(frozen=True, slots=True)
class Entry:
    """A name that may be typed: `kind` is a `Member` kind, a `SymbolKind` value or "attribute"; `key` leads to its documentation."""

    name: str
    kind: str
    detail: str = ""
    key: str = ""


def resolve(analysis: Analysis, offset: int, path: Sequence[str]) -> Any:
    """The meaning of the dotted name `path` at `offset`: a `Member` where one is named, else a value; None when it is not known."""
    if not path:
        return None
    found = _value_of(analysis, offset, path[0])
    for name in path[1:]:
        found = _attribute(found, name)
    return found


def entries(value: object) -> tuple[Entry, ...]:
    """The members that can follow the dot behind `value`."""
    inside = value.value if isinstance(value, Member) else value
    if isinstance(inside, _Module):
        return tuple(Entry(each.name, each.kind.value, detail(each)) for each in inside.functions)
    if isinstance(inside, Namespace):
        return tuple(Entry(member.name, member.kind, "", key_of(member)) for member in inside.members.values())
    return tuple(_attributes(inside))


def members_of(value: object) -> Mapping[str, Member]:
    """The members of a namespace; none of anything else."""
    inside = value.value if isinstance(value, Member) else value
    return inside.members if isinstance(inside, Namespace) else {}


def element_of(value: object) -> Expr | None:
    """An element of a buffer, by which all of them are described; None of anything else."""
    if not isinstance(value, Buffer):
        return None
    return BufferLoad(value, tuple(IntImm(size.dtype, 0) for size in value.shape))


def result_of(value: object) -> tuple[Entry, ...]:
    """The members that can follow the dot behind a call of `value`, as far as the callee alone tells."""
    is_operation = isinstance(value, Member) and value.kind in ("op", "dtype")
    return expression_entries() if is_operation else ()


def expression_entries() -> tuple[Entry, ...]:
    """The members that can follow the dot behind an expression of unknown type."""
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
        return _module(analysis, outside[1])
    found = [definition.bindings[name] for definition in analysis.definitions if name in definition.bindings]
    return found[-1] if found else None


def definition_of_name(analysis: Analysis, offset: int, path: Sequence[str]) -> tuple[Definition, Symbol] | None:
    """The function, macro or helper of the file that a name, or one behind that of its module, means at `offset`."""
    *outer, name = path
    if outer:
        module = _value_of(analysis, offset, outer[0]) if len(outer) == 1 else None
        inside = module.functions if isinstance(module, _Module) else ()
        found = next((each for each in inside if each.name == name), None)
        return next((pair for pair in analysis.symbols() if pair[1] is found), None)
    definition = analysis.definition_at(offset)
    for symbol in _visible_symbols(analysis, offset):
        if symbol.name == name:
            return (definition, symbol) if definition is not None and symbol.start >= 0 else analysis.resolve(name)
    return analysis.resolve(name)


@dataclass(frozen=True, slots=True)
class _Module:
    """The meaning of a name that stands for a module: the symbols of its functions, which are known even while it is not whole."""

    functions: tuple[Symbol, ...]


def _module(analysis: Analysis, symbol: Symbol) -> _Module | None:
    """The module that a name, also one inside it, stands for."""
    if symbol.kind is SymbolKind.MODULE:
        inside = (each for _, each in analysis.symbols() if each.parent is symbol)
        return _Module(tuple(each for each in inside if each.kind is SymbolKind.FUNCTION))
    if not isinstance(symbol.value, ModuleInProgress):
        return None
    name = symbol.value.script_name
    found = (each for _, each in analysis.symbols() if each.kind is SymbolKind.MODULE and each.name == name)
    module = next(found, None)
    return None if module is None else _module(analysis, module)


def _visible_symbols(analysis: Analysis, offset: int) -> Iterator[Symbol]:
    """Symbols of the definition around `offset` from the latest to the earliest, those whose suite is still open there: indentation says so, also on lines that nothing stands on yet."""
    definition = analysis.definition_at(offset)
    if definition is None:
        return
    text, at = definition.source.text, offset - definition.base
    room = _room(text, at)
    found = [symbol for symbol in definition.source_map.symbols if symbol.start <= at and _is_open(text, symbol, room)]
    yield from sorted(found, key=lambda symbol: -symbol.start)


def _is_open(text: str, symbol: Symbol, room: Mapping[int, int]) -> bool:
    """Whether the suite that defines the symbol has not ended; what the file around the script defines is known in all of it."""
    if symbol.start < 0 or symbol.parent is None:
        return True
    function = symbol.parent.start
    in_header = function < symbol.start < _end_of_header(text, function)
    line = _line_start(text, function if in_header else symbol.start)
    if line not in room:
        return False
    depth = _indentation(text, line)
    return room[line] > depth if in_header or symbol.kind is SymbolKind.LOOP else room[line] >= depth


def _room(text: str, at: int) -> dict[int, int]:
    """For each line up to that of `at`: the least indentation of what follows it up to there."""
    line = _line_start(text, at)
    least = len(text[line:at]) - len(text[line:at].lstrip())
    found = {line: 1_000_000}
    while line > 0:
        line = _line_start(text, line - 1)
        found[line] = least
        written = text[line : text.find("\n", line)].strip()
        # A bracket that closes continues the line that opened it.
        if written and written[0] not in ")]}":
            least = min(least, _indentation(text, line))
    return found


def _end_of_header(text: str, start: int) -> int:
    """The end of the header of the definition whose name begins at `start`."""
    found = _HEADER_END.search(text, max(start, 0))
    return found.end() if found is not None else start


_HEADER_END = re.compile(r":[ \t]*(?:#[^\n]*)?$", re.MULTILINE)


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _indentation(text: str, line: int) -> int:
    end = text.find("\n", line)
    whole = text[line : end if end >= 0 else len(text)]
    return len(whole) - len(whole.lstrip())


def _attribute(value: object, name: str) -> Any:
    inside = value.value if isinstance(value, Member) else value
    if isinstance(inside, Namespace):
        return inside.members.get(name)
    if isinstance(inside, _Module):
        return next((each.value for each in inside.functions if each.name == name), None)
    if isinstance(inside, IRModule):
        return inside[name] if name in inside else None
    known = _known_attributes(inside)
    return getattr(inside, name, None) if name in known else None


def _attributes(value: object) -> Iterator[Entry]:
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
    if isinstance(value, RelaxExpr):
        return _GRAPH_NAMES
    return _EXPRESSION_NAMES if isinstance(value, Expr) else ()
