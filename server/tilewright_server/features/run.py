"""Build and run: which functions there are, what must be asked before a run, and the run itself in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.frontend.environment import Given
from tilewright.core.frontend.reference import python_functions
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import Function
from tilewright_server import shapes
from tilewright_server.answers import Extent, Report
from tilewright_server.settings import Settings

if TYPE_CHECKING:
    from tilewright.runner.parameters import Plan
    from tilewright.runner.request import Request


@dataclass(frozen=True, slots=True)
class Target:
    """A function that can be run: its qualified name, where it begins, and where it stands."""

    name: str
    line: Extent
    whole: Extent
    is_graph: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """The user's request for a run."""

    name: str
    sizes: Mapping[str, int]
    seed: int
    timeout: float
    repeat: int
    default_size: int | None
    given: Given
    compare: bool
    data: Mapping[str, str]
    reference: str


def targets(analysis: Analysis) -> Iterator[Target]:
    """Every function of the document, by place."""
    for definition, symbol in analysis.symbols():
        if symbol.kind is not SymbolKind.FUNCTION or symbol.start < 0 or not _can_run(symbol):
            continue
        start, end = (offset + definition.base for offset in symbol.extent)
        yield Target(
            _qualified(definition, symbol), Extent(start, start), Extent(start, end), isinstance(symbol.value, Function)
        )


def _can_run(symbol: Symbol) -> bool:
    """Functions, broken ones too, of modules and those that stand on their own; macros, which functions may hold, are no functions."""
    if symbol.value is not None and not isinstance(symbol.value, (PrimFunc, Function)):
        return False
    return symbol.parent is None or symbol.parent.kind is SymbolKind.MODULE


def _qualified(definition: Definition, symbol: Symbol) -> str:
    """The name under which `Analysis.functions` has it: with that of its module, and of the Python functions around it."""
    top = symbol.parent if symbol.parent is not None else symbol
    known = (name for name, value in definition.values.items() if value is top.value)
    outer = next(known, top.name)
    return f"{outer}.{symbol.name}" if top is not symbol else outer


def plan(
    analysis: Analysis, name: str, default_size: int | None, before: Mapping[str, object] | None = None
) -> shapes.RunPlan:
    """The sizes to ask for, the parameters, and the functions that can be the reference, with what was chosen `before`; empty when only executing the file could tell."""
    from tilewright.runner.parameters import plan as plan_of

    func = analysis.functions.get(name)
    made: Plan = plan_of(func, default_size) if isinstance(func, PrimFunc) else {"symbols": [], "parameters": []}
    before = before or {}
    sizes = before.get("sizes")
    for symbol in made["symbols"]:
        if isinstance(sizes, Mapping):
            symbol["default"] = sizes.get(symbol["name"], symbol["default"])
    scripts = {each.name for each in targets(analysis)}
    references = [each for each in python_functions(analysis.source.text) if each not in scripts]
    return {
        "symbols": made["symbols"],
        "parameters": made["parameters"],
        "references": references,
        "data": before.get("data", {}),
        "reference": before.get("reference", ""),
    }


def wish(arguments: Mapping[str, object], settings: Settings) -> Wish:
    """The request of a client, completed by the settings; anything malformed counts as not said."""

    def number(key: str, default: float) -> float:
        value = arguments.get(key)
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0 else default

    sizes = arguments.get("sizes")
    return Wish(
        name=str(arguments.get("name", "")),
        sizes={str(k): int(v) for k, v in sizes.items() if isinstance(v, int)} if isinstance(sizes, Mapping) else {},
        seed=int(number("seed", settings.seed)),
        timeout=number("timeout", settings.timeout) or settings.timeout,
        repeat=int(number("repeat", settings.repeat)) or settings.repeat,
        default_size=settings.symbolic_size,
        given=_given(arguments.get("given")),
        compare=arguments.get("compare") is not False and arguments.get("reference") != "none",
        data=_texts(arguments.get("data")),
        reference=str(arguments.get("reference") or ""),
    )


def _texts(tree: object) -> dict[str, str]:
    """Kinds of data by parameter; a kind alone is that of all."""
    if isinstance(tree, str):
        return {"*": tree}
    return {str(k): v for k, v in tree.items() if isinstance(v, str)} if isinstance(tree, Mapping) else {}


def _given(tree: object) -> Given:
    """Instantiations as a client sends them back."""
    if not isinstance(tree, Mapping):
        return {}
    return {str(name): dict(values) for name, values in tree.items() if isinstance(values, Mapping)}


async def run(
    text: str, path: str, wanted: Wish, on_progress: Callable[[str, int | None], None], given: Given
) -> Report:
    """Build and run the function of `text`, in the instantiations `given`; when the task is cancelled, the process is killed."""
    from tilewright.runner.request import RunRequest

    reference = wanted.reference if wanted.compare else ""
    request = RunRequest(**_called(text, path, wanted, given), compare=wanted.compare, reference=reference)
    return await _carried_out(request, wanted, on_progress)


async def profile(
    text: str, path: str, wanted: Wish, on_progress: Callable[[str, int | None], None], given: Given
) -> Report:
    """Time the loop nests of the function of `text`; when the task is cancelled, the process is killed."""
    from tilewright.runner.request import ProfileRequest

    return await _carried_out(ProfileRequest(**_called(text, path, wanted, given)), wanted, on_progress)


def _called(text: str, path: str, wanted: Wish, given: Given) -> dict[str, Any]:
    """The fields of a `CallRequest`."""
    same = ("name", "sizes", "seed", "repeat", "default_size", "data")
    return {"text": text, "path": path, "given": given, **{each: getattr(wanted, each) for each in same}}


async def _carried_out(request: Request, wanted: Wish, on_progress: Callable[[str, int | None], None]) -> Report:
    from tilewright.runner.process import run_in_process

    outcome = await run_in_process(request, wanted.timeout, on_progress)
    return Report(outcome.ok, outcome.title, outcome.text, outcome.data)
