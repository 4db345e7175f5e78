"""The pipelines that lower TensorIR, as passes."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule
from tilewright.core.passes import pipelines
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.target import Target


def get_default_tir_pipeline(target: Target | None = None) -> Pass:
    """The pass that does all that lowering for a target does, as the `PassContext` in force says."""
    chosen = target or Target.current() or Target("llvm")

    def run(mod: IRModule) -> IRModule:
        """Lower a module as `build` does."""
        return pipelines.lower(mod, chosen)

    return Pass("tir.default_tir_pipeline", run)


def get_tir_pipeline(name: str | None = None, **kwargs: Target | None) -> Pass:
    """A pipeline by name; there is "default".  `target` says what for.  Raises `ValueError` for another name."""
    if name not in (None, "default"):
        raise ValueError(f"Unknown pre-built pipeline {name}. Candidates are ['default']")
    return get_default_tir_pipeline(**kwargs)
