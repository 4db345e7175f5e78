"""Declared regions against what blocks do, views, scopes, and integers and loops that go wrong."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic

HEAD = "from tvm.script import tir as T\n\n\n"
BUFFERS = "A: T.Buffer((16,), 'float32'), B: T.Buffer((16,), 'float32'), N: T.Buffer((16,), 'int32'), n: T.int32"


def diagnostics(body: str, parameters: str = BUFFERS) -> tuple[Diagnostic, ...]:
    text = f"{HEAD}@T.prim_func\ndef f({parameters}):\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
    return analyze(text).diagnostics


def block(reads: str, writes: str, body: str, extent: int = 8) -> str:
    inner = textwrap.indent(body, "        ")
    return (
        f"for i in range({extent}):\n    with T.block('b'):\n        vi = T.axis.spatial({extent}, i)\n"
        f"        T.reads({reads})\n        T.writes({writes})\n{inner}"
    )


WRONG = {
    "a read behind the region": (
        block("A[vi]", "B[vi]", "B[vi] = A[vi] + A[vi + 1]"),
        "region-too-narrow: A[vi + 1]: the block reads `A[vi + 1]`, and its T.reads names `A[vi]` only",
    ),
    "a write behind the region": (
        block("A[vi]", "B[vi * 2]", "for j in range(2):\n    B[vi * 2 + j] = A[vi]"),
        "region-too-narrow: B[vi * 2 + j]: the block writes `B[vi * 2 + j]`, and its T.writes names `B[vi * 2]` only",
    ),
    "a region that is too long": (
        block("A[0:16]", "B[vi]", "B[vi] = A[vi]", 16),
        "region-too-wide: T.reads: T.reads names `A[0:16]`, and the block accesses `A[vi]` only",
    ),
    "a buffer that is not touched": (
        block("A[vi], N[vi]", "B[vi]", "B[vi] = A[vi]", 16),
        "region-too-wide: T.reads: T.reads names `N`, but the block does not read it",
    ),
    "a part out of its buffer": (
        block(
            "",
            "A[vi * 4 + 2:vi * 4 + 6]",
            "P = T.match_buffer(A[vi * 4 + 2:vi * 4 + 6], (4,), offset_factor=1)\nfor j in range(4):\n    P[j] = 0.0",
            4,
        ),
        "index-out-of-bounds: P: the part `A[vi * 4 + 2:vi * 4 + 2 + 4]` is 14 up to 18 in dimension 0, and `A` has 16 elements",
    ),
    "a view of more than there is": (
        "V = T.decl_buffer((32,), data=A.data)\nfor i in range(32):\n    V[i] = 0.0",
        "view-too-large: V: `V` covers 128 bytes, and the memory of `A` has 64",
    ),
    "a view of an allocation, behind an offset": (
        "p = T.allocate([16], 'float32', 'global')\nV = T.Buffer((8,), data=p, elem_offset=10)\nV[0] = 1.0\nA[0] = V[0]",
        "view-too-large: V: `V` covers 72 bytes, and the memory of `p` has 64",
    ),
    "a scope": (
        "D = T.alloc_buffer((16,), scope='globl')\nD[0] = 1.0\nA[0] = D[0]",
        'unknown-scope: \'globl\': there is no memory scope "globl"; did you mean "global"?',
    ),
    "a product of 32 bits": (
        "for i, j in T.grid(65536, 65536):\n    C[i * 65536 + j] = T.int8(0)",
        "index-overflow: C[i * 65536 + j]: `i * 65536` is 4294901760 when i = 65535, which does not fit in int32; "
        "use int64 indices, such as `T.int64(i)`",
    ),
    "a divisor that begins at 0": (
        "for i in range(16):\n    N[i] = 100 // i",
        "zero-divisor: 100 // i: the divisor `i` is 0 when i = 0",
    ),
    "a divisor that passes 0": (
        "for i in range(16):\n    N[i] = 100 % (i - 3)",
        "zero-divisor: 100 % (i - 3): the divisor `i - 3` is 0 when i = 3",
    ),
    "a condition that nothing changes": (
        "while N[0] < 10:\n    N[1] = N[1] + 1",
        "endless-loop: N[0] < 10: nothing in the loop changes the condition `N[0] < 10`: once it holds, the loop never ends",
    ),
    "a condition that always holds": (
        "while True:\n    N[1] = N[1] + 1",
        "endless-loop: while True: the condition `True` always holds, and the loop has no `break`: it never ends",
    ),
    "a condition of a parameter": (
        "while n > 0:\n    N[1] = N[1] + 1",
        "endless-loop: n > 0: nothing in the loop changes the condition `n > 0`: once it holds, the loop never ends",
    ),
}
RIGHT = {
    "a region of all that is read": block("A[vi:vi + 2]", "B[vi]", "B[vi] = A[vi] + A[vi + 1]"),
    "a reduction that reads what it writes": "for k in range(16):\n    with T.block('s'):\n        vk = T.axis.reduce(16, k)\n        T.reads(A[vk])\n        T.writes(B[0])\n"
    "        with T.init():\n            B[0] = 0.0\n        B[0] = B[0] + A[vk]",
    "a guarded read": block("A[vi]", "B[vi]", "B[vi] = T.if_then_else(vi != 8, A[vi], A[vi + 1])"),
    "a region of what a gather may read": block("A[0:16], N[vi]", "B[vi]", "B[vi] = A[N[vi]]"),
    "a region of what a call may touch": block(
        "A[0:16]", "B[0:16]", "T.evaluate(T.call_extern('int32', 'fill', A.data, B.data, vi))"
    ),
    "a part of a buffer": block(
        "A[vi * 4:vi * 4 + 4]",
        "B[vi * 4:vi * 4 + 4]",
        "P = T.match_buffer(A[vi * 4:vi * 4 + 4], (4,), offset_factor=4)\nfor j in range(4):\n    B[vi * 4 + j] = P[j]",
        4,
    ),
    "a view of all": "V = T.decl_buffer((4, 4), data=A.data)\nfor i, j in T.grid(4, 4):\n    V[i, j] = 0.0",
    "a view of other elements": "V = T.decl_buffer((32,), 'int16', data=A.data)\nfor i in range(32):\n    V[i] = T.int16(0)",
    "a view of bools": "F = T.alloc_buffer((8,), 'bool')\nV = T.decl_buffer((8,), 'int8', data=F.data)\nfor i in range(8):\n    V[i] = T.int8(0)\nN[0] = 0",
    "scopes with tags": "D = T.alloc_buffer((16,), scope='global.vtcm')\nD[0] = 1.0\nA[0] = D[0]",
    "a product of 64 bits": "for i, j in T.grid(T.int64(65536), T.int64(65536)):\n    C[i * T.int64(65536) + j] = T.int8(0)",
    "a product under a condition": "for i, j in T.grid(65536, 65536):\n    if i < 4:\n        C[i * 65536 + j] = T.int8(0)",
    "a guarded divisor": "for i in range(16):\n    if i > 0:\n        N[i] = 100 // i",
    "a chosen divisor": "for i in range(16):\n    N[i] = T.if_then_else(i > 3, 100 // (i - 3), 0)",
    "a divisor from outside": "for i in range(16):\n    N[i] = i // n",
    "a loop that counts": "N[0] = 0\nwhile N[0] < 10:\n    N[0] = N[0] + 1",
    "a loop that is left": "while True:\n    N[1] = N[1] + 1\n    if N[1] > 10:\n        break",
    "a loop over a gather": "N[0] = 0\nwhile N[N[0]] > 0:\n    N[0] = N[0] + 1",
    "a loop that waits for others": "for t in T.thread_binding(2, thread='threadIdx.x'):\n    while N[0] < 1:\n        B[t] = 0.0",
    "a loop that calls": "while N[0] < 10:\n    T.evaluate(T.call_extern('int32', 'step', N.data))",
}
PARAMETERS = f"{BUFFERS}, C: T.Buffer((T.int64(4294967296),), 'int8')"


@pytest.mark.parametrize("title", WRONG)
def test_what_is_wrong_is_said(title: str) -> None:
    body, sentence = WRONG[title]
    assert [f"{found.code}: {found.span.text}: {found.message}" for found in diagnostics(body, PARAMETERS)] == [
        sentence
    ]


@pytest.mark.parametrize("title", RIGHT)
def test_what_is_right_gets_nothing(title: str) -> None:
    assert [f"{found.code}: {found.message}" for found in diagnostics(RIGHT[title], PARAMETERS)] == []


def test_a_scope_is_mended() -> None:
    (found,) = diagnostics(WRONG["a scope"][0])
    assert [edit.text for fix in found.fixes for edit in fix.edits] == ['"global"']
