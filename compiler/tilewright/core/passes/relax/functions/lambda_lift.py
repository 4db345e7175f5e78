"""`LambdaLift`: functions inside of functions become functions of the module."""

from __future__ import annotations

from tilewright.core.builder.relax_calls import invoke_closure, invoke_pure_closure, make_closure
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Function, Id, RelaxExpr, Var, VarBinding
from tilewright.core.ir.struct_info import FuncStructInfo, ObjectStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator


def LambdaLift() -> Pass:
    """Local functions as private functions of the module, called "outer_inner"; those that use variables from around them as closures."""
    return Pass("LambdaLift", lambda mod: _Lifter(mod).transform())


class _Lifter(ModuleMutator):
    def __init__(self, mod: IRModule) -> None:
        super().__init__(mod)
        self._path: list[str] = []
        self._lifted: dict[Id, GlobalVar] = {}
        self._closures: set[Id] = set()
        self._own: dict[Id, tuple[GlobalVar, list[Var]]] = {}

    def transform(self) -> IRModule:
        """The module with its local functions lifted."""
        for variable, function in list(self.module.functions.items()):
            if isinstance(function, Function):
                self._path = [variable.name_hint]
                made = self.visit_expr(function)
                if made is not function:
                    self.builder_.update_func(variable, made)
        return self.builder_.get()

    def visit_var_binding_(self, binding: VarBinding) -> None:
        function = binding.value
        if not isinstance(function, Function):
            super().visit_var_binding_(binding)
            return
        captured = [
            var for var in free_vars(function) if var.vid is not binding.var.vid and var.vid not in self._lifted
        ]
        name = "_".join([*self._path, binding.var.name_hint])
        variable = self._reserved(name, function, captured)
        if not captured:
            self._lifted[binding.var.vid] = variable
            self.set_var_remap(binding.var.vid, variable)  # pyright: ignore[reportArgumentType]
        else:
            self._closures.add(binding.var.vid)
        self._path.append(binding.var.name_hint)
        if captured:
            self._own[binding.var.vid] = variable, captured
        lifted = self.visit_expr(
            Function(
                (*function.params, *captured),
                function.body,
                function.ret_struct_info,
                function.is_pure,
                dialect=function.dialect,
            )
        )
        self._path.pop()
        self._own.pop(binding.var.vid, None)
        self.builder_.update_func(variable, fresh_function(_without_symbol(lifted)))
        if captured:
            given = [self.visit_expr(var) for var in captured]
            closure = self.builder_.normalize(make_closure(variable, given))
            self.builder_.emit_normalized(VarBinding(self._object(binding.var, closure), closure))

    def _object(self, var: Var, closure: RelaxExpr) -> Var:
        made = Var(var.vid, closure.struct_info_)
        self.set_var_remap(var.vid, made)
        return made

    def _reserved(self, name: str, function: Function, captured: list[Var]) -> GlobalVar:
        taken = {variable.name_hint for variable in self.builder_.get().functions}
        free, count = name, 0
        while free in taken:
            count += 1
            free = f"{name}_{count}"
        known = FuncStructInfo(
            [var.struct_info for var in (*function.params, *captured)],
            function.ret_struct_info or ObjectStructInfo(),
            function.is_pure,
        )
        return with_struct_info(GlobalVar(free), known)

    def visit_var_(self, op: Var) -> GlobalVar | RelaxExpr:
        """A function as a value inside itself is a closure of what it captures."""
        if op.vid in self._own:
            variable, captured = self._own[op.vid]
            return self.builder_.emit(make_closure(variable, [self.visit_expr(var) for var in captured]))
        return super().visit_var_(op)

    def visit_call_(self, op: Call) -> RelaxExpr:
        if isinstance(op.op, Var) and op.op.vid in self._own:
            variable, captured = self._own[op.op.vid]
            return Call(variable, [self.visit_expr(arg) for arg in (*op.args, *captured)], None, (), op.span)  # pyright: ignore[reportArgumentType]
        if isinstance(op.op, Var) and op.op.vid in self._closures:
            args = [self.visit_expr(arg) for arg in op.args]
            known = op.op.struct_info_
            pure = isinstance(known, FuncStructInfo) and known.purity
            return (invoke_pure_closure if pure else invoke_closure)(self.visit_expr(op.op), args, op.struct_info)
        return self.visit_expr_post_order(op)


def _without_symbol(function: Function) -> Function:
    return function.without_attr("global_symbol") if "global_symbol" in function.attrs else function
