"""The checks that a value is of a struct info: of its kind at once, of its sizes by matches that are gathered, since they may need further sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.core.analysis.struct_info import is_base_of
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import DataTypeImm, PrimValue, RelaxExpr, ShapeExpr, StringImm, Tuple, TupleGetItem
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.passes.relax.lowering.calls import packed


@dataclass(frozen=True, slots=True)
class Match:
    """A value and what its sizes have to be; `where` says of what it is checked."""

    value: RelaxExpr
    sizes: tuple[Expr, ...]
    where: str


class Checks:
    """Emits checks into a builder, and gathers matches."""

    def __init__(self, builder: BlockBuilder, context: Callable[[str], StringImm]) -> None:
        self._builder = builder
        self._context = context
        self.matches: list[Match] = []
        self._rules: dict[type, Callable[..., None]] = {
            PrimStructInfo: self._prim,
            ShapeStructInfo: self._shape,
            TensorStructInfo: self._tensor,
            TupleStructInfo: self._tuple,
            FuncStructInfo: self._function,
        }

    def add(
        self, info: StructInfo, value: RelaxExpr, where: str, always: bool = False, symbolic_only: bool = False
    ) -> None:
        """Check a value; unless `always`, only the facts that were not inferred. With `symbolic_only`, only tensors with symbolic sizes."""
        self._check(_Wanted(where, always, symbolic_only), info, _info(value), lambda: value)

    def _check(self, wanted: _Wanted, info: StructInfo, known: StructInfo, given: Callable[[], RelaxExpr]) -> None:
        if isinstance(info, ObjectStructInfo) or (not wanted.always and is_base_of(info, known)):
            return
        self._rules[type(info)](wanted, info, given)

    def _emit(self, wanted: _Wanted, name: str, value: RelaxExpr, *args: RelaxExpr) -> None:
        self._builder.emit(packed(f"vm.builtin.{name}", value, *args, self._context(wanted.where)), "_")

    def _prim(self, wanted: _Wanted, info: PrimStructInfo, given: Callable[[], RelaxExpr]) -> None:
        value = given()
        if wanted.needs(PrimStructInfo(None, info.dtype), value):
            self._emit(wanted, "check_prim_value_info", value, DataTypeImm(info.dtype))
        if info.value is not None:
            self.matches.append(Match(value, (info.value,), wanted.where))

    def _shape(self, wanted: _Wanted, info: ShapeStructInfo, given: Callable[[], RelaxExpr]) -> None:
        value = given()
        if wanted.needs(ShapeStructInfo(None, info.ndim), value):
            self._emit(wanted, "check_shape_info", value, PrimValue(info.ndim))
        if info.values is not None:
            self.matches.append(Match(value, tuple(info.values), wanted.where))

    def _tensor(self, wanted: _Wanted, info: TensorStructInfo, given: Callable[[], RelaxExpr]) -> None:
        sizes = info.shape.values if isinstance(info.shape, ShapeExpr) else None
        if wanted.symbolic_only and sizes is not None and all(isinstance(size, IntImm) for size in sizes):
            return
        value = given()
        if wanted.needs(TensorStructInfo(None, info.dtype, None, info.ndim), value):
            self._emit(wanted, "check_tensor_info", value, PrimValue(info.ndim), DataTypeImm(info.dtype))
        if sizes is not None:
            self.matches.append(Match(value, sizes, wanted.where))
        elif info.shape is not None:
            raise TVMError("VMShapeLower cannot check a tensor whose shape is a variable")

    def _tuple(self, wanted: _Wanted, info: TupleStructInfo, given: Callable[[], RelaxExpr]) -> None:
        value = given()
        known = _info(value)
        if isinstance(known, TupleStructInfo) and len(known.fields) != len(info.fields):
            raise TVMError(f"{wanted.where}: a tuple of {len(known.fields)} values cannot be one of {len(info.fields)}")
        if wanted.always or not isinstance(known, TupleStructInfo):
            self._emit(wanted, "check_tuple_info", value, PrimValue(len(info.fields)))
        for at, field in enumerate(info.fields):
            inside = known.fields[at] if isinstance(known, TupleStructInfo) else ObjectStructInfo()
            self._check(wanted, field, inside, self._item(value, at))

    def _item(self, value: RelaxExpr, at: int) -> Callable[[], RelaxExpr]:
        """An item of a tuple, bound to a variable when it is first asked for."""
        found: list[RelaxExpr] = []

        def item() -> RelaxExpr:
            if not found:
                found.append(self._bound_item(value, at))
            return found[0]

        return item

    def _bound_item(self, value: RelaxExpr, at: int) -> RelaxExpr:
        if isinstance(value, Tuple):
            return value.fields[at]
        if isinstance(_info(value), TupleStructInfo):
            return self._builder.emit(TupleGetItem(value, at))
        return self._builder.emit(packed("vm.builtin.tuple_getitem", value, PrimValue(at), info=ObjectStructInfo()))

    def _function(self, wanted: _Wanted, info: FuncStructInfo, given: Callable[[], RelaxExpr]) -> None:
        value = given()
        if wanted.always or not isinstance(_info(value), FuncStructInfo):
            self._emit(wanted, "check_func_info", value)


@dataclass(frozen=True, slots=True)
class _Wanted:
    where: str
    always: bool
    symbolic_only: bool

    def needs(self, kind: StructInfo, value: RelaxExpr) -> bool:
        """Whether it has to be checked that the value is of this kind."""
        return self.always or not is_base_of(kind, _info(value))


def _info(value: RelaxExpr) -> StructInfo:
    return value.struct_info_ or ObjectStructInfo()
