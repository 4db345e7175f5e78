"""Relations of struct infos: whether one holds every value of another, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.distributed import DTensorStructInfo
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.node.type_ import Type
from tilewright.core.ir.relax import ShapeExpr
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    info_of,
)
from tilewright.core.ir.structural import structural_equal


class BaseCheckResult(IntEnum):
    """The relation of the values of one struct info to those of another."""

    FAIL_L0 = 0
    """No value is of both."""
    FAIL_L1 = 1
    """Some values are of both, and what is known tells that not all are."""
    FAIL_L2 = 2
    """All may be of both; it cannot be proven."""
    PASS = 3
    """Every value of the derived one is of the base."""


def is_base_of(base: StructInfo | Type, derived: StructInfo | Type) -> bool:
    """Whether every value of `derived` is one of `base`."""
    return base_check(info_of(base), info_of(derived)) is BaseCheckResult.PASS


def base_check(base: StructInfo, derived: StructInfo, analyzer: Analyzer | None = None) -> BaseCheckResult:
    """Whether every value of `derived` is one of `base`; sizes are compared by what `analyzer` can prove."""
    if isinstance(base, ObjectStructInfo) or structural_equal(base, derived):
        return BaseCheckResult.PASS
    if type(base) is not type(derived):
        return BaseCheckResult.FAIL_L1 if isinstance(derived, ObjectStructInfo) else BaseCheckResult.FAIL_L0
    return _CHECKS[type(base)](base, derived, analyzer or Analyzer())


def _prim(base: PrimStructInfo, derived: PrimStructInfo, analyzer: Analyzer) -> BaseCheckResult:
    if base.dtype is not derived.dtype:
        return BaseCheckResult.FAIL_L0
    return _known([base.value], [derived.value], analyzer)


def _shape(base: ShapeStructInfo, derived: ShapeStructInfo, analyzer: Analyzer) -> BaseCheckResult:
    return min(_ranks(base.ndim, derived.ndim), _known(base.values, derived.values, analyzer))


def _tensor(base: TensorStructInfo, derived: TensorStructInfo, analyzer: Analyzer) -> BaseCheckResult:
    found = [_ranks(base.ndim, derived.ndim)]
    if base.dtype.kind != "void" and base.dtype is not derived.dtype:
        found.append(BaseCheckResult.FAIL_L1 if derived.dtype.kind == "void" else BaseCheckResult.FAIL_L0)
    if base.vdevice is not None and not structural_equal(base.vdevice, derived.vdevice):
        found.append(BaseCheckResult.FAIL_L1 if derived.vdevice is None else BaseCheckResult.FAIL_L0)
    if isinstance(base.shape, ShapeExpr) and isinstance(derived.shape, ShapeExpr):
        found.append(_known(base.shape.values, derived.shape.values, analyzer))
    elif base.shape is not None and base.shape is not derived.shape:
        found.append(BaseCheckResult.FAIL_L2)
    return min(found)


def _tuple(base: TupleStructInfo, derived: TupleStructInfo, analyzer: Analyzer) -> BaseCheckResult:
    if len(base.fields) != len(derived.fields):
        return BaseCheckResult.FAIL_L0
    return _all(base_check(wide, narrow, analyzer) for wide, narrow in zip(base.fields, derived.fields))


def _function(base: FuncStructInfo, derived: FuncStructInfo, analyzer: Analyzer) -> BaseCheckResult:
    if base.purity and not derived.purity:
        return BaseCheckResult.FAIL_L1
    result = base_check(base.ret, derived.ret, analyzer)
    if base.params is None:
        return result
    if derived.params is None:
        return min(result, BaseCheckResult.FAIL_L2)
    if len(base.params) != len(derived.params):
        return BaseCheckResult.FAIL_L0
    given = zip(derived.params, base.params)
    return min(result, _all(_parameter(taken, wanted, analyzer) for taken, wanted in given))


def _parameter(derived: StructInfo, base: StructInfo, analyzer: Analyzer) -> BaseCheckResult:
    """The derived function must take all that the base takes; as in TVM it may also take less, which a call tells when it runs."""
    return max(base_check(derived, base, analyzer), base_check(base, derived, analyzer))


def _all(found: Iterable[BaseCheckResult]) -> BaseCheckResult:
    return min(found, default=BaseCheckResult.PASS)


def _ranks(base: int, derived: int) -> BaseCheckResult:
    if base in (-1, derived):
        return BaseCheckResult.PASS
    return BaseCheckResult.FAIL_L1 if derived == -1 else BaseCheckResult.FAIL_L0


def _known(
    base: Sequence[Expr | None] | None, derived: Sequence[Expr | None] | None, analyzer: Analyzer
) -> BaseCheckResult:
    """Sizes or values, None where they are not known."""
    if base is None or None in base:
        return BaseCheckResult.PASS
    if derived is None or None in derived:
        return BaseCheckResult.FAIL_L2
    if len(base) != len(derived):
        return BaseCheckResult.FAIL_L0
    return _all(_same_size(a, b, analyzer) for a, b in zip(base, derived))


def _same_size(base: Any, derived: Any, analyzer: Analyzer) -> BaseCheckResult:
    if structural_equal(base, derived) or analyzer.can_prove_equal(base, derived):
        return BaseCheckResult.PASS
    difference = analyzer.simplify(base - derived) if isinstance(base, Expr) else None
    apart = getattr(difference, "value", 0)
    return BaseCheckResult.FAIL_L0 if apart else BaseCheckResult.FAIL_L2


def _dtensor(base: DTensorStructInfo, derived: DTensorStructInfo, analyzer: Analyzer) -> BaseCheckResult:
    same = structural_equal(base.device_mesh, derived.device_mesh) and structural_equal(
        base.placement, derived.placement
    )
    found = base_check(base.tensor_sinfo, derived.tensor_sinfo, analyzer)
    return found if same else min(found, BaseCheckResult.FAIL_L0)


_CHECKS: dict[type[StructInfo], Callable[[Any, Any, Analyzer], BaseCheckResult]] = {
    PrimStructInfo: _prim,
    ShapeStructInfo: _shape,
    TensorStructInfo: _tensor,
    DTensorStructInfo: _dtensor,
    TupleStructInfo: _tuple,
    FuncStructInfo: _function,
}
