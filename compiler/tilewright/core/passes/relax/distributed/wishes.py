"""The layouts of the tensors of a function over meshes, from `R.dist.annotate_sharding` on some of them.

Axes that run together are in one group, and tensors that an operator takes together lie on one mesh.  A wish is met for its result first, and for what it is a wish for where
nothing else is said of that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from tilewright.core.analysis.axis_groups import AxisGroups, Groups
from tilewright.core.analysis.infer.axis_links import RESULT, Link, axis_links
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.distributed import DeviceMesh, DTensorStructInfo, Placement, cut_along, cuts_of
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    Binding,
    Call,
    Constant,
    ExternFunc,
    Function,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal

APPEND = "vm.builtin.attention_kv_cache_append"
VIEW = "vm.builtin.attention_kv_cache_view"
WISH = "relax.dist.annotate_sharding"

Place = tuple[Hashable, ...]
"""A tensor: what holds it, and the way to it through tuples."""


class Wishes:
    """The layouts of the tensors of a function; raises `ValueError` where wishes contradict each other."""

    def __init__(self, mod: IRModule, func: Function) -> None:
        self._mod = mod
        self._axes = Groups()
        self._tensors = Groups()
        self._meshes: dict[Hashable, DeviceMesh] = {}
        self._cuts: dict[Hashable, int | None] = {}
        self._appended: dict[Hashable, Place] = {}
        bindings = list(bindings_of(func))
        wishes = [item for item in bindings if is_wish(item.value)]
        for item in bindings:
            self._connect(item)
        for item in wishes:
            self._meet(place_of(item.var), item.value)
        for item in wishes:
            data = item.value.args[0]  # pyright: ignore[reportAttributeAccessIssue]
            if self._is_free(place_of(data), item.value):
                self._meet(place_of(data), item.value)

    def info(self, place: Place, info: StructInfo) -> StructInfo:
        """The struct info of a value with its layout; as it was where no mesh is known."""
        if isinstance(info, TupleStructInfo):
            return TupleStructInfo([self.info((*place, at), field) for at, field in enumerate(info.fields)])
        mesh = self._meshes.get(self._tensors.of(place))
        if not isinstance(info, TensorStructInfo) or mesh is None:
            return info
        return DTensorStructInfo(info, mesh, self._placement(place, info.ndim, mesh))

    def _placement(self, place: Place, ndim: int, mesh: DeviceMesh) -> Placement:
        cuts: dict[int, int] = {}
        for axis in range(ndim):
            number = self._cuts.get(self._axes.of((place, axis)))
            if number is not None and cuts.setdefault(number, axis) != axis:
                raise ValueError(
                    f"a tensor is to be cut along its axes {cuts[number]} and {axis} by one dimension of the mesh; "
                    "put R.dist.annotate_sharding between the operators that make them run together"
                )
        return cut_along(cuts, len(mesh.shape))

    def _connect(self, item: Binding) -> None:
        """Note what a binding says of axes that run together."""
        value, result = item.value, place_of(item.var)
        if isinstance(value, (Var, TupleGetItem)):
            self._alike(result, place_of(value), item.var.struct_info)
        elif isinstance(value, Tuple):
            for at, field in enumerate(value.fields):
                self._alike((*result, at), place_of(field), field.struct_info)
        elif isinstance(value, Call) and isinstance(value.op, ExternFunc):
            self._runtime(value, result, item.var.struct_info)
        elif isinstance(value, Call) and not is_wish(value):
            self._call(value, result, item.var.struct_info)

    def _alike(self, first: Place, second: Place, info: StructInfo) -> None:
        for path, tensor in tensors_of(info):
            one, other = (*first, *path), (*second, *path)
            self._tensors.join(one, other)
            for axis in range(tensor.ndim):
                self._axes.join((one, axis), (other, axis))

    def _call(self, call: Call, result: Place, info: StructInfo) -> None:
        values = arguments(call)
        places = [place_of(value, result, at) for at, value in enumerate(values)]
        outputs = [(*result, *path) for path, _ in tensors_of(info)]
        tensors = [place for place, value in zip(places, values) if isinstance(value.struct_info_, TensorStructInfo)]
        for place in (*tensors, *outputs):
            self._tensors.join((*tensors, *outputs)[0], place)
        for link in self._links(call, values, info):
            axes = [((*places, *outputs)[place] if place != RESULT else outputs[0], axis) for place, axis in link]
            for axis in axes:
                self._axes.join(axes[0], axis)

    def _links(self, call: Call, values: Sequence[RelaxExpr], info: StructInfo) -> Sequence[Link]:
        if callee_name(call) != "relax.call_tir":
            return axis_links(call, [value.struct_info_ for value in values], info)
        func = self._mod[call.args[0]] if isinstance(call.args[0], GlobalVar) else None
        return AxisGroups(func).links() if isinstance(func, PrimFunc) else []

    def _runtime(self, call: Call, result: Place, info: StructInfo) -> None:
        """A cache of keys and values is cut as what is appended to it, but for its length."""
        name = call.op.global_symbol
        if name == APPEND:
            self._appended[result] = place_of(call.args[1])
        elif name == VIEW and isinstance(info, TensorStructInfo):
            known = self._appended.get(place_of(call.args[0]))
            if known is not None:
                self._tensors.join(known, result)
                for axis in range(1, info.ndim):
                    self._axes.join((known, axis), (result, axis))

    def _is_free(self, place: Place, wish: RelaxExpr) -> bool:
        """Whether nothing that is known yet contradicts a wish for a tensor."""
        mesh, placement = wished(wish)
        known = self._meshes.get(self._tensors.of(place))
        if known is not None and not structural_equal(known, mesh):
            return False
        for axis, cut in _cuts(placement, wish):
            root = self._axes.of((place, axis))
            if cut is not None and root in self._cuts and self._cuts[root] != cut:
                return False
        return True

    def _meet(self, place: Place, wish: RelaxExpr) -> None:
        mesh, placement = wished(wish)
        root = self._tensors.of(place)
        if not structural_equal(self._meshes.setdefault(root, mesh), mesh):
            raise ValueError("tensors of one operator are to lie on two meshes; put R.dist.redistribute between")
        for axis, cut in _cuts(placement, wish):
            group = self._axes.of((place, axis))
            known = self._cuts.get(group)
            if known is None:
                self._cuts[group] = cut
            elif cut not in (None, known):
                raise ValueError(
                    f"axis {axis} is to be cut along dimension {cut} of the mesh and runs together with one that is cut along dimension {known}"
                )


def is_wish(value: RelaxExpr) -> bool:
    """Whether a value is a call of `R.dist.annotate_sharding`."""
    return isinstance(value, Call) and callee_name(value) == WISH


def wished(wish: RelaxExpr) -> tuple[DeviceMesh, Placement]:
    """The mesh and the placement that a wish names."""
    assert isinstance(wish, Call)
    return wish.attrs["device_mesh"], wish.attrs["placement"]


def _cuts(placement: Placement, wish: RelaxExpr) -> list[tuple[int, int | None]]:
    """For each axis the dimension of the mesh that it is cut along, None for none."""
    assert isinstance(wish, Call)
    info = wish.args[0].struct_info
    assert isinstance(info, TensorStructInfo)
    cut = {axis: number for number, axis in cuts_of(placement).items()}
    return [(axis, cut.get(axis)) for axis in range(info.ndim)]


def bindings_of(func: Function) -> Iterator[Binding]:
    """The bindings of a function in their order."""
    assert isinstance(func.body, SeqExpr)
    for block in func.body.blocks:
        yield from block.bindings


def arguments(call: Call) -> list[RelaxExpr]:
    """The values that a call takes, those of a TensorIR function one by one."""
    if callee_name(call) == "relax.call_tir":
        given = call.args[1]
        return list(given.fields) if isinstance(given, Tuple) else []
    return list(call.args)


def place_of(value: RelaxExpr, user: Place = (), at: int = -1) -> Place:
    """The place of a value; a constant has one for each use."""
    if isinstance(value, Var):
        return (id(value.vid),)
    if isinstance(value, TupleGetItem):
        return (*place_of(value.tuple_value), value.index)
    return ("constant" if isinstance(value, Constant) else "value", *user, at)


def tensors_of(info: StructInfo, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], TensorStructInfo]]:
    """The tensors in a value, each with the way to it."""
    if isinstance(info, TupleStructInfo):
        for at, field in enumerate(info.fields):
            yield from tensors_of(field, (*path, at))
    elif isinstance(info, TensorStructInfo):
        yield path, info
