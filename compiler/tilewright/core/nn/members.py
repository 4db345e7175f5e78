"""The members of a module: attributes, or the items of a list or dictionary, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.core.nn.containers import DictOf, ListOf
from tilewright.core.nn.core import Module


def members(module: Module) -> list[tuple[str, Any]]:
    """The members of a module with their names: attributes, positions or keys."""
    if isinstance(module, ListOf):
        return [(str(at), item) for at, item in enumerate(module)]
    return list(module.items()) if isinstance(module, DictOf) else list(vars(module).items())


def replace_member(module: Module, name: str, value: object) -> None:
    """Put another value in the place of a member."""
    if isinstance(module, ListOf):
        module[int(name)] = value
    elif isinstance(module, DictOf):
        module[name] = value
    else:
        setattr(module, name, value)


def found(root: Module, prefix: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The members of `root` and of the modules in it that are of a kind, by the path to them: `layers.0.weight`."""
    for name, member in members(root):
        if isinstance(member, kind):
            yield prefix + name, member
        elif isinstance(member, Module):
            yield from found(member, f"{prefix}{name}.", kind)
