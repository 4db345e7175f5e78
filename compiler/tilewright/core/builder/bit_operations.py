"""The operators on bits as TVM since 0.27 has them: classes, whose instances are calls of the ops."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.source import Span
from tilewright.core.builder.dialects import TIRX
from tilewright.core.ir.expr import Call
from tilewright.core.ops.table import OPS


class _BitOperation(type):
    """The class of calls of one op: of `op_name`."""

    op_name: str

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Call) and instance.op is OPS[f"tir.{cls.op_name}"]

    def made(cls, *operands: object, span: Span | None) -> Any:
        """The call on these operands, folded where they are numbers."""
        return TIRX.members[cls.op_name].value(*operands, span=span)


class BitwiseAnd(metaclass=_BitOperation):
    """`a & b`"""

    op_name = "bitwise_and"

    def __new__(cls, a: object, b: object, span: Span | None = None) -> Any:
        return cls.made(a, b, span=span)


class BitwiseOr(metaclass=_BitOperation):
    """`a | b`"""

    op_name = "bitwise_or"

    def __new__(cls, a: object, b: object, span: Span | None = None) -> Any:
        return cls.made(a, b, span=span)


class BitwiseXor(metaclass=_BitOperation):
    """`a ^ b`"""

    op_name = "bitwise_xor"

    def __new__(cls, a: object, b: object, span: Span | None = None) -> Any:
        return cls.made(a, b, span=span)


class BitwiseNot(metaclass=_BitOperation):
    """`~a`"""

    op_name = "bitwise_not"

    def __new__(cls, a: object, span: Span | None = None) -> Any:
        return cls.made(a, span=span)


class LShift(metaclass=_BitOperation):
    """`a << b`"""

    op_name = "shift_left"

    def __new__(cls, a: object, b: object, span: Span | None = None) -> Any:
        return cls.made(a, b, span=span)


class RShift(metaclass=_BitOperation):
    """`a >> b`"""

    op_name = "shift_right"

    def __new__(cls, a: object, b: object, span: Span | None = None) -> Any:
        return cls.made(a, b, span=span)
