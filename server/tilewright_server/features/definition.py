"""Definition and its kin: the place where a name is defined, declared, what type it is of, and what implements it.

Names of this document lead into it or, when they are imported, into the file of the workspace that defines them; names of `T`, `R` and `I` into the stub that documents them.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.core.analyze import Analysis, Definition, Placed
from tilewright.core.describe import function_called, implementation_place, member_named, member_of, stub_place
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IterVar
from tilewright.core.ir.relax import RelaxExpr, Var
from tilewright.core.ir.struct_info import StructInfo
from tilewright_server.answers import Extent, FilePlace
from tilewright_server.ask import Ask
from tilewright_server.documents import path_of
from tilewright_server.features.imported import imported_place
from tilewright_server.features.plain_python import is_plain
from tilewright_server.workspace import Workspace

Places = tuple[Extent | FilePlace, ...]


def definitions(analysis: Analysis, offset: int, workspace: Workspace | None = None) -> Places:
    """The definitions of the symbol at `offset`; with a workspace, those of imported names in its files."""
    placed = _placed(analysis, offset)
    if placed is None:
        return ()
    member = member_of(placed.occurrence.value)
    if member is not None:
        return _stub(f"{member.namespace}.{member.name}")
    called = function_called(analysis, placed.occurrence.value, placed.definition)
    if called is not None:
        return (_name(*called),)
    found = _own(analysis, placed)
    if found is None:
        return ()
    elsewhere = _imported(analysis, workspace, *found) if workspace is not None else None
    return (elsewhere if elsewhere is not None else _name(*found),)


def declarations(analysis: Analysis, offset: int) -> Places:
    """The place that makes a name known in this document: the import of an imported name, the parameter behind a buffer, else its definition."""
    placed = _placed(analysis, offset)
    found = _own(analysis, placed) if placed is not None else None
    if found is None:
        return definitions(analysis, offset)
    definition, symbol = found
    parameter = _parameter_behind(definition, symbol)
    return (_name(definition, parameter if parameter is not None else symbol),)


def type_definitions(analysis: Analysis, offset: int) -> Places:
    """The stub of what the thing is: a buffer, a scalar of some dtype, a tensor or another kind of Relax value."""
    placed = _placed(analysis, offset)
    if placed is None:
        return ()
    symbol = placed.occurrence.symbol
    value = symbol.value if symbol is not None else placed.occurrence.value
    return _stub(_type_name(value))


def implementations(analysis: Analysis, offset: int) -> Places:
    """The origins of values: the statements that write a buffer, the function behind a call, what makes TensorIR of an op of Relax."""
    placed = _placed(analysis, offset)
    if placed is None:
        return ()
    member = member_of(placed.occurrence.value)
    if member is not None:
        place = implementation_place(member)
        return (FilePlace(*place),) if place is not None else ()
    found = _own(analysis, placed)
    if found is not None and isinstance(found[1].value, Buffer):
        base = found[0].base
        return tuple(Extent(use.start + base, use.end + base) for use in found[1].uses if use.access == "write")
    return definitions(analysis, offset)


def _placed(analysis: Analysis, offset: int) -> Placed | None:
    placed = analysis.at(offset)
    return None if placed is None or is_plain(analysis, placed) else placed


def _stub(name: str) -> Places:
    """The place of a name such as "T.Buffer" in its stub."""
    member = member_named(name)
    place = stub_place(member) if member is not None else None
    return (FilePlace(*place),) if place is not None else ()


def _type_name(value: object) -> str:
    if isinstance(value, Buffer):
        return "T.Buffer"
    if isinstance(value, IterVar):
        return f"T.{value.var.dtype}"
    if isinstance(value, (Var, RelaxExpr)):
        return f"R.{_info_name(value.struct_info_)}"
    return f"T.{value.dtype}" if isinstance(value, Expr) else ""


def _info_name(info: StructInfo | None) -> str:
    return type(info).__name__.removesuffix("StructInfo") if info is not None else "Object"


def _own(analysis: Analysis, placed: Placed) -> tuple[Definition, Symbol] | None:
    """The symbol itself with its definition; a name taken from elsewhere in the file leads there."""
    symbol = placed.occurrence.symbol
    if symbol is None:
        return None
    return (placed.definition, symbol) if symbol.start >= 0 else analysis.resolve(symbol.name)


def _imported(analysis: Analysis, workspace: Workspace, definition: Definition, symbol: Symbol) -> FilePlace | None:
    """The definition in another file, of a name that an import binds."""
    start, end = symbol.extent
    statement = definition.source.text[start:end]
    if symbol.kind is not SymbolKind.PYTHON or not statement.startswith("from"):
        return None
    return imported_place(workspace, Path(path_of(analysis.source.name)), statement, symbol.name)


def _parameter_behind(definition: Definition, symbol: Symbol) -> Symbol | None:
    """The parameter that `T.match_buffer` gives a buffer for."""
    if not isinstance(symbol.value, Buffer) or symbol.parent is None:
        return None
    begin, end = symbol.extent
    return next(
        (
            each
            for each in definition.source_map.symbols
            if each.parent is symbol.parent
            and each.kind is SymbolKind.PARAMETER
            and any(begin <= use.start < end for use in each.uses)
        ),
        None,
    )


def _name(definition: Definition, symbol: Symbol) -> Extent:
    return Extent(symbol.start + definition.base, symbol.end + definition.base)


def answer(ask: Ask) -> object:
    """`textDocument/definition`"""
    return ask.wire.locations(definitions(ask.analysis, ask.offset, ask.server.workspace()))


def declaration(ask: Ask) -> object:
    """`textDocument/declaration`"""
    return ask.wire.locations(declarations(ask.analysis, ask.offset))


def type_definition(ask: Ask) -> object:
    """`textDocument/typeDefinition`"""
    return ask.wire.locations(type_definitions(ask.analysis, ask.offset))


def implementation(ask: Ask) -> object:
    """`textDocument/implementation`"""
    return ask.wire.locations(implementations(ask.analysis, ask.offset))
