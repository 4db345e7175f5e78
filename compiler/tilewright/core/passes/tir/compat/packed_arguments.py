"""Arguments of a function behind the packed interface: how they are read, what is checked of them, in which order.

Arguments are an array of 16-byte values: a type number at byte 0, zeros at byte 4, the value at byte 8.  A tensor is a `DLTensor`, or an object whose
`DLTensor` begins behind its header.  Numbers of types and fields are those of TVM's interface.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import EQ, BufferLoad, Expr, IntImm, Select, StringImm, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import binary, call, cast, const, logical_not
from tilewright.core.ir.stmt import AssertStmt, AttrStmt, DeclBuffer, IfThenElse, LetStmt, Stmt, seq
from tilewright.core.ir.stmt import Evaluate as Do

Step = Callable[[Stmt], Stmt]

# Fields of structures.
DATA, SHAPE, STRIDES, NDIM, TYPE_CODE, TYPE_BITS, TYPE_LANES, BYTE_OFFSET, DEVICE_ID, DEVICE_TYPE = range(1, 11)
TYPE_INDEX, ZEROS, VALUE = 13, 14, 15
# Numbers of the types of values.
NONE, INT, BOOL, FLOAT, POINTER = range(5)
DL_TENSOR, OBJECTS, TENSOR = 7, 64, 70
_HEADER_BYTES = 24
_CODES = {"int": 0, "uint": 1, "float": 2, "handle": 3, "bfloat": 4, "bool": 6}
_CPU = 1


def field(of: Expr, place: int, number: int, type_: str) -> Expr:
    """A field of the structure at `place` of an array of structures."""
    return call("tir.tvm_struct_get", of, const(place, "int32"), const(number, "int32"), dtype_=type_)


class Arguments:
    """The steps that unpack and check the arguments of the function called `name`, outermost first.

    With a `signature`, the function as it is called, its errors are those of TVM since 0.25.
    """

    def __init__(self, name: str, packed: Var, signature: str | None = None) -> None:
        self.name = name
        self.packed = packed
        self.signature = signature
        self.steps: list[Step] = []
        self.known: dict[Var, Expr] = {}
        self.device: Var | None = None

    def around(self, body: Stmt) -> Stmt:
        """`body` behind all steps."""
        for step in reversed(self.steps):
            body = step(body)
        return body

    def let(self, variable: Var, value: Expr) -> Var:
        """Bind a variable."""
        self.steps.append(lambda body: LetStmt(variable, value, body))
        return variable

    def check(self, condition: Expr, sentence: str) -> None:
        """Fail with the sentence unless the condition holds."""
        message = StringImm(f"{self.name}: {sentence}")
        self.steps.append(lambda body: AssertStmt(condition, message, body))

    def check_call(self, condition: Expr, sentence: str, later: str, expected: str = "") -> None:
        """`check` of what the caller gave; `later` and what was `expected` are the error's words in the newer release."""
        if self.signature is None:
            self.check(condition, sentence)
            return
        wanted = f",\n  expected {expected}" if expected else ""
        message = StringImm(f"TypeError: {later} when calling:\n  `{self.signature}`{wanted}")
        self.steps.append(lambda body: AssertStmt(condition, message, body))

    def number(self, place: int, param: Var) -> None:
        """A scalar argument."""
        index = self._type_index(place, param.name)
        if param.dtype.is_float:
            self._one_of(place, index, (FLOAT, INT, BOOL), "float")
            self.let(param, self._float(place, index, param.dtype))
        elif param.dtype.is_bool:
            self._one_of(place, index, (BOOL, INT), "boolean")
            self.let(param, cast(field(self.packed, place, VALUE, "int64"), param.dtype))
        else:
            self._one_of(place, index, (INT, BOOL), "int")
            self.let(param, cast(field(self.packed, place, VALUE, "int64"), param.dtype))

    def _float(self, place: int, index: Var, type_: DType) -> Expr:
        """A number that came as one, or as an integer."""
        is_float = EQ(index, const(FLOAT, "int32"))
        number, whole = (field(self.packed, place, VALUE, kind) for kind in ("float64", "int64"))
        if self.signature is None:
            return cast(Select(is_float, number, cast(whole, "float64")), type_)
        return Select(is_float, cast(number, type_), cast(whole, type_))

    def pointer(self, place: int, param: Var) -> None:
        """A bare pointer, or the handle of a tensor."""
        index = self._type_index(place, param.name)
        self._one_of(place, index, (NONE, POINTER, DL_TENSOR), "pointer", OBJECTS)
        value = field(self.packed, place, VALUE, "handle")
        inside = call("tir.handle_add_byte_offset", value, const(_HEADER_BYTES, "int32"))
        self.let(param, call("tir.if_then_else", EQ(index, const(TENSOR, "int32")), inside, value))

    def tensor(self, place: int, handle: Var, buffer: Buffer) -> None:
        """Check a tensor against the buffer that stands for it, and bind the buffer's pointer and sizes."""
        _Tensor(self, place, handle, buffer).bind()

    def _type_index(self, place: int, name: str) -> Var:
        variable = Var(f"{name}_type_index", "int32")  # pyright: ignore[reportArgumentType]
        return self.let(variable, field(self.packed, place, TYPE_INDEX, "int32"))

    def _one_of(
        self, place: int, index: Var, allowed: tuple[int, ...], expected: str, least: int | None = None
    ) -> None:
        conditions: list[Expr] = [EQ(index, const(number, "int32")) for number in allowed]
        if least is not None:
            conditions.append(binary("GE", index, const(least, "int32")))
        condition = conditions[0]
        for other in conditions[1:]:
            condition = binary("Or", condition, other)
        later = f"Mismatched type on argument #{place}"
        self.check_call(condition, f"Expect arg[{place}] to be {expected}", later, expected)


