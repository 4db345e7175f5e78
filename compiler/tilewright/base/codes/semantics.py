"""Codes for what an analysis of the whole function finds: bounds, races, reads and writes."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "opaque-access",
        "error",
        "A block uses a buffer's pointer and does not say what it reads and writes.",
        "What a block reads and writes is inferred from its loads and stores. Through a bare pointer (`A.data`, or `access_ptr` for both reading "
        "and writing) anything may be accessed, so the block has to declare it with T.reads and T.writes.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            T.evaluate(T.call_extern('int32', 'fill', A.data, vi))\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            T.reads()\n            T.writes(A[vi])\n"
        "            T.evaluate(T.call_extern('int32', 'fill', A.data, vi))\n",
    ),
)
