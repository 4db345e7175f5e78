"""`LowerDistIR`: functions on tensors over a mesh become what each worker runs, on plain tensors of the size of its parts."""

from __future__ import annotations

from tilewright.core.analysis.axis_groups import part_of
from tilewright.core.graph.flatten import flattened
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.distributed import DTensorStructInfo, cuts_of
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Call,
    Constant,
    ExternFunc,
    Function,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator

_DISTRIBUTED = "vm.builtin.distributed."


def LowerDistIR() -> Pass:
    """Make tensors over a mesh plain ones: parameters are whole and come from the first worker, which broadcasts them or scatters their parts."""
    return Pass("LowerDistIR", lambda mod: _Lowering(mod).transform())


class _Lowering(ModuleMutator):
    def __init__(self, mod: IRModule) -> None:
        super().__init__(mod)
        self._fields: dict[tuple[object, int], Var] = {}

    def visit_function_(self, op: Function) -> RelaxExpr:
        if not any(_is_spread(param.struct_info) for param in op.params):
            return op
        params = tuple(Var(param.name_hint, _whole(param.struct_info)) for param in op.params)
        self.builder_.begin_scope(params)
        self.builder_.begin_binding_block()
        for old, new in zip(op.params, params):
            self._receive(old, new)
        before = self.builder_.end_block()
        self.builder_.end_scope()
        body = self.visit_with_new_scope(op.body)
        made = SeqExpr(*flattened([before, *body.blocks], body.body), body.span)
        result = None if op.ret_struct_info is None else local(op.ret_struct_info)
        return Function(params, made, result, op.is_pure, op.attrs, op.span, dialect=op.dialect)

    def _receive(self, old: Var, new: Var) -> None:
        """Bring the parts of a parameter to each worker."""
        info = old.struct_info
        if isinstance(info, TupleStructInfo):
            for at, field in enumerate(info.fields):
                if isinstance(field, DTensorStructInfo):
                    item = self.builder_.emit(TupleGetItem(new, at))
                    self._fields[id(old.vid), at] = self.builder_.emit(_received(item, field))
                elif _is_spread(field):
                    raise ValueError(f"the parameter `{old.name_hint}` has tensors over a mesh in a tuple in a tuple")
        self.set_var_remap(
            old.vid, self.builder_.emit(_received(new, info)) if isinstance(info, DTensorStructInfo) else new
        )

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = binding.value
        known = self._field(value) if isinstance(value, TupleGetItem) else None
        if known is None:
            super().visit_var_binding_(binding)
        else:
            self.set_var_remap(binding.var.vid, known)

    def visit_tuple_getitem_(self, op: TupleGetItem) -> RelaxExpr:
        return self._field(op) or super().visit_tuple_getitem_(op)

    def _field(self, op: TupleGetItem) -> Var | None:
        """The parts of a field of a parameter, where they have been received."""
        whole = op.tuple_value
        return self._fields.get((id(whole.vid), op.index)) if isinstance(whole, Var) else None

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        assert isinstance(made, Call)
        infos = tuple(local(info) for info in made.sinfo_args)
        if callee_name(made) == "relax.dist.call_tir_local_view":
            return self.builder_.normalize(Call(RELAX_OPS["relax.call_tir"], made.args, made.attrs, infos, made.span))
        if isinstance(made.op, ExternFunc) and made.op.global_symbol.startswith(_DISTRIBUTED):
            return self._runtime_call(op, made, infos)
        if not any(a is not b for a, b in zip(infos, made.sinfo_args)) and made is op:
            return made
        return self.builder_.normalize(Call(made.op, made.args, made.attrs, infos, made.span))

    def _runtime_call(self, op: Call, made: Call, infos: tuple[StructInfo, ...]) -> RelaxExpr:
        """A function of the runtime on parts; where it is told a shape it is that of the part."""
        callee = ExternFunc("vm.builtin." + made.op.global_symbol.removeprefix(_DISTRIBUTED))
        shape = infos[0].shape if infos and isinstance(infos[0], TensorStructInfo) else None
        args = [shape if shape is not None and isinstance(arg, ShapeExpr) else arg for arg in made.args]
        return self.builder_.normalize(Call(callee, args, made.attrs, infos, op.span))

    def visit_constant_(self, op: Constant) -> RelaxExpr:
        return Constant(op.data) if isinstance(op.struct_info_, DTensorStructInfo) else op


def local(info: StructInfo) -> StructInfo:
    """The struct info of the part that a worker has."""
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([local(field) for field in info.fields])
    if not isinstance(info, DTensorStructInfo):
        return info
    whole = info.tensor_sinfo
    if not isinstance(whole.shape, ShapeExpr):
        return whole
    sizes = list(whole.shape.values)
    for number, axis in cuts_of(info.placement).items():
        sizes[axis] = part_of(sizes[axis], int(info.device_mesh.shape[number]))
    return TensorStructInfo(sizes, whole.dtype, whole.vdevice)


def _whole(info: StructInfo) -> StructInfo:
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([_whole(field) for field in info.fields])
    return info.tensor_sinfo if isinstance(info, DTensorStructInfo) else info


def _is_spread(info: StructInfo) -> bool:
    if isinstance(info, TupleStructInfo):
        return any(map(_is_spread, info.fields))
    return isinstance(info, DTensorStructInfo)


def _received(value: RelaxExpr, info: DTensorStructInfo) -> Call:
    """The call that gives each worker its part of the first one's value."""
    if len(info.device_mesh.shape) != 1:
        raise ValueError("tensors are sent to workers over meshes of one dimension")
    axis = cuts_of(info.placement).get(0)
    if axis is None:
        return Call(RELAX_OPS["relax.ccl.broadcast_from_worker0"], (value,))
    attrs = {"num_workers": int(info.device_mesh.shape[0]), "axis": axis}
    return Call(RELAX_OPS["relax.ccl.scatter_from_worker0"], (value,), attrs)
