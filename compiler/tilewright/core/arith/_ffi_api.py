"""The functions that TVM's programs reach by their global names: `tvm.arith._ffi_api.DomainTouched`."""

from __future__ import annotations

from tilewright.core.arith.domains import domain_touched as DomainTouched
from tilewright.core.arith.narrow import narrow_predicate_expression as NarrowPredicateExpression

__all__ = ["DomainTouched", "NarrowPredicateExpression"]
