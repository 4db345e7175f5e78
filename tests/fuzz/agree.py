"""Every way to run a program gives the same numbers, for every level of processors and with checks, and every pass gives a program that reads back as itself."""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tests.fuzz.generated import Program
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.driver.build import as_module, build
from tilewright.core.interpret import run
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes import pipelines
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.script import from_source
from tilewright.target import Target
from tilewright.transform import PassContext


def disagreement(program: Program, targets: tuple[str, ...]) -> str | None:
    """The first way to run the program that does not give numpy's numbers, or the first pass whose result does not read back; None if all is well."""
    func = from_source(program.text)
    module = as_module(func)
    if not same(program.expected, after(program, lambda *args: run(module, *args))):
        return "the interpreter"
    for target in targets:
        if not same(program.expected, after(program, build(func, target))):
            return f"native code for {target}"
    if not same(program.expected, after(program, _checked(func))):
        return "native code with bounds checks"
    return _after_each_pass(program, module)


@cache
def levels() -> tuple[str, ...]:
    """Targets: this processor, every level of features that it has, and code that is not optimised."""
    named = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4") if platform.machine() in ("x86_64", "AMD64") else ()
    known = ["llvm", "llvm -opt-level=0", *(f"llvm -mcpu={each}" for each in named)]
    return tuple(each for each in known if not machine_of(Target(each)).obstacle)


def _checked(func: PrimFunc) -> Callable[..., Any]:
    with PassContext(config={"tir.instrument_bound_checkers": True}):
        return build(func)


def _after_each_pass(program: Program, module: IRModule) -> str | None:
    for step in pipelines.stages(Target("llvm")):
        made = step(module)
        if made is module:
            continue
        module = made
        current = module
        if not same(program.expected, after(program, lambda *args: run(current, *args))):  # noqa: B023
            return f"the program after {step.name}"
        if not structural_equal(from_source(module.script()), module):
            return f"the text of the program after {step.name}"
    return None


def after(program: Program, call: Callable[..., Any]) -> tuple[Any, ...]:
    """The arrays after a call."""
    given = [argument if isinstance(argument, int) else argument.copy() for argument in program.arguments]
    call(*given)
    return tuple(argument for argument in given if not isinstance(argument, int))


def same(expected: tuple[Any, ...], found: tuple[Any, ...]) -> bool:
    """Equal integers, and floats that differ by rounding at most."""
    return all(
        np.allclose(a, b, 1e-4, 1e-4, equal_nan=True) if a.dtype.kind == "f" else np.array_equal(a, b)
        for a, b in zip(expected, found)
    )
