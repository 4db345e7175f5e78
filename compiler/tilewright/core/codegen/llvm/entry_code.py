"""The code of a quick way from Python into a native function, in LLVM's text, and the table of numbers that it compares arguments with.

Element types, sizes, the address of the function and the classes of foreign arrays are words of the table, so that functions whose arrays have as many axes share their code.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Iterable
from string import Template
from typing import Any

from tilewright.core.codegen.llvm.dlpack_entry import DESCRIBED, FOREIGN, SHARED, SIZES, TENSOR_BYTES, dlpack_type
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.runtime.layout import item_bytes
from tilewright.core.runtime.python_layout import ALIGNED, C_CONTIGUOUS, WRITEABLE, Layout
from tilewright.core.runtime.signature import BufferParameter, Signature

# Places in the context, a tuple.
SLOW, FAIL, TENSOR, ARRAY, NONE, METHOD, VERSION, KEYWORD, TABLE = range(9)
# The place in an object of ctypes of the address of what it holds.
CONTENT = object.__basicsize__
POINTER = ctypes.sizeof(ctypes.c_void_p)
# The first words of a table: the native function, and the slots of foreign classes; the words of a row, one for each array that is given.
_NATIVE, _SLOTS = 0, 1
_ROWS = _SLOTS + FOREIGN
_ELEMENT, _TYPE, _BYTES, _ROW = range(4)


class Words:
    """The table of a signature some of whose arrays are given in each call: rows of these, then their sizes, then the addresses of the others."""

    def __init__(self, signature: Signature, fixed: Iterable[int]) -> None:
        self.signature = signature
        self.fixed = tuple(fixed)
        self.given = tuple(at for at in range(len(signature.buffers)) if at not in self.fixed)
        self._row = {at: _ROWS + _ROW * place for place, at in enumerate(self.given)}
        self._size: dict[tuple[int, int], int] = {}
        self._end = _ROWS + _ROW * len(self.given)
        for at in self.given:
            for axis in range(len(signature.buffers[at].shape)):
                self._size[at, axis] = self._end + len(self._size)
        self._end += len(self._size)

    def row(self, at: int) -> int:
        """The word at which the row of an array begins."""
        return self._row[at]

    def size(self, at: int, axis: int) -> int:
        """The word with the size of an axis."""
        return self._size[at, axis]

    def fixed_address(self, at: int) -> int:
        """The word with the address of an array that is not given."""
        return self._end + self.fixed.index(at)

    def filled(self, native: int, elements: list[Any], addresses: Iterable[int]) -> Any:
        """The table, an array of ctypes; `elements` are numpy's types of all buffers, `addresses` those of the fixed arrays."""
        made = [native, *[0] * FOREIGN]
        for at in self.given:
            kind = self.signature.buffers[at].dtype
            made += [id(elements[at]), dlpack_type(kind), item_bytes(kind)]
        sizes = (size for at in self.given for size in self.signature.buffers[at].shape)
        made += [size.value if isinstance(size, IntImm) else 0 for size in sizes]
        made += addresses
        return (ctypes.c_int64 * len(made))(*made)


def foreign_slots(table: Any) -> Any:
    """The slots of foreign classes in a table."""
    return (ctypes.c_void_p * FOREIGN).from_buffer(table, _SLOTS * POINTER)


def entry_text(words: Words, layout: Layout, keeps_gil: bool) -> str:
    """The code for a signature, `tilewright_entry`."""
    return _Writer(words, layout, keeps_gil).text()


