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
        f"State {why} once: write everything in one `T.{form}`.",
        _AXES + line + line + _STORE,
        _AXES + line + _STORE,
    )


CODES = (
    Code(
        "outside-block",
        "error",
        "A statement that describes a block is not inside a block.",
        "`T.axis`, `T.reads`, `T.writes`, `T.where`, `T.init` and `T.block_attr` describe the block around them: put them in the body of a `with "
        "T.block(...)`. The implicit root block of a function takes none of them.",
        _HEAD + "    T.reads(A[0:16, 0:16])\n    A[0, 0] = 0.0\n",
        _HEAD + "    with T.block('B'):\n        T.reads(A[0:16, 0:16])\n        A[0, 0] = 0.0\n",
    ),
    Code(
        "unbound-axis",
        "error",
        "An axis of a block has no value, or `T.bind` names no axis.",
        "In programs of 2021 the call of the block gives the domains of its axes. Give each axis a value with `T.bind`, or put the block in at "
        "least as many loops as it has axes; without loops around it, one is made for each axis.",
        _HEAD
        + "    for i in range(16):\n        with T.block([16, 16], 'B') as [vi, vj]:\n            A[vi, vj] = 0.0\n",
        _HEAD
        + "    for i, j in T.grid(16, 16):\n        with T.block([16, 16], 'B') as [vi, vj]:\n            A[vi, vj] = 0.0\n",
    ),
    Code(
        "not-at-block-top",
        "error",
        "A statement that describes a whole block is nested in a loop or branch.",
        "The statement applies to the whole block, not to one iteration or branch. Move it to the top of the block's body.",
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
        "Write all that the block does before its first reduction step in one `with T.init():`.",
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
        "The domain of a block axis is neither an extent nor a pair of bounds.",
        "Write the domain as `extent`, which means 0 to `extent - 1`, or as `(begin, end)`.",
        _LOOPS + "            vi = T.axis.spatial((0, 16, 1), i)\n            vj = T.axis.spatial(16, j)\n" + _STORE,
        _LOOPS + "            vi = T.axis.spatial((0, 16), i)\n            vj = T.axis.spatial(16, j)\n" + _STORE,
    ),
    Code(
        "remap-count",
        "error",
        "`T.axis.remap` has a different number of axis kinds than of loop variables.",
        "Each letter of the first argument makes one axis, which is bound to the loop variable at the same position of the second argument.",
        _LOOPS + "            vi, vj = T.axis.remap('SS', [i])\n" + _STORE,
        _AXES + _STORE,
    ),
    Code(
        "remap-kind",
        "error",
        "A letter in `T.axis.remap` is not a kind of axis.",
        'Write "S" for a spatial axis and "R" for a reduction axis; the other kinds have functions of their own, `T.axis.scan` and `T.axis.opaque`.',
        _LOOPS + "            vi, vj = T.axis.remap('ST', [i, j])\n" + _STORE,
        _AXES + _STORE,
    ),
    Code(
        "remap-value",
        "error",
        "`T.axis.remap` gets a value that is not the variable of a loop around the block.",
        "`T.axis.remap` takes the domain of each axis from its loop, so it needs the loop's variable. For any other value write the domain as well: "
        "`T.axis.spatial(extent, value)`.",
        _LOOPS + "            vi, vj = T.axis.remap('SS', [i + j, j])\n" + _STORE,
        _AXES + _STORE,
    ),
    Code(
        "not-a-region",
        "error",
        "A part of a buffer is expected.",
        "`T.reads`, `T.writes` and `T.realize` take parts of buffers, such as `A[0:16, j]`. For a whole buffer, write the full range of each "
        "dimension.",
        _AXES + "            T.reads(A)\n" + _STORE,
        _AXES + "            T.reads(A[0:16, 0:16])\n" + _STORE,
    ),
    Code(
        "region-step",
        "error",
        "The region of a buffer that a block reads or writes has a step.",
        "A region is a box without gaps: write the smallest box that holds all accessed elements.",
        _AXES + "            T.writes(A[0:16:2, vj])\n" + _STORE,
        _AXES + "            T.writes(A[0:16, vj])\n" + _STORE,
    ),
    Code(
        "misplaced-statement",
        "error",
        "A statement, function or block is in a place where it is not allowed.",
        "Statements belong in functions, and in a `T.If` only under `T.Then()` or `T.Else()`. A block with `no_realize=True` binds no axes and has "
        "no condition.",
        _HEAD + "    with T.If(A[0, 0] > 0.0):\n        A[0, 0] = 1.0\n",
        _HEAD + "    if A[0, 0] > 0.0:\n        A[0, 0] = 1.0\n",
    ),
    Code(
        "misplaced-branch",
        "error",
        "A `T.Then` or `T.Else` is missing, written twice, or not inside a `T.If`.",
        "A `T.If` holds one `T.Then` and, after it, at most one `T.Else`.",
        _HEAD + "    with T.Then():\n        A[0, 0] = 1.0\n",
        _HEAD + "    with T.If(A[0, 0] > 0.0):\n        with T.Then():\n            A[0, 0] = 1.0\n",
    ),
    Code(
        "missing-thread",
        "error",
        "A thread axis has no thread tag, or an unknown one.",
        'Write the tag, such as `thread="threadIdx.x"`; `T.launch_thread` takes a tag or a variable made by `T.env_thread`.',
        _HEAD + "    for i in T.thread_binding(16):\n        A[i, 0] = 0.0\n",
        _HEAD + "    for i in T.thread_binding(16, thread='threadIdx.x'):\n        A[i, 0] = 0.0\n",
    ),
    Code(
        "thread-extent",
        "error",
        "A thread axis is launched with two different extents, two loops that name one element are the same axis, or a block has too many threads.",
        "A variable of `T.env_thread` stands for one axis, which has one extent in the whole function. Bind loops that are to run independently to axes of their own, such as threadIdx.x and threadIdx.y. More than 1024 threads in one block, which no GPU runs, are a warning: split the loops, and bind the outer ones to blockIdx.",
        _HEAD
        + "    tx = T.env_thread('threadIdx.x')\n    with T.launch_thread(tx, 8):\n        A[tx, 0] = 0.0\n"
        + "    with T.launch_thread(tx, 16):\n        A[tx, 1] = 0.0\n",
        _HEAD
        + "    tx = T.env_thread('threadIdx.x')\n    with T.launch_thread(tx, 8):\n        A[tx, 0] = 0.0\n"
        + "    with T.launch_thread(tx, 8):\n        A[tx, 1] = 0.0\n",
    ),
)
