"""The quick way from Python into a native function: a C function of CPython's vectorcall kind, made for one signature.

    PyObject *entry(PyObject *context, PyObject *const *args, Py_ssize_t count, PyObject *names)

The code is that of `entry_code`, shared by all functions whose arrays have as many axes.  It takes compact numpy arrays, our tensors, objects of one class that gives them away by DLPack's C functions (torch.Tensor), and those of one class with
`__dlpack__`, and numbers; it compares element type and sizes with the signature, and calls.  Whatever it does not expect it hands to the
documented way unchanged, which takes it or says what is wrong, so that no message is written here.
`context` is a tuple: the documented way, what raises for a message, the type of our tensors, numpy's array type, None, what `__dlpack__` is called with, the table of the signature, the classes of
numbers, True and False, then what must live as long.
"""

from __future__ import annotations

import ctypes
import inspect
import types
from collections.abc import Callable, Mapping
from functools import cache
from string import Template
from typing import Any

import numpy as np

from tilewright.core.base.registry import PackedFunction
from tilewright.core.codegen.llvm.cache import kept_object
from tilewright.core.codegen.llvm.dlpack_entry import DESCRIBED, DESCRIPTION, KEEPS, SHARED, VERSIONED, helpers
from tilewright.core.codegen.llvm.entry_code import (
    C_API,
    CONTENT,
    FAIL,
    HAND_ON,
    KEYWORD,
    METHOD,
    POINTER,
    ROUTINES,
    SLOW,
    VECTORCALL,
    VERSION,
    Words,
    declarations,
    entry_text,
    foreign_slots,
)
from tilewright.core.codegen.llvm.jit import Library, clean_up, generic_machine, parse
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.runtime.python_layout import python_layout
from tilewright.core.runtime.signature import BufferParameter, ScalarParameter, Signature

_FOR_ROUTINES = {
    **VECTORCALL,
    "PyObject_CallFunctionObjArgs": "ptr (ptr, ...)",
    "PyLong_FromVoidPtr": "ptr (ptr)",
    "Py_DecRef": "void (ptr)",
    "PyErr_Clear": "void ()",
    "PyObject_VectorcallMethod": "ptr (ptr, ptr, i64, ptr)",
    "PyCapsule_IsValid": "i32 (ptr, ptr)",
    "PyCapsule_GetPointer": "ptr (ptr, ptr)",
}
_METH_FASTCALL_KEYWORDS = 0x82


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def python_entry(
    signature: Signature,
    address: int,
    slow: PackedFunction,
    fail: Callable[[int], None],
    keeps_gil: bool,
    fixed: Mapping[int, int],
) -> Any:
    """A callable for the native function at `address`; None where there is no quick way.

    `fixed` has addresses of compact arrays of known sizes by the numbers of their parameters: these are not given at calls, and no other argument lies in them.

    `slow` takes the same arguments the documented way; `fail` raises for the address of a message.  A function that is `keeps_gil` does not let other threads
    of Python run meanwhile.
    """
    layout = python_layout()
    elements = _element_types(signature)
    if layout is None or elements is None:
        return None
    from tilewright.core.runtime.tensor import Tensor

    words = Words(signature, fixed)
    table = words.filled(address, elements, fixed.values())
    if ctypes.c_size_t.from_address(id(table) + CONTENT).value != ctypes.addressof(table):
        return None
    foreign = Foreign(slow)
    foreign.slots = foreign_slots(table)
    library = _entry(entry_text(words, layout, keeps_gil))
    method = _MethodDef(b"call", library.address("tilewright_entry"), _METH_FASTCALL_KEYWORDS, None)
    asked = ("__dlpack__", (1, 0), ("max_version",))
    context = (foreign, fail, Tensor, np.ndarray, None, *asked, table, *_NUMBERS, *elements, library, method)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return make(ctypes.addressof(method), context, None)


_EXCHANGE, _DESCRIBE, _GRADIENT = "__dlpack_c_exchange_api__", 40, "requires_grad"


class Foreign:
    """The documented way, which tells the quick one of two classes that it has come across: one whose objects DLPack's C functions describe, one with `__dlpack__`, the last one."""

    def __init__(self, slow: PackedFunction) -> None:
        self.slow = slow
        self.slots: Any = None
        self.described: type | None = None
        self.shared: type | None = None

    def __call__(self, *args: object, **named: object) -> Any:
        """The call, as the documented way makes it."""
        if self.slots is not None:
            if self.described is None:
                self._learn_described(args)
            self._learn_shared(args)
        return self.slow(*args, **named)

    def _learn_described(self, args: tuple[Any, ...]) -> None:
        kind = next((type(arg) for arg in args if hasattr(type(arg), _EXCHANGE)), None)
        if kind is None:
            return
        function, gradient = _describing(getattr(kind, _EXCHANGE)), _getter(kind, _GRADIENT)
        if function and gradient:
            self.described = kind  # kept alive: its address is compared with
            self.slots[DESCRIPTION], self.slots[KEEPS] = function, gradient
            self.slots[DESCRIBED] = id(kind)

    def _learn_shared(self, args: tuple[Any, ...]) -> None:
        from tilewright.core.runtime.dlpack import takes_version
        from tilewright.core.runtime.tensor import Tensor

        arg = next(
            (arg for arg in args if hasattr(type(arg), "__dlpack__") and not hasattr(type(arg), _EXCHANGE)), None
        )
        if arg is None or type(arg) is self.shared or isinstance(arg, (np.ndarray, Tensor)):
            return
        versioned = takes_version(arg)
        if versioned is None:
            return
        self.slots[SHARED] = None
        self.shared = type(arg)
        self.slots[VERSIONED] = int(versioned)
        self.slots[SHARED] = id(self.shared)


