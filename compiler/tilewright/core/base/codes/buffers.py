"""Codes for buffers: declaring, matching, allocating, indexing and writing them."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "@T.prim_func\ndef f(A: T.Buffer((16, 16), 'float32')):\n"
_MATCH = "@T.prim_func\ndef f(a: T.handle):\n"
_BLOCK = _HEAD + "    with T.block('B'):\n"

CODES = (
    Code(
        "bad-shape",
        "error",
        "A shape is not a list of integers.",
        "A shape, and a list of extents, holds one integer expression for each dimension: `(128, n)`.",
        _HEAD + "    B = T.alloc_buffer('(16, 16)')\n    B[0, 0] = A[0, 0]\n",
        _HEAD + "    B = T.alloc_buffer((16, 16))\n    B[0, 0] = A[0, 0]\n",
    ),
    Code(
        "bad-strides",
        "error",
        "The strides do not fit the buffer.",
        "There is one stride for each dimension: an integer expression, or text that names a new variable for it.",
        _MATCH + "    A = T.match_buffer(a, (16, 16), strides=[16])\n    A[0, 0] = 0.0\n",
        _MATCH + "    A = T.match_buffer(a, (16, 16), strides=[16, 1])\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "missing-shape",
        "error",
        "`T.match_buffer` of a parameter has no shape.",
        "A handle says nothing about the array it points to, so the shape must be written.  Only a part of another buffer has one already.",
        _MATCH + "    A = T.match_buffer(a)\n    A[0, 0] = 0.0\n",
        _MATCH + "    A = T.match_buffer(a, (16, 16))\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "not-a-parameter",
        "error",
        "`T.match_buffer` is given a variable that is no handle parameter of the function.",
        "It says what array a parameter `a: T.handle` points to.",
        "@T.prim_func\ndef f(n: T.int32):\n    A = T.match_buffer(n, (16,))\n    A[0] = 0.0\n",
        _MATCH + "    A = T.match_buffer(a, (16,))\n    A[0] = 0.0\n",
    ),
    Code(
        "duplicate-match",
        "error",
        "A parameter has two buffers.",
        "One `T.match_buffer` says what array a parameter points to; a second view of it is a `T.Buffer` with `data`.",
        _MATCH + "    A = T.match_buffer(a, (16,))\n    B = T.match_buffer(a, (4, 4))\n    A[0] = B[0, 0]\n",
        _MATCH + "    A = T.match_buffer(a, (16,))\n    B = T.Buffer((4, 4), data=A.data)\n    A[0] = B[0, 0]\n",
    ),
    Code(
        "match-buffer-source",
        "error",
        "`T.match_buffer` is given something that is no handle and no part of a buffer.",
        "At the top of a function it takes a handle parameter, in a block a part of a buffer: `T.match_buffer(A[0:4, 0:4], (4, 4))`.",
        _BLOCK + "        B = T.match_buffer(1.0, (4, 4))\n        B[0, 0] = 0.0\n",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4))\n        B[0, 0] = 0.0\n",
    ),
    Code(
        "match-buffer-shape",
        "error",
        "The shape of a `T.match_buffer` is not that of the part it names.",
        "Dimension by dimension the sizes must be equal; leading dimensions of size 1 may be left out.",
        _BLOCK + "        B = T.match_buffer(A[0:5, 0:4], (4, 4))\n        B[0, 0] = 0.0\n",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4))\n        B[0, 0] = 0.0\n",
    ),
    Code(
        "match-buffer-type",
        "error",
        "The data type or memory of a `T.match_buffer` is not that of the part it names.",
        "It is another name for the same elements, so it must say the same data type and scope.",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4), 'int32')\n        B[0, 0] = 0\n",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4), 'float32')\n        B[0, 0] = 0.0\n",
    ),
    Code(
        "misplaced-allocation",
        "error",
        "`T.alloc_buffer` is in a loop or branch outside of any block.",
        "A buffer is allocated for a block, or for the whole function when it is at its top level.",
        _HEAD + "    for i in range(16):\n        B = T.alloc_buffer((16,))\n        B[i] = A[i, 0]\n",
        _HEAD + "    B = T.alloc_buffer((16,))\n    for i in range(16):\n        B[i] = A[i, 0]\n",
    ),
    Code(
        "constant-data",
        "error",
        "The data of `T.allocate_const` do not fit.",
        "There are as many numbers as the constant extents multiply to, and each is one of the data type.",
        _HEAD + "    c = T.allocate_const([1, 2, 3], 'int32', [4])\n    A[0, 0] = 0.0\n",
        _HEAD + "    c = T.allocate_const([1, 2, 3, 4], 'int32', [4])\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "not-a-buffer",
        "error",
        "Something that is no buffer is written into.",
        "Only elements of buffers can be assigned.",
        "@T.prim_func\ndef f(n: T.int32):\n    T.buffer_store(n, 1, [0])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    T.buffer_store(A, 1, [0])\n",
    ),
    Code(
        "index-type",
        "error",
        "An index is no integer.",
        "Convert it: `T.cast(x, 'int32')`.",
        _HEAD + "    A[A[0, 0], 0] = 0.0\n",
        _HEAD + "    A[T.cast(A[0, 0], 'int32'), 0] = 0.0\n",
    ),
    Code(
        "slice-as-value",
        "error",
        "A slice is used as a value and is no vector.",
        "A slice is a vector when its length is constant and only the last dimension has more than one element; an operand must be one value or vector.",
        _HEAD + "    A[0, 0] = T.exp(A[0:4, 0:4])\n",
        _HEAD + "    A[0, 0:4] = T.exp(A[0, 0:4])\n",
    ),
    Code(
        "value-type",
        "error",
        "A value cannot be converted to the type of the element or variable it is for.",
        "Numbers are converted, a number fills all lanes of a vector; vectors of different lengths, and handles, are not.",
        _HEAD + "    A[0, 0] = A.data\n",
        _HEAD + "    A[0, 0] = A[0, 1]\n",
    ),
)
