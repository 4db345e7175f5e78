"""Which changes of meaning lie between two dialects: what a plain assignment makes, and how the sizes of parameters are written."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tilewright.core.dialects import CLASSIC, DIALECTS, HYBRID, Dialect
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.migrate.assignments import as_bindings
from tilewright.core.migrate.cells import as_buffers
from tilewright.core.migrate.edits import Change, Piece, Refused
from tilewright.core.migrate.from_hybrid import with_results
from tilewright.core.migrate.imports import Imports
from tilewright.core.migrate.proof import programs
from tilewright.core.migrate.scopes import with_own_names
from tilewright.core.migrate.sizes import with_all_matched, with_matched_buffers
from tilewright.core.migrate.slices import with_ramps
from tilewright.core.migrate.to_hybrid import in_hybrid_script, with_axis_arguments

_Rule = Callable[[Piece, ast.FunctionDef, Symbol], Iterator[Change]]
_FROM: Final[Mapping[str, tuple[_Rule, ...]]] = {
    "hybrid": (with_results,),
    "tirx": (as_buffers,),
}
_SIZES: Final[tuple[_Rule, ...]] = (with_matched_buffers,)
_TO: Final[Mapping[str, tuple[_Rule, ...]]] = {
    "tirx": (as_bindings, with_own_names, with_ramps),
    "hybrid": (in_hybrid_script, with_all_matched, with_axis_arguments),
}


def changes_to(piece: Piece, to: Dialect, imports: Imports) -> Iterator[Change]:
    """The changes of a piece of which its words alone do not tell."""
    if to is HYBRID:
        _check_for_hybrid(piece, imports)
    for node, symbol in piece.scripts():
        dialect = _dialect(node, symbol, imports)
        if dialect is None or dialect is to:
            continue
        sizes = _SIZES if dialect.sizes_are_text and to.buffers_are_parameters and not to.sizes_are_text else ()
        for rule in (*_FROM.get(dialect.name, ()), *sizes, *_TO.get(to.name, ())):
            yield from rule(piece, node, symbol)


def _check_for_hybrid(piece: Piece, imports: Imports) -> None:
    for each in piece.tree.body:
        if isinstance(each, ast.ClassDef) and each.name in imports.modules_used:
            reason = "a class of hybrid script gives its module when it is called, and the file uses this one as it is"
            raise Refused(reason, piece.place(each))
    for symbol in programs(piece.definition):
        held = symbol.value.functions.values() if isinstance(symbol.value, IRModule) else (symbol.value,)
        if not all(isinstance(each, PrimFunc) for each in held):
            raise Refused("hybrid script has functions of TensorIR alone", (symbol.start, symbol.end))


def _dialect(node: ast.FunctionDef, symbol: Symbol, imports: Imports) -> Dialect | None:
    """The dialect of a function, or of a macro by its namespace; None for a macro of Relax."""
    if isinstance(symbol.value, ScriptMacro):
        kind = imports.names.get(script_namespace(node))
        return next((each for each in DIALECTS.values() if each.script == kind), None)
    return DIALECTS.get(getattr(symbol.value, "dialect", None) or "", CLASSIC)
