"""`tilewright lower`: the program after each pass, its LLVM IR, or its assembly; of a graph the passes over it, and then its kernels."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cli.files import fail, split_target
from tilewright.cli.render import tell
from tilewright.cli.select import analysed, full_name, picked, report_errors, without_name
from tilewright.cli.target import named_target
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.driver.native import mistakes_as_diagnostics
from tilewright.core.ir.function import IRModule, tensor_ir
from tilewright.core.ir.relax import Function as Graph
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.pipelines import stages
from tilewright.core.printer import program
from tilewright.core.printer.highlight import show
from tilewright.core.printer.program import separated
from tilewright.core.target import Target
from tilewright.explore.lowering import SCHEDULED, Step, graph_steps, lowered, scheduled, short
from tilewright.explore.programs import as_module


def run(target: str, stage: str | None, every: bool, form: str, for_: str, call: str = "") -> int:
    """Print the chosen view of FILE::NAME; 1 when it has errors or cannot be built, 2 for a name or stage that does not exist."""
    _refuse_contradictions(stage, every, form)
    path, name = split_target(target)
    if name is None:
        raise without_name(path, "lower")
    built_for = named_target(for_)
    analysis = analysed(path, name, call)
    name = full_name(analysis, name)
    if report_errors(analysis, name):
        return 1
    shown_as, chosen = picked(analysis, name)
    module = as_module(chosen, name)
    if _is_graph(module):
        shown_as = shown_as or name.rpartition(".")[0] or None
    try:
        with mistakes_as_diagnostics(module):
            if form != "tir":
                return _native(module, built_for, form)
            if every:
                return _every(module, built_for, shown_as)
            show(program([(shown_as, _until(module, built_for, stage))]))
    except DiagnosticError as error:
        tell(error.diagnostics)
        return 1
    return 0


def _refuse_contradictions(stage: str | None, every: bool, form: str) -> None:
    """Raise typer.Exit(2) for options of which one would be ignored."""
    asked = [("--stage", stage is not None), ("--all", every), (f"--to {form}", form != "tir")]
    given = [option for option, is_given in asked if is_given]
    if len(given) > 1:
        raise fail(f"{given[0]} and {given[1]} show different things: give one of them")


def _is_graph(module: IRModule) -> bool:
    return any(isinstance(function, Graph) for function in module.functions.values())


def _all_stages(module: IRModule, target: Target) -> Iterator[Step]:
    """The passes with what each makes, and the two steps of code generation that can be shown as programs, with the reasons for what they choose."""
    if _is_graph(module):
        with target:
            for step in graph_steps(module):
                module = step.module
                yield step
        kernels = tensor_ir(module)
        named = {var: func.with_attr("global_symbol", var.name_hint) for var, func in kernels.functions.items()}
        module = kernels.with_functions(named)
        if not module.functions:
            return
    for step in lowered(module, target):
        module = step.module
        yield step
    yield from scheduled(module, target)


def _until(module: IRModule, target: Target, stage: str | None) -> IRModule:
    """The module after the first run of a stage that changes something, else after its first; by default as lowering leaves it."""
    names = [*(short(step.name) for step in stages(target)), *SCHEDULED]
    wanted = names[-3] if stage is None else short(stage)
    seen: list[str] = []
    first: IRModule | None = None
    try:
        for step in _all_stages(module, target):
            before, module = module, step.module
            seen.append(step.name)
            if step.name == wanted:
                if not structural_equal(before, module):
                    return module
                first = module if first is None else first
    except DiagnosticError:
        if first is None:
            raise
    if first is not None:
        return first
    if stage is not None:
        raise fail(f"there is no stage {stage!r}; the stages are {', '.join(dict.fromkeys(seen))}")
    return module


def _every(module: IRModule, target: Target, shown_as: str | None) -> int:
    titles, texts = ["as written"], [module.script(name=shown_as)]
    changes: dict[str, bool] = {}  # whether a pass, which may run more than once, has changed something
    shown: set[str] = set()
    stayed: list[str] = []  # reasons of passes that changed nothing
    for name, made, _, _, reasons in _all_stages(module, target):
        text = made.script(name=shown_as)
        is_new = text != texts[-1]
        changes[name] = is_new or changes.get(name, False)
        if not is_new:
            stayed += reasons
        else:
            shown.update(reasons)
            titles.append("\n".join([f"after {name}", *(f"# {reason}" for reason in reasons)]))
            texts.append(text)
    idle = [name for name, changed in changes.items() if not changed]
    imports, bodies = separated(texts)
    parts = ["\n".join(imports), *(f"{_rule(title)}\n\n{body}" for title, body in zip(titles, bodies))]
    if idle:
        parts.append(f"# Passes that changed nothing: {', '.join(idle)}")
    rest = [reason for reason in dict.fromkeys(stayed) if reason not in shown]
    if rest:
        parts.append("\n".join(f"# {reason}" for reason in rest))
    show("\n\n\n".join(parts))
    return 0


def _rule(title: str) -> str:
    """A line between two programs that Python takes for a comment."""
    first, *reasons = title.split("\n")
    return "\n".join([f"# ---- {first} ".ljust(80, "-"), *reasons])


def _native(module: IRModule, target: Target, form: str) -> int:
    from tilewright.core.driver.build import compile as compiled
    from tilewright.core.vm.executable import VMExecutable

    if target.kind.name == "c":
        raise fail(f"--to {form}: the target 'c' makes a program in C, of which there is no LLVM IR and no assembly")
    try:
        made = compiled(module, target)
    except ValueError as error:
        raise fail(f"--target: {error}") from error
    native = made.native if isinstance(made, VMExecutable) else made
    if native is None:
        raise fail("the graph calls no kernels, so that there is no native code of it")
    print(native.mod.get_source("ll" if form == "llvm" else "asm"))
    return 0
