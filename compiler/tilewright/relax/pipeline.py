"""Pipelines by name: which passes make a module ready to be built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.relax import transform
from tilewright.transform.pass_ import Pass
from tilewright.transform.sequential import Sequential

PIPELINES: dict[str, Callable[..., Pass]] = {}


def register_pipeline(name: str) -> Callable[[Callable[..., Pass]], Callable[..., Pass]]:
    """Make a function that gives a pass known as the pipeline `name`; raises `ValueError` when there is one."""
    if name in PIPELINES:
        raise ValueError(f"Pipeline {name} has already been registered")

    def register(function: Callable[..., Pass]) -> Callable[..., Pass]:
        PIPELINES[name] = function
        return function

    return register


def get_pipeline(name: str = "zero", **options: Any) -> Pass:
    """The passes of that pipeline as one: "zero", which makes ops fused kernels, or "default", which `relax.build` uses; raises `ValueError` for any other."""
    if name not in PIPELINES:
        raise ValueError(f"Unknown pre-built pipeline {name}, candidates are {', '.join(PIPELINES)}")
    return PIPELINES[name](**options)


def get_default_pipeline(target: Any = None) -> Pass:
    """The pipeline that `relax.build` uses for a target."""
    return get_pipeline("default")


@register_pipeline("zero")
def zero() -> Pass:
    """Ops become TensorIR, and those that can run together one function each."""
    return Sequential(
        [
            transform.LegalizeOps(),
            transform.AnnotateTIROpPattern(),
            transform.FuseOps(),
            transform.FuseTIR(),
        ],
        name="zero_pipeline",
    )


@register_pipeline("default")
@register_pipeline("default_build")
def default() -> Pass:
    """What a module needs to be built: as "zero", and then the kernels that follow one another become one native function, in which values that are
    computed element by element are not stored in between."""
    return Sequential(
        [
            zero(),
            transform.ConvertToDataflow(),
            transform.MergeKernels(),
            transform.FuseTIR(),
            transform.InlineInjective(),
        ],
        name="default_pipeline",
    )


def chosen(pipeline: Any) -> Callable[[IRModule], IRModule]:
    """A pass by the name of its pipeline, or as it is; None changes nothing."""
    if pipeline is None:
        return lambda mod: mod
    return get_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
