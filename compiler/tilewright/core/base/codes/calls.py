"""Codes for calls between the functions of a module."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_MODULE = "@I.ir_module\nclass Module:\n"
_MEMBER = "    @T.prim_func\n    def f(A: T.Buffer((16,), 'float32')):\n        A[0] = 0.0\n"
_CALLED = (
    _MODULE
    + _MEMBER
    + "\n    @T.prim_func\n    def main(B: T.Buffer((16,), 'float32'), C: T.Buffer((4,), 'float32'), D: T.Buffer((16,), 'int8')):\n"
)
_SHARED = (
    _MODULE
    + "    @T.prim_func\n    def flip(A: T.Buffer((16,), 'float32'), B: T.Buffer((16,), 'float32')):\n        for i in range(16):\n            B[i] = A[15 - i]\n"
    + "\n    @T.prim_func\n    def main(A: T.Buffer((16,), 'float32'), B: T.Buffer((16,), 'float32')):\n"
)

CODES = (
    Code(
        "call-count",
        "error",
        "A call of a function has the wrong number of arguments.",
        "Pass one positional argument for each parameter: among functions of a module `B.data` for a buffer and a value for a number, from Python an array for a buffer, results too.",
        _CALLED + "        Module.f(B.data, 3)\n",
        _CALLED + "        Module.f(B.data)\n",
    ),
    Code(
        "call-argument",
        "error",
        "An argument in a call of a function does not have the type, or the shape, that the parameter declares.",
        "Among functions of a module, a buffer or handle parameter takes a pointer, such as `B.data`, to elements of the declared type; a number parameter takes a number. "
        "Arguments are not converted: memory that holds int8 values would be read as float32. "
        "Where plain Python calls a compiled kernel with arrays whose shapes and types the text shows, these are compared with the declared ones.",
        _CALLED + "        Module.f(D.data)\n",
        _CALLED + "        Module.f(B.data)\n",
    ),
    Code(
        "call-size",
        "warning",
        "An array passed to a function of the module has fewer elements than the function declares.",
        "Only a pointer is passed, so the function would access memory after the end of the array. Pass a larger array, or declare fewer elements.",
        _CALLED + "        Module.f(C.data)\n",
        _CALLED + "        Module.f(B.data)\n",
    ),
    Code(
        "shared-argument",
        "warning",
        "One array is passed for two parameters, and the function stores to the one while it reads other elements of the other.",
        "What it reads may be replaced already, in an order that nobody sees in the call; functions are built for arguments that do not overlap. Pass another array for the result.",
        _SHARED + "        Module.flip(A.data, A.data)\n",
        _SHARED + "        Module.flip(A.data, B.data)\n",
    ),
)