class _Writer:
    """Writes the text of an entry; every check that fails goes to `slow`."""

    def __init__(self, words: Words, layout: Layout, keeps_gil: bool) -> None:
        self.words, self.layout, self.keeps_gil = words, layout, keeps_gil
        self.signature = words.signature
        self.places = {at: place for place, at in enumerate(words.given)}
        self.lines: list[str] = []
        self.count = 0
        self.label = "entry"
        self.symbols: dict[Expr, str] = {}

    def text(self) -> str:
        buffers = self.signature.buffers
        self.require(self.set("icmp eq ptr %names, null"))
        self.require(self.set(f"icmp eq i64 %count, {len(self.places)}"))
        content = self.set(f"getelementptr i8, ptr {self.item(TABLE)}, i64 {CONTENT}")
        self.do(f"%table = load ptr, ptr {content}")
        placed = {at: self.array(at, buffers[at]) for at in self.places}
        for at, other in itertools.combinations(self.places, 2):
            if buffers[at].written or buffers[other].written:
                self.apart(placed[other], placed[at])
        addresses = [
            placed[at][0] if at in placed else self.word("ptr", self.words.fixed_address(at))
            for at in range(len(buffers))
        ]
        passed = [*(f"ptr {each}" for each in addresses), *(self.symbol(each) for each in self.signature.symbols)]
        status = self.called(f"call ptr {self.word('ptr', _NATIVE)}({', '.join(passed)})")
        fine = self.set(f"icmp eq ptr {status}, null")
        self.do(f"br i1 {fine}, label %fine, label %failed")
        return declarations(C_API | ROUTINES) + _ENTRY.substitute(
            given=len(self.places),
            bytes=len(self.places) * POINTER,
            tensor=TENSOR_BYTES,
            none=self.layout.item + POINTER * NONE,
            status=status,
            body="\n".join(self.lines),
        )

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
            is_of = self.set(f"icmp eq ptr {kind}, {self.word('ptr', _SLOTS + slot)}")
            self.do(f"br i1 {is_of}, label %{name}{at}, label %not.{name}{at}")
            self.begin(f"{name}{at}")
            ways.append((way(at, each, given), self.label))
            self.do(f"br label %described{at}")
            self.begin(f"not.{name}{at}")
        own, label = self.own(at, each, given, kind), self.label
        self.do(f"br label %placed{at}")
        self.begin(f"described{at}")
        theirs = self.described(
            at, each, self.set("phi ptr " + ", ".join(f"[ {found}, %{place} ]" for found, place in ways))
        )
        other = self.label
        self.do(f"br label %placed{at}")
        self.begin(f"placed{at}")
        data, sizes = (self.set(f"phi ptr [ {a}, %{label} ], [ {b}, %{other} ]") for a, b in zip(own, theirs))
        total = self.word("i64", self.words.row(at) + _BYTES)
        for axis, size in enumerate(each.shape):
            found = self.load("i64", sizes, 8 * axis)
            self.same("i64", found, self.expected(size, found, self.words.size(at, axis)))
            total = self.set(f"mul i64 {total}, {found}")
        return data, self.set(f"getelementptr i8, ptr {data}, i64 {total}")

    def own(self, at: int, each: BufferParameter, given: str, kind: str) -> tuple[str, str]:
        """The elements and sizes of a numpy array, or of a tensor of ours that holds one."""
        layout = self.layout
        ours = self.set(f"icmp eq ptr {kind}, {self.item(TENSOR)}")
        inner = self.set(f"getelementptr i8, ptr {given}, i64 {layout.inner}")
        itself = self.set(f"getelementptr i8, ptr %args, i64 {8 * self.places[at]}")
        place = self.set(f"select i1 {ours}, ptr {inner}, ptr {itself}")
        array = self.load("ptr", place, 0)
        self.require(self.set(f"icmp ne ptr {array}, null"))
        self.same("ptr", self.load("ptr", array, layout.type), self.item(ARRAY))
        self.same("ptr", self.load("ptr", array, layout.element), self.word("ptr", self.words.row(at) + _ELEMENT))
        self.same("i32", self.load("i32", array, layout.ndim), str(len(each.shape)))
        wanted = C_CONTIGUOUS | ALIGNED | (WRITEABLE if each.written else 0)
        flags = self.set(f"and i32 {self.load('i32', array, layout.flags)}, {wanted}")
        self.same("i32", flags, str(wanted))
        return self.load("ptr", array, layout.data), self.load("ptr", array, layout.sizes)

    def foreign(self, at: int, each: BufferParameter, given: str) -> str:
        """The `DLTensor` of an object of the class that DLPack's C functions describe; one that keeps gradients, as floats may, goes the other way."""
        return self.set(
            f"call ptr @tilewright_filled(ptr {self.slots()}, ptr {given}, ptr %tensor, i1 {int(each.dtype.is_float)})"
        )

    def shared(self, at: int, each: BufferParameter, given: str) -> str:
        """The `DLTensor` that `__dlpack__` of an object gives, which is held until the call is over."""
        held = self.set(f"getelementptr ptr, ptr %held, i64 {self.places[at]}")
        return self.set(
            f"call ptr @tilewright_asked(ptr {self.slots()}, ptr %context, ptr {given}, ptr {held}, i1 {int(each.written)})"
        )

    def described(self, at: int, each: BufferParameter, tensor: str) -> tuple[str, str]:
        """The elements and sizes that a `DLTensor` tells, if they are those of a compact array of the type in the memory of the CPU."""
        row = self.words.row(at)
        low = self.set(f"sub i64 {self.word('i64', row + _BYTES)}, 1")
        wanted = f"i32 {len(each.shape)}, i32 {self.word('i32', row + _TYPE)}, i64 {low}"
        data = self.set(f"call ptr @tilewright_described(ptr {tensor}, {wanted})")
        self.require(self.set(f"icmp ne ptr {data}, null"))
        return data, self.load("ptr", tensor, SIZES)

    def expected(self, size: Expr, found: str, word: int) -> str:
        """The expected value of a size, which is a word of the table; the first use of a symbol defines it."""
        if isinstance(size, IntImm):
            return self.word("i64", word)
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

    # Lines

    def word(self, kind: str, at: int) -> str:
        return self.load(kind, "%table", 8 * at)

    def slots(self) -> str:
        return self.set(f"getelementptr i8, ptr %table, i64 {8 * _SLOTS}")

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


