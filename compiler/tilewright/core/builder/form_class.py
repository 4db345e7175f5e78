"""The class of names that make nodes of another class: `isinstance` asks them what they hold for theirs."""

from __future__ import annotations


class FormClass(type):
    """The class of a form of a node: `isinstance` asks its `holds`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.holds(instance)

    def holds(cls, node: object) -> bool:
        """Whether a node is of this form."""
        raise NotImplementedError