def _getter(kind: type, name: str) -> int:
    """The C function of an attribute that a class computes in C; 0 where it has none, or Python keeps it elsewhere than it is looked for."""
    found = inspect.getattr_static(kind, name, None)
    if not isinstance(found, types.GetSetDescriptorType):
        return 0
    definition = ctypes.c_void_p.from_address(id(found) + 5 * POINTER).value or 0
    said = ctypes.c_char_p.from_address(definition).value if definition else None
    return ctypes.c_void_p.from_address(definition + POINTER).value or 0 if said == name.encode() else 0


def _describing(capsule: object) -> int:
    """The address of the C function that fills a `DLTensor` for an object; 0 where there is none of a version that is known."""
    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    try:
        address = read(capsule, b"dlpack_exchange_api")
    except ValueError:
        return 0
    major = ctypes.c_uint32.from_address(address).value
    return ctypes.c_void_p.from_address(address + _DESCRIBE).value or 0 if major == 1 else 0


def _element_types(signature: Signature) -> list[Any] | None:
    """numpy's element type of each array and class of each number; None when a parameter is neither a compact array of a plain type nor a plain number."""
    bound = {symbol.variable for symbol in signature.symbols}
    bound |= {each.variable for each in signature.parameters if isinstance(each, ScalarParameter)}
    plain = signature.result is None or str(signature.result) in _NUMERIC
    plain = plain and all(symbol.dtype.bits in (32, 64) for symbol in signature.symbols)
    found: list[Any] = []
    for each in signature.parameters:
        if isinstance(each, BufferParameter):
            plain = plain and _is_plain(each, bound)
        else:
            plain = plain and isinstance(each, ScalarParameter) and str(each.dtype) in _NUMERIC
        if not plain:
            return None
        kind = np.dtype(str(each.dtype))  # pyright: ignore[reportAttributeAccessIssue]
        found.append(kind if isinstance(each, BufferParameter) else kind.type)
    return found if plain else None


def _is_plain(each: BufferParameter, bound: set[Var]) -> bool:
    offset = isinstance(each.offset, IntImm) and not each.offset.value
    known = all(isinstance(size, IntImm) or size in bound for size in each.shape)
    compact = offset and known and not each.strides and not each.dtype.is_vector
    return compact and str(each.dtype) in _PLAIN


_NUMERIC = frozenset(
    ("bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)), "float32", "float64")
)
_PLAIN = _NUMERIC | {"float16"}
# What stands at the places `INT` to `FALSE` of a context.
_NUMBERS = (int, bool, float, np.float64, np.int64, True, False)


@cache
def _entry(text: str) -> Library:
    """The code of an entry, compiled once in a process."""
    routines = _routines()
    own = {name: routines.address(name) for name in ROUTINES}
    return Library(_code(text), ["tilewright_entry"], {**_imports(C_API), **own}, routines)


@cache
def _routines() -> Library:
    """The routines that entries share: reading arrays of other libraries, and the ends of a call that did not go well."""
    layout = python_layout()
    assert layout is not None
    method, version, keyword, slow, fail = (
        layout.item + POINTER * place for place in (METHOD, VERSION, KEYWORD, SLOW, FAIL)
    )
    ends = _ENDS.substitute(slow=slow, fail=fail, hand_on="\n  ".join(HAND_ON))
    text = "\n".join([declarations(_FOR_ROUTINES), helpers(method, version, keyword), ends])
    return Library(_code(text), list(ROUTINES), {**_imports(_FOR_ROUTINES), "tilewright_false": id(False)})


def _imports(names: Mapping[str, str]) -> dict[str, int]:
    return {name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0 for name in names}


def _code(text: str) -> bytes:
    def compiled() -> bytes:
        machine = generic_machine()
        module = parse(text, machine)
        clean_up(module, machine)
        return machine.emit_object(module)

    return kept_object(text, "generic", compiled)


# The exception of a message, and the documented way with the same arguments.
_ENDS = Template("""
define ptr @tilewright_failed(ptr %context, ptr %status) nounwind {
entry:
  %fail.at = getelementptr i8, ptr %context, i64 ${fail}
  %fail.way = load ptr, ptr %fail.at
  %message = call ptr @PyLong_FromVoidPtr(ptr %status)
  %no.message = icmp eq ptr %message, null
  br i1 %no.message, label %out, label %raise
raise:
  %made = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %fail.way, ptr %message, ptr null)
  call void @Py_DecRef(ptr %message)
  ret ptr %made
out:
  ret ptr null
}

define ptr @tilewright_slow(ptr %context, ptr %args, i64 %count, ptr %names) nounwind {
entry:
  %slow.at = getelementptr i8, ptr %context, i64 ${slow}
  %slow.way = load ptr, ptr %slow.at
  ${hand_on}
  ret ptr %slow.made
}
""")

__all__ = ["python_entry"]
