"""Dot products of groups of small integers: what they compute, and how a machine is told to.

`C[i] += sum(A[k] * B[i, k])` for each lane `i`; the lanes and the elements of a group stand side by side in a register.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core.ir.function import PrimFunc
from tilewright.core.schedule.tensor_intrin import TensorIntrin
from tilewright.script import tir as T

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


@dataclass(frozen=True)
class Dot:
    """`lanes` sums of `depth` products of elements of the types `a` and `b`, added up as `c`."""

    lanes: int
    depth: int
    a: str
    b: str
    c: str
    scope: str = "global"

    def described(self) -> PrimFunc:
        """The computation, an element at a time."""
        lanes, depth, kind = self.lanes, self.depth, self.c
        a, b, c, scope = self.a, self.b, self.c, self.scope

        @T.prim_func
        def dot(
            A: T.Buffer((depth,), a, offset_factor=1, scope=scope),
            B: T.Buffer((lanes, depth), b, offset_factor=1, scope=scope),
            C: T.Buffer((lanes,), c, offset_factor=1, scope=scope),
        ) -> None:
            with T.block("root"):
                T.reads(C[0:lanes], A[0:depth], B[0:lanes, 0:depth])
                T.writes(C[0:lanes])
                for i in T.serial(lanes):
                    for k in T.serial(depth):
                        with T.block("update"):
                            vi, vk = T.axis.remap("SR", [i, k])
                            C[vi] = C[vi] + T.cast(A[vk], kind) * T.cast(B[vi, vk], kind)

        return dot

    def computed(self, combine: Callable[[Any, Any, Any], Any]) -> PrimFunc:
        """The computation on whole registers: `combine` gives the new sums for the old ones, `depth` elements of A, and all of B."""
        lanes, depth = self.lanes, self.depth
        a, b, c, scope = self.a, self.b, self.c, self.scope

        @T.prim_func
        def dot(
            A: T.Buffer((depth,), a, offset_factor=1, scope=scope),
            B: T.Buffer((lanes, depth), b, offset_factor=1, scope=scope),
            C: T.Buffer((lanes,), c, offset_factor=1, scope=scope),
        ) -> None:
            with T.block("root"):
                T.reads(C[0:lanes], A[0:depth], B[0:lanes, 0:depth])
                T.writes(C[0:lanes])
                C[T.ramp(T.int32(0), 1, lanes)] = combine(
                    C.vload([0], f"{c}x{lanes}"),
                    A.vload([0], f"{a}x{depth}"),
                    B.vload([0, 0], f"{b}x{lanes * depth}"),
                )

        return dot

    def register(self, name: str, combine: Callable[[Any, Any, Any], Any]) -> str:
        """Make the intrinsic known under a name, which is the result."""
        TensorIntrin.register(name, self.described(), self.computed(combine))
        return name


def llvm(dtype: str, name: str, *args: object) -> Any:
    """A call of an intrinsic of LLVM."""
    return T.call_llvm_pure_intrin(dtype, name, *args)


def one_for_each_lane(group: Expr, lanes: int) -> Any:
    """Four bytes, as an int32 in every lane."""
    return T.broadcast(T.reinterpret("int32", group), lanes)


__all__ = ["Dot", "llvm", "one_for_each_lane"]
