"""The numbers by which calls of `vm.builtin.match_shape` and `vm.builtin.make_shape` say what to do with each size; they are TVM's."""

from __future__ import annotations

from enum import IntEnum


class MatchShapeCode(IntEnum):
    """The action of `vm.builtin.match_shape` on a size: compare it with a number, store it, ignore it, or compare it with a slot."""

    ASSERT_EQUAL_TO_IMM = 0
    STORE_TO_HEAP = 1
    NO_OP = 2
    ASSERT_EQUAL_TO_LOAD = 3


class MakeShapeCode(IntEnum):
    """The source of a size of `vm.builtin.make_shape`: the call, or a slot."""

    USE_IMM = 0
    LOAD_SHAPE = 1
