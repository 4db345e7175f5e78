"""The program of the virtual machine in its own words: instructions over registers, and constants.

Arguments are numbers, as TVM encodes them: the kind in the upper 8 bits, what it is in the lower 56.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.runtime.tensor import Tensor

_BITS = 56
_MASK = (1 << _BITS) - 1
_SIGN = 1 << (_BITS - 1)
VOID = 1 << 54
VM_STATE = (1 << 54) + 1


class ArgKind(IntEnum):
    """The kind of an instruction's argument."""

    REGISTER = 0
    IMMEDIATE = 1
    CONST = 2
    FUNC = 3


class VMFuncKind(IntEnum):
    """Whether a function is registered or compiled elsewhere, or consists of instructions, or of instructions that are written as TensorIR, too."""

    PACKED_FUNC = 0
    VM_FUNC = 1
    VMTIR_FUNC = 2


def encoded(kind: ArgKind, value: int) -> int:
    """An argument as a number."""
    return (int(kind) << _BITS) | (value & _MASK)


def decoded(arg: int) -> tuple[ArgKind, int]:
    """The kind and value of an argument."""
    value = arg & _MASK
    kind = ArgKind(arg >> _BITS)
    return kind, value - (1 << _BITS) if kind is not ArgKind.CONST and value & _SIGN else value


@dataclass(slots=True)
class Call:
    """Call a function and keep its result in a register."""

    function: int
    args: tuple[int, ...]
    dst: int


@dataclass(slots=True)
class Return:
    """End with the value of a register."""

    result: int


@dataclass(slots=True)
class Goto:
    """Go on so many instructions further."""

    offset: int


@dataclass(slots=True)
class If:
    """Go on with the next instruction when a register is not 0, otherwise so many further."""

    cond: int
    false_offset: int


Instruction = Call | Return | Goto | If


@dataclass(slots=True)
class VMFunction:
    """A function: of instructions, or only a name; `num_args` is -2 until it is written."""

    name: str
    kind: VMFuncKind
    num_args: int = -2
    param_names: tuple[str, ...] = ()
    instructions: list[Instruction] = field(default_factory=list["Instruction"])


@dataclass(slots=True)
class Bytecode:
    """All functions, in the order in which they are mentioned, and the constants."""

    functions: list[VMFunction] = field(default_factory=list["VMFunction"])
    constants: list[object] = field(default_factory=list[object])

    def defined(self) -> dict[str, VMFunction]:
        """The functions of instructions."""
        return {each.name: each for each in self.functions if each.kind is not VMFuncKind.PACKED_FUNC}


def as_text(code: Bytecode) -> str:
    """The instructions as a table for reading."""
    return "".join(_function_text(code, each) for each in code.functions)


def _function_text(code: Bytecode, function: VMFunction) -> str:
    if function.kind is VMFuncKind.PACKED_FUNC:
        return f"@{function.name} packed_func;\n\n"
    if function.kind is VMFuncKind.VMTIR_FUNC:
        return f"@{function.name} num_inputs={function.num_args} vm_tir_func;\n\n"
    lines = "".join(f"{_line(code, each)}\n" for each in function.instructions)
    return f"@{function.name}:\n{lines}\n"


def _line(code: Bytecode, instruction: Instruction) -> str:
    if isinstance(instruction, Call):
        name = code.functions[instruction.function].name
        args = ", ".join(_arg(code, arg) for arg in instruction.args)
        return f"  call  {name:<16} in: {args:<12} dst: {_register(instruction.dst)}"
    if isinstance(instruction, Return):
        return f"  ret   {_arg(code, instruction.result)}"
    if isinstance(instruction, Goto):
        return f"  goto  {instruction.offset}"
    return f"  If    {_arg(code, instruction.cond)}, {instruction.false_offset}"


def _register(number: int) -> str:
    return {VOID: "%void", VM_STATE: "%vm"}.get(number, f"%{number}")


def _arg(code: Bytecode, arg: int) -> str:
    kind, value = decoded(arg)
    if kind is ArgKind.REGISTER:
        return _register(value)
    if kind is ArgKind.FUNC:
        return f"f[{code.functions[value].name}]"
    return f"i{value}" if kind is ArgKind.IMMEDIATE else f"c[{value}]"


def as_python(code: Bytecode) -> str:
    """The program that builds the instructions by an `ExecBuilder` called `ib`."""
    parts = [line for each in code.functions for line in _builder_lines(code, each)]
    return "\n".join(["ib = rx.Builder()", *parts, ""])


def _builder_lines(code: Bytecode, function: VMFunction) -> Iterator[str]:
    if function.kind is not VMFuncKind.VM_FUNC:
        return
    yield f'with ib.function("{function.name}", num_inputs={function.num_args}):'
    for each in function.instructions:
        yield f"    {_emitting(code, each)}"


def _emitting(code: Bytecode, instruction: Instruction) -> str:
    if isinstance(instruction, Call):
        args = ", ".join(_python_arg(code, arg) for arg in instruction.args)
        dst = "" if instruction.dst == VOID else f", dst={_python_register(instruction.dst)}"
        return f'ib.emit_call("{code.functions[instruction.function].name}", args=[{args}]{dst})'
    if isinstance(instruction, Return):
        return f"ib.emit_ret({_python_arg(code, instruction.result)})"
    if isinstance(instruction, Goto):
        return f"ib.emit_goto({instruction.offset})"
    return f"ib.emit_if({_python_arg(code, instruction.cond)}, {instruction.false_offset})"


def _python_register(number: int) -> str:
    return {VOID: "ib.void_arg()", VM_STATE: "ib.vm_state()"}.get(number, f"ib.r({number})")


def _python_arg(code: Bytecode, arg: int) -> str:
    kind, value = decoded(arg)
    if kind is ArgKind.REGISTER:
        return _python_register(value)
    if kind is ArgKind.FUNC:
        return f'ib.f("{code.functions[value].name}")'
    return f"ib.imm({value})" if kind is ArgKind.IMMEDIATE else f"ib.c({value})"


def stats(code: Bytecode) -> str:
    """The constants and the names of the functions, in words."""
    constants = ", ".join(map(_constant, code.constants))
    names = [each.name for each in sorted(code.functions, key=lambda each: each.kind is VMFuncKind.PACKED_FUNC)]
    return (
        "Relax VM executable statistics:\n"
        f"  Constant pool (# {len(code.constants)}): [{constants}]\n"
        f"  Globals (#{len(names)}): [{', '.join(names)}]\n"
    )


def _constant(value: object) -> str:
    if isinstance(value, Tensor):
        return "scalar" if value.ndim == 0 else f"[{', '.join(map(str, value.shape))}]"
    if isinstance(value, ShapeTuple):
        return f"shapetuple[{', '.join(map(str, value))}]"
    return f'"{value}"' if type(value) is str else str(value)
