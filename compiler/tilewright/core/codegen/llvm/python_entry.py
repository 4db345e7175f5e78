"""The quick way from Python into a native function: a C function of CPython's vectorcall kind, made for one signature.

    PyObject *entry(PyObject *context, PyObject *const *args, Py_ssize_t count, PyObject *names)

It takes compact numpy arrays, our tensors, objects of one class that gives them away by DLPack's C functions (torch.Tensor), and those of one class with
`__dlpack__`; it compares element type and sizes with the signature, and calls.  Whatever it does not expect it hands to the
documented way unchanged, which takes it or says what is wrong, so that no message is written here.
`context` is a tuple: the documented way, what raises for a message, the type of our tensors, numpy's array type, None, what `__dlpack__` is called with, then the element types.
"""

from __future__ import annotations

import ctypes
import inspect
import itertools
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tilewright.core.base.registry import PackedFunction
from tilewright.core.codegen.llvm.cache import kept_object
from tilewright.core.codegen.llvm.dlpack_entry import (
    DESCRIBED,
    DESCRIPTION,
    FOREIGN,
    KEEPS,
    SHARED,
    SIZES,
    SLOTS,
    TENSOR_BYTES,
    VERSIONED,
    dlpack_type,
    helpers,
)
from tilewright.core.codegen.llvm.jit import Library, generic_machine, optimise, parse
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.runtime.layout import item_bytes
from tilewright.core.runtime.python_layout import ALIGNED, C_CONTIGUOUS, WRITEABLE, Layout, python_layout
from tilewright.core.runtime.signature import BufferParameter, Signature

_SLOW, _FAIL, _TENSOR, _ARRAY, _NONE, _METHOD, _VERSION, _KEYWORD, _ELEMENTS = range(9)
# Python 3.10 has `PyObject_Vectorcall` in its headers alone; the function that it ends in for any callable is there to link with.
if sys.version_info >= (3, 11):
    _VECTORCALL = {"PyObject_Vectorcall": "ptr (ptr, ptr, i64, ptr)"}
    _HAND_ON = ("%slow.made = call ptr @PyObject_Vectorcall(ptr %slow.way, ptr %args, i64 %count, ptr %names)",)
else:
    _VECTORCALL = {"PyThreadState_Get": "ptr ()", "_PyObject_MakeTpCall": "ptr (ptr, ptr, ptr, i64, ptr)"}
    _HAND_ON = (
        "%slow.thread = call ptr @PyThreadState_Get()",
        "%slow.made = call ptr @_PyObject_MakeTpCall(ptr %slow.thread, ptr %slow.way, ptr %args, i64 %count, ptr %names)",
    )
