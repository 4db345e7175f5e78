"""Code lens: "Build and run" and "Profile" above each function, and above Python functions that make kernels the instantiations that the file calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilewright.core.analyze import Analysis
from tilewright.core.describe import Factory, factories
from tilewright.core.frontend.environment import Given
from tilewright_server import shapes
from tilewright_server.answers import Command, Extent, Lens
from tilewright_server.ask import Ask
from tilewright_server.capabilities import INSTANTIATE, SERVER_PROFILE
from tilewright_server.features.run import Target, targets

# A function that is called in more ways than this shows the first ones.
_MOST = 6
_RUN = "▶ Build and run"
_PROFILE = "Profile"
# The result of a run is shown up to this length.
_LONGEST = 80


def lenses(
    analysis: Analysis,
    given: Given | None = None,
    results: Mapping[str, str] | None = None,
    profile: str = SERVER_PROFILE,
) -> tuple[Lens, ...]:
    """Lenses for each function that can be built, with the result of its last run, and for each instantiation of those around them; `profile` is the client's command."""
    return tuple(_lenses(analysis, given or {}, results or {}, profile))


def _lenses(analysis: Analysis, given: Given, results: Mapping[str, str], profile: str) -> Iterator[Lens]:
    made = factories(analysis)
    for target in targets(analysis):
        around = (each for each in made if each.start <= target.line.start < each.end)
        factory = next(around, None)
        yield from _runs(target, factory, given, results.get(target.name, ""))
        if not target.is_graph and (factory is None or factory.name in given):
            yield Lens(target.line, Command(_PROFILE, {"name": target.name}, profile))
    for factory in made:
        yield from _choices(factory, given)


def _runs(target: Target, factory: Factory | None, given: Given, result: str) -> Iterator[Lens]:
    """The lens that runs a function; one for each instantiation where none is chosen."""
    if factory is None or factory.name in given:
        title = f"{_RUN}: {_shortened(result)}" if result else _RUN
        yield Lens(target.line, Command(title, {"name": target.name}))
        return
    for text, values in [*factory.instantiations.items()][:_MOST]:
        name = target.name if "." in target.name else f"{factory.name}.{target.name}"
        arguments = {"name": name, "given": {factory.name: dict(values)}}
        yield Lens(target.line, Command(f"{_RUN} {text}", arguments))


def _shortened(result: str) -> str:
    return result if len(result) <= _LONGEST else f"{result[:_LONGEST]}…"


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
    if not ask.settings.code_lens:
        return []
    given = ask.server.documents.given(ask.server.document_with(ask.wire.uri))
    results = ask.server.results(ask.wire.uri).titles(ask.analysis.source.text)
    return ask.wire.lenses(lenses(ask.analysis, given, results, ask.server.profile_command), ask.server.run_command)
