"""`tilewright lower`: the program after each pass, its LLVM IR, or its assembly."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tilewright.cli.files import fail, split_target
from tilewright.cli.select import analysed, picked, report_errors
from tilewright.core.ir.function import IRModule, tensor_ir
from tilewright.core.passes.pipelines import stages
from tilewright.core.printer import program
from tilewright.core.printer.highlight import show
from tilewright.core.printer.program import separated
from tilewright.core.target import Target
from tilewright.explore.lowering import SCHEDULED, Step, lowered, scheduled, short
from tilewright.explore.programs import as_module


def run(target: str, stage: str | None, every: bool, form: str, for_: str) -> int:
    """Print the chosen view of FILE::NAME; 1 when it has errors, 2 for a name or stage that does not exist."""
    _refuse_contradictions(stage, every, form)
    path, name = split_target(target)
    if name is None:
        raise fail("name the function: tilewright lower FILE::NAME")
    built_for = _target(for_)
    analysis = analysed(path)
    if report_errors(analysis, name):
        return 1
    shown_as, chosen = picked(analysis, name)
    module = _kernels(as_module(chosen, name), name)
    if form != "tir":
        return _native(module, built_for, form)
    if every:
        return _every(module, built_for, shown_as)
    show(program([(shown_as, _until(module, built_for, stage))]))
    return 0


def _target(text: str) -> Target:
    try:
        return Target(text)
    except (TypeError, ValueError) as error:
        raise fail(f"--target: {error}") from error


def _refuse_contradictions(stage: str | None, every: bool, form: str) -> None:
    """Raise typer.Exit(2) for options of which one would be ignored."""
    asked = [("--stage", stage is not None), ("--all", every), (f"--to {form}", form != "tir")]
    given = [option for option, is_given in asked if is_given]
    if len(given) > 1:
        raise fail(f"{given[0]} and {given[1]} show different things: give one of them")


def _kernels(module: IRModule, name: str) -> IRModule:
    """The TensorIR functions of a module; raises typer.Exit(2) when there are none."""
    kernels = tensor_ir(module)
    if module.functions and not kernels.functions:
        raise fail(
            f"`{name}` is of Relax, and what is lowered are TensorIR functions; `print(relax.get_pipeline()(module))` shows what becomes of a graph"
        )
    return kernels


def _all_stages(module: IRModule, target: Target) -> Iterator[Step]:
    """The passes with what each makes, and the two steps of code generation that can be shown as programs, with the reasons for what they choose."""
    for step in lowered(module, target):
        module = step.module
        yield step
    yield from scheduled(module, target)


def _until(module: IRModule, target: Target, stage: str | None) -> IRModule:
    """The module after a stage; by default as lowering leaves it."""
    names = [*(short(step.name) for step in stages(target)), *SCHEDULED]
    wanted = names[-3] if stage is None else short(stage)
    if wanted not in names:
        raise fail(f"there is no stage {stage!r}; the stages are {', '.join(names)}")
    return next(itertools.islice(_all_stages(module, target), names.index(wanted), None)).module


def _every(module: IRModule, target: Target, shown_as: str | None) -> int:
    titles, texts = ["as written"], [module.script(name=shown_as)]
    unchanged: list[str] = []
    stayed: list[str] = []
    for name, made, _, _, reasons in _all_stages(module, target):
        text = made.script(name=shown_as)
        if text == texts[-1]:
            unchanged.append(name)
            stayed += [f"# {reason}" for reason in reasons]
        else:
            titles.append("\n".join([f"after {name}", *(f"# {reason}" for reason in reasons)]))
            texts.append(text)
    imports, bodies = separated(texts)
    parts = ["\n".join(imports), *(f"{_rule(title)}\n\n{body}" for title, body in zip(titles, bodies))]
    if unchanged:
        parts.append("\n".join([f"# Passes that changed nothing: {', '.join(unchanged)}", *stayed]))
    show("\n\n\n".join(parts))
    return 0


def _rule(title: str) -> str:
    """A line between two programs that Python takes for a comment."""
    first, *reasons = title.split("\n")
    return "\n".join([f"# ---- {first} ".ljust(80, "-"), *reasons])


def _native(module: IRModule, target: Target, form: str) -> int:
    from tilewright.core.driver.build import build

    if target.kind.name == "c":
        raise fail(f"--to {form}: the target 'c' makes a program in C, of which there is no LLVM IR and no assembly")
    try:
        native = build(module, target)
    except ValueError as error:
        raise fail(f"--target: {error}") from error
    print(native.get_source("ll" if form == "llvm" else "asm"))
    return 0
