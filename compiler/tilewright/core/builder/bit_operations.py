"""The operators on bits as TVM since 0.27 has them: classes, whose instances are calls of the ops that the dialect names."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.dialects import TIRX
from tilewright.core.dialects.tirx import NAMES
from tilewright.core.ir.expr import Call
from tilewright.core.ops.table import OPS


class _BitOperation(type):
    """A class of calls of one op: calling it makes one, folded where the operands are numbers."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Call) and instance.op is OPS[f"tir.{NAMES[cls.__name__]}"]

    def __call__(cls, *operands: object, **named: object) -> Any:
        return TIRX.members[NAMES[cls.__name__]].value(*operands, **named)


class BitwiseAnd(metaclass=_BitOperation):
    """`a & b`"""


class BitwiseOr(metaclass=_BitOperation):
    """`a | b`"""


class BitwiseXor(metaclass=_BitOperation):
    """`a ^ b`"""


class BitwiseNot(metaclass=_BitOperation):
    """`~a`"""


class LShift(metaclass=_BitOperation):
    """`a << b`"""


class RShift(metaclass=_BitOperation):
    """`a >> b`"""
