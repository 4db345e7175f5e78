"""The interpreter runs the instructions of `bytecode`: each function becomes a list of steps over its registers when it is first called.

Programs that TVM's passes have lowered for its virtual machine, or that an `ExecBuilder` wrote, have no other form; `machine` says what runs otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.registry import PackedFunction
from tilewright.core.vm.bytecode import (
    VM_STATE,
    VOID,
    ArgKind,
    Bytecode,
    Call,
    Goto,
    Instruction,
    Return,
    VMFunction,
    decoded,
)
from tilewright.core.vm.functions import truth

Found = Callable[[str], PackedFunction]
# Whether it is a register, and its number; or a value.
Arg = tuple[bool, Any]
# The register for the result, the name of what is called, that itself, and its arguments; or what else is done, and with what.
Step = tuple[int, str, Any, tuple[Arg, ...]]
_RETURN, _GOTO, _IF = -1, -2, -3


class Interpreter:
    """The functions of a program by name; `find` gives those that are called and are no instructions, `machine` is what they get as the machine."""

    def __init__(self, code: Bytecode, machine: object, find: Found) -> None:
        self.code = code
        self._machine, self._find = machine, find
        self._functions = code.defined()
        self._ready: dict[str, PackedFunction] = {}
        self.watch: Callable[[str, PackedFunction, tuple[object, ...]], object] | None = None

    def function(self, name: str) -> PackedFunction | None:
        """A function of instructions, None when there is none of that name."""
        if name not in self._functions:
            return None
        found = self._ready.get(name)
        if found is None:
            found = self._ready[name] = self._runner(self._functions[name])
        return found

    def _runner(self, function: VMFunction) -> PackedFunction:
        count, name = function.num_args, function.name
        steps: list[Step] = []

        def run(*args: object) -> Any:
            if len(args) != count:
                raise TVMError(
                    f"Check failed: Invoking function {name} expects {count} arguments, but {len(args)} arguments were provided."
                )
            if not steps:
                steps.extend(map(self._step, function.instructions))
            return self._run(name, steps, dict(enumerate(args)))

        return run

    def _step(self, instruction: Instruction) -> Step:
        """An instruction with decoded arguments and a resolved callee."""
        if isinstance(instruction, Call):
            name = self.code.functions[instruction.function].name
            return (instruction.dst, name, self._callable(name), tuple(map(self._arg, instruction.args)))
        if isinstance(instruction, Return):
            return (_RETURN, "", self._arg(instruction.result), ())
        if isinstance(instruction, Goto):
            return (_GOTO, "", instruction.offset, ())
        return (_IF, "", (self._arg(instruction.cond), instruction.false_offset), ())

    def _arg(self, arg: int) -> Arg:
        """Whether an argument is a register, and its number or the value."""
        kind, value = decoded(arg)
        if kind is ArgKind.REGISTER:
            return (False, self._machine) if value == VM_STATE else (False, None) if value == VOID else (True, value)
        if kind is ArgKind.IMMEDIATE:
            return False, value
        return False, self.code.constants[value] if kind is ArgKind.CONST else self._callable(
            self.code.functions[value].name
        )

    def _run(self, name: str, steps: list[Step], registers: dict[int, Any]) -> Any:
        at, count, watch = 0, len(steps), self.watch
        while 0 <= at < count:
            dst, called, what, args = steps[at]
            if dst >= 0:
                values = [registers[value] if in_register else value for in_register, value in args]
                made = what(*values) if watch is None else watch(called, what, tuple(values))
                if dst != VOID:
                    registers[dst] = made
                at += 1
            elif dst == _RETURN:
                return registers[what[1]] if what[0] else what[1]
            elif dst == _GOTO:
                at += what
            else:
                (in_register, value), otherwise = what
                at += 1 if truth(registers[value] if in_register else value) else otherwise
        raise TVMError(f"Check failed: {name} has {count} instructions, and runs into number {at}")

    def _callable(self, name: str) -> PackedFunction:
        found = self._ready.get(name)
        if found is None:
            found = self._ready[name] = self.function(name) or self._find(name)
        return found
