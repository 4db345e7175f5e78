"""The time that passes take, as a tree: a pass that runs others contains them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter_ns

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.info import PassInfo
from tilewright.core.passes.core.pass_instrument import PassInstrument


@dataclass
class _Profile:
    """One run of a pass; times in nanoseconds."""

    name: str
    start: int
    duration: int = 0
    inside: list[_Profile] = field(default_factory=list["_Profile"])

    def own(self) -> int:
        """The time not spent in passes inside."""
        return self.duration - sum(profile.duration for profile in self.inside)


class PassTimingInstrument(PassInstrument):
    """Measures each pass; ask for `render()` before the context is left, which forgets the times."""

    def __init__(self) -> None:
        self._roots: list[_Profile] = []
        self._open: list[_Profile] = []

    def enter_pass_ctx(self) -> None:
        self._roots, self._open = [], []

    def exit_pass_ctx(self) -> None:
        self._roots, self._open = [], []

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        profile = _Profile(info.name, perf_counter_ns())
        (self._open[-1].inside if self._open else self._roots).append(profile)
        self._open.append(profile)

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        profile = self._open.pop()
        profile.duration = perf_counter_ns() - profile.start

    def render(self) -> str:
        """One line a pass: its time, in brackets its time without passes inside, and its share of the whole and of the pass around it."""
        whole = sum(profile.duration for profile in self._roots)
        return "".join(line for profile in self._roots for line in _lines(profile, 0, whole, whole))


def _lines(profile: _Profile, depth: int, whole: int, around: int) -> Iterator[str]:
    shares = "; ".join(f"{_share(profile.duration, of):.2f}%" for of in (whole, around))
    times = f"{profile.duration // 1000}us [{profile.own() // 1000}us]"
    yield "\t" * depth + f"{profile.name}: {times} ({shares})\n"
    for inside in profile.inside:
        yield from _lines(inside, depth + 1, whole, profile.duration)


def _share(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
