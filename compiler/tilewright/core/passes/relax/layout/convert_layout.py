"""`ConvertLayout`: convolutions in another layout, which the ops around them follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.builder.layouts import BijectiveLayout
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    MatchCast,
    RelaxExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.layout.rules import LAYOUTS
from tilewright.core.passes.relax.layout.rules.rule import Followed
from tilewright.core.passes.relax.layout.rules.words import initial, letters
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.parameters.tuple_leaves import each_info, each_leaf, is_nested_tensor, remapped

LayoutMap = Mapping[str, Sequence[str]]


def ConvertLayout(desired_layouts: LayoutMap, layout_cb: Callable[[Call], LayoutMap] | None = None) -> Pass:
    """In dataflow blocks, convolutions in the layouts `{"relax.nn.conv2d": ["NHWC", "OHWI"]}`: of the data, the kernel and, where it is not that of
    the data, the result.  The ops around follow where they can; values that leave the block come back to the layout they were written in.

    `layout_cb` says for each call what is wanted of it, instead of `desired_layouts`.  A layout in blocks (`NCHW4c`) is taken where it needs no padding.
    """
    wanted = layout_cb if layout_cb is not None else lambda _: desired_layouts
    return each_function("ConvertLayout", lambda func: _Converter(wanted).visit_expr(func))


class _Converter(PyExprMutator):
    def __init__(self, wanted: Callable[[Call], LayoutMap]) -> None:
        super().__init__()
        self._wanted = wanted
        self._layouts: dict[Any, Any] = {}

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        self._layouts = {}
        return super().visit_dataflow_block_(block)

    # Which layout a value is in

    def layout_of(self, value: RelaxExpr) -> Any:
        """The layout in which a value is now, nested as it is."""
        if isinstance(value, Tuple):
            return tuple(self.layout_of(field) for field in value.fields)
        known = self._layouts.get(value.vid) if isinstance(value, Var) else None
        return _as_written(value) if known is None else known

    def _in_layout(self, value: RelaxExpr, wanted: object) -> RelaxExpr:
        """The value in another layout, under its new name."""
        both = _pairs(self.layout_of(value), wanted)
        return each_leaf(remapped(value, self._renamed), both, lambda leaf, pair: _moved(leaf, *pair))

    def _renamed(self, var: Var) -> Var:
        known = self._remap.get(id(var.vid))
        return var if known is None else known[1]

    # Bindings

    def visit_var_(self, op: Var) -> RelaxExpr:
        return self._in_layout(op, _as_written(op))

    visit_dataflow_var_ = visit_var_  # pyright: ignore[reportAssignmentType]

    def visit_var_binding_(self, binding: VarBinding) -> None:
        rule = _BINDINGS.get(type(binding.value))
        if rule is None or not self.builder_.current_block_is_dataflow():
            super().visit_var_binding_(binding)
        else:
            rule(self, binding, binding.value)

    def of_call(self, binding: VarBinding, call: Call) -> None:
        """A call whose op can follow a layout, or one with its arguments as they were written."""
        followed = self._followed(call)
        if followed is None or not (isinstance(binding.var, DataflowVar) or is_nested_tensor(binding.var.struct_info_)):
            args = tuple(self._in_layout(item, _as_written(item)) for item in call.args)
            self.rebind(binding, self.builder_.normalize(_with_args(call, args, call.attrs)))
            return
        value = self.builder_.normalize(self._rewritten(call, followed))
        written = _as_written(binding.var)
        if isinstance(binding.var, DataflowVar):
            self._layouts[binding.var.vid] = followed.output
        elif followed.output != written:
            inner = self.builder_.emit(value)
            self._layouts[inner.vid] = followed.output
            value = self.builder_.normalize(self._in_layout(inner, written))
        self.rebind(binding, value)

    def _followed(self, call: Call) -> Followed | None:
        rule = LAYOUTS.get(getattr(call.op, "layout", None) or "")
        tensors = [item for item in call.args if is_nested_tensor(item.struct_info_)]
        if rule is None or any(_is_unknown(self.layout_of(item)) for item in tensors):
            return None
        return rule(call, self._wanted(call), self.layout_of)

    def _rewritten(self, call: Call, followed: Followed) -> Call:
        wanted = [*followed.inputs, *map(_as_written, call.args[len(followed.inputs) :])]
        args = [self._in_layout(item, layout) for item, layout in zip(call.args, wanted)]
        for at, new in followed.args.items():
            args[at] = new
        attrs = call.attrs if not followed.attrs else {**call.attrs, **followed.attrs}
        return _with_args(call, tuple(args), attrs)

    def of_tuple(self, binding: VarBinding, value: Tuple) -> None:
        """A tuple of values as they are now, or as they were written where the rest of the function sees it."""
        inside = isinstance(binding.var, DataflowVar)
        layouts = tuple(self.layout_of(field) if inside else _as_written(field) for field in value.fields)
        fields = tuple(self._in_layout(field, layout) for field, layout in zip(value.fields, layouts))
        same = all(a is b for a, b in zip(fields, value.fields))
        self._layouts[binding.var.vid] = layouts
        self.rebind(binding, value if same else self.builder_.normalize(Tuple(fields, value.span)))

    def of_item(self, binding: VarBinding, value: TupleGetItem) -> None:
        """An item of a tuple, in the layout that it has there."""
        inside = isinstance(binding.var, DataflowVar)
        layouts = self.layout_of(value.tuple_value) if inside else _as_written(value.tuple_value)
        whole = self._in_layout(value.tuple_value, layouts)
        if isinstance(whole, Tuple):
            self._layouts[binding.var.vid] = layouts[value.index]
            made: Any = self.builder_.normalize(whole)
            self.rebind(binding, made.fields[value.index])
            return
        same = whole is value.tuple_value
        self._layouts[binding.var.vid] = layouts[value.index] if isinstance(layouts, tuple) else layouts
        self.rebind(binding, value if same else self.builder_.normalize(TupleGetItem(whole, value.index, value.span)))

    def visit_match_cast_(self, binding: MatchCast) -> None:
        written, now = _as_written(binding.value), self.layout_of(binding.value)
        if not isinstance(binding.var, DataflowVar) or now == written:
            super().visit_match_cast_(binding)
            return
        value = self.builder_.normalize(self._in_layout(binding.value, now))
        new = self.builder_.match_cast(value, _info_in(binding.struct_info, now))
        self._layouts[binding.var.vid] = now
        self.set_var_remap(binding.var.vid, new)


_BINDINGS: dict[type, Callable[[_Converter, VarBinding, Any], None]] = {
    Call: _Converter.of_call,
    Tuple: _Converter.of_tuple,
    TupleGetItem: _Converter.of_item,
}


def _as_written(value: RelaxExpr) -> Any:
    """The layout in which a value was written; None for what is no tensor, or one of unknown rank."""
    if isinstance(value, Tuple):
        return tuple(_as_written(field) for field in value.fields)
    return each_info(
        value.struct_info_, lambda info: initial(info.ndim) if isinstance(info, TensorStructInfo) else None
    )


def _is_unknown(layout: object) -> bool:
    return any(map(_is_unknown, layout)) if isinstance(layout, tuple) else layout is None


def _pairs(source: object, target: object) -> Any:
    """The present and the wanted layout of each tensor, as lists so that they count as leaves."""
    if isinstance(source, tuple) and isinstance(target, tuple):
        return tuple(_pairs(a, b) for a, b in zip(source, target))
    return [source, target]


def _moved(value: RelaxExpr, source: str | None, target: str | None) -> RelaxExpr:
    """A tensor from one layout in another."""
    if source == target or not source or not target:
        return value
    before, after = letters(source), letters(target)
    if len(before) == len(after):
        return FUNCTIONS["permute_dims"](value, axes=[before.index(letter) for letter in after])
    places = tuple(SymbolicVar(f"i{at}", "int32") for at in range(len(before)))  # pyright: ignore[reportArgumentType]
    index_map = IndexMap(places, tuple(BijectiveLayout(source, target).forward_index(places)))
    return FUNCTIONS["layout_transform"](value, index_map, None, (), ())


def _info_in(info: StructInfo, layout: Any) -> StructInfo:
    """A struct info that was written for a value, for that value in another layout."""
    if isinstance(info, TupleStructInfo) and isinstance(layout, tuple):
        return TupleStructInfo([_info_in(field, item) for field, item in zip(info.fields, layout)])
    if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
        return info
    shape = BijectiveLayout(str(initial(info.ndim)), layout).forward_shape(info.shape.values)
    return TensorStructInfo(ShapeExpr(tuple(shape)), info.dtype, info.vdevice)


def _with_args(call: Call, args: tuple[RelaxExpr, ...], attrs: Mapping[str, object]) -> Call:
    if attrs is call.attrs and all(a is b for a, b in zip(args, call.args)):
        return call
    return Call(call.op, args, attrs, call.sinfo_args, call.span)
