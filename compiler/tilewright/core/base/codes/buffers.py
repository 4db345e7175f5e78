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
        "A shape, or a list of extents, has one integer expression for each dimension, such as `(128, n)`.",
        _HEAD + "    B = T.alloc_buffer('(16, 16)')\n    B[0, 0] = A[0, 0]\n",
        _HEAD + "    B = T.alloc_buffer((16, 16))\n    B[0, 0] = A[0, 0]\n",
    ),
    Code(
        "bad-strides",
        "error",
        "The strides do not fit the buffer.",
        "Write one stride for each dimension: an integer expression, or a string, which names a new variable for the stride.",
        _MATCH + "    A = T.match_buffer(a, (16, 16), strides=[16])\n    A[0, 0] = 0.0\n",
        _MATCH + "    A = T.match_buffer(a, (16, 16), strides=[16, 1])\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "missing-shape",
        "error",
        "`T.match_buffer` of a parameter has no shape.",
        "A handle does not say how large its array is, so write the shape. It may be left out only for a part of another buffer.",
        _MATCH + "    A = T.match_buffer(a)\n    A[0, 0] = 0.0\n",
        _MATCH + "    A = T.match_buffer(a, (16, 16))\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "not-a-parameter",
        "error",
        "The variable given to `T.match_buffer` is not a handle parameter of the function.",
        "`T.match_buffer` declares the array behind a parameter such as `a: T.handle`; pass that parameter.",
        "@T.prim_func\ndef f(n: T.int32):\n    A = T.match_buffer(n, (16,))\n    A[0] = 0.0\n",
        _MATCH + "    A = T.match_buffer(a, (16,))\n    A[0] = 0.0\n",
    ),
    Code(
        "duplicate-match",
        "error",
        "A parameter is matched to two buffers.",
        "One `T.match_buffer` declares the array of a parameter. For a second view of the same memory write `T.Buffer(shape, data=A.data)`.",
        _MATCH + "    A = T.match_buffer(a, (16,))\n    B = T.match_buffer(a, (4, 4))\n    A[0] = B[0, 0]\n",
        _MATCH + "    A = T.match_buffer(a, (16,))\n    B = T.Buffer((4, 4), data=A.data)\n    A[0] = B[0, 0]\n",
    ),
    Code(
        "match-buffer-source",
        "error",
        "The first argument of `T.match_buffer` is neither a handle parameter nor a part of a buffer.",
        "At the top of a function it takes a handle parameter; in a block it takes a part of a buffer: `T.match_buffer(A[0:4, 0:4], (4, 4))`.",
        _BLOCK + "        B = T.match_buffer(1.0, (4, 4))\n        B[0, 0] = 0.0\n",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4))\n        B[0, 0] = 0.0\n",
    ),
    Code(
        "match-buffer-shape",
        "error",
        "The shape in a `T.match_buffer` is not the shape of the matched part of the buffer.",
        "The sizes must be equal in each dimension; leading dimensions of size 1 may be left out.",
        _BLOCK + "        B = T.match_buffer(A[0:5, 0:4], (4, 4))\n        B[0, 0] = 0.0\n",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4))\n        B[0, 0] = 0.0\n",
    ),
    Code(
        "match-buffer-type",
        "error",
        "The data type or memory scope in a `T.match_buffer` is not that of the matched part of the buffer.",
        "The matched buffer is another name for the same elements, so its data type and scope must be the same.",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4), 'int32')\n        B[0, 0] = 0\n",
        _BLOCK + "        B = T.match_buffer(A[0:4, 0:4], (4, 4), 'float32')\n        B[0, 0] = 0.0\n",
    ),
    Code(
        "misplaced-allocation",
        "error",
        "`T.alloc_buffer` is inside a loop or branch, but not inside a block.",
        "A buffer is allocated for a block, or for the whole function when the allocation is at its top. Move it to one of these.",
        _HEAD + "    for i in range(16):\n        B = T.alloc_buffer((16,))\n        B[i] = A[i, 0]\n",
        _HEAD + "    B = T.alloc_buffer((16,))\n    for i in range(16):\n        B[i] = A[i, 0]\n",
    ),
    Code(
        "constant-data",
        "error",
        "The data of `T.allocate_const` do not fit its extents or data type.",
        "Give as many numbers as the product of the extents, each of the data type; the extents are constants.",
        _HEAD + "    c = T.allocate_const([1, 2, 3], 'int32', [4])\n    A[0, 0] = 0.0\n",
        _HEAD + "    c = T.allocate_const([1, 2, 3, 4], 'int32', [4])\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "not-a-buffer",
        "error",
        "The target of a store is not a buffer.",
        "Only elements of buffers can be assigned. Store to a buffer, or give the value a name.",
        "@T.prim_func\ndef f(n: T.int32):\n    T.buffer_store(n, 1, [0])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    T.buffer_store(A, 1, [0])\n",
    ),
    Code(
        "index-type",
        "error",
        "An index is not an integer.",
        "Convert the index: `T.cast(x, 'int32')`.",
        _HEAD + "    A[A[0, 0], 0] = 0.0\n",
        _HEAD + "    A[T.cast(A[0, 0], 'int32'), 0] = 0.0\n",
    ),
    Code(
        "slice-as-value",
        "error",
        "A slice that is not a vector is used as a value.",
        "A slice is a vector if its length is constant and only its last dimension has more than one element. An operand must be a scalar or a "
        "vector.",
        _HEAD + "    A[0, 0] = T.exp(A[0:4, 0:4])\n",
        _HEAD + "    A[0, 0:4] = T.exp(A[0, 0:4])\n",
    ),
    Code(
        "value-type",
        "error",
        "A value cannot be converted to the type of the element or variable that it is assigned to.",
        "Numbers are converted, and a number fills all lanes of a vector. Vectors of different lengths and handles are not converted.",
        _HEAD + "    A[0, 0] = A.data\n",
        _HEAD + "    A[0, 0] = A[0, 1]\n",
    ),
)
