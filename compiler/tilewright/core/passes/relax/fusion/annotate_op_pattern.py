"""`AnnotateTIROpPattern`: each TensorIR function says how its result depends on its arguments."""

from __future__ import annotations

from tilewright.core.analysis.op_pattern import op_pattern
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.passes.core.pass_ import Pass


def AnnotateTIROpPattern() -> Pass:
    """Give each TensorIR function the attribute "op_pattern", from 0 (element by element) to 8 (nothing is known); one that has it keeps it."""

    def run(mod: IRModule) -> IRModule:
        return mod.with_functions(
            {
                variable: function.with_attr("op_pattern", int(op_pattern(function)))
                if isinstance(function, PrimFunc) and "op_pattern" not in function.attrs
                else function
                for variable, function in mod.functions.items()
            }
        )

    return Pass("AnnotateTIROpPattern", run)
