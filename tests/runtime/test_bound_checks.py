"""Programs built with "tir.instrument_bound_checkers": every access outside its buffer or its memory ends the call with line, buffer, index and extent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright.core.driver.build import build
from tilewright.core.driver.relax_build import build as relax_build
from tilewright.relax import VirtualMachine
from tilewright.runtime import cpu
from tilewright.script import from_source
from tilewright.transform import PassContext

A8 = 'A: T.Buffer((8,), "float32"), n: T.int32'
A84 = 'A: T.Buffer((8, 4), "float32"), n: T.int32'
INDEX = 'A: T.Buffer((8,), "float32"), I: T.Buffer((8,), "int32")'
CHECKED = {"tir.instrument_bound_checkers": True}


def floats(*shape: int) -> np.ndarray[Any, Any]:
    """Zeros."""
    return np.zeros(shape, "float32")


def indices(*values: int) -> np.ndarray[Any, Any]:
    """Eight numbers, the last ones 0."""
    return np.array([*values, *[0] * (8 - len(values))], "int32")


def outcome(signature: str, body: str, *arguments: Any) -> str:
    """What the call ends with, "" when it returns."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    with PassContext(config=CHECKED):
        function = build(from_source(f"@T.prim_func\ndef f({signature}):\n{lines}"))
    try:
        function(*arguments)
    except RuntimeError as error:
        return str(error).partition("OUT OF THE BOUNDS: ")[2]
    return ""


CASES = {
    "a loop of unknown length": (A8, "for i in range(n):\n    A[i + 1] = A[i]", (floats(8), 100), "`A` is stored to at index 8, whose extent is 8 (<string>:4: A[i + 1] = A[i])"),
    "a load below": (A8, "A[0] = A[n]", (floats(8), -3), "`A` is read at index -3, whose extent is 8 (<string>:3: A[n])"),
    "one of two dimensions": (A84, "for i in range(8):\n    A[i, n] = 1.0", (floats(8, 4), 4), "`A` is stored to at index 4 of dimension 1, whose extent is 4 (<string>:4: A[i, n] = 1.0)"),
    "a vectorized loop": (A84, "for i in T.vectorized(4):\n    A[n, i] = 1.0", (floats(8, 4), 8), "`A` is stored to at index 8 of dimension 0, whose extent is 8 (<string>:4: A[n, i] = 1.0)"),
    "lanes of a vectorized loop": (A8, "for i in T.vectorized(4):\n    A[i * n] = 1.0", (floats(8), 3), "`A` is stored to at index 9, whose extent is 8 (<string>:4: A[i * n] = 1.0)"),
    "a parallel loop": (A8, "for i in T.parallel(n):\n    A[i // 2 * 9] = 1.0", (floats(8), 4), "`A` is stored to at index 9, whose extent is 8 (<string>:4: A[i // 2 * 9] = 1.0)"),
    "a ramp": (A8, "A[T.Ramp(n, 2, 4)] = T.Broadcast(T.float32(1), 4)", (floats(8), 2), "`A` is stored to at index 8, whose extent is 8 (<string>:3: A[T.Ramp(n, 2, 4)] = T.Broadcast(T.float32(1), 4))"),
    "a vector of indices": (INDEX, "A[I[0:4]] = T.Broadcast(T.float32(1), 4)", (floats(8), indices(0, 1, 8, 2)), "`A` is stored to at index 8, whose extent is 8 (<string>:3: A[I[0:4]] = T.Broadcast(T.float32(1), 4))"),
    "a view of the memory": (A84, 'B = T.decl_buffer((64,), "float32", data=A.data)\nfor i in range(n):\n    B[i] = 1.0', (floats(8, 4), 33), "`B` is stored to at element 32 of its memory, which has 32 (<string>:5: B[i] = 1.0)"),
    "a view of another type": (A84, 'B = T.decl_buffer((64,), "float64", data=A.data)\nfor i in range(n):\n    B[i] = 1.0', (floats(8, 4), 17), "`B` is stored to at element 16 of its memory, which has 16 (<string>:5: B[i] = T.float64(1))".replace("T.float64(1)", "1.0")),
    "a part matched in a block": (A84, 'for i in range(n):\n    with T.block("b"):\n        v = T.axis.spatial(64, i)\n        B = T.match_buffer(A[v, 0:4], (4,), "float32")\n        B[0] = 1.0', (floats(8, 4), 9), "`A` is stored to at index 8 of dimension 0, whose extent is 8 (<string>:7: B[0] = 1.0)"),
    "strides": ("a: T.handle, n: T.int32", 'A = T.match_buffer(a, (8, 8), "float32", strides=[16, 1])\nfor i in range(n):\n    A[0, i] = 1.0', (floats(8, 16)[:, :8], 9), "`A` is stored to at index 8 of dimension 1, whose extent is 8 (<string>:5: A[0, i] = 1.0)"),
    "a symbolic size": ("a: T.handle, k: T.int32", 'n = T.int32()\nA = T.match_buffer(a, (n,), "float32")\nA[k] = 1.0', (floats(5), 5), "`A` is stored to at index 5, whose extent is 5 (<string>:5: A[k] = 1.0)"),
    "memory of its own": (A8, 'B = T.alloc_buffer((4,), "float32")\nfor i in range(4):\n    B[i] = A[i]\nfor i in range(n):\n    A[i] = B[i]', (floats(8), 5), "`B` is read at index 4, whose extent is 4 (<string>:7: B[i])"),
    "an index that wraps around in 32 bits": (A8, "A[n * 65536 * 65536] = 1.0", (floats(8), 1), "`A` is stored to at index 4294967296, whose extent is 8 (<string>:3: A[n * 65536 * 65536] = 1.0)"),
    "the condition of a while": ('A: T.Buffer((8,), "int32")', 'i = T.decl_buffer((1,), "int32", scope="local")\ni[0] = 0\nwhile A[i[0]] == 0:\n    i[0] = i[0] + 1', (np.zeros(8, "int32"),), "`A` is read at index 8, whose extent is 8 (<string>:5: A[i[0]])"),
    "the condition of an if": (INDEX, "if A[I[0]] > 0.0:\n    A[0] = 1.0", (floats(8), indices(-1)), "`A` is read at index -1, whose extent is 8 (<string>:3: A[I[0]])"),
    "the length of a loop": ('A: T.Buffer((8,), "int32"), n: T.int32', "for i in range(A[n]):\n    A[0] = 1", (np.zeros(8, "int32"), 8), "`A` is read at index 8, whose extent is 8 (<string>:3: A[n])"),
    "the value of a name": (A8, "x = A[n]\nA[0] = x + x", (floats(8), 8), "`A` is read at index 8, whose extent is 8 (<string>:3: A[n])"),
    "the chosen side": (A8, "A[0] = T.if_then_else(n > 2, A[n + 6], 0.0)", (floats(8), 3), "`A` is read at index 9, whose extent is 8 (<string>:3: A[n + 6])"),
    "a percent sign in the text": (A8, "A[n % 100] = 1.0", (floats(8), 108), "`A` is stored to at index 8, whose extent is 8 (<string>:3: A[n % 100] = 1.0)"),
}  # fmt: skip


