"""`tilewright lower`: the program after each pass, its LLVM IR, or its assembly."""

from __future__ import annotations

from typing import Any

from rich.rule import Rule

from tilewright.cli.console import stdout
from tilewright.cli.files import fail, split_target
from tilewright.cli.select import analysed, pick, report_errors
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.printer.highlight import show
from tilewright.target import Target
from tilewright.transform.pipelines import stages


def run(target: str, stage: str | None, every: bool, form: str, for_: str) -> int:
    """Print the chosen view of FILE::NAME; 1 when the file has errors, 2 for a name or stage that does not exist."""
    path, name = split_target(target)
    if name is None:
        raise fail("name the function: tilewright lower FILE::NAME")
    analysis = analysed(path)
    chosen = pick(analysis, name)
    if report_errors(analysis):
        return 1
    module = as_module(chosen, name)
    built_for = Target(for_)
    if form != "tir":
        return _native(module, built_for, form)
    if every:
        return _every(module, built_for)
    show(_until(module, built_for, stage).script())
    return 0


def as_module(value: Any, name: str) -> IRModule:
    """A module of the one function, or the module itself."""
    if isinstance(value, PrimFunc):
        symbol = name.rsplit(".", 1)[-1]
        return IRModule({symbol: value if "global_symbol" in value.attrs else value.with_attr("global_symbol", symbol)})
    return value


def _short(name: str) -> str:
    return name.rsplit(".", 1)[-1]


def _until(module: IRModule, target: Target, stage: str | None) -> IRModule:
    passes = stages(target)
    names = [_short(step.name) for step in passes]
    if stage is not None and _short(stage) not in names:
        raise fail(f"there is no stage {stage!r}; the stages are {', '.join(names)}")
    for step, name in zip(passes, names):
        module = step(module)
        if stage is not None and name == _short(stage):
            break
    return module


def _every(module: IRModule, target: Target) -> int:
    console = stdout()
    console.print(Rule("as written"))
    shown = module.script()
    show(shown)
    unchanged: list[str] = []
    for step in stages(target):
        module = step(module)
        text = module.script()
        if text == shown:
            unchanged.append(_short(step.name))
            continue
        console.print(Rule(f"after {_short(step.name)}"))
        show(text)
        shown = text
    if unchanged:
        console.print(f"[dim]Nothing to do here: {', '.join(unchanged)}[/]")
    return 0


def _native(module: IRModule, target: Target, form: str) -> int:
    from tilewright.driver import build

    print(build(module, target).get_source("ll" if form == "llvm" else "asm"))
    return 0
