"""The user's settings, read from the client's JSON; a missing or wrong one keeps its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MODES = ("onType", "onSave", "off")
SCOPES = ("openFiles", "workspace")


@dataclass(frozen=True, slots=True)
class Settings:
    """`exact` allows to execute files when they are saved; `debounce` in milliseconds, `timeout` of a run and `limit` of the analysis of one definition in seconds; `symbolic_size` is proposed for symbolic dimensions,
    or where it is None odd and unequal sizes, as `tilewright run` takes them.  With `whole_workspace` files that are not open are checked too."""

    mode: str = "onType"
    debounce: int = 50
    code_lens: bool = True
    timeout: float = 60.0
    seed: int = 0
    repeat: int = 10
    symbolic_size: int | None = None
    inlay_hints: bool = True
    limit: float = 5.0
    whole_workspace: bool = False
    formatting: bool = False
    exact: bool = False
    inlay_domains: bool = False
    inlay_regions: bool = False


@dataclass(frozen=True, slots=True)
class ScopedSettings:
    """The settings in force: `general` ones, and those of folders of the workspace that have their own."""

    general: Settings = field(default_factory=Settings)
    of_folders: Mapping[Path, Settings] = field(default_factory=dict[Path, Settings])

    def of(self, path: str | Path) -> Settings:
        """The settings of a file: those of the innermost folder around it."""
        if not self.of_folders:
            return self.general
        for folder in Path(path).parents:
            if folder in self.of_folders:
                return self.of_folders[folder]
        return self.general

    def has_any(self, name: str) -> bool:
        """Whether a setting that is on or off is on anywhere."""
        return any(getattr(each, name) for each in (self.general, *self.of_folders.values()))


def settings_from(tree: object) -> Settings:
    """The settings in a client's tree `{diagnostics: {mode, debounce, timeout, scope, exact}, run: {...}, codeLens: {enabled}, inlayHints: {enabled, domains, regions}, format: {enabled}}`, alone or under "tilewright"."""
    found = _section(tree, "tilewright") or (tree if isinstance(tree, Mapping) else {})
    diagnostics, run, hints = (_section(found, name) for name in ("diagnostics", "run", "inlayHints"))
    default = Settings()
    return Settings(
        mode=_valid(diagnostics, "mode", default.mode, lambda v: v in MODES),
        debounce=_valid(diagnostics, "debounce", default.debounce, _is_count),
        whole_workspace=_valid(diagnostics, "scope", SCOPES[0], lambda v: v in SCOPES) == SCOPES[1],
        formatting=_valid(_section(found, "format"), "enabled", default.formatting, lambda v: isinstance(v, bool)),
        limit=_valid(diagnostics, "timeout", default.limit, lambda v: _is_number(v) and v > 0),
        exact=_valid(diagnostics, "exact", default.exact, lambda v: isinstance(v, bool)),
        code_lens=_valid(_section(found, "codeLens"), "enabled", default.code_lens, lambda v: isinstance(v, bool)),
        inlay_hints=_valid(hints, "enabled", default.inlay_hints, lambda v: isinstance(v, bool)),
        inlay_domains=_valid(hints, "domains", default.inlay_domains, lambda v: isinstance(v, bool)),
        inlay_regions=_valid(hints, "regions", default.inlay_regions, lambda v: isinstance(v, bool)),
        timeout=_valid(run, "timeout", default.timeout, lambda v: _is_number(v) and v > 0),
        seed=_valid(run, "seed", default.seed, _is_count),
        repeat=_valid(run, "repeat", default.repeat, lambda v: _is_count(v) and v > 0),
        symbolic_size=_valid(run, "symbolicSize", default.symbolic_size, lambda v: _is_count(v) and v > 0),
    )


def _section(tree: object, name: str) -> Mapping[str, object]:
    below = tree.get(name) if isinstance(tree, Mapping) else None
    return below if isinstance(below, Mapping) else {}


def _valid(section: Mapping[str, Any], name: str, default: object, accept: Callable[[Any], bool]) -> Any:
    value = section.get(name, default)
    return value if accept(value) else default


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
