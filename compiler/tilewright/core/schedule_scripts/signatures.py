"""Calls of methods of `Schedule` compared with their signatures: names, numbers and kinds of arguments, names of memory and of threads."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.core.analysis.checks.types import THREAD_TAGS
from tilewright.core.base.names import counted, nearest
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.primitives.cache import SCOPES, is_scope
from tilewright.core.schedule_scripts.values import BLOCK, LOOP, Handle, Items, Scheduled

SELF = "self"
_TAGS = THREAD_TAGS | {"vthread.x"}


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call: its value and where it is written; `name` is the keyword."""

    value: Any
    node: Any
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Misfit:
    """A mistake in a call: a sentence, the node that shows it, None for the call, and what to write there instead, in which `{}` is what stands there."""

    sentence: str
    node: Any = None
    instead: str | None = None


@cache
def methods() -> frozenset[str]:
    """The names of what programs may use of a schedule."""
    return frozenset(name for name in dir(Schedule) if not name.startswith("_")) | {"state", "trace"}


@cache
def signature(name: str) -> inspect.Signature | None:
    """The signature of a method; None for what is none."""
    found = inspect.getattr_static(Schedule, name, None)
    return inspect.signature(found) if callable(found) else None


def misfit(name: str, arguments: Sequence[Argument], title: str) -> Misfit | None:
    """The first thing that is wrong with a call of a method, called `title`, as far as its arguments are known."""
    wanted = signature(name)
    if wanted is None:
        return None
    return _unfit(title, arguments, wanted) or next(_wrong_kinds(title, _bound(arguments, wanted)), None)


def _parameters(wanted: inspect.Signature) -> list[inspect.Parameter]:
    return [each for each in wanted.parameters.values() if each.name != SELF]


def _unfit(name: str, arguments: Sequence[Argument], wanted: inspect.Signature) -> Misfit | None:
    """Arguments that are too many, not known by their names, given twice or missing."""
    parameters = _parameters(wanted)
    takes = [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    several = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    positional = [each for each in arguments if each.name is None]
    if len(positional) > len(takes) and not several:
        sentence = f"`{name}` takes {counted(len(takes), 'argument')}, and gets {len(positional)}"
        return Misfit(sentence, positional[len(takes)].node)
    given = set[str]() if several else set(takes[: len(positional)])
    known = {each.name for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)}
    any_name = any(each.kind is each.VAR_KEYWORD for each in parameters)
    for each in arguments:
        if each.name is None:
            continue
        if each.name not in known and not any_name:
            meant = nearest(each.name, sorted(known))
            hint = f"; did you mean `{meant}`?" if meant else f"; it has {_listed(sorted(known))}"
            return Misfit(f"`{name}` has no parameter `{each.name}`{hint}", each.node)
        if each.name in given:
            return Misfit(f"`{name}` gets its parameter `{each.name}` twice", each.node)
        given.add(each.name)
    required = [each.name for each in parameters if each.default is each.empty and each.name in known]
    missing = [each for each in required if each not in given]
    if missing:
        return Misfit(f"`{name}` lacks {'its argument' if len(missing) == 1 else 'its arguments'} {_listed(missing)}")
    return None


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _bound(arguments: Sequence[Argument], wanted: inspect.Signature) -> Iterator[tuple[inspect.Parameter, Argument]]:
    """The arguments with their parameters."""
    parameters = {each.name: each for each in _parameters(wanted)}
    order = list(parameters.values())
    position = 0
    for each in arguments:
        if each.name is not None:
            if each.name in parameters:
                yield parameters[each.name], each
            continue
        yield order[position], each
        if order[position].kind is not inspect.Parameter.VAR_POSITIONAL:
            position += 1


def _wrong_kinds(name: str, bound: Iterator[tuple[inspect.Parameter, Argument]]) -> Iterator[Misfit]:
    for parameter, each in bound:
        annotation = str(parameter.annotation)
        wrong = _wrong_kind(annotation, each.value)
        if wrong is not None and parameter.kind is parameter.VAR_POSITIONAL and isinstance(each.value, (list, tuple)):
            yield Misfit(f"`{name}` takes loops one by one, and not a list of them", each.node, "*{}")
        elif wrong is not None:
            yield Misfit(f"`{name}` takes {wrong} as `{parameter.name}`", each.node)
        elif parameter.name == "thread_axis" and isinstance(each.value, str) and each.value not in _TAGS:
            yield _unknown_text(each, "a thread", _TAGS)
        elif parameter.name == "storage_scope" and isinstance(each.value, str) and not is_scope(each.value):
            yield _unknown_text(each, "a kind of memory", SCOPES)


def _unknown_text(each: Argument, what: str, known: Any) -> Misfit:
    names = sorted(known)
    meant = nearest(each.value, names)
    hint = f'; did you mean "{meant}"?' if meant else f"; there are {', '.join(names)}"
    instead = f'"{meant}"' if meant and isinstance(each.node, ast.Constant) else None
    return Misfit(f'"{each.value}" is not the name of {what}{hint}', each.node, instead)


def _wrong_kind(annotation: str, value: object) -> str | None:
    """The kind that a parameter takes and what it gets, where they are known to differ."""
    wanted = _WANTED.get(annotation)
    if wanted is None or value is UNKNOWN:
        return None
    got = _KINDS.get(type(value)) if not isinstance(value, Handle) else value.kind
    if isinstance(value, Items):
        got = "list"
    if got is None or got in wanted:
        return None
    words = {LOOP: "a loop", BLOCK: "a block", "text": "the name of a block"}
    takes = " or ".join(words[each] for each in wanted)
    return f"{takes}, and not {_SAID.get(got, f'a {got}')},"


_WANTED: Mapping[str, tuple[str, ...]] = {
    "LoopRV": (LOOP,),
    "BlockRV": (BLOCK, "text"),
    "BlockRV | str": (BLOCK, "text"),
    "BlockRV | LoopRV | str": (BLOCK, LOOP, "text"),
}
_KINDS: Mapping[type, str] = {
    str: "text", int: "number", bool: "number", float: "number", tuple: "list", Scheduled: "schedule", type(None): "None",
}  # fmt: skip
_SAID = {"list": "a list", "text": "a text", "None": "None"}


__all__ = ["Argument", "Misfit", "methods", "misfit", "signature"]
