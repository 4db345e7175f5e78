"""The entries of `[tool.tilewright]`: what each must be, and what it adds to the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.names import nearest
from tilewright.core.dialects.releases import RELEASES
from tilewright.project.rules import HINT, Paths, Rules, unknown_code

SEVERITIES = {severity.name.lower(): severity for severity in Severity}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A mistake in the settings: the path of the entry below the table, a sentence about it, and whether its name is meant, not its value."""

    path: tuple[str | int, ...]
    message: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """A value of the table, and the folder of the file that it stands in."""

    name: str
    value: Any
    folder: Path
    wrong: list[Wrong]

    def refuse(self, message: str, *below: str | int) -> None:
        """Report the value, or a part of it."""
        self.wrong.append(Wrong((self.name, *below), message))

    def strings(self, value: object, *below: str | int) -> tuple[str, ...]:
        """A list of strings; what is none is reported and left out."""
        if not isinstance(value, list):
            self.refuse(f"`{'.'.join(map(str, (self.name, *below)))}` must be a list of strings", *below)
            return ()
        for position, item in enumerate(value):
            if not isinstance(item, str):
                self.refuse(f"`{item}` is not a string", *below, position)
        return tuple(item for item in value if isinstance(item, str))

    def codes(self, value: Any, *below: str | int) -> tuple[str, ...]:
        """A list of patterns of codes."""
        return tuple(item for item in self.strings(value, *below) if self._is_code(item, value, below))

    def _is_code(self, item: str, value: list[Any], below: tuple[str | int, ...]) -> bool:
        mistake = unknown_code(item)
        if mistake is not None:
            self.refuse(f"`{item}` {mistake}", *below, value.index(item))
        return mistake is None

    def paths(self, patterns: list[Any] | Any, *below: str | int) -> Paths:
        """A list of patterns of paths."""
        return Paths(self.folder, self.strings(patterns, *below))

    def flag(self) -> bool | None:
        """`true` or `false`."""
        if not isinstance(self.value, bool):
            self.refuse(f"`{self.name}` must be true or false")
            return None
        return self.value

    def table(self) -> Iterator[tuple[str, Any]]:
        """The entries of a table."""
        if isinstance(self.value, Mapping):
            yield from self.value.items()
        else:
            self.refuse(f"`{self.name}` must be a table")


def _select(given: Given, rules: Rules) -> Rules:
    codes = given.codes(given.value)
    return replace(rules, select=codes) if isinstance(given.value, list) else rules


def _ignore(given: Given, rules: Rules) -> Rules:
    return replace(rules, ignore=(*rules.ignore, *given.codes(given.value)))


def _severity(given: Given, rules: Rules) -> Rules:
    from tilewright.project.rules import codes_of

    found = dict(rules.severity)
    for pattern, word in given.table():
        mistake = unknown_code(pattern)
        if mistake is not None:
            given.wrong.append(Wrong((given.name, pattern), f"`{pattern}` {mistake}", is_name=True))
        elif not isinstance(word, str) or word not in SEVERITIES:
            given.refuse(f"`{word}` is not one of {', '.join(SEVERITIES)}", pattern)
        else:
            found.update(dict.fromkeys(codes_of([pattern]), SEVERITIES[word]))
    return replace(rules, severity=found)


def _per_file(given: Given, rules: Rules) -> Rules:
    added = [(Paths(given.folder, (pattern,)), given.codes(codes, pattern)) for pattern, codes in given.table()]
    return replace(rules, per_file_ignores=(*rules.per_file_ignores, *added))


def _exclude(given: Given, rules: Rules) -> Rules:
    return replace(rules, exclude=(*rules.exclude, given.paths(given.value)))


def _strict(given: Given, rules: Rules) -> Rules:
    flag = given.flag()
    return rules if flag is None else replace(rules, strict=flag)


def _mypy_diagnostics(given: Given, rules: Rules) -> Rules:
    flag = given.flag()
    return rules if flag is None else replace(rules, mypy_diagnostics=flag)


def _release(given: Given, rules: Rules) -> Rules:
    """Read by the process that emulates TVM, not here; judged here, so that it is reported with its place."""
    if given.value not in RELEASES:
        given.refuse(f"`release` must be one of {', '.join(RELEASES)}")
    return rules


def _extend(given: Given, rules: Rules) -> Rules:
    """Followed where files are read."""
    return rules


ENTRIES: dict[str, Callable[[Given, Rules], Rules]] = {
    "extend": _extend,
    "select": _select,
    "ignore": _ignore,
    "severity": _severity,
    "per-file-ignores": _per_file,
    "exclude": _exclude,
    "strict": _strict,
    "mypy_diagnostics": _mypy_diagnostics,
    "release": _release,
}


def applied(table: Mapping[str, Any], folder: Path, rules: Rules) -> tuple[Rules, list[Wrong]]:
    """The rules with the entries of a table, and what is wrong with these."""
    wrong: list[Wrong] = []
    for name, value in table.items():
        entry = ENTRIES.get(name)
        if entry is None:
            wrong.append(Wrong((name,), _unknown(name), is_name=True))
        else:
            rules = entry(Given(name, value, folder, wrong), rules)
    return rules, wrong


def _unknown(name: str) -> str:
    close = nearest(name, ENTRIES)
    return f"there is no setting `{name}`; {f'did you mean `{close}`?' if close else 'there are ' + ', '.join(ENTRIES)}"


__all__ = ["ENTRIES", "HINT", "SEVERITIES", "Wrong", "applied"]
