"""Running the instructions of `bytecode`: each function becomes a list of steps over a list of registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.base.diagnostics import TVMError
from tilewright.vm.bytecode import VM_STATE, VOID, ArgKind, Bytecode, Call, Goto, If, Return, VMFunction, decoded
from tilewright.vm.functions import truth

Found = Callable[[str], Callable[..., Any]]


class Interpreter:
    """The functions of a program by name; `find` gives those that are called and are no instructions, `machine` is what they get as the machine."""

    def __init__(self, code: Bytecode, machine: Any, find: Found) -> None:
        self.code = code
        self._machine, self._find = machine, find
        self._functions = code.defined()
        self._ready: dict[str, Callable[..., Any]] = {}
        self.watch: Callable[[str, Callable[..., Any], tuple[Any, ...]], Any] | None = None

    def function(self, name: str) -> Callable[..., Any] | None:
        """A function of instructions, None when there is none of that name."""
        if name not in self._functions:
            return None
        found = self._ready.get(name)
        if found is None:
            found = self._ready[name] = self._runner(self._functions[name])
        return found

    def _runner(self, function: VMFunction) -> Callable[..., Any]:
        count, name = function.num_args, function.name

        def run(*args: Any) -> Any:
            if len(args) != count:
                raise TVMError(
                    f"Check failed: Invoking function {name} expects {count} arguments, but {len(args)} arguments were provided."
                )
            return self._run(function, args)

        return run

    def _run(self, function: VMFunction, args: tuple[Any, ...]) -> Any:
        registers: dict[int, Any] = dict(enumerate(args))
        registers[VM_STATE], registers[VOID] = self._machine, None
        at, instructions = 0, function.instructions
        while True:
            if not 0 <= at < len(instructions):
                raise TVMError(
                    f"Check failed: {function.name} has {len(instructions)} instructions, and runs into number {at}"
                )
            step = instructions[at]
            if isinstance(step, Call):
                made = self._call(step, registers)
                if step.dst != VOID:
                    registers[step.dst] = made
                at += 1
            elif isinstance(step, Return):
                return self._value(step.result, registers)
            elif isinstance(step, Goto):
                at += step.offset
            else:
                at += self._next(step, registers)

    def _next(self, step: If, registers: dict[int, Any]) -> int:
        return 1 if truth(self._value(step.cond, registers)) else step.false_offset

    def _call(self, step: Call, registers: dict[int, Any]) -> Any:
        name = self.code.functions[step.function].name
        callee = self._callable(name)
        args = tuple(self._value(arg, registers) for arg in step.args)
        return callee(*args) if self.watch is None else self.watch(name, callee, args)

    def _value(self, arg: int, registers: dict[int, Any]) -> Any:
        kind, value = decoded(arg)
        if kind is ArgKind.REGISTER:
            return registers[value]
        if kind is ArgKind.IMMEDIATE:
            return value
        return self.code.constants[value] if kind is ArgKind.CONST else self._callable(self.code.functions[value].name)

    def _callable(self, name: str) -> Callable[..., Any]:
        found = self._ready.get(name)
        if found is None:
            found = self.function(name) or self._find(name)
            self._ready[name] = found
        return found
