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

CODES = (
    Code(
        "call-count",
        "error",
        "A function of the module is called with another number of arguments than it has parameters.",
        "Functions of a module take exactly one argument for each parameter, by position: `B.data` for a buffer, a value for a number.",
        _CALLED + "        Module.f(B.data, 3)\n",
        _CALLED + "        Module.f(B.data)\n",
    ),
    Code(
        "call-argument",
        "error",
        "An argument of a call between functions of the module is not of the kind that the parameter declares.",
        "A buffer or handle takes a pointer, `B.data`, to elements of the declared type; a number takes a number.  Nothing is converted on the way: memory that "
        "holds int8 read as float32 gives nonsense.",
        _CALLED + "        Module.f(D.data)\n",
        _CALLED + "        Module.f(B.data)\n",
    ),
    Code(
        "call-size",
        "warning",
        "A function of the module is given an array with fewer elements than it declares.",
        "Only a pointer is passed, so nothing keeps the function from reaching past the end of the array.",
        _CALLED + "        Module.f(C.data)\n",
        _CALLED + "        Module.f(B.data)\n",
    ),
)
