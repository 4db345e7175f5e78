"""`PropagateSharding`: from wishes for some tensors to how every tensor of a function lies over its mesh."""

from __future__ import annotations

from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.distributed import DTensorStructInfo
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Constant,
    ExternFunc,
    Function,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import StructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.distributed.wishes import (
    APPEND,
    VIEW,
    Place,
    Wishes,
    bindings_of,
    is_wish,
    place_of,
    wished,
)
from tilewright.core.passes.relax.over_functions import each_function_of


def PropagateSharding() -> Pass:
    """Let the wishes of `R.dist.annotate_sharding` spread along the axes that run together, through operators and TensorIR functions.

    Tensors that meet a tensor on a mesh lie on it too, whole on each device where nothing else follows; between two layouts stands `R.dist.redistribute`.
    """
    return each_function_of("PropagateSharding", _propagated)


def _propagated(mod: IRModule, func: Function) -> Function:
    if not isinstance(func.body, SeqExpr) or not any(is_wish(item.value) for item in bindings_of(func)):
        return func
    return _Spreading(Wishes(mod, func)).function(func)


class _Spreading:
    """A function while its tensors get their layouts."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes
        self._new: dict[object, Var] = {}

    def function(self, func: Function) -> Function:
        """The function on tensors over meshes."""
        assert isinstance(func.body, SeqExpr)
        params = tuple(self._defined(param) for param in func.params)
        blocks = [self._block(block) for block in func.body.blocks]
        body = self._value(func.body.body, ())
        made = SeqExpr(tuple(block for block in blocks if block.bindings), body, func.body.span)
        return Function(params, made, body.struct_info_, func.is_pure, func.attrs, func.span, dialect=func.dialect)  # pyright: ignore[reportArgumentType]

    def _defined(self, var: Var) -> Var:
        info = self._wishes.info(place_of(var), var.struct_info)
        made = var if info is var.struct_info else type(var)(var.name_hint, info, var.span)
        self._new[id(var.vid)] = made
        return made

    def _block(self, block: BindingBlock) -> BindingBlock:
        made: list[VarBinding] = []
        for item in block.bindings:
            if not isinstance(item, VarBinding):
                raise ValueError("R.match_cast of a tensor over a mesh has no layout")
            if is_wish(item.value) and self._is_met(item):
                continue
            value = self._value(item.value, place_of(item.var))
            made.append(VarBinding(self._defined(item.var), value, item.span))
        return type(block)(tuple(made), block.span)

    def _is_met(self, item: VarBinding) -> bool:
        """Whether a tensor lies as its wish says; the wish then falls away."""
        assert isinstance(item.value, Call)
        data = self._value(item.value.args[0], ())
        wanted = self._wishes.info(place_of(item.var), item.var.struct_info)
        if not isinstance(data, Var) or not structural_equal(data.struct_info, wanted):
            return False
        self._new[id(item.var.vid)] = data
        return True

    def _value(self, value: RelaxExpr, user: Place, at: int = -1) -> RelaxExpr:
        if isinstance(value, Var):
            return self._new.get(id(value.vid), value)
        if isinstance(value, Tuple):
            return Tuple([self._value(field, user, number) for number, field in enumerate(value.fields)], value.span)
        if isinstance(value, TupleGetItem):
            return TupleGetItem(self._value(value.tuple_value, user), value.index, value.span)
        if isinstance(value, Constant):
            info = self._wishes.info(place_of(value, user, at), value.struct_info)
            return Constant(value.data, info, value.span) if isinstance(info, DTensorStructInfo) else value
        return self._call(value, user) if isinstance(value, Call) else value

    def _call(self, call: Call, user: Place) -> Call:
        if is_wish(call):
            mesh, placement = wished(call)
            data = self._value(call.args[0], user)
            attrs = {"device_mesh": mesh, "placement": placement}
            return with_struct_info(
                Call(RELAX_OPS["relax.dist.redistribute"], (data,), attrs, (), call.span), self._info(call, user)
            )
        args = [self._value(value, user, at) for at, value in enumerate(call.args)]
        callee = call.op
        if isinstance(callee, ExternFunc) and callee.global_symbol in (APPEND, VIEW):
            callee = ExternFunc(callee.global_symbol.replace("vm.builtin.", "vm.builtin.distributed."))
        infos = tuple(self._wishes.info(user, info) for info in call.sinfo_args)
        return with_struct_info(Call(callee, args, call.attrs, infos, call.span), self._info(call, user))

    def _info(self, call: Call, user: Place) -> StructInfo:
        return self._wishes.info(user, call.struct_info)
