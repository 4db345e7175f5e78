"""Relax to instructions: what the passes for the virtual machine leave is written binding by binding.

Each variable has a register; what has no register is a number or a constant.  What has not been lowered is refused, by the call that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.base.errors import InternalError
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.ir.expr import FloatImm, GlobalVar, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    Binding,
    Call,
    Constant,
    DataTypeImm,
    ExternFunc,
    Function,
    If,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.vm import bytecode
from tilewright.core.vm.bytecode import ArgKind, VMFuncKind, decoded
from tilewright.core.vm.codegen_tir import PREFIX, written_as_tir
from tilewright.core.vm.exec_builder import ExecBuilder
from tilewright.core.vm.variables import Variables


def generate(builder: ExecBuilder, module: IRModule) -> IRModule:
    """Write the functions of Relax into `builder`; gives the module of what is left, raises `InternalError` for what is not lowered."""
    return IRModule(_generated(builder, module, in_register=True), module.attrs, module.global_infos)


def _generated(builder: ExecBuilder, module: IRModule, in_register: bool) -> dict[Any, Any]:
    names = {variable.name_hint: _symbol(variable, function) for variable, function in module.functions.items()}
    graphs = {variable: each for variable, each in module.functions.items() if isinstance(each, Function)}
    for variable in graphs:
        builder.declare_function(names[variable.name_hint], VMFuncKind.VM_FUNC)
    for variable, function in graphs.items():
        _Writer(builder, module, names).function(names[variable.name_hint], function, in_register)
    return {variable: each for variable, each in module.functions.items() if variable not in graphs}


def generate_tir(builder: ExecBuilder, module: IRModule) -> IRModule:
    """Like `generate`, and the functions of Relax as functions of TensorIR, too, over the lists of registers, constants and functions of the machine."""
    left = _generated(builder, module, in_register=False)
    for function in builder.code.functions:
        if function.kind is VMFuncKind.VM_FUNC:
            left[GlobalVar(PREFIX + function.name)] = written_as_tir(builder.code, function, module)
            function.kind = VMFuncKind.VMTIR_FUNC
    return IRModule(left, module.attrs, module.global_infos)


def _symbol(variable: GlobalVar, function: Any) -> str:
    return str(function.attrs.get("global_symbol", variable.name_hint))


class _Writer:
    """Writes one function; holds the argument for each variable."""

    def __init__(self, builder: ExecBuilder, module: IRModule, names: Mapping[str, str]) -> None:
        self._builder, self._module, self._names = builder, module, names
        self._args: Variables[int] = Variables()
        self._count = 0

    def function(self, name: str, function: Function, in_register: bool) -> None:
        """Write a function, which returns from a register, or the value as it is."""
        params = [param.name_hint for param in function.params]
        with self._builder.function(name, len(params), params):
            for param in function.params:
                self._args[param.vid] = self._new()
            result = self.value(function.body)
            self._builder.emit_ret(self._in_register(result) if in_register else result)

    def _new(self) -> int:
        self._count += 1
        return self._builder.r(self._count - 1)

    def _in_register(self, arg: int) -> int:
        """The argument in a register."""
        return arg if decoded(arg)[0] is ArgKind.REGISTER else self._call("vm.builtin.copy", arg)

    def _call(self, name: str, *args: int, dst: int | None = None) -> int:
        made = self._new() if dst is None else dst
        self._builder.emit_call(name, list(args), made)
        return made

    # Values

    def value(self, node: RelaxExpr) -> int:
        """A value as an argument of instructions."""
        if isinstance(node, Var):
            return self._args[node.vid]
        if isinstance(node, SeqExpr):
            return self._sequence(node)
        if isinstance(node, Call):
            return self._called(node)
        if isinstance(node, If):
            return self._branch(node)
        if isinstance(node, Tuple):
            return self._call("vm.builtin.make_tuple", *map(self.value, node.fields))
        if isinstance(node, TupleGetItem):
            return self._call("vm.builtin.tuple_getitem", self.value(node.tuple_value), self._builder.imm(node.index))
        if isinstance(node, GlobalVar):
            return self._function_value(node)
        return self._constant(node)

    def _constant(self, node: RelaxExpr) -> int:
        if isinstance(node, Constant):
            return self._builder.convert_constant(node.data if isinstance(node.data, Tensor) else tensor(node.data))
        if isinstance(node, PrimValue) and isinstance(node.value, (IntImm, FloatImm)):
            return self._builder.convert_constant(node.value.value)
        if isinstance(node, StringImm):
            return self._builder.convert_constant(node.value)
        if isinstance(node, DataTypeImm):
            return self._builder.convert_constant(node.value)
        if isinstance(node, ShapeExpr) and all(isinstance(size, IntImm) for size in node.values):
            return self._builder.convert_constant(ShapeTuple(size.value for size in node.values))  # pyright: ignore[reportAttributeAccessIssue]
        if isinstance(node, ExternFunc):
            self._builder.declare_function(node.global_symbol)
            return self._builder.f(node.global_symbol)
        raise InternalError(f"CodeGenVM cannot write {type(node).__name__}: `{node}`; VMShapeLower makes what it can")

    def _function_value(self, node: GlobalVar) -> int:
        name = self._names.get(node.name_hint, node.name_hint)
        self._builder.declare_function(name)
        return self._builder.f(name)

    # Bindings

    def _sequence(self, node: SeqExpr) -> int:
        for block in node.blocks:
            for binding in block.bindings:
                self._bind(binding)
        return self.value(node.body)

    def _bind(self, binding: Binding) -> None:
        made = self.value(binding.value)
        moved = isinstance(binding, MatchCast) or isinstance(binding.value, Var)
        self._args[binding.var.vid] = self._call("vm.builtin.copy", made) if moved else made

    def _branch(self, node: If) -> int:
        """Both branches leave their value in one register; the offsets are known when they are written."""
        condition = self._call("vm.builtin.read_if_cond", self.value(node.cond))
        result = self._new()
        body = self._instructions()
        choice = bytecode.If(condition, 0)
        body.append(choice)
        start = len(body) - 1
        self._call("vm.builtin.copy", self.value(node.true_branch), dst=result)
        skip = bytecode.Goto(0)
        body.append(skip)
        end_of_true = len(body) - 1
        choice.false_offset = len(body) - start
        self._call("vm.builtin.copy", self.value(node.false_branch), dst=result)
        skip.offset = len(body) - end_of_true
        return result

    def _instructions(self) -> list[bytecode.Instruction]:
        return self._builder.open_instructions()

    # Calls

    def _called(self, node: Call) -> int:
        if isinstance(node.op, RelaxOp):
            return self._op(node)
        args = [self.value(arg) for arg in node.args]
        if isinstance(node.op, ExternFunc):
            nothing = isinstance(node.struct_info_, TupleStructInfo) and not node.struct_info_.fields
            return self._call(node.op.global_symbol, *args, dst=self._builder.void_arg() if nothing else None)
        if isinstance(node.op, GlobalVar):
            return self._of_module(node.op, args)
        callee = self.value(node.op)
        return self._call("vm.builtin.invoke_closure", self._builder.vm_state(), callee, *args)

    def _of_module(self, callee: GlobalVar, args: list[int]) -> int:
        name = self._names.get(callee.name_hint, callee.name_hint)
        function = self._module[callee] if callee in self._module.functions else None
        without_result = isinstance(function, PrimFunc) and str(getattr(function.ret_type, "dtype", "void")) == "void"
        return self._call(name, *args, dst=self._builder.void_arg() if without_result else None)

    def _op(self, node: Call) -> int:
        name = node.op.name.removeprefix("relax.")
        if name == "call_builtin_with_ctx":
            callee: Any = node.args[0]
            fields: Any = node.args[1]
            return self._call(callee.global_symbol, self._builder.vm_state(), *map(self.value, fields.fields))
        if name == "vm.alloc_storage":
            return self._call("vm.builtin.alloc_storage", self._builder.vm_state(), *map(self.value, node.args))
        if name == "vm.alloc_tensor":
            return self._call("vm.builtin.alloc_tensor", *map(self.value, node.args[:4]))
        if name == "vm.kill_object":
            return self._call("vm.builtin.null_value", dst=self.value(node.args[0]))
        if name == "null_value":
            return self._builder.void_arg()
        raise InternalError(
            "CodeGenVM cannot emit this Relax operator directly. Run the appropriate lowering pass first.\n"
            f"Offending call:\n{node.script()}"
        )
