"""`PassInfo`: the metadata of a pass."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tilewright.core.dialects.releases import is_later


@dataclass(frozen=True)
class PassInfo:
    """A pass's name, the optimisation level from which a `Sequential` runs it, and the names of the passes that a `Sequential` runs before it.

    `traceable` is kept for programs that set it; nothing here depends on it.
    """

    opt_level: int
    name: str
    required: tuple[str, ...] = ()
    traceable: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "required", tuple(self.required or ()))

    def __repr__(self) -> str:
        home, name = ("transform.", json.dumps(self.name)) if is_later() else ("", repr(self.name))
        return f"{home}PassInfo(opt_level={self.opt_level}, name={name}, required={self.required!r}, traceable={self.traceable})"
