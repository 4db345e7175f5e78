# Generated from tilewright.arith._ffi_api by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.arith import domain_touched as _DomainTouched_

DomainTouched = _DomainTouched_
from tvm.arith import narrow_predicate_expression as _NarrowPredicateExpression_

NarrowPredicateExpression = _NarrowPredicateExpression_

def SolveInequalitiesAsCondition(variables: _Any, ranges: _Any, relations: _Any) -> _Any:
    """The solved system as conditions: bounds of one variable after another, each written with those after it, and relations that are not linear."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
