"""The passes of the compiler one after another, each with what it makes and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.core.sequential import Sequential
from tilewright.core.passes.pipelines import stages
from tilewright.core.target import Target


class Step(NamedTuple):
    """A pass that has run: the module after it, processor time in seconds, what it says of itself, and the reasons for what it chose."""

    name: str
    module: IRModule
    seconds: float
    about: str
    reasons: list[str]


def lowered(module: IRModule, target: Target) -> Iterator[Step]:
    """The passes that lower TensorIR, in order."""
    for step in stages(target):
        module, seconds = _timed(step, module)
        yield Step(short(step.name), module, seconds, step.summary, [])


# The steps of code generation that can be shown as programs.
SCHEDULED = {
    "BlockRows": "Runs attention for a head or a block of its query rows at a time, with the scores of these rows alone in memory.",
    "RegisterTiling": "Keeps results in registers and turns loops into vector instructions.",
    "VectorizeMaps": "Turns loops that compute neighbouring elements into vector instructions, where they stand in no other loop.",
    "Parallelize": "Runs outer loops in threads where their work pays for it.",
    "OverlapRows": "Runs loops along a row that wait for one another's results for neighbouring rows at the same time.",
    "VectorizeRows": "Turns the other loops that compute neighbouring elements into vector instructions.",
}


def scheduled(module: IRModule, target: Target) -> Iterator[Step]:
    """The default schedule: what code generation does with the loops of a lowered module."""
    from tilewright.core.codegen.llvm import native_stages  # loads LLVM

    began = time.process_time()
    for name, made, reasons in native_stages(module, target):
        yield Step(name, made, time.process_time() - began, SCHEDULED[name], reasons)
        began = time.process_time()


def reasons(module: IRModule, target: Target) -> list[str]:
    """The choices of the default schedule for the loops of a module, and why they are made: a sentence for each choice."""
    for step in lowered(module, target):
        module = step.module
    return [reason for step in scheduled(module, target) for reason in step.reasons]


def graph_steps(module: IRModule) -> Iterator[Step]:
    """The passes of the pipeline that `relax.build` uses."""
    from tilewright.core.driver.relax_pipelines import get_pipeline  # loads all that is about graphs

    pipeline = get_pipeline("default")
    assert isinstance(pipeline, Sequential)
    for step in pipeline.passes:
        module, seconds = _timed(step, module)
        yield Step(short(step.name), module, seconds, step.summary, [])


def _timed(step: Pass, module: IRModule) -> tuple[IRModule, float]:
    began = time.process_time()
    made = step(module)
    return made, time.process_time() - began


def short(name: str) -> str:
    """The name of a pass without that of its package."""
    return name.rsplit(".", 1)[-1]