@pytest.mark.parametrize(("signature", "body", "arguments", "sentence"), CASES.values(), ids=CASES.keys())
def test_an_access_outside_is_named(signature: str, body: str, arguments: tuple[Any, ...], sentence: str) -> None:
    assert outcome(signature, body, *arguments) == sentence


INSIDE = {
    "the other side of a choice": (A8, "A[0] = T.if_then_else(n < 8, A[n], 0.0)", (floats(8), 8)),
    "the right side of `and`": (A8, "if n < 8 and A[n] > 0.0:\n    A[0] = 1.0", (floats(8), 8)),
    "the right side of `or`": (A8, "if n >= 8 or A[n] > 0.0:\n    A[0] = 1.0", (floats(8), 8)),
    "the address behind the end": (A8, 'T.evaluate(T.call_extern("int32", "abs", T.cast(T.reinterpret("int64", T.address_of(A[n])) % 2, "int32")))', (floats(8), 8)),
    "a block's condition": (A8, 'for i in range(n):\n    with T.block("b"):\n        v = T.axis.spatial(16, i)\n        T.where(i < 8)\n        A[v] = 1.0', (floats(8), 16)),
    "a view of all of the memory": (A84, 'B = T.decl_buffer((64,), "float16", data=A.data)\nfor i in range(n):\n    B[i] = T.float16(1)', (floats(8, 4), 64)),
}  # fmt: skip


@pytest.mark.parametrize(("signature", "body", "arguments"), INSIDE.values(), ids=INSIDE.keys())
def test_what_is_not_accessed_is_not_accused(signature: str, body: str, arguments: tuple[Any, ...]) -> None:
    assert outcome(signature, body, *arguments) == ""


def test_kernels_of_a_graph_are_checked() -> None:
    text = """@I.ir_module
class M:
    @T.prim_func
    def shifted(A: T.Buffer((8,), "float32"), I: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            B[i] = A[I[i]]
    @R.function
    def main(x: R.Tensor((8,), "float32"), i: R.Tensor((8,), "int32")):
        y = R.call_tir(M.shifted, (x, i), R.Tensor((8,), "float32"))
        return y
"""
    with PassContext(config=CHECKED):
        machine = VirtualMachine(relax_build(from_source(text)), cpu())
    assert machine["main"](floats(8), indices(7)).numpy().shape == (8,)
    with pytest.raises(RuntimeError, match=r"`A` is read at index 8, whose extent is 8 \(<string>:6: A\[I\[i\]\]\)"):
        machine["main"](floats(8), indices(8))
