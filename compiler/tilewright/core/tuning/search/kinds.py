"""The kinds of search strategies by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.tuning.search.evolutionary import EvolutionarySearch
from tilewright.core.tuning.search.replay import ReplayFunc, ReplayTrace
from tilewright.core.tuning.search.strategy import SearchStrategy

KINDS: Mapping[str, Callable[..., SearchStrategy]] = {
    "evolutionary": EvolutionarySearch,
    "replay-trace": ReplayTrace,
    "replay-func": ReplayFunc,
}


def create_strategy(kind: str = "evolutionary", **options: object) -> SearchStrategy:
    """A strategy of a kind; raises `ValueError` for another kind."""
    if kind not in KINDS:
        raise ValueError(f"there is no kind of search strategy called {kind!r}; there are {', '.join(KINDS)}")
    return KINDS[kind](**options)


__all__ = ["KINDS", "create_strategy"]
