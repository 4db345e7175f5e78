"""Functions in which calls with side effects have come to stand: they keep what dataflow blocks and pure functions promise."""

from __future__ import annotations

from tilewright.core.graph.queries import contains_impure_call
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import BindingBlock, DataflowBlock, Function
from tilewright.core.passes.relax.normal_form.tidy import NonDataflow
from tilewright.core.passes.relax.over_functions import each_function


def with_side_effects(mod: IRModule) -> IRModule:
    """The module after a pass that made calls impure: dataflow blocks with such calls become plain ones, and pure functions get "relax.force_pure"."""
    return each_function("with_side_effects", function_with_side_effects).run(mod)


def function_with_side_effects(function: Function) -> Function:
    """Like `with_side_effects`, of one function."""
    return _Effects().visit_expr(function)


class _Effects(NonDataflow):
    def visit_function_(self, op: Function) -> Function:
        made = super().visit_function_(op)
        if not made.is_pure or made.attrs.get("relax.force_pure") or not contains_impure_call(made.body):
            return made
        return made.with_attr("relax.force_pure", True)

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        if any(contains_impure_call(binding.value) for binding in block.bindings):
            return super().visit_dataflow_block_(block)
        return block
