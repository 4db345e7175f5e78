"""Code lens: "Build and run" above each function, and above Python functions that make kernels the instantiations that the file calls."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.describe import Factory, factories
from tilewright.core.frontend.environment import Given
from tilewright_server import shapes
from tilewright_server.answers import Command, Extent, Lens
from tilewright_server.ask import Ask
from tilewright_server.capabilities import INSTANTIATE
from tilewright_server.features.run import Target, targets

# A function that is called in more ways than this shows the first ones.
_MOST = 6
_RUN = "▶ Build and run"


def lenses(analysis: Analysis, given: Given | None = None) -> tuple[Lens, ...]:
    """A lens for each function that can be built, and for each instantiation of those around them."""
    return tuple(_lenses(analysis, given or {}))


def _lenses(analysis: Analysis, given: Given) -> Iterator[Lens]:
    made = factories(analysis)
    for target in targets(analysis):
        around = (each for each in made if each.start <= target.line.start < each.end)
        yield from _runs(target, next(around, None), given)
    for factory in made:
        yield from _choices(factory, given)


def _runs(target: Target, factory: Factory | None, given: Given) -> Iterator[Lens]:
    """The lens that runs a function; one for each instantiation where none is chosen."""
    if factory is None or factory.name in given:
        yield Lens(target.line, Command(_RUN, {"name": target.name}))
        return
    for text, values in [*factory.instantiations.items()][:_MOST]:
        name = target.name if "." in target.name else f"{factory.name}.{target.name}"
        arguments = {"name": name, "given": {factory.name: dict(values)}}
        yield Lens(target.line, Command(f"{_RUN} {text}", arguments))


def _choices(factory: Factory, given: Given) -> Iterator[Lens]:
    """The choice between all values and the instantiations: it says for which values the function is read."""
    place = Extent(factory.start, factory.start)
    chosen = given.get(factory.name)
    options = {"all values": {}, **dict([*factory.instantiations.items()][:_MOST])}
    for text, values in options.items():
        mark = "●" if dict(values) == dict(chosen or {}) else "○"
        command = Command(f"{mark} {text}", {"name": factory.name, "values": dict(values)}, INSTANTIATE)
        yield Lens(place, command)


def answer(ask: Ask) -> list[shapes.CodeLens]:
    """`textDocument/codeLens`"""
    if not ask.server.documents.settings.code_lens:
        return []
    given = ask.server.documents.given(ask.server.document_with(ask.wire.uri))
    return ask.wire.lenses(lenses(ask.analysis, given), ask.server.run_command)
