"""`ExecBuilder`: builds an executable of the virtual machine instruction by instruction, with TVM's methods."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

import numpy as np

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.dtype import DType
from tilewright.core.base.names import are, counted
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.vm.bytecode import (
    VM_STATE,
    VOID,
    ArgKind,
    Bytecode,
    Call,
    Goto,
    If,
    Instruction,
    Return,
    VMFuncKind,
    VMFunction,
    as_text,
    decoded,
    encoded,
)
from tilewright.core.vm.executable import VMExecutable

_LARGEST = (1 << 55) - 1


class VMFuncScope:
    """`with ib.function("f", num_inputs=2):`"""

    def __init__(self, builder: ExecBuilder, function: VMFunction) -> None:
        self._builder, self._function = builder, function

    def __enter__(self) -> VMFuncScope:
        self._builder.enter(self._function)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._builder.leave()


class ExecBuilder:
    """Functions of instructions, which `get` makes an executable; arguments are made by `r`, `imm`, `c` and `f`."""

    def __init__(self) -> None:
        self.code = Bytecode()
        self._places: dict[str, int] = {}
        self._constants: dict[object, int] = {}
        self._open: list[VMFunction] = []

    # Arguments

    def r(self, idx: int) -> int:
        """A register."""
        return encoded(ArgKind.REGISTER, idx)

    def imm(self, value: int) -> int:
        """A number; raises `TVMError` for one that does not fit into 56 bits."""
        if not -_LARGEST - 1 <= value <= _LARGEST:
            raise TVMError(f"Check failed: {value} does not fit into the 56 bits that an immediate has")
        return encoded(ArgKind.IMMEDIATE, value)

    def c(self, idx: int) -> int:
        """A constant, by its number."""
        return encoded(ArgKind.CONST, idx)

    def f(self, name: str) -> int:
        """A function that is declared or mentioned already; raises `TVMError` for another."""
        if name not in self._places:
            raise TVMError(f"Cannot find function {name}")
        return encoded(ArgKind.FUNC, self._places[name])

    def void_arg(self) -> int:
        """The register of results that nobody wants."""
        return self.r(VOID)

    def vm_state(self) -> int:
        """The machine itself."""
        return self.r(VM_STATE)

    def convert_constant(self, const: object) -> int:
        """A value as an argument: an integer as a number, anything else as a constant, each kept once."""
        if isinstance(const, (bool, int, np.integer)):
            return self.imm(int(const))
        value = ShapeTuple(const) if type(const) is tuple else const
        key = _key(value)
        if key not in self._constants:
            self._constants[key] = len(self.code.constants)
            self.code.constants.append(value)
        return self.c(self._constants[key])

    # Functions

    def declare_function(self, func_name: str, kind: VMFuncKind = VMFuncKind.PACKED_FUNC) -> None:
        """Mention a function before it is written or called."""
        if func_name not in self._places:
            self._places[func_name] = len(self.code.functions)
            self.code.functions.append(VMFunction(func_name, VMFuncKind(kind)))

    def function(
        self, func_name: str, num_inputs: int | None = 0, param_names: Sequence[str] | None = None
    ) -> VMFuncScope:
        """Write a function, whose arguments are in the first registers; raises `TVMError` when it is written already."""
        self.declare_function(func_name, VMFuncKind.VM_FUNC)
        function = self.code.functions[self._places[func_name]]
        if function.kind is not VMFuncKind.VM_FUNC or function.num_args != -2:
            raise TVMError(f"Function {func_name} already defined")
        names = tuple(param_names or (f"param{at}" for at in range(num_inputs or 0)))
        if len(names) != (num_inputs or 0):
            raise TVMError(
                f"Function {func_name} has {counted(num_inputs or 0, 'input')}, and {are(len(names), 'name')} given for them"
            )
        function.num_args, function.param_names = num_inputs or 0, names
        return VMFuncScope(self, function)

    def enter(self, function: VMFunction) -> None:
        """Write into a function from now on."""
        self._open.append(function)

    def leave(self) -> None:
        """The function is written."""
        self._open.pop()

    # Instructions

    def emit_call(self, name: str, args: Sequence[object] | None = None, dst: int | None = None) -> None:
        """Call a function; arguments that are tensors, shapes or data types become constants."""
        self._require_scope()
        given = tuple(arg if type(arg) is int else self.convert_constant(arg) for arg in args or ())
        self.declare_function(name)
        self._emit(Call(self._places[name], given, VOID if dst is None else decoded(dst)[1]))

    def emit_ret(self, result: int) -> None:
        """End with a value."""
        self._emit(Return(result))

    def emit_goto(self, pc_offset: int) -> None:
        """Go on so many instructions further."""
        self._emit(Goto(pc_offset))

    def emit_if(self, cond: int, false_offset: int) -> None:
        """Go on with the next instruction when `cond` is not 0, otherwise `false_offset` instructions further."""
        self._emit(If(cond, false_offset))

    def open_instructions(self) -> list[Instruction]:
        """The instructions of the function that is being written."""
        self._require_scope()
        return self._open[-1].instructions

    def _emit(self, instruction: Instruction) -> None:
        self._require_scope()
        self._open[-1].instructions.append(instruction)

    def _require_scope(self) -> None:
        if not self._open:
            raise ValueError("emit should happen in a function scope")

    def written(self) -> Bytecode:
        """The program, checked, with its registers numbered in the order in which they are written; raises `TVMError` when it is wrong."""
        made = Bytecode(constants=self.code.constants)
        for function in self.code.functions:
            if function.kind is not VMFuncKind.PACKED_FUNC and function.num_args == -2:
                raise TVMError(f"Function {function.name} is declared, and nothing has been emitted for it")
            check_function(self.code, function)
            made.functions.append(_renumbered(function))
        return made

    def get(self) -> VMExecutable:
        """The executable."""
        return VMExecutable(bytecode=self.written())


def _key(value: object) -> tuple[object, ...]:
    """By what constants are the same."""
    if isinstance(value, Tensor):
        return Tensor, str(value.dtype), value.shape, value.numpy_view().tobytes()
    return (type(value), str(value)) if isinstance(value, (str, DType, ShapeTuple, float)) else (type(value), id(value))


def check_function(code: Bytecode, function: VMFunction) -> None:
    """Raises `TVMError` when a function reads a register that nothing has written."""
    written = set(range(function.num_args)) | {VOID, VM_STATE}
    for instruction in function.instructions:
        for register in _read(instruction):
            if register not in written:
                raise TVMError(
                    f'register r({register}) in VM function "{function.name}" is used as input while it is never defined'
                    f" as a destination. Dump:\n{as_text(code)}"
                )
        if isinstance(instruction, Call):
            written.add(instruction.dst)


def _read(instruction: Instruction) -> list[int]:
    """The registers that an instruction reads."""
    args: tuple[int, ...] = ()
    if isinstance(instruction, Call):
        args = instruction.args
    elif isinstance(instruction, Return):
        args = (instruction.result,)
    elif isinstance(instruction, If):
        args = (instruction.cond,)
    return [value for kind, value in map(decoded, args) if kind is ArgKind.REGISTER]


def _renumbered(function: VMFunction) -> VMFunction:
    numbers = {at: at for at in (*range(function.num_args), VOID, VM_STATE)}
    for instruction in function.instructions:
        if isinstance(instruction, Call):
            numbers.setdefault(instruction.dst, len(numbers) - 2)

    def arg(given: int) -> int:
        kind, value = decoded(given)
        return encoded(kind, numbers[value]) if kind is ArgKind.REGISTER else given

    def changed(instruction: Instruction) -> Instruction:
        if isinstance(instruction, Call):
            return Call(instruction.function, tuple(map(arg, instruction.args)), numbers[instruction.dst])
        if isinstance(instruction, Return):
            return Return(arg(instruction.result))
        return If(arg(instruction.cond), instruction.false_offset) if isinstance(instruction, If) else instruction

    return VMFunction(
        function.name, function.kind, function.num_args, function.param_names, list(map(changed, function.instructions))
    )