_C_API = {
    **_VECTORCALL,
    "PyEval_SaveThread": "ptr ()",
    "PyEval_RestoreThread": "void (ptr)",
    "PyObject_CallFunctionObjArgs": "ptr (ptr, ...)",
    "PyLong_FromVoidPtr": "ptr (ptr)",
    "Py_IncRef": "void (ptr)",
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

    foreign = Foreign(slow)
    text = _Writer(signature, layout, keeps_gil, frozenset(fixed)).text()
    imports = {name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0 for name in _C_API}
    known = {"tilewright_native": address, "tilewright_false": id(False)}
    known |= {_fixed(at): place for at, place in fixed.items()}
    library = Library(_code(text), ["tilewright_entry", FOREIGN], {**imports, **known})
    foreign.slots = (ctypes.c_void_p * SLOTS).from_address(library.address(FOREIGN))
    method = _MethodDef(b"call", library.address("tilewright_entry"), _METH_FASTCALL_KEYWORDS, None)
    asked = ("__dlpack__", (1, 0), ("max_version",))
    context = (foreign, fail, Tensor, np.ndarray, None, *asked, *elements, library, method)
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

    def __call__(self, *args: Any, **named: Any) -> Any:
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
    definition = ctypes.c_void_p.from_address(id(found) + 5 * _POINTER).value or 0
    said = ctypes.c_char_p.from_address(definition).value if definition else None
    return ctypes.c_void_p.from_address(definition + _POINTER).value or 0 if said == name.encode() else 0


_POINTER = ctypes.sizeof(ctypes.c_void_p)


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
    """numpy's element type of each parameter; None when a parameter is no compact array of a plain type."""
    bound = {symbol.variable for symbol in signature.symbols}
    plain = signature.result is None and all(symbol.dtype.bits in (32, 64) for symbol in signature.symbols)
    for each in signature.parameters:
        plain = plain and isinstance(each, BufferParameter) and _is_plain(each, bound)
    return [np.dtype(str(each.dtype)) for each in signature.buffers] if plain else None


def _is_plain(each: BufferParameter, bound: set[Var]) -> bool:
    offset = isinstance(each.offset, IntImm) and not each.offset.value
    known = all(isinstance(size, IntImm) or size in bound for size in each.shape)
    compact = offset and known and not each.strides and not each.dtype.is_vector
    return compact and str(each.dtype) in _PLAIN


_PLAIN = frozenset(
    ("bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)), "float16", "float32", "float64")
)


def _fixed(at: int) -> str:
    """The symbol of an array that is the same in every call."""
    return f"tilewright_fixed{at}"


def _code(text: str) -> bytes:
    def compiled() -> bytes:
        machine = generic_machine()
        module = parse(text, machine)
        optimise(module, machine, 1)
        return machine.emit_object(module)

    return kept_object(text, "generic", compiled)


class _Writer:
    """Writes the text of an entry; every check that fails goes to `slow`."""

    def __init__(self, signature: Signature, layout: Layout, keeps_gil: bool, fixed: frozenset[int]) -> None:
        self.signature, self.layout, self.keeps_gil, self.fixed = signature, layout, keeps_gil, fixed
        given = (at for at in range(len(signature.buffers)) if at not in fixed)
        self.places = {at: place for place, at in enumerate(given)}
        self.lines: list[str] = []
        self.count = 0
        self.label = "entry"
        self.symbols: dict[Expr, str] = {}

    def text(self) -> str:
        buffers = self.signature.buffers
        self.require(self.set("icmp eq ptr %names, null"))
        self.require(self.set(f"icmp eq i64 %count, {len(self.places)}"))
        placed = {at: self.array(at, buffers[at]) for at in self.places}
        for at, other in itertools.combinations(self.places, 2):
            if buffers[at].written or buffers[other].written:
                self.apart(placed[other], placed[at])
        addresses = [placed[at][0] if at in placed else f"@{_fixed(at)}" for at in range(len(buffers))]
        passed = [*(f"ptr {each}" for each in addresses), *(self.symbol(each) for each in self.signature.symbols)]
        status = self.called(f"call ptr @tilewright_native({', '.join(passed)})")
        fine = self.set(f"icmp eq ptr {status}, null")
        self.do(f"br i1 {fine}, label %fine, label %failed")
        declared = [f"declare {type_.replace(' (', f' @{name}(', 1)}" for name, type_ in _C_API.items()]
        kinds = [*("ptr" for _ in buffers), *(f"i{each.dtype.bits}" for each in self.signature.symbols)]
        declared.append(f"declare ptr @tilewright_native({', '.join(kinds)})")
        declared += [
            *(f"@{_fixed(at)} = external global i8" for at in sorted(self.fixed)),
            helpers(*(self.layout.item + _POINTER * place for place in (_METHOD, _VERSION, _KEYWORD))),
        ]
        head = "define ptr @tilewright_entry(ptr %context, ptr %args, i64 %count, ptr %names) nounwind {"
        entry = ["entry:", f"  %tensor = alloca [{TENSOR_BYTES} x i8], align 8"]
        entry.append(f"  %held = alloca [{len(self.places)} x ptr], align 8")
        entry.append(f"  call void @llvm.memset.p0.i64(ptr %held, i8 0, i64 {len(self.places) * _POINTER}, i1 false)")
        return "\n".join([*declared, head, *entry, *self.lines, *self.ends(status), "}"])

    def called(self, call: str) -> str:
        """The call of the native function, around which the GIL is released unless it is kept."""
        if self.keeps_gil:
            return self.set(call)
        state = self.set("call ptr @PyEval_SaveThread()")
        status = self.set(call)
        self.do(f"call void @PyEval_RestoreThread(ptr {state})")
        return status

    def array(self, at: int, each: BufferParameter) -> tuple[str, str]:
        """The address of an argument's elements and of what lies behind them, after all that must hold of it does."""
        given = self.load("ptr", "%args", 8 * self.places[at])
        kind = self.load("ptr", given, self.layout.type)
        ways: list[tuple[str, str]] = []
        for name, slot, way in (("foreign", DESCRIBED, self.foreign), ("shared", SHARED, self.shared)):
            theirs = self.set(f"icmp eq ptr {kind}, {self.load('ptr', f'@{FOREIGN}', 8 * slot)}")
            self.do(f"br i1 {theirs}, label %{name}{at}, label %not.{name}{at}")
            self.begin(f"{name}{at}")
            ways.append((way(at, each, given), self.label))
            self.do(f"br label %described{at}")
            self.begin(f"not.{name}{at}")
        own, label = self.own(at, each, given, kind), self.label
        self.do(f"br label %placed{at}")
        self.begin(f"described{at}")
        theirs = self.described(
            each, self.set("phi ptr " + ", ".join(f"[ {found}, %{place} ]" for found, place in ways))
        )
        other = self.label
        self.do(f"br label %placed{at}")
        self.begin(f"placed{at}")
        data, sizes = (self.set(f"phi ptr [ {a}, %{label} ], [ {b}, %{other} ]") for a, b in zip(own, theirs))
        total = str(item_bytes(each.dtype))
        for axis, size in enumerate(each.shape):
            found = self.load("i64", sizes, 8 * axis)
            self.same("i64", found, self.expected(size, found))
            total = self.set(f"mul i64 {total}, {found}")
        return data, self.set(f"getelementptr i8, ptr {data}, i64 {total}")

    def own(self, at: int, each: BufferParameter, given: str, kind: str) -> tuple[str, str]:
        """The elements and sizes of a numpy array, or of a tensor of ours that holds one."""
        layout = self.layout
        ours = self.set(f"icmp eq ptr {kind}, {self.item(_TENSOR)}")
        inner = self.set(f"getelementptr i8, ptr {given}, i64 {layout.inner}")
        itself = self.set(f"getelementptr i8, ptr %args, i64 {8 * self.places[at]}")
        place = self.set(f"select i1 {ours}, ptr {inner}, ptr {itself}")
        array = self.load("ptr", place, 0)
        self.require(self.set(f"icmp ne ptr {array}, null"))
        self.same("ptr", self.load("ptr", array, layout.type), self.item(_ARRAY))
        self.same("ptr", self.load("ptr", array, layout.element), self.item(_ELEMENTS + at))
        self.same("i32", self.load("i32", array, layout.ndim), str(len(each.shape)))
        wanted = C_CONTIGUOUS | ALIGNED | (WRITEABLE if each.written else 0)
        flags = self.set(f"and i32 {self.load('i32', array, layout.flags)}, {wanted}")
        self.same("i32", flags, str(wanted))
        return self.load("ptr", array, layout.data), self.load("ptr", array, layout.sizes)

    def foreign(self, at: int, each: BufferParameter, given: str) -> str:
        """The `DLTensor` of an object of the class that DLPack's C functions describe; one that keeps gradients, as floats may, goes the other way."""
        return self.set(f"call ptr @filled(ptr {given}, ptr %tensor, i1 {int(each.dtype.is_float)})")

    def shared(self, at: int, each: BufferParameter, given: str) -> str:
        """The `DLTensor` that `__dlpack__` of an object gives, which is held until the call is over."""
        held = self.set(f"getelementptr ptr, ptr %held, i64 {self.places[at]}")
        return self.set(f"call ptr @asked(ptr %context, ptr {given}, ptr {held}, i1 {int(each.written)})")

    def described(self, each: BufferParameter, tensor: str) -> tuple[str, str]:
        """The elements and sizes that a `DLTensor` tells, if they are those of a compact array of the type in the memory of the CPU."""
        wanted = f"i32 {len(each.shape)}, i32 {dlpack_type(each.dtype)}, i64 {item_bytes(each.dtype) - 1}"
        data = self.set(f"call ptr @described(ptr {tensor}, {wanted})")
        self.require(self.set(f"icmp ne ptr {data}, null"))
        return data, self.load("ptr", tensor, SIZES)

    def expected(self, size: Expr, found: str) -> str:
        """The expected value of a size; the first use of a symbol defines it."""
        if isinstance(size, IntImm):
            return str(size.value)
        return self.symbols.setdefault(size, found)

    def symbol(self, symbol: Any) -> str:
        """A learnt size as it is passed, after it is certain to fit."""
        value, bits = self.symbols[symbol.variable], symbol.dtype.bits
        if bits == 64:
            return f"i64 {value}"
        narrow = self.set(f"trunc i64 {value} to i{bits}")
        self.same("i64", self.set(f"sext i{bits} {narrow} to i64"), value)
        return f"i{bits} {narrow}"

    def apart(self, a: tuple[str, str], b: tuple[str, str]) -> None:
        """Go on when two pieces of memory do not overlap."""
        before = self.set(f"icmp ule ptr {a[1]}, {b[0]}")
        behind = self.set(f"icmp ule ptr {b[1]}, {a[0]}")
        self.require(self.set(f"or i1 {before}, {behind}"))

    def ends(self, status: str) -> list[str]:
        layout = self.layout

        def item(place: int) -> str:
            return f"getelementptr i8, ptr %context, i64 {layout.item + 8 * place}"

        dropped = f"  call void @drop(ptr %held, i64 {len(self.places)})"
        return [
            "slow:",
            dropped,
            f"  %slow.at = {item(_SLOW)}",
            "  %slow.way = load ptr, ptr %slow.at",
            *(f"  {line}" for line in _HAND_ON),
            "  ret ptr %slow.made",
            "failed:",
            dropped,
            f"  %fail.at = {item(_FAIL)}",
            "  %fail.way = load ptr, ptr %fail.at",
            f"  %fail.message = call ptr @PyLong_FromVoidPtr(ptr {status})",
            "  %fail.none = icmp eq ptr %fail.message, null",
            "  br i1 %fail.none, label %out, label %raise",
            "raise:",
            "  %fail.made = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %fail.way, ptr %fail.message, ptr null)",
            "  call void @Py_DecRef(ptr %fail.message)",
            "  ret ptr %fail.made",
            "out:",
            "  ret ptr null",
            "fine:",
            dropped,
            f"  %none.at = {item(_NONE)}",
            "  %none = load ptr, ptr %none.at",
            "  call void @Py_IncRef(ptr %none)",
            "  ret ptr %none",
        ]

    # Lines

    def item(self, place: int) -> str:
        return self.load("ptr", "%context", self.layout.item + 8 * place)

    def load(self, kind: str, pointer: str, offset: int) -> str:
        place = self.set(f"getelementptr i8, ptr {pointer}, i64 {offset}") if offset else pointer
        return self.set(f"load {kind}, ptr {place}")

    def same(self, kind: str, a: str, b: str) -> None:
        if a != b:
            self.require(self.set(f"icmp eq {kind} {a}, {b}"))

    def require(self, condition: str) -> None:
        self.count += 1
        self.do(f"br i1 {condition}, label %on{self.count}, label %slow")
        self.begin(f"on{self.count}")

    def begin(self, label: str) -> None:
        self.label = label
        self.lines.append(f"{label}:")

    def set(self, value: str) -> str:
        self.count += 1
        self.do(f"%v{self.count} = {value}")
        return f"%v{self.count}"

    def do(self, line: str) -> None:
        self.lines.append(f"  {line}")


__all__ = ["python_entry"]
