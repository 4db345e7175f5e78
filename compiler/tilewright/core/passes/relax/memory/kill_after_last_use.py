"""`KillAfterLastUse`: tensors, storage and other values are given back after the last binding that reads them."""

from __future__ import annotations

from tilewright.core.builder.relax_calls import made_call
from tilewright.core.graph.expr_functor import PyExprMutator, PyExprVisitor
from tilewright.core.ir.relax import Binding, Call, Constant, Function, Id, RelaxExpr, SeqExpr, Var
from tilewright.core.ir.struct_info import FuncStructInfo, PrimStructInfo, ShapeStructInfo, TensorStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import op_name
from tilewright.core.passes.relax.normal_form.canonicalize import canonical
from tilewright.core.passes.relax.over_functions import each_function

_STORAGE = ("relax.memory.alloc_storage", "relax.vm.alloc_storage")
_KILLS = ("relax.memory.kill_tensor", "relax.memory.kill_storage", "relax.vm.kill_object")
# Values that the machine keeps elsewhere than among those that can be given back.
_KEPT = (FuncStructInfo, ShapeStructInfo, PrimStructInfo)


def KillAfterLastUse() -> Pass:
    """After the last use of a value that a function made, `R.memory.kill_tensor`, `R.memory.kill_storage` or `R.vm.kill_object`; renamings are removed."""
    return each_function("KillAfterLastUse", _killing)


def _killing(function: Function) -> Function:
    tidy = canonical(function)
    return _Killing().visit_expr(_WithoutRenamings(_used(tidy)).visit_expr(tidy))


class _Uses(PyExprVisitor):
    """The variables that an expression reads; those that are already given back."""

    def __init__(self) -> None:
        self.read: dict[Id, Var] = {}
        self.killed: set[Id] = set()

    def visit_var_(self, op: Var) -> None:
        self.read[op.vid] = op

    def visit_dataflow_var_(self, op: Var) -> None:
        self.read[op.vid] = op

    def visit_call_(self, op: Call) -> None:
        if op_name(op) in _KILLS:
            self.killed.update(arg.vid for arg in op.args if isinstance(arg, Var))
        elif op_name(op) not in _STORAGE:
            super().visit_call_(op)


def _used(expr: RelaxExpr) -> set[Id]:
    uses = _Uses()
    uses.visit_expr(expr)
    return set(uses.read)


class _WithoutRenamings(PyExprMutator):
    """Without variables that only rename others, and that nothing reads."""

    def __init__(self, used: set[Id]) -> None:
        super().__init__()
        self._used = used

    def visit_binding(self, binding: Binding) -> None:
        renames = isinstance(binding.value, Var) and structural_equal(
            binding.value.struct_info_, binding.var.struct_info_
        )
        if not renames or binding.var.vid in self._used:
            super().visit_binding(binding)


class _Killing(PyExprMutator):
    """Adds the calls, with the plan of the innermost sequence at hand."""

    _ended: dict[Id, list[tuple[str, Var]]]

    def visit_seq_expr_(self, op: SeqExpr) -> RelaxExpr:
        around, self._ended = getattr(self, "_ended", {}), _last_uses(op)
        made = super().visit_seq_expr_(op)
        self._ended = around
        return made

    def visit_binding(self, binding: Binding) -> None:
        super().visit_binding(binding)
        for kill, var in self._ended.get(binding.var.vid, ()):
            self.builder_.emit(made_call(kill, (self.visit_expr(var),), {}), "_")


def _last_uses(sequence: SeqExpr) -> dict[Id, list[tuple[str, Var]]]:
    """The values whose last use is each binding of a sequence, by the binding's variable: tensors, then storage, then the rest."""
    bindings = [binding for block in sequence.blocks for binding in block.bindings]
    last, killed = _read_last(bindings)
    for vid in _used(sequence.body):
        last.pop(vid, None)
    found: dict[Id, list[tuple[str, Var]]] = {}
    for binding in bindings:
        kill = _kill_of(binding)
        at = last.get(binding.var.vid)
        if kill is not None and at is not None and binding.var.vid not in killed:
            found.setdefault(at, []).append((kill, binding.var))
    for ended in found.values():
        ended.sort(key=lambda each: _ORDER.index(each[0]))
    return found


def _read_last(bindings: list[Binding]) -> tuple[dict[Id, Id], set[Id]]:
    last: dict[Id, Id] = {}
    killed: set[Id] = set()
    for binding in bindings:
        uses = _Uses()
        uses.visit_expr(binding.value)
        last.update(dict.fromkeys(uses.read, binding.var.vid))
        killed |= uses.killed
    return last, killed


_ORDER = ("memory.kill_tensor", "memory.kill_storage", "vm.kill_object")


def _kill_of(binding: Binding) -> str | None:
    """The form in which the value of a binding is given back, None when it is not."""
    info = binding.var.struct_info_
    if isinstance(binding.value, (Constant, Function)) or isinstance(info, _KEPT):
        return None
    if op_name(binding.value) in _STORAGE:
        return "memory.kill_storage"
    return "memory.kill_tensor" if isinstance(info, TensorStructInfo) else "vm.kill_object"
