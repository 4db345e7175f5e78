"""`PassInfo`: the metadata of a pass."""

from __future__ import annotations

from dataclasses import dataclass


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
