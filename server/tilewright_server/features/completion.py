"""Completion: members after a dot, data types in the string of a dtype argument, and the names visible at the cursor.

What is being typed is read from the text; what the names mean comes from the analysis, which knows the rest of a file even while the
statement at the cursor is not finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.describe import (
    DTYPE_NAMES,
    WORDS,
    Entry,
    element_of,
    entries,
    entry_documentation,
    expression_entries,
    resolve,
    result_of,
    signature_of,
    visible,
)
from tilewright_server.answers import Proposal
from tilewright_server.features.cursor import Operand, call_around, chain_at, operand_at
from tilewright_server.features.plain_python import in_script


def completions(analysis: Analysis, offset: int) -> tuple[Proposal, ...]:
    """Everything that may be typed at `offset`, in the order in which it is to be shown."""
    text = analysis.source.text
    operand = operand_at(text, offset)
    if operand is not None:
        return tuple(_members(_behind(analysis, offset, operand)))
    chain = chain_at(text, offset)
    if chain is None:
        return tuple(_words(analysis, text, offset))
    if chain.path:
        return tuple(_members(entries(resolve(analysis, offset, chain.path))))
    names = _names(analysis, offset) if in_script(analysis, offset) else ()
    return (*names, *_keywords(analysis, text, offset))


def documentation(key: str) -> str | None:
    """Markdown about the proposal with this key."""
    return entry_documentation(key)


def _behind(analysis: Analysis, offset: int, operand: Operand) -> tuple[Entry, ...]:
    """The members of an element, of what a call gives, or of an expression in parentheses."""
    if not operand.path:
        return expression_entries()
    value = resolve(analysis, offset, operand.path)
    return entries(element_of(value)) if operand.bracket == "[" else result_of(value)


def _members(found: Iterable[Entry]) -> Iterator[Proposal]:
    for entry in found:
        yield Proposal(entry.name, entry.kind, entry.detail, entry.key, _rank(entry))


def _rank(entry: Entry) -> int:
    """The rank of a completion, most used first: forms and operations, then scalar types, then the rest, vector types last."""
    if entry.kind == "dtype":
        return 1 if entry.name in DTYPE_NAMES else 3
    return 2 if entry.kind == "class" else 0


def _names(analysis: Analysis, offset: int) -> Iterator[Proposal]:
    for entry in visible(analysis, offset):
        yield Proposal(entry.name, entry.kind, entry.detail)


def _keywords(analysis: Analysis, text: str, offset: int) -> Iterator[Proposal]:
    """The parameters of the call around the cursor that may still be given by name."""
    call = call_around(text, offset)
    signature = signature_of(resolve(analysis, offset, call.path)) if call is not None else None
    if call is None or signature is None or not call.direct or call.keyword is not None:
        return
    for position, parameter in enumerate(signature.parameters):
        by_name = not parameter.variadic and parameter.name not in call.given
        if by_name and (parameter.keyword_only or position >= call.index):
            yield Proposal(f"{parameter.name}=", "parameter", signature.label[parameter.start : parameter.end], rank=1)


def _words(analysis: Analysis, text: str, offset: int) -> Iterator[Proposal]:
    """Data types, scopes and threads, when the cursor is in the string of an argument that wants one."""
    call = call_around(text, offset)
    if call is None or not call.in_string:
        return
    signature = signature_of(resolve(analysis, offset, call.path))
    active = signature.active(call.index, call.keyword) if signature is not None else None
    wanted = signature.parameters[active].name if signature is not None and active is not None else None
    if call.path[-1] == "astype" and signature is None:
        wanted = "dtype"
    for rank, name in enumerate(WORDS.get(wanted, ()) if wanted is not None else ()):
        yield Proposal(name, "dtype", rank=10 + rank)
