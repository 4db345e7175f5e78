"""The class of names that make nodes of another class: `isinstance` asks them what they hold for theirs."""

from __future__ import annotations

from typing import Any


class FormClass(type):
    """The class of a form of nodes of the class `node`: `isinstance` asks its `holds`, and what it lacks itself is what `node` has."""

    node: type

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.holds(instance)

    def __getattr__(cls, name: str) -> Any:
        """A public member of the nodes: `AssertStmt.condition`, as TVM's classes have them."""
        if name.startswith("_") or name == "node":
            raise AttributeError(name)
        return getattr(cls.node, name)

    def holds(cls, node: object) -> bool:
        """Whether a node is of this form."""
        return isinstance(node, cls.node)