class _Tensor:
    """One tensor argument."""

    def __init__(self, arguments: Arguments, place: int, handle: Var, buffer: Buffer) -> None:
        self.arguments = arguments
        self.handle = handle
        self.buffer = buffer
        self.named = f"argument `{buffer.name}` (arg[{place}])"

    def bind(self) -> None:
        buffer = self.buffer
        self._check(logical_not(call("tir.isnullptr", self.handle)), "is expected to have a tensor, got a null pointer")
        self._expect("rank", const(len(buffer.shape), "int32"), self._get(NDIM, "int32"))
        self._type()
        if buffer.shape:
            shape = self._sizes("shape", SHAPE)
            for axis, size in enumerate(buffer.shape):
                self._bind_or_expect(f"dimension {axis}", size, BufferLoad(shape, (const(axis, "int32"),)))
            self._strides(self._sizes("strides", STRIDES))
        self._offset()
        self._device()
        self._data()

    def _get(self, number: int, type_: str) -> Expr:
        return field(self.handle, 0, number, type_)

    def _check(self, condition: Expr, sentence: str) -> None:
        self.arguments.check(condition, f"{self.named} {sentence}")

    def _expect(self, what: str, wanted: Expr, got: Expr) -> None:
        self._check(EQ(wanted, got), f"has an unexpected {what}: expected {wanted}, got {got}")

    def _bind_or_expect(self, what: str, size: Expr, got: Expr) -> None:
        """A variable takes the value where it first stands alone; everything else is checked."""
        value = cast(got, size.dtype)
        known = self.arguments.known
        if isinstance(size, Var) and size not in known:
            known[size] = size
            self.arguments.let(size, value)
        else:
            self._expect(what, size, value)

    def _type(self) -> None:
        type_ = self.buffer.dtype
        bits = 8 if type_.is_bool else type_.bits
        found = (
            (TYPE_CODE, "uint8", _CODES[type_.kind]),
            (TYPE_BITS, "uint8", bits),
            (TYPE_LANES, "uint16", type_.lanes),
        )
        equal = [EQ(self._get(number, of), const(wanted, of)) for number, of, wanted in found]
        condition = binary("And", binary("And", equal[0], equal[1]), equal[2])
        self._check(condition, f"has an unexpected dtype: expected {type_}")

    def _sizes(self, what: str, number: int) -> Buffer:
        """The shape or the strides as an array."""
        name = f"{self.buffer.name}_{what}"
        pointer = Var(name, PointerType(PrimType(dtype("int64")), "global"))  # pyright: ignore[reportArgumentType]
        self.arguments.let(pointer, self._get(number, "handle"))
        array = decl_buffer((len(self.buffer.shape),), "int64", name, data=pointer)
        self.arguments.steps.append(lambda body: DeclBuffer(array, body))
        return array

    def _strides(self, array: Buffer) -> None:
        """No strides mean a compact tensor; strides of a dimension of size 1 say nothing."""
        if self.buffer.strides:
            self._own_strides(array)
            return
        type_ = self.buffer.shape[0].dtype
        expected: Expr = const(1, type_)
        conditions: list[Expr] = []
        for axis in reversed(range(len(self.buffer.shape))):
            size = self.buffer.shape[axis]
            stride = cast(BufferLoad(array, (const(axis, "int32"),)), type_)
            alone = binary("EQ", size, const(1, size.dtype))
            conditions.append(binary("Or", alone, binary("EQ", expected, stride)))
            expected = binary("Mul", expected, size)
        condition = conditions[0]
        for other in conditions[1:]:
            condition = binary("And", condition, other)
        if isinstance(condition, IntImm) and condition.value:
            return
        message = StringImm(f"{self.arguments.name}: {self.named} is expected to be a compact array")
        compact = AssertStmt(condition, message, Do(const(0)))
        missing = call("tir.isnullptr", array.data)
        self.arguments.steps.append(lambda body: seq([IfThenElse(logical_not(missing), compact), body]))

    def _own_strides(self, array: Buffer) -> None:
        """Declared strides are bound or checked; without strides those of a compact tensor count."""
        missing = call("tir.isnullptr", array.data)
        compact: Expr = const(1, "int64")
        defaults: list[Expr] = []
        for size in reversed(self.buffer.shape):
            defaults.insert(0, compact)
            compact = binary("Mul", compact, cast(size, "int64"))
        for axis, stride in enumerate(self.buffer.strides):
            load = BufferLoad(array, (const(axis, "int32"),))
            self._bind_or_expect(f"stride {axis}", stride, call("tir.if_then_else", missing, defaults[axis], load))

    def _offset(self) -> None:
        """A declared offset is known in elements, the tensor's in bytes."""
        got, offset = self._get(BYTE_OFFSET, "uint64"), self.buffer.elem_offset
        if isinstance(offset, Var) and offset not in self.arguments.known:
            self.arguments.known[offset] = offset
            size = max(8, self.buffer.dtype.bits * self.buffer.dtype.lanes) // 8
            self.arguments.let(offset, cast(binary("Div", got, const(size, "uint64")), offset.dtype))
            return
        size = max(8, self.buffer.dtype.bits * self.buffer.dtype.lanes) // 8
        wanted = binary("Mul", cast(offset, "uint64"), const(size, "uint64"))
        self._expect("byte offset", wanted, got)

    def _device(self) -> None:
        """On the CPU, and all on the same one."""
        self._expect("device type", const(_CPU, "int32"), self._get(DEVICE_TYPE, "int32"))
        known = self.arguments.device
        if known is None:
            self.arguments.device = self.arguments.let(Var("dev_id", "int32"), self._get(DEVICE_ID, "int32"))  # pyright: ignore[reportArgumentType]
        else:
            self._expect("device id", known, self._get(DEVICE_ID, "int32"))

    def _data(self) -> None:
        """The pointer; a tensor without elements may have none."""
        buffer = self.buffer
        self.arguments.let(buffer.data, self._get(DATA, "handle"))
        count: Expr = const(1, "int64")
        for size in buffer.shape:
            count = binary("Mul", count, cast(size, "int64"))
        present = logical_not(call("tir.isnullptr", buffer.data))
        if not (isinstance(count, IntImm) and count.value):
            present = binary("Or", binary("EQ", count, const(0, "int64")), present)
        self._check(present, "is expected to have data, got a null pointer")
        alignment = const(buffer.data_alignment, "int32")
        self.arguments.steps.append(lambda body: AttrStmt(buffer.data, "storage_alignment", alignment, body))
        self.arguments.steps.append(lambda body: DeclBuffer(buffer, body))


def value_type(type_: DType) -> tuple[int, str]:
    """The type number under which a number is returned, and the dtype of its field."""
    if type_.is_float:
        return FLOAT, "float64"
    return (BOOL if type_.is_bool else INT), "int64"
