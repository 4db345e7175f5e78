"""Names of the Python around the script whose values are not known, and parts of them: what they stand for in a world."""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.frontend.context import Context
from tilewright.core.frontend.free_uses import path_of
from tilewright.core.frontend.scope import Binding
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.unknown import HOLE, UNKNOWN
from tilewright.core.frontend.world import World


def in_world(context: Context, world: World, node: ast.Name, binding: Binding) -> Any:
    """The value of a name in a world: of one that is not known, what its uses say that it is."""
    value = binding.value
    if value is not UNKNOWN:
        world.follow(binding.symbol)
        return value
    if not _is_free(binding) or (context.expansion is not None and context.scopes.find(node.id) is not None):
        return UNKNOWN
    return world.value(node.id)


def kept(context: Context, name: str, binding: Binding) -> Binding:
    """The value that a definition keeps of a name around it: in a world, the one that the name has there."""
    world = context.world
    if world is None or context.expansion is not None or not _is_free(binding):
        return binding
    return Binding(world.value(name), binding.symbol)


def free_part(context: Context, world: World, node: ast.Attribute | ast.Subscript) -> Any:
    """An attribute or item of something unknown: one that its uses tell, when it belongs to a name from outside; else `UNKNOWN`."""
    root: ast.expr = node
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    path = path_of(node)
    if path is None or not isinstance(root, ast.Name) or context.expansion is not None:
        return UNKNOWN
    binding = context.scopes.find(root.id) or context.captured(root.id)
    if binding is None or not _is_free(binding):
        return UNKNOWN
    value = world.value(path)
    if value is not UNKNOWN:
        context.record(node, value)
    return value


def _is_free(binding: Binding) -> bool:
    """Whether a name stands for something of the Python around the script that is not known; what stands for broken text is none of it."""
    symbol = binding.symbol
    return binding.value is UNKNOWN and symbol.kind is SymbolKind.PYTHON and symbol.name != HOLE
