"""`AlterOpImpl`: other TensorIR functions for operators, which may want their buffers in other layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.relax import Call, Constant, RelaxExpr, ShapeExpr, Tuple, TupleGetItem
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.te.operation import compute, placeholder
from tilewright.core.te.prim_func import create_prim_func

Layout = IndexMap | Callable[..., object] | Sequence[IndexMap | Callable[..., object]] | None
Separators = Mapping[str, Sequence[Sequence[object]]]
_KIND = "operator_name"


def AlterOpImpl(
    op_impl_map: Mapping[str, PrimFunc],
    op_buffer_transforms: Mapping[str, Sequence[Layout]],
    op_buffer_axis_separators: Separators | None = None,
    op_buffer_input_axis_separators: Separators | None = None,
) -> Pass:
    """Calls of functions with the attribute "operator_name" as calls of the function that `op_impl_map` has for that name.

    `op_buffer_transforms` says for each of its buffers in which layout it is wanted, as an `IndexMap` or a function of the indices, None where it
    stays; values are brought into it by `R.layout_transform`, and results back.  The axis separators are put down with these.
    """
    layouts = {name: [_index_map(item) for item in items or ()] for name, items in op_buffer_transforms.items()}
    separators = op_buffer_axis_separators or {}, op_buffer_input_axis_separators or {}
    return Pass("AlterOpImpl", lambda mod: _Alter(mod, op_impl_map, layouts, separators).transform())


def _index_map(given: Layout) -> IndexMap | None:
    if isinstance(given, IndexMap) or given is None:
        return given
    if callable(given):
        return IndexMap.from_func_with_separators(given)[0]
    return _index_map(given[0]) if given else None


class _Alter(ModuleMutator):
    def __init__(
        self,
        mod: IRModule,
        functions: Mapping[str, PrimFunc],
        layouts: Mapping[str, list[IndexMap | None]],
        separators: tuple[Separators, Separators],
    ) -> None:
        super().__init__(mod)
        self._functions = functions
        self._layouts = layouts
        self._separators = separators
        self._made: dict[str, GlobalVar] = {}

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        kind = self._kind(made)
        return made if kind is None else self._altered(made, kind)

    def _kind(self, call: Call) -> str | None:
        """The operator that a call computes, where there is another function for it."""
        if callee_name(call) != "relax.call_tir" or not isinstance(call.args[0], GlobalVar):
            return None
        function = self.module[call.args[0]]
        kind = function.attrs.get(_KIND)
        if kind is None or str(kind) not in self._functions:
            return None
        new = self._functions[str(kind)]
        if isinstance(function, PrimFunc) and len(new.params) != len(function.params):
            raise ValueError(
                f"the function for {str(kind)!r} has {len(new.params)} parameters, and the one that is called {len(function.params)}"
            )
        layouts = self._layouts.get(str(kind), [])
        if layouts and len(layouts) != len(new.params):
            raise ValueError(f"{str(kind)!r} has {len(new.params)} buffers, and layouts are given for {len(layouts)}")
        return str(kind)

    def _altered(self, call: Call, kind: str) -> RelaxExpr:
        layouts = self._layouts.get(kind) or [None] * len(self._functions[kind].params)
        given = call.args[1]
        values = given.fields if isinstance(given, Tuple) else (given,)
        args = Tuple(tuple(self._moved(kind, at, value, layouts[at]) for at, value in enumerate(values)))
        (info,) = call.sinfo_args
        infos = info.fields if isinstance(info, TupleStructInfo) else (info,)
        first = len(layouts) - len(infos)
        new = [_in_layout(item, layouts[first + at]) for at, item in enumerate(infos)]
        result = TupleStructInfo(new) if isinstance(info, TupleStructInfo) else new[0]
        further: tuple[GlobalVar | RelaxExpr, ...] = (self._callee(kind), args, *call.args[2:])
        made = Call(call.op, further, call.attrs, (result,), call.span)
        if not isinstance(info, TupleStructInfo):
            return self._moved_back(kind, first, made, layouts[first], info)
        if all(layout is None for layout in layouts[first:]):
            return made
        whole = self.builder_.emit(made)
        items = (TupleGetItem(whole, at) for at in range(len(infos)))
        back = (
            self._moved_back(kind, first + at, item, layouts[first + at], infos[at]) for at, item in enumerate(items)
        )
        return Tuple(tuple(back))

    def _callee(self, kind: str) -> GlobalVar:
        if kind not in self._made:
            function = self._functions[kind].with_attr(_KIND, kind)
            self._made[kind] = self.builder_.add_func(function, f"{kind}_replacement")
        return self._made[kind]

    def _moved(self, kind: str, at: int, value: RelaxExpr, layout: IndexMap | None) -> RelaxExpr:
        """A value in the layout that a buffer is wanted in."""
        if layout is None or (isinstance(value, Constant) and not value.data.shape):
            return value
        after, before = (list(each.get(kind) or ()) for each in self._separators)
        return _transformed(value, layout, after, before, at)

    def _moved_back(
        self, kind: str, at: int, value: RelaxExpr, layout: IndexMap | None, before: StructInfo
    ) -> RelaxExpr:
        """A result in the layout that it had before."""
        if layout is None:
            return value
        shape = _sizes(before)
        back, padding = layout.non_surjective_inverse(shape)
        after, inner = (list(each.get(kind) or ()) for each in self._separators)
        made = _transformed(value, back, after, inner, at)
        if isinstance(padding, IntImm) and not padding.value:
            return made
        callee = self.builder_.add_func(_without_padding(len(shape), before), "remove_pad")
        return Call("relax.call_tir", (callee, Tuple((self.builder_.normalize(made),))), None, (before,))  # pyright: ignore[reportArgumentType]


def _transformed(
    value: RelaxExpr, layout: IndexMap, after: Sequence[Sequence[object]], before: Sequence[Sequence[object]], at: int
) -> Call:
    separators = [list(each[at]) if at < len(each) and each[at] else [] for each in (after, before)]
    return FUNCTIONS["layout_transform"](value, layout.with_own_variables(), None, *separators)


def _sizes(info: StructInfo) -> Sequence[Expr]:
    if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
        raise ValueError(f"a layout can be changed for tensors of known shape, not for `{info}`")
    return info.shape.values


def _in_layout(info: StructInfo, layout: IndexMap | None) -> StructInfo:
    if layout is None or not isinstance(info, TensorStructInfo):
        return info
    return TensorStructInfo(ShapeExpr(tuple(layout.map_shape(_sizes(info)))), info.dtype, info.vdevice)


def _without_padding(count: int, info: StructInfo) -> PrimFunc:
    """The function that copies the first elements of each of so many dimensions, of any sizes."""
    assert isinstance(info, TensorStructInfo)
    padded, own = (tuple(SymbolicVar(f"{letter}{at}", "int64") for at in range(count)) for letter in "pi")  # pyright: ignore[reportArgumentType]
    source = placeholder(padded, str(info.dtype), name="input")
    copied = compute(own, lambda *at: source(*at), "output")
    return create_prim_func([source, copied]).with_attr(_KIND, "remove_pad").without_attr("global_symbol")
