"""The code of a quick way from Python into a native function, in LLVM's text, and the table of numbers that it compares arguments with.

Element types, sizes, the address of the function and the classes of foreign arrays are words of the table, so that functions whose arrays have as many axes share their code.
Numbers are taken as Python's and as numpy's of the parameter's own type, float64 and int64.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Iterable
from string import Template
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.codegen.llvm.dlpack_entry import DESCRIBED, FOREIGN, SHARED, SIZES, TENSOR_BYTES, dlpack_type
from tilewright.core.codegen.llvm.types import abi
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.runtime.layout import item_bytes
from tilewright.core.runtime.python_layout import ALIGNED, C_CONTIGUOUS, WRITEABLE, Layout
from tilewright.core.runtime.signature import BufferParameter, ScalarParameter, Signature

# Places in the context, a tuple.
SLOW, FAIL, TENSOR, ARRAY, NONE, METHOD, VERSION, KEYWORD, TABLE = range(9)
INT, BOOL, FLOAT, FLOAT64, INT64, TRUE, FALSE = range(9, 16)
# The place in an object of ctypes of the address of what it holds; that of the value of a number of Python or numpy.
CONTENT = VALUE = object.__basicsize__
POINTER = ctypes.sizeof(ctypes.c_void_p)
# The first words of a table: the native function, and the slots of foreign classes; the words of a row, one for each argument that is given: of a number
# its class in numpy is the first.
_NATIVE, _SLOTS = 0, 1
_ROWS = _SLOTS + FOREIGN
_ELEMENT, _TYPE, _BYTES, _ROW = range(4)


class Words:
    """The table of a signature some of whose arrays are not given in calls: rows of what is given, the sizes of its arrays, then the addresses of the others."""

    def __init__(self, signature: Signature, fixed: Iterable[int]) -> None:
        self.signature = signature
        self.fixed = tuple(fixed)
        self.given = tuple(at for at in range(len(signature.parameters)) if at not in self.fixed)
        self._row = {at: _ROWS + _ROW * place for place, at in enumerate(self.given)}
        self._size: dict[tuple[int, int], int] = {}
        self._end = _ROWS + _ROW * len(self.given)
        for at, each in self.arrays():
            for axis in range(len(each.shape)):
                self._size[at, axis] = self._end + len(self._size)
        self._end += len(self._size)

    def arrays(self) -> list[tuple[int, BufferParameter]]:
        """The arrays that are given, with the numbers of their parameters."""
        parameters = self.signature.parameters
        return [(at, each) for at in self.given if isinstance(each := parameters[at], BufferParameter)]

    def scalars(self) -> list[tuple[int, ScalarParameter]]:
        """The numbers, with those of their parameters."""
        return [(at, each) for at, each in enumerate(self.signature.parameters) if isinstance(each, ScalarParameter)]

    def row(self, at: int) -> int:
        """The word at which the row of an argument begins."""
        return self._row[at]

    def size(self, at: int, axis: int) -> int:
        """The word with the size of an axis."""
        return self._size[at, axis]

    def fixed_address(self, at: int) -> int:
        """The word with the address of an array that is not given."""
        return self._end + self.fixed.index(at)

    def filled(self, native: int, elements: list[Any], addresses: Iterable[int]) -> Any:
        """The table, an array of ctypes; `elements` are numpy's types of all parameters, `addresses` those of the fixed arrays."""
        made = [native, *[0] * FOREIGN]
        arrays = dict(self.arrays())
        for at in self.given:
            array = arrays.get(at)
            made += [id(elements[at]), *((dlpack_type(array.dtype), item_bytes(array.dtype)) if array else (0, 0))]
        sizes = (size for each in arrays.values() for size in each.shape)
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
        self.require(self.set("icmp eq ptr %names, null"))
        self.require(self.set(f"icmp eq i64 %count, {len(self.places)}"))
        content = self.set(f"getelementptr i8, ptr {self.item(TABLE)}, i64 {CONTENT}")
        self.do(f"%table = load ptr, ptr {content}")
        numbers = {at: self.number(at, each) for at, each in self.words.scalars()}
        placed = {at: self.array(at, each) for at, each in self.words.arrays()}
        for (at, one), (other, another) in itertools.combinations(self.words.arrays(), 2):
            if one.written or another.written:
                self.apart(placed[other], placed[at])
        passed = [
            numbers.get(at)
            or f"ptr {placed[at][0] if at in placed else self.word('ptr', self.words.fixed_address(at))}"
            for at in range(len(self.signature.parameters))
        ]
        passed += [self.symbol(each) for each in self.signature.symbols]
        passed += ["ptr %result"] if self.signature.result else []
        status = self.called(f"call ptr {self.word('ptr', _NATIVE)}({', '.join(passed)})")
        fine = self.set(f"icmp eq ptr {status}, null")
        self.do(f"br i1 {fine}, label %fine, label %failed")
        body, self.lines = self.lines, []
        returned = self.returned()
        return declarations(C_API | ROUTINES) + _ENTRY.substitute(
            given=len(self.places),
            bytes=len(self.places) * POINTER,
            tensor=TENSOR_BYTES,
            status=status,
            body="\n".join(body),
            returned="\n".join([*self.lines, f"  ret ptr {returned}"]),
        )

    def number(self, at: int, each: ScalarParameter) -> str:
        """A number as it is passed, with its type: of numpy's class of the same type, or of one that converts to it."""
        type_ = each.dtype
        given = self.load("ptr", "%args", 8 * self.places[at])
        kind = self.load("ptr", given, self.layout.type)
        same = self.set(f"icmp eq ptr {kind}, {self.word('ptr', self.words.row(at) + _ELEMENT)}")
        self.do(f"br i1 {same}, label %same{at}, label %other{at}")
        self.begin(f"same{at}")
        own = self.load(abi(type_), given, VALUE)
        self.do(f"br label %number{at}")
        self.begin(f"other{at}")
        converted = (
            self.real(at, type_, given, kind) if type_.is_float else self.whole(type_, self.integer(at, given, kind))
        )
        other = self.label
        self.do(f"br label %number{at}")
        self.begin(f"number{at}")
        value = self.set(f"phi {abi(type_)} [ {own}, %same{at} ], [ {converted}, %{other} ]")
        if not type_.is_float:
            self.symbols[each.variable] = self.widened(value, type_)
        return f"{abi(type_)} {value}"

    def real(self, at: int, type_: DType, given: str, kind: str) -> str:
        """A float, or an integer as one."""
        self.do(f"br i1 {self.one_of(kind, FLOAT, FLOAT64)}, label %float{at}, label %integer{at}")
        self.begin(f"float{at}")
        exact = self.load("double", given, VALUE)
        self.do(f"br label %real{at}")
        self.begin(f"integer{at}")
        rounded = self.set(f"sitofp i64 {self.integer(at, given, kind)} to double")
        other = self.label
        self.do(f"br label %real{at}")
        self.begin(f"real{at}")
        value = self.set(f"phi double [ {exact}, %float{at} ], [ {rounded}, %{other} ]")
        return value if type_.bits == 64 else self.set(f"fptrunc double {value} to float")

    def integer(self, at: int, given: str, kind: str) -> str:
        """The value of an integer of Python or of numpy's int64, which fits 64 bits."""
        self.do(f"br i1 {self.set(f'icmp eq ptr {kind}, {self.item(INT64)}')}, label %wide{at}, label %python{at}")
        self.begin(f"wide{at}")
        wide = self.load("i64", given, VALUE)
        self.do(f"br label %whole{at}")
        self.begin(f"python{at}")
        self.require(self.one_of(kind, INT, BOOL))
        python = self.set(f"call i64 @PyLong_AsLongLongAndOverflow(ptr {given}, ptr %overflow)")
        self.same("i32", self.load("i32", "%overflow", 0), "0")
        label = self.label
        self.do(f"br label %whole{at}")
        self.begin(f"whole{at}")
        return self.set(f"phi i64 [ {wide}, %wide{at} ], [ {python}, %{label} ]")

    def whole(self, type_: DType, value: str) -> str:
        """An integer in the bits of its type, which it fits; of truth values, whether it is not 0."""
        if type_.is_bool:
            return self.set(f"zext i1 {self.set(f'icmp ne i64 {value}, 0')} to i8")
        if type_.bits == 64:
            if type_.kind == "uint":
                self.require(self.set(f"icmp sge i64 {value}, 0"))
            return value
        narrow = self.set(f"trunc i64 {value} to i{type_.bits}")
        self.same("i64", self.widened(narrow, type_), value)
        return narrow

    def widened(self, value: str, type_: DType) -> str:
        """An integer of a type in 64 bits."""
        if abi(type_) == "i64":
            return value
        return self.set(f"{'sext' if type_.kind == 'int' else 'zext'} {abi(type_)} {value} to i64")

    def returned(self) -> str:
        """The object that the call returns: None, or the function's result as a number of Python."""
        type_ = self.signature.result
        if type_ is None or type_.is_bool:
            found = self.item(NONE)
            if type_ is not None:
                holds = self.set(f"icmp ne i8 {self.load('i8', '%result', 0)}, 0")
                found = self.set(f"select i1 {holds}, ptr {self.item(TRUE)}, ptr {self.item(FALSE)}")
            self.do(f"call void @Py_IncRef(ptr {found})")
            return found
        value = self.load(abi(type_), "%result", 0)
        if type_.is_float:
            wide = value if type_.bits == 64 else self.set(f"fpext float {value} to double")
            return self.set(f"call ptr @PyFloat_FromDouble(double {wide})")
        make = "PyLong_FromLongLong" if type_.kind == "int" else "PyLong_FromUnsignedLongLong"
        return self.set(f"call ptr @{make}(i64 {self.widened(value, type_)})")

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

    def one_of(self, kind: str, *places: int) -> str:
        """Whether a class is that in one of two places of the context."""
        first, second = (self.set(f"icmp eq ptr {kind}, {self.item(place)}") for place in places)
        return self.set(f"or i1 {first}, {second}")

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
C_API = {
    "Py_IncRef": "void (ptr)",
    "PyEval_SaveThread": "ptr ()",
    "PyEval_RestoreThread": "void (ptr)",
    "PyLong_AsLongLongAndOverflow": "i64 (ptr, ptr)",
    "PyLong_FromLongLong": "ptr (i64)",
    "PyLong_FromUnsignedLongLong": "ptr (i64)",
    "PyFloat_FromDouble": "ptr (double)",
}
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
  %overflow = alloca i32, align 4
  %result = alloca i64, align 8
  call void @llvm.memset.p0.i64(ptr %held, i8 0, i64 ${bytes}, i1 false)
${body}
slow:
  call void @tilewright_drop(ptr %held, i64 ${given})
  %handed = call ptr @tilewright_slow(ptr %context, ptr %args, i64 %count, ptr %names)
  ret ptr %handed
fine:
  call void @tilewright_drop(ptr %held, i64 ${given})
${returned}
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
