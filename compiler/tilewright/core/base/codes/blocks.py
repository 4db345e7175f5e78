"""Codes for blocks, their axes and regions, and for loops."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "@T.prim_func\ndef f(A: T.Buffer((16, 16), 'float32')):\n"
_LOOPS = _HEAD + "    for i, j in T.grid(16, 16):\n        with T.block('B'):\n"
_AXES = _LOOPS + "            vi, vj = T.axis.remap('SS', [i, j])\n"
_STORE = "            A[vi, vj] = 0.0\n"


def _twice(form: str, argument: str, why: str) -> Code:
    line = f"            T.{form}({argument})\n"
    return Code(
        f"duplicate-{form}",
        "error",
        f"A block has a second `T.{form}`.",
        f"A block says once {why}; write everything in one `T.{form}`.",
        _AXES + line + line + _STORE,
        _AXES + line + _STORE,
    )


CODES = (
    Code(
        "outside-block",
        "error",
        "A statement about a block is outside of any block.",
        "`T.axis`, `T.reads`, `T.writes`, `T.where`, `T.init` and `T.block_attr` describe the block around them.  The implicit root block of a function "
        "has none of these.",
        _HEAD + "    T.reads(A[0:16, 0:16])\n    A[0, 0] = 0.0\n",
        _HEAD + "    with T.block('B'):\n        T.reads(A[0:16, 0:16])\n        A[0, 0] = 0.0\n",
    ),
    Code(
        "unbound-axis",
        "error",
        "An axis of a block has no value, or `T.bind` names no axis.",
        "Programs of 2021 give the domains of the axes in the call of the block.  An axis then gets a value from `T.bind`, or all of them run "
        "with the loops around the block.",
        _HEAD + "    with T.block([16, 16], 'B') as [vi, vj]:\n        A[vi, vj] = 0.0\n",
        _HEAD
        + "    for i, j in T.grid(16, 16):\n        with T.block([16, 16], 'B') as [vi, vj]:\n            A[vi, vj] = 0.0\n",
    ),
    Code(
        "not-at-block-top",
        "error",
        "A statement about a whole block is inside a loop or branch of it.",
        "It would not depend on the loop or branch, so it belongs at the top of the block.",
        _AXES
        + "            for k in range(4):\n                T.reads(A[vi, vj])\n"
        + "                A[vi, vj] = 0.0\n",
        _AXES + "            T.reads(A[vi, vj])\n            for k in range(4):\n                A[vi, vj] = 0.0\n",
    ),
    _twice("reads", "A[vi, vj]", "what it reads"),
    _twice("writes", "A[vi, vj]", "what it writes"),
    _twice("where", "i < 8", "when it runs"),
    Code(
        "duplicate-init",
        "error",
        "A block has a second `T.init`.",
        "What a block does before its first reduction step is written in one `with T.init():`.",
        _AXES + "            with T.init():\n    " + _STORE + "            with T.init():\n    " + _STORE + _STORE,
        _AXES + "            with T.init():\n    " + _STORE + _STORE,
    ),
    Code(
        "contradictory-block-attr",
        "error",
        "A block attribute has two different values.",
        "The same key may be given again with the same value, not with another.",
        _AXES + "            T.block_attr({'a': 1})\n            T.block_attr({'a': 2})\n" + _STORE,
        _AXES + "            T.block_attr({'a': 1})\n" + _STORE,
    ),
    Code(
        "axis-domain",
        "error",
        "The domain of a block axis is no extent and no pair of bounds.",
        "An axis runs over `extent`, which means 0 up to it, or over `(begin, end)`.",
        _LOOPS + "            vi = T.axis.spatial((0, 16, 1), i)\n            vj = T.axis.spatial(16, j)\n" + _STORE,
        _LOOPS + "            vi = T.axis.spatial((0, 16), i)\n            vj = T.axis.spatial(16, j)\n" + _STORE,
    ),
    Code(
        "remap-count",
        "error",
        "`T.axis.remap` has another number of kinds than of values.",
        "Each letter of the first argument makes one axis, which is bound to the loop variable at the same position of the second.",
        _LOOPS + "            vi, vj = T.axis.remap('SS', [i])\n" + _STORE,
        _AXES + _STORE,
    ),
    Code(
        "remap-kind",
        "error",
        "A letter of `T.axis.remap` names no kind of axis.",
        'The kinds are "S" for a spatial axis and "R" for a reduction axis; others have functions of their own, `T.axis.scan` and `T.axis.opaque`.',
        _LOOPS + "            vi, vj = T.axis.remap('ST', [i, j])\n" + _STORE,
        _AXES + _STORE,
    ),
    Code(
        "remap-value",
        "error",
        "`T.axis.remap` is given something that is not the variable of a loop around the block.",
        "It takes over the domain of a loop, so it needs the loop's variable.  An axis bound to any other value says its domain itself: "
        "`T.axis.spatial(extent, value)`.",
        _LOOPS + "            vi, vj = T.axis.remap('SS', [i + j, j])\n" + _STORE,
        _AXES + _STORE,
    ),
    Code(
        "not-a-region",
        "error",
        "A part of a buffer is expected.",
        "`T.reads`, `T.writes` and `T.realize` take parts of buffers: `A[0:16, j]`.  A whole buffer is written with all its ranges.",
        _AXES + "            T.reads(A)\n" + _STORE,
        _AXES + "            T.reads(A[0:16, 0:16])\n" + _STORE,
    ),
    Code(
        "region-step",
        "error",
        "The part of a buffer that a block reads or writes has a step.",
        "A region is a box without gaps; name the smallest one that holds all elements.",
        _AXES + "            T.writes(A[0:16:2, vj])\n" + _STORE,
        _AXES + "            T.writes(A[0:16, vj])\n" + _STORE,
    ),
    Code(
        "misplaced-statement",
        "error",
        "A statement, function or block is in a place where it is not allowed.",
        "Statements stand in functions, and in a `T.If` under `T.Then()` or `T.Else()`.  A block with `no_realize=True` binds no axes and has no condition.",
        _HEAD + "    with T.If(A[0, 0] > 0.0):\n        A[0, 0] = 1.0\n",
        _HEAD + "    if A[0, 0] > 0.0:\n        A[0, 0] = 1.0\n",
    ),
    Code(
        "misplaced-branch",
        "error",
        "A `T.Then` or `T.Else` is missing, written twice, or outside of a `T.If`.",
        "A `T.If` holds one `T.Then` and, after it, at most one `T.Else`.",
        _HEAD + "    with T.Then():\n        A[0, 0] = 1.0\n",
        _HEAD + "    with T.If(A[0, 0] > 0.0):\n        with T.Then():\n            A[0, 0] = 1.0\n",
    ),
    Code(
        "missing-thread",
        "error",
        "A thread axis has no thread, or one that is not known.",
        'Write the tag, such as `thread="threadIdx.x"`; `T.launch_thread` takes a tag or a variable made by `T.env_thread`.',
        _HEAD + "    for i in T.thread_binding(16):\n        A[i, 0] = 0.0\n",
        _HEAD + "    for i in T.thread_binding(16, thread='threadIdx.x'):\n        A[i, 0] = 0.0\n",
    ),
    Code(
        "thread-extent",
        "error",
        "A thread axis is launched with two different extents.",
        "A variable of `T.env_thread` stands for one axis, which has one extent in the whole function.",
        _HEAD
        + "    tx = T.env_thread('threadIdx.x')\n    with T.launch_thread(tx, 8):\n        A[tx, 0] = 0.0\n"
        + "    with T.launch_thread(tx, 16):\n        A[tx, 1] = 0.0\n",
        _HEAD
        + "    tx = T.env_thread('threadIdx.x')\n    with T.launch_thread(tx, 8):\n        A[tx, 0] = 0.0\n"
        + "    with T.launch_thread(tx, 8):\n        A[tx, 1] = 0.0\n",
    ),
)
