# Generated from tilewright.arith._ffi_api by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.arith import domain_touched as _DomainTouched_

DomainTouched = _DomainTouched_
from tvm.arith import narrow_predicate_expression as _NarrowPredicateExpression_

NarrowPredicateExpression = _NarrowPredicateExpression_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
