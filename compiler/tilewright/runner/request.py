"""The request and the outcome of a run; both travel between processes as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class CallRequest:
    """Calls of function `name` ("f" or "Module.f") of the program `text`, which belongs to file `path` whether saved or not.

    `sizes` gives the symbolic dimensions and integer parameters by name; those missing take `default_size`, or where that is None odd and unequal sizes
    (`sizes.odd_sizes`).  `repeat` counts timed samples.  `data` says by the names of parameters, "*" for all others, what they hold: a kind of `data.KINDS`, or the path of a `.npy` file.
    `given` are values for parameters of the Python functions around `name`, `{"make": {"n": 16}}`.
    """

    text: str
    path: str
    name: str
    sizes: Mapping[str, int] = field(default_factory=dict[str, int])
    seed: int = 0
    repeat: int = 10
    default_size: int | None = None
    data: Mapping[str, str] = field(default_factory=dict[str, str])
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])


@dataclass(frozen=True, slots=True)
class RunRequest(CallRequest):
    """A run of a function.

    With `check_bounds` the native code checks each access; `database` is the folder of a database of schedules, if there is one.
    With `compare` the results are compared with the `reference`: "interpreter", a Python function of the file, or "" for what the file names or the interpreter where the work is small.
    """

    task: ClassVar = "run"

    check_bounds: bool = False
    database: str = ""
    compare: bool = False
    reference: str = ""


@dataclass(frozen=True, slots=True)
class ProfileRequest(CallRequest):
    """The profile of a function: its loop nests, each timed `repeat` times."""

    task: ClassVar = "profile"


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """Tuning of function `name` of the program `text`: the fastest of `trials` schedules is written into the text."""

    task: ClassVar = "tune"

    text: str
    path: str
    name: str
    trials: int = 32
    seed: int = 0


@dataclass(frozen=True, slots=True)
class FindRequest:
    """The function or module `name` of the program `text` that only executing it makes, as JSON."""

    task: ClassVar = "find"

    text: str
    path: str
    name: str


@dataclass(frozen=True, slots=True)
class ExactRequest:
    """The exact check of the program `text`, which belongs to file `path` whether saved or not; its process may take `megabytes` of memory."""

    task: ClassVar = "exact"

    text: str
    path: str
    megabytes: int = 4096

    @property
    def name(self) -> str:
        """The name of the file."""
        return Path(self.path).name


@dataclass(frozen=True, slots=True)
class Outcome:
    """A one-line title and a whole text for people, and the figures for programs."""

    ok: bool
    title: str
    text: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


class CannotRun(Exception):
    """The reason for which the function cannot be run, in a sentence for its author; `details` may hold rendered diagnostics."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.details = details


# What a worker process can be asked for.
Request = RunRequest | ProfileRequest | TuneRequest | FindRequest | ExactRequest