# Python 3.10 has `PyObject_Vectorcall` in its headers alone; the function that it ends in for any callable is there to link with.
if sys.version_info >= (3, 11):
    VECTORCALL = {"PyObject_Vectorcall": "ptr (ptr, ptr, i64, ptr)"}
    HAND_ON = ("%slow.made = call ptr @PyObject_Vectorcall(ptr %slow.way, ptr %args, i64 %count, ptr %names)",)
else:
    VECTORCALL = {"PyThreadState_Get": "ptr ()", "_PyObject_MakeTpCall": "ptr (ptr, ptr, ptr, i64, ptr)"}
    HAND_ON = (
        "%slow.thread = call ptr @PyThreadState_Get()",
        "%slow.made = call ptr @_PyObject_MakeTpCall(ptr %slow.thread, ptr %slow.way, ptr %args, i64 %count, ptr %names)",
    )

# What an entry calls of Python's C interface, and of the routines that all entries share.
C_API = {"Py_IncRef": "void (ptr)", "PyEval_SaveThread": "ptr ()", "PyEval_RestoreThread": "void (ptr)"}
ROUTINES = {
    "tilewright_filled": "ptr (ptr, ptr, ptr, i1)",
    "tilewright_asked": "ptr (ptr, ptr, ptr, ptr, i1)",
    "tilewright_described": "ptr (ptr, i32, i32, i64)",
    "tilewright_drop": "void (ptr, i64)",
    "tilewright_failed": "ptr (ptr, ptr)",
    "tilewright_slow": "ptr (ptr, ptr, i64, ptr)",
}


def declarations(functions: dict[str, str]) -> str:
    """The declarations of C functions."""
    return "\n".join(f"declare {type_.replace(' (', f' @{name}(', 1)}" for name, type_ in functions.items())


_ENTRY = Template("""
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define ptr @tilewright_entry(ptr %context, ptr %args, i64 %count, ptr %names) nounwind {
entry:
  %tensor = alloca [${tensor} x i8], align 8
  %held = alloca [${given} x ptr], align 8
  call void @llvm.memset.p0.i64(ptr %held, i8 0, i64 ${bytes}, i1 false)
${body}
slow:
  call void @tilewright_drop(ptr %held, i64 ${given})
  %handed = call ptr @tilewright_slow(ptr %context, ptr %args, i64 %count, ptr %names)
  ret ptr %handed
fine:
  call void @tilewright_drop(ptr %held, i64 ${given})
  %none.at = getelementptr i8, ptr %context, i64 ${none}
  %none = load ptr, ptr %none.at
  call void @Py_IncRef(ptr %none)
  ret ptr %none
failed:
  call void @tilewright_drop(ptr %held, i64 ${given})
  %raised = call ptr @tilewright_failed(ptr %context, ptr ${status})
  ret ptr %raised
}
""")

__all__ = [
    "ARRAY",
    "CONTENT",
    "C_API",
    "FAIL",
    "HAND_ON",
    "KEYWORD",
    "METHOD",
    "NONE",
    "POINTER",
    "ROUTINES",
    "SLOW",
    "TABLE",
    "TENSOR",
    "VECTORCALL",
    "VERSION",
    "Words",
    "declarations",
    "entry_text",
    "foreign_slots",
]
