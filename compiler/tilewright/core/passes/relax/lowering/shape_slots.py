"""The numbers of a function that are known only when it runs, each with a slot in a tensor of int64: the *shape heap*.

A slot holds a size or another integer of the program.  It is filled when a value of which it is a size comes in, or computed when all
variables that it mentions are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.key import key
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.expr_functor import PyExprVisitor
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.relax import Call, Function, MatchCast, PrimValue, ShapeExpr, VarBinding
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.walk import walk

if TYPE_CHECKING:
    from tilewright.core.ir.struct_info import StructInfo


@dataclass(eq=False, slots=True)
class Slot:
    """A number: what computes it, its place in the heap, and whether it is there already."""

    expr: Expr
    index: int
    known: bool = False
    missing: set[Var] = field(default_factory=set["Var"])

    @property
    def variables(self) -> tuple[Var, ...]:
        """The variables that it is computed from."""
        return tuple(dict.fromkeys(node for node in walk(self.expr) if isinstance(node, Var)))


class Slots:
    """The slots of one function, in the order in which the function mentions their numbers."""

    def __init__(self, function: Function) -> None:
        self._by_key: dict[Any, Slot] = {}
        self._function = function
        collector = _Collector(self)
        for param in function.params:
            collector.info(param.struct_info_)
        collector.visit_expr(function.body)
        collector.info(function.ret_struct_info)
        self._told: list[Slot] = []
        for slot in self._by_key.values():
            slot.missing = set(self._variables(slot))

    def __len__(self) -> int:
        return len(self._by_key)

    def _variables(self, slot: Slot) -> tuple[Var, ...]:
        """The variables that a slot is computed from, none for a variable's own."""
        if isinstance(slot.expr, Var):
            return ()
        for variable in slot.variables:
            if key(variable) not in self._by_key:
                raise TVMError(f"the size `{variable.name}` is used, and no value tells what it is")
        return slot.variables

    def add(self, expr: Expr) -> None:
        """A number that the function mentions."""
        if not isinstance(expr, IntImm):
            self._by_key.setdefault(key(expr), Slot(expr, len(self._by_key)))

    def of(self, expr: Expr) -> Slot:
        """The slot of a number."""
        return self._by_key[key(expr)]

    def known(self, expr: Expr) -> Slot:
        """The slot of a number that must have been filled."""
        slot = self.of(expr)
        if not slot.known:
            raise TVMError(
                f"`{expr}` is needed in a function before it can be known: nothing given to it has that size"
            )
        return slot

    def fill(self, slot: Slot) -> None:
        """The slot of a variable is filled by a value that tells it."""
        slot.known = True
        self._told.append(slot)

    def ready(self) -> list[Slot]:
        """The slots whose last missing variable has been filled since this was asked before, those mentioned last first."""
        found: list[Slot] = []
        for told in self._told:
            for slot in reversed(self._by_key.values()):
                if told.expr in slot.missing:
                    slot.missing.discard(told.expr)  # pyright: ignore[reportArgumentType]
                    found += [] if slot.missing else [slot]
        self._told = []
        return found


class _Collector(PyExprVisitor):
    """Finds the numbers; functions inside have slots of their own."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots

    def info(self, info: StructInfo | None) -> None:
        for size in sizes(info):
            self._slots.add(size)

    def visit_function_(self, op: Function) -> None:
        return None

    def visit_shape_expr_(self, op: ShapeExpr) -> None:
        for size in op.values:
            self._slots.add(size)

    def visit_prim_value_(self, op: PrimValue) -> None:
        self._slots.add(op.value)

    def visit_call_(self, op: Call) -> None:
        super().visit_call_(op)
        for info in op.sinfo_args:
            self.info(info)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        super().visit_var_binding_(binding)
        self.info(binding.var.struct_info_)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        self.info(binding.struct_info)

    def visit_var_def_(self, var: RelaxVar) -> None:
        return None
