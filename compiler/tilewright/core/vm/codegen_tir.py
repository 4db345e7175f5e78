"""Instructions as TensorIR: a function over the machine and its lists of registers, constants and functions, with a call for each instruction.

It shows what TVM compiles in the mode "compiled".  The machine here runs the instructions themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.dtype import BOOL, HANDLE, dtype
from tilewright.core.ir.expr import Call as TensorIRCall
from tilewright.core.ir.expr import Expr, IntImm, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Evaluate, IfThenElse, Stmt, seq
from tilewright.core.ops.op import Op
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
    decoded,
)

PREFIX = "__vmtir__"
_CONDITION = "vm.builtin.read_if_cond"


def written_as_tir(code: Bytecode, function: VMFunction, module: IRModule) -> PrimFunc:
    """A function of instructions as TensorIR; what the module has as TensorIR is called natively."""
    kernels = {
        str(each.attrs.get("global_symbol", variable.name_hint))
        for variable, each in module.functions.items()
        if isinstance(each, PrimFunc)
    }
    return _Writer(code, function, kernels).written()


class _Writer:
    """Writes one function; registers follow the parameters and a place for the result."""

    def __init__(self, code: Bytecode, function: VMFunction, kernels: set[str]) -> None:
        self._code, self._function, self._kernels = code, function, kernels
        self._machine, self._registers = Var("ctx_ptr", HANDLE), Var("r", HANDLE)
        self._constants, self._functions = Var("c", HANDLE), Var("f", HANDLE)
        self._places = self._numbered()
        self._conditions: dict[int, int] = {}

    def _numbered(self) -> dict[int, int]:
        count = self._function.num_args
        calls = [each for each in self._function.instructions if isinstance(each, Call)]
        own = {each.dst for each in calls if not self._is_condition(each) and each.dst not in (VOID, VM_STATE)}
        further = sorted(register for register in own if register >= count)
        return {**{at: at for at in range(count)}, **{register: count + 1 + at for at, register in enumerate(further)}}

    def _is_condition(self, call: Call) -> bool:
        return self._code.functions[call.function].name == _CONDITION

    def written(self) -> PrimFunc:
        """The function."""
        body = seq(self._statements(self._function.instructions))
        params = (self._machine, self._registers, self._constants, self._functions)
        attrs = {"global_symbol": PREFIX + self._function.name}
        return PrimFunc(params, body, attrs=attrs)

    def _statements(self, instructions: Sequence[Instruction]) -> list[Stmt]:
        made: list[Stmt] = []
        at = 0
        while at < len(instructions):
            step = instructions[at]
            if isinstance(step, If):
                choice, at = self._choice(instructions, at)
                made.append(choice)
                continue
            if isinstance(step, Call) and self._is_condition(step):
                self._conditions[step.dst] = step.args[0]
            elif isinstance(step, Call):
                made.append(self._call(step))
            elif isinstance(step, Return):
                made.append(self._set(self._function.num_args, "packed", "vm.builtin.copy", [self._arg(step.result)]))
            at += 1
        return made

    def _choice(self, instructions: Sequence[Instruction], at: int) -> tuple[Stmt, int]:
        """A branch, and where the program goes on after it: the true side ends with a jump over the false one."""
        step: Any = instructions[at]
        false = at + step.false_offset
        jump = instructions[false - 1]
        assert isinstance(jump, Goto)
        end = false - 1 + jump.offset
        given = self._arg(self._conditions[decoded(step.cond)[1]])
        condition = TensorIRCall(BOOL, Op.get("tir.tvm_call_packed"), (StringImm(_CONDITION), given))
        true, other = instructions[at + 1 : false - 1], instructions[false:end]
        return IfThenElse(condition, seq(self._statements(true)), seq(self._statements(other))), end

    def _call(self, step: Call) -> Stmt:
        callee = self._code.functions[step.function]
        args = [self._arg(arg) for arg in step.args]
        name, how = callee.name, "cpacked" if callee.name in self._kernels else "packed"
        if callee.kind is not VMFuncKind.PACKED_FUNC:
            args = [self._machine, self._item(self._functions, step.function), *args]
            name = "vm.builtin.invoke_closure"
        if step.dst != VOID:
            return self._set(self._places[step.dst], how, name, args)
        return Evaluate(TensorIRCall(dtype("int32"), Op.get(f"tir.tvm_call_{how}"), (StringImm(name), *args)))

    def _set(self, place: int, how: str, name: str, args: list[Expr]) -> Stmt:
        op = Op.get(f"tir.anylist_setitem_call_{how}")
        given = (self._registers, IntImm(dtype("int32"), place), StringImm(name), *args)
        return Evaluate(TensorIRCall(dtype("int32"), op, given))

    def _item(self, values: Var, at: int) -> Expr:
        return TensorIRCall(HANDLE, Op.get("tir.anylist_getitem"), (values, IntImm(dtype("int32"), at)))

    def _arg(self, arg: int) -> Expr:
        kind, value = decoded(arg)
        if kind is ArgKind.IMMEDIATE:
            return IntImm(dtype("int64"), value)
        if kind is not ArgKind.REGISTER:
            return self._item(self._constants if kind is ArgKind.CONST else self._functions, value)
        if value == VM_STATE:
            return self._machine
        if value == VOID:
            nothing = IntImm(dtype("uint64"), 0)
            return TensorIRCall(HANDLE, Op.get("tir.reinterpret"), (nothing,))
        return self._item(self._registers, self._places[value])
