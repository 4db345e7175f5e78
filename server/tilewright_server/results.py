"""The results of runs and profiles by document and function: shown while the text is the one that was run, and the arguments remembered for the next run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright_server.answers import Report

# What of a request is remembered.
REMEMBERED = ("sizes", "data", "reference", "seed")


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile with the text that it is of, and the figures of the one before."""

    text: str
    data: Mapping[str, Any]
    before: Mapping[str, Any] | None


@dataclass(eq=False, slots=True)
class Results:
    """The results of one document: by function the text and title of the last run, the last profile, and the arguments."""

    runs: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    profiles: dict[str, Profile] = field(default_factory=dict[str, Profile])
    arguments: dict[str, Mapping[str, object]] = field(default_factory=dict[str, Mapping[str, object]])

    def completed(self, asked: Mapping[str, object]) -> dict[str, object]:
        """A request with what it does not say as it was in the last one, which it is from now on."""
        name = str(asked.get("name", ""))
        whole = {**self.arguments.get(name, {}), **asked}
        self.arguments[name] = {key: whole[key] for key in REMEMBERED if key in whole}
        return whole

    def note_run(self, text: str, name: str, report: Report) -> None:
        """Take the result of a run."""
        self.runs[name] = text, f"{'✓' if report.ok else '✗'} {report.title.removeprefix(f'{name}: ')}"

    def note_profile(self, text: str, name: str, report: Report) -> None:
        """Take a profile that was made."""
        if report.ok:
            known = self.profiles.get(name)
            self.profiles[name] = Profile(text, report.data, None if known is None else known.data)

    def titles(self, text: str) -> dict[str, str]:
        """The results of the runs of this text, by function."""
        return {name: title for name, (run, title) in self.runs.items() if run == text}

    def seconds(self, text: str, line: int) -> float | None:
        """The time of the loop nest at a line, from a profile of this text."""
        for profile in self.profiles.values():
            parts = profile.data["parts"] if profile.text == text else ()
            for part in parts:
                if part["line"] == line:
                    return float(part["seconds"])
        return None
