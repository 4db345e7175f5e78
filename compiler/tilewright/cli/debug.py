"""`tilewright debug`: two stages of a graph, run binding by binding on the same random arguments, and their first divergence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tilewright.cli.console import stdout
from tilewright.cli.files import fail, split_target
from tilewright.cli.select import analysed, known_with, report_errors
from tilewright.core.driver.relax_pipelines import get_pipeline
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function
from tilewright.core.passes.relax.lowering.legalize_ops import LegalizeOps
from tilewright.core.pymodule.divergence import Agreement, first_divergence, random_arguments
from tilewright.explore.programs import top_level
from tilewright.runner.made import may_be_made

STAGES = {
    "written": lambda module: module,
    "lowered": LegalizeOps(),
    "fused": get_pipeline("zero"),
}


@dataclass(frozen=True)
class Options:
    """The two stages, and the arguments that they run on."""

    before: str
    after: str
    sizes: dict[str, int]
    seed: int
    tolerance: float


def run(target: str, options: Options) -> int:
    """Report the first divergence of each function.  Returns 1 if there is one, 2 if the stages cannot be compared."""
    path, name = split_target(target)
    analysis = analysed(path)
    if report_errors(analysis):
        return 2
    modules = {key: value for key, value in top_level(analysis).items() if isinstance(value, IRModule)}
    modules = {key: value for key, value in modules.items() if any(map(_is_graph, value.functions.values()))}
    if name is None:
        if not modules:
            raise fail(f"{path} has no module with functions of Relax")
        return max([_module(modules, each, "", options, path) for each in modules])
    outer, _, inner = name.partition(".")
    if outer not in modules and may_be_made(analysis, outer):
        made = known_with(analysis, outer)[outer]
        if isinstance(made, IRModule):
            modules[outer] = made
    if outer not in modules:
        raise fail(f"{path} has no module {outer!r} with functions of Relax; it has {', '.join(modules) or 'none'}")
    return _module(modules, outer, inner, options, path)


def _module(modules: dict[str, IRModule], outer: str, inner: str, options: Options, path: Path) -> int:
    """One function of a module, or all of them."""
    first, second = (_stage(modules, modules[outer], stage, path) for stage in (options.before, options.after))
    functions = [variable.name_hint for variable, item in first.functions.items() if _is_graph(item)]
    if inner and inner not in functions:
        raise fail(f"{outer} has no function {inner!r} of Relax; it has {', '.join(functions)}")
    chosen = [inner] if inner else [each for each in functions if each in second]
    return int(any([_compare(first, second, f"{outer}.{each}", options) for each in chosen]))


def _is_graph(function: object) -> bool:
    return isinstance(function, Function) and not function.attrs.get("Primitive")


def _stage(modules: dict[str, IRModule], module: IRModule, stage: str, path: Path) -> IRModule:
    """The module after a stage, or another module of the file."""
    if stage in STAGES:
        return STAGES[stage](module)
    if stage not in modules:
        known = ", ".join([*STAGES, *modules])
        raise fail(f"{stage!r} is neither a stage nor a module of {path}: choose one of {known}")
    return modules[stage]


def _compare(first: IRModule, second: IRModule, name: str, options: Options) -> bool:
    """Whether the stages diverge in this function; reports the first divergence."""
    inner = name.rpartition(".")[2]
    function = first[inner]
    assert isinstance(function, Function)
    try:
        given = random_arguments(function, options.sizes, options.seed)
        found = first_divergence(first, second, inner, given, rtol=options.tolerance)
    except (ValueError, ImportError) as error:
        raise fail(f"{name} cannot be compared: {error}") from error
    said = f"{found.compared} values agree" if isinstance(found, Agreement) else str(found)
    stdout().print(f"{name}: {said}", markup=False, highlight=False)
    return not isinstance(found, Agreement)
