"""`AllocateWorkspace`: functions of libraries that need memory to work in get it from their caller, one piece for all of them."""

from __future__ import annotations

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    DataflowBlock,
    DataTypeImm,
    Function,
    Id,
    PrimValue,
    RelaxExpr,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass

_SIZE = "WorkspaceSize"


def AllocateWorkspace() -> Pass:
    """Functions with the attribute "WorkspaceSize" with a further parameter `workspace`, of the most bytes that one of them needs.

    Each dataflow block from which they are called allocates it at its beginning.  As in TVM such a function gets a new name, which ends with a number.
    """
    return Pass("AllocateWorkspace", _with_workspace)


def _with_workspace(mod: IRModule) -> IRModule:
    needed = {v.name_hint: int(f.attrs[_SIZE]) for v, f in mod.functions.items() if _SIZE in f.attrs}
    if not needed:
        return mod
    size = max(needed.values())
    builder = BlockBuilder(mod)
    names: dict[str, GlobalVar] = {}
    for variable, function in mod.functions.items():
        if variable.name_hint in needed and isinstance(function, Function):
            given = _Given(size).visit_expr(function)
            new = names[variable.name_hint] = builder.add_func(given, variable.name_hint)
            builder.update_func(new, given.with_attr("global_symbol", new.name_hint))
    for variable, function in mod.functions.items():
        if isinstance(function, Function) and not {"Codegen", "Composite"} & set(function.attrs):
            builder.update_func(variable, _Giving(names, size).visit_expr(function))
    made = builder.get()
    return made.with_functions({v: f for v, f in made.functions.items() if v.name_hint not in names})


class _Given(PyExprMutator):
    """A function, and those inside it that need memory, with the parameter."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size
        self._workspace: Var | None = None
        self._takers: set[Id] = set()

    def visit_function_(self, op: Function) -> RelaxExpr:
        if _SIZE not in op.attrs:
            return super().visit_function_(op)
        param = Var("workspace", TensorStructInfo([self._size], "uint8"))
        if "Codegen" in op.attrs:
            self._workspace = param
        attrs = {key: value for key, value in op.attrs.items() if key != _SIZE}
        body = self.visit_with_new_scope(op.body)
        return Function((*op.params, param), body, op.ret_struct_info, op.is_pure, attrs, op.span, dialect=op.dialect)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = binding.value
        if isinstance(value, Function) and "Composite" in value.attrs and _SIZE in value.attrs:
            self._takers.add(binding.var.vid)
        super().visit_var_binding_(binding)

    def visit_call_(self, op: Call) -> RelaxExpr:
        if not isinstance(op.op, Var) or op.op.vid not in self._takers or self._workspace is None:
            return self.visit_expr_post_order(op)
        args = (*map(self.visit_expr, op.args), self._workspace)
        return Call(self.visit_expr(op.op), args, op.attrs, op.sinfo_args, op.span)


class _Giving(PyExprMutator):
    """A function that calls such functions: its blocks allocate the memory, and it is passed on."""

    def __init__(self, names: dict[str, GlobalVar], size: int) -> None:
        super().__init__()
        self._names = names
        self._size = size
        self._workspace: Var | None = None

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        self.builder_.begin_dataflow_block()
        if any(self._callee(item.value) is not None for item in block.bindings):
            self._workspace = self.builder_.emit(self._allocation(), "workspace_main")
        for item in block.bindings:
            self.visit_binding(item)
        self._workspace = None
        made = self.builder_.end_block()
        same = len(made.bindings) == len(block.bindings)
        return block if same and all(a is b for a, b in zip(made.bindings, block.bindings)) else made

    def _allocation(self) -> Call:
        return FUNCTIONS["builtin.alloc_tensor"]([self._size], DataTypeImm("uint8"), PrimValue(0))  # pyright: ignore[reportArgumentType]

    def _callee(self, value: RelaxExpr) -> GlobalVar | None:
        callee = value.op if isinstance(value, Call) else None
        return self._names.get(callee.name_hint) if isinstance(callee, GlobalVar) else None

    def visit_call_(self, op: Call) -> RelaxExpr:
        new = self._callee(op)
        if new is None:
            return self.visit_expr_post_order(op)
        workspace = self._workspace
        if workspace is None:  # outside of dataflow blocks there is none that the calls could share
            workspace = self.builder_.emit(self._allocation(), "workspace_main")
        return Call(new, (*map(self.visit_expr, op.args), workspace), op.attrs, op.sinfo_args, op.span)
