"""NarrowDataType: loop variables and index computations take narrower integers where no value can leave their range.

A loop variable becomes a narrow one; computations on narrow values are done narrow as long as their bounds fit, and widened where the program needs
the wide value.
"""

from __future__ import annotations

from typing import Any

from tilewright.base.dtype import DType, dtype
from tilewright.ir.expr import BINARY_NODES, BinaryOp, BufferLoad, Cast, CmpOp, Expr, IntImm, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import binary, const
from tilewright.ir.stmt import BufferStore, For
from tilewright.ir.walk import substitute
from tilewright.transform.pass_ import Pass, tir_pass
from tilewright.transform.ranges import Ranges, rewrite_in_ranges


def narrow_data_type_to(target_bits: int) -> Pass:
    """The pass that narrows to `target_bits`; raises `ValueError` for a width that integers do not have."""
    if target_bits not in (8, 16, 32, 64):
        raise ValueError(f"indices are 8, 16, 32 or 64 bits wide, not {target_bits}")
    narrow = dtype(f"int{target_bits}")

    def to_narrow(func: PrimFunc) -> PrimFunc:
        """Do the arithmetic of loops and indices in narrower integers."""
        return func.with_body(_Narrowing(narrow).rewrite(func.body))

    return tir_pass("tir.NarrowDataType")(to_narrow)


narrow_data_type = narrow_data_type_to(32)
_ARITHMETIC = ("Add", "Sub", "Mul", "Min", "Max", "FloorDiv", "FloorMod")
_COMPARISONS = ("LT", "LE", "GT", "GE", "EQ", "NE")


class _Narrowing:
    """Rewrites bottom up: wide values that fit are casts of narrow ones."""

    def __init__(self, narrow: DType) -> None:
        self.narrow = narrow
        self.low, self.high = -(1 << (narrow.bits - 1)), (1 << (narrow.bits - 1)) - 1

    def rewrite(self, root: Any) -> Any:
        rules: dict[type, Any] = {BINARY_NODES[name]: self._arithmetic for name in _ARITHMETIC}
        rules.update({BINARY_NODES[name]: self._comparison for name in _COMPARISONS})
        rules.update({BufferLoad: self._access, BufferStore: self._access, Cast: self._cast})
        return rewrite_in_ranges(self._narrow_loops(root, Ranges()), rules)

    def _narrow_loops(self, root: Any, ranges: Ranges) -> Any:
        """Loops over narrow variables, whose wide value stands where the wide variable did."""

        def loop(stmt: For, known: Ranges) -> For:
            wide = stmt.loop_var.dtype
            if not self._is_wide(wide) or not all(self._fits(end, known) for end in (stmt.min, stmt.min + stmt.extent)):
                return stmt
            if not self._fits(stmt.extent, known):
                return stmt
            variable = Var(stmt.loop_var.name, self.narrow, stmt.loop_var.span)  # pyright: ignore[reportArgumentType]
            body = substitute(stmt.body, {stmt.loop_var: Cast(wide, variable)})
            low, extent = self._narrowed(stmt.min), self._narrowed(stmt.extent)
            return stmt.replace(loop_var=variable, min=low, extent=extent, body=body)

        return rewrite_in_ranges(root, {For: loop}, ranges)

    def _is_wide(self, type_: DType) -> bool:
        return type_.kind == "int" and not type_.is_vector and type_.bits > self.narrow.bits

    def _fits(self, value: Expr, ranges: Ranges) -> bool:
        bound = ranges.analyzer.const_int_bound(value)
        return self.low <= bound.min_value and bound.max_value <= self.high

    def _narrow_form(self, e: Expr) -> Expr | None:
        """The narrow value that `e` widens."""
        if isinstance(e, IntImm):
            return const(e.value, self.narrow) if self.low <= e.value <= self.high else None
        return e.value if isinstance(e, Cast) and e.value.dtype is self.narrow else None

    def _narrowed(self, e: Expr) -> Expr:
        found = self._narrow_form(e)
        return Cast(self.narrow, e) if found is None else found

    def _arithmetic(self, e: BinaryOp, ranges: Ranges) -> Expr:
        """wide(a) + wide(b) -> wide(a + b), when the sum fits"""
        if not self._is_wide(e.dtype) or not self._fits(e, ranges):
            return e
        a, b = self._narrow_form(e.a), self._narrow_form(e.b)
        return e if a is None or b is None else Cast(e.dtype, binary(type(e).__name__, a, b), e.span)

    def _comparison(self, e: CmpOp, ranges: Ranges) -> Expr:
        """wide(a) < wide(b) -> a < b"""
        if not self._is_wide(e.a.dtype):
            return e
        a, b = self._narrow_form(e.a), self._narrow_form(e.b)
        return e if a is None or b is None else binary(type(e).__name__, a, b, e.span)

    def _cast(self, e: Cast, ranges: Ranges) -> Expr:
        """narrow(wide(x)) -> x"""
        inner = e.value
        if e.dtype is self.narrow and isinstance(inner, Cast) and inner.value.dtype is self.narrow:
            return inner.value if self._is_wide(inner.dtype) else e
        return e

    def _index(self, e: Expr) -> Expr:
        found = self._narrow_form(e) if self._is_wide(e.dtype) else None
        return e if found is None else found

    def _access(self, node: Any, ranges: Ranges) -> Any:
        """A[wide(i)] -> A[i]"""
        indices = tuple([self._index(index) for index in node.indices])
        same = all(new is old for new, old in zip(indices, node.indices))
        return node if same else node.replace(indices=indices)
