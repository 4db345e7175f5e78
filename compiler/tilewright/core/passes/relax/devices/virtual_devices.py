"""`UpdateVDevice` and `RealizeVDevice`: on which device of the module each tensor is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.expr_functor import PyExprMutator, PyExprVisitor
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.global_info import VDevice
from tilewright.core.ir.relax import Binding, Call, Function, Id, RelaxExpr, SeqExpr, Tuple, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass

_MOVES = ("relax.to_vdevice", "relax.hint_on_device")


def UpdateVDevice(new_vdevice: VDevice, index: int) -> Pass:
    """Device number `index` of the module as `new_vdevice`, and every tensor that is on it."""

    def run(mod: IRModule) -> IRModule:
        devices = _devices(mod)
        if not 0 <= index < len(devices):
            raise ValueError(f"the module has {len(devices)} virtual devices, so it has no item {index}")
        old = devices[index]
        made = {v: _moved(f, old, new_vdevice) if isinstance(f, Function) else f for v, f in mod.functions.items()}
        changed = mod.with_functions(made)
        changed.update_global_info("vdevice", [new_vdevice if item is old else item for item in devices])
        return changed

    return Pass("UpdateVDevice", run)


def _moved(func: Function, old: VDevice, new: VDevice) -> Function:
    return _Elsewhere(old, new).visit_expr(func)


class _Elsewhere(PyExprMutator):
    def __init__(self, old: VDevice, new: VDevice) -> None:
        super().__init__()
        self._old, self._new = old, new

    def _info(self, info: Any) -> Any:
        if isinstance(info, TupleStructInfo):
            return TupleStructInfo([self._info(field) for field in info.fields])
        on_it = isinstance(info, TensorStructInfo) and info.vdevice is not None and _is_same(info.vdevice, self._old)
        return info.replace(vdevice=self._new) if on_it else info

    def visit_function_(self, op: Function) -> RelaxExpr:
        made = super().visit_function_(op)
        if made is op:
            return op
        return Function(
            made.params, made.body, self._info(op.ret_struct_info), op.is_pure, op.attrs, op.span, dialect=op.dialect
        )

    def visit_var_def_(self, var: Var) -> Var:
        return self.with_struct_info(var, self._info(var.struct_info_))

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]

    def visit_call_(self, op: Call) -> RelaxExpr:
        target = op.attrs.get("dst_vdevice")
        if target is not None and _is_same(target, self._old):
            op = Call(op.op, op.args, {**op.attrs, "dst_vdevice": self._new}, op.sinfo_args, op.span)  # pyright: ignore[reportArgumentType]
        infos = tuple(self._info(info) for info in op.sinfo_args)
        if any(a is not b for a, b in zip(infos, op.sinfo_args)):
            op = Call(op.op, op.args, op.attrs, infos, op.span)
        return self.visit_expr_post_order(op)


def RealizeVDevice() -> Pass:
    """Every tensor on the device that follows from the declared ones: by annotations, by `R.to_vdevice` and by `R.hint_on_device`.

    What is computed from one another is on one device.  Hints become `R.to_vdevice`, or nothing where the tensor is there already.
    """

    def run(mod: IRModule) -> IRModule:
        devices = _devices(mod)
        known = _inferred(mod, devices)
        if not known:
            return mod
        made = {
            v: _Placed(known, devices).visit_expr(f) if isinstance(f, Function) else f for v, f in mod.functions.items()
        }
        return mod if all(made[v] is f for v, f in mod.functions.items()) else mod.with_functions(made)

    return Pass("RealizeVDevice", run)


def _inferred(mod: IRModule, devices: Sequence[VDevice]) -> dict[Id, VDevice]:
    """The device of each variable, by its identity: declared devices propagate first, then hints."""
    told = _Told(devices)
    for function in mod.functions.values():
        if isinstance(function, Function):
            told.visit_expr(function)
    known: dict[Id, VDevice] = {}
    for source in (told.known, told.hinted):
        pending = [vid for vid in source if vid not in known]
        known.update({vid: source[vid] for vid in pending})
        while pending:
            vid = pending.pop()
            for other in told.together.get(vid, ()):
                if other not in known:
                    known[other] = known[vid]
                    pending.append(other)
    return known


class _Told(PyExprVisitor):
    """Which devices are `known`, which are `hinted` at, and which variables are `together` on one."""

    def __init__(self, devices: Sequence[VDevice]) -> None:
        self.known: dict[Id, VDevice] = {}
        self.hinted: dict[Id, VDevice] = {}
        self.together: dict[Id, list[Id]] = {}
        self._devices = devices
        self._values: dict[Id, RelaxExpr] = {}

    def visit_function_(self, op: Function) -> None:
        super().visit_function_(op)
        if isinstance(op.body, SeqExpr):
            self._of_result(op.body.body, op.ret_struct_info)

    def _of_result(self, value: RelaxExpr, info: StructInfo | None) -> None:
        """The annotation of the result tells of the variables that are returned."""
        if isinstance(value, Var) and isinstance(info, TensorStructInfo) and info.vdevice is not None:
            self.known.setdefault(value.vid, info.vdevice)
        if isinstance(info, TupleStructInfo):
            while isinstance(value, Var) and value.vid in self._values:
                value = self._values[value.vid]
            for field, inner in zip(value.fields if isinstance(value, Tuple) else (), info.fields):
                self._of_result(field, inner)

    def visit_var_def_(self, var: Var) -> None:
        info = var.struct_info_
        if isinstance(info, TensorStructInfo) and info.vdevice is not None:
            self.known[var.vid] = info.vdevice

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]

    def visit_binding(self, binding: Binding) -> None:
        super().visit_binding(binding)
        value = binding.value
        self._values[binding.var.vid] = value
        name = callee_name(value) if isinstance(value, Call) else ""
        if name == "relax.hint_on_device" and isinstance(value, Call):
            device = _hinted(value, self._devices)
            self.known[binding.var.vid] = device
            if isinstance(value.args[0], Var):
                self.hinted[value.args[0].vid] = device
        if name not in _MOVES:
            self._join(binding.var, free_vars(value))

    def _join(self, var: Var, others: Iterable[Var]) -> None:
        for other in others:
            self.together.setdefault(var.vid, []).append(other.vid)
            self.together.setdefault(other.vid, []).append(var.vid)


class _Placed(PyExprMutator):
    def __init__(self, known: dict[Id, VDevice], devices: Sequence[VDevice]) -> None:
        super().__init__()
        self._known = known
        self._devices = devices

    def visit_var_def_(self, var: Var) -> Var:
        info, device = var.struct_info_, self._known.get(var.vid)
        if device is None or not isinstance(info, TensorStructInfo):
            return var
        return self.with_struct_info(var, info.replace(vdevice=device))

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]

    def visit_function_(self, op: Function) -> RelaxExpr:
        made = super().visit_function_(op)
        return (
            made
            if made is op
            else Function(made.params, made.body, None, op.is_pure, op.attrs, op.span, dialect=op.dialect)
        )

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if callee_name(made) != "relax.hint_on_device":
            return made
        device = _hinted(made, self._devices)
        info = made.args[0].struct_info_
        here = info.vdevice if isinstance(info, TensorStructInfo) else None
        return (
            made.args[0]
            if here is not None and _is_same(here, device)
            else FUNCTIONS["to_vdevice"](made.args[0], device)
        )


def _devices(mod: IRModule) -> list[VDevice]:
    return list(mod.global_infos.get("vdevice", ()))


def _hinted(call: Call, devices: Sequence[VDevice]) -> VDevice:
    """The device of the module that a hint means; raises `ValueError` when there is none."""
    kind, number = call.attrs.device_type, call.attrs.index
    for device in devices:
        if device.target is not None and _device_type(device) == int(kind) and device.vdevice_id == int(number):
            return device
    raise ValueError(
        f"the module has no virtual device of type {kind} and number {number}, which R.hint_on_device names"
    )


def _device_type(device: VDevice) -> int:
    return int(device.target.get_target_device_type())


def _is_same(one: VDevice, other: VDevice) -> bool:
    return one is other or (
        str(one.target) == str(other.target)
        and one.vdevice_id == other.vdevice_id
        and one.memory_scope == other.memory_scope
    )
