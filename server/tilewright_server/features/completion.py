"""Completion: members after a dot, data types in the string of a dtype argument, and the names visible at the cursor.

What is being typed is read from the text; what the names mean comes from the analysis, which knows the rest of a file even while the
statement at the cursor is not finished.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.builder.namespace import Member, Namespace
from tilewright.core.describe import (
    ATTRIBUTES,
    DTYPE_NAMES,
    WORDS,
    Entry,
    element_of,
    entries,
    entry_documentation,
    expression_entries,
    members_of,
    resolve,
    result_of,
    signature_of,
    visible,
)
from tilewright.core.frontend.source_map import SymbolKind
from tilewright_server import shapes
from tilewright_server.answers import Extent, Proposal
from tilewright_server.ask import Ask
from tilewright_server.capabilities import capability
from tilewright_server.features.cursor import OpenCall, Operand, call_around, chain_at, operand_at
from tilewright_server.features.missing_imports import missing_imports
from tilewright_server.features.place import Place, fitting, is_decorator, place_at
from tilewright_server.features.plain_python import has_script, in_script
from tilewright_server.features.signature_help import signature_called
from tilewright_server.features.snippets import namespaces, snippets
from tilewright_server.rpc import Written

# What test suites and model compilers write most behind `T.`, `R.` and `I.`, by a count over their sources.
USED_MOST: Final = frozenset(
    """
    Buffer Cast Select alloc_buffer axis block cast decl_buffer evaluate exp float32 func_attr grid handle if_then_else init int32 int64
    launch_thread match_buffer max min parallel prim_func reads sblock sblock_alloc_buffer sblock_attr block_attr serial sqrt thread_binding
    unroll vectorized where writes Object Tensor Tuple add call_packed call_tir const dataflow function match_cast matmul multiply nn output
    permute_dims prim_value reshape shape ir_module
    """.split()
)
# Beginnings of names that passes put into a program and nobody writes.
_OF_PASSES: Final = ("TVMBackend", "anylist_", "tvm_", "vm_")
# Methods that take the name of a block or function of the file, as the first argument or as `name`, and the kinds of what they name.
_NAMING: Final = {
    "get_block": SymbolKind.BLOCK,
    "get_sblock": SymbolKind.BLOCK,
    "get_global_var": SymbolKind.FUNCTION,
    "work_on": SymbolKind.FUNCTION,
}
_VALUES: Final = frozenset({"buffer", "parameter", "loop variable", "block axis", "function"})


def completions(analysis: Analysis, offset: int) -> tuple[Proposal, ...]:
    """Everything that may be typed at `offset`, in the order in which it is to be shown."""
    text = analysis.source.text
    operand = operand_at(text, offset)
    if operand is not None:
        return tuple(_members(_behind(analysis, offset, operand)))
    chain = chain_at(text, offset)
    if chain is None:
        return tuple(_words(analysis, text, offset))
    place = place_at(text, offset)
    if chain.path:
        value = resolve(analysis, offset, chain.path)
        inside = value.value if isinstance(value, Member) else value
        return members(inside, place) if isinstance(inside, Namespace) else tuple(_members(entries(value)))
    if place == "decorator":
        return tuple(_decorators(analysis))
    inside = in_script(analysis, offset)
    names = (*_names(analysis, offset, place), *missing_imports(analysis, offset)) if inside else ()
    pieces = snippets(analysis, chain.start) if place == "statement" and _may_define(analysis, offset, inside) else ()
    return (*names, *pieces, *_keywords(analysis, text, offset))


class Members(tuple[Proposal, ...]):
    """The members of a namespace that fit a place, which are the same in every file; `written` keeps their answer."""

    written: Written[shapes.CompletionList] | None = None


@lru_cache(maxsize=64)
def members(namespace: Namespace, place: Place) -> Members:
    """The members of a namespace that may stand at a place."""
    return Members(_members(fitting(entries(namespace), members_of(namespace), place)))


def _may_define(analysis: Analysis, offset: int, inside: bool) -> bool:
    """Whether a definition or statement of the script may begin here: inside of one, or at the margin of a file that has some.

    Where a file only imports the namespaces, the line must hold nothing else: the rest of its Python is left to others.
    """
    text = analysis.source.text
    if text[text.rfind("\n", 0, offset) + 1 : offset][:1] in (" ", "\t"):
        return inside
    alone = not text[offset:].partition("\n")[0].strip()
    return has_script(analysis) or (alone and bool(namespaces(analysis)))


def _decorators(analysis: Analysis) -> Iterator[Proposal]:
    """The decorators of the namespaces that the file imports, with their names in front."""
    for name, namespace in namespaces(analysis).values():
        for entry in fitting(entries(namespace), members_of(namespace), "decorator"):
            if is_decorator(entry.name):
                yield Proposal(f"{name}.{entry.name}", entry.kind, entry.detail, entry.key)


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
    """The rank of a completion: what programs use most, then other forms, operations and scalar types, then the rest; vector types and what only passes write come last."""
    if entry.name in USED_MOST:
        return 0
    if entry.kind == "dtype":
        return 1 if entry.name in DTYPE_NAMES else 3
    return 3 if entry.name.startswith(_OF_PASSES) else 2 if entry.kind == "class" else 1


def _names(analysis: Analysis, offset: int, place: Place) -> Iterator[Proposal]:
    """The visible names; a `for` runs over none of the values of a script, and a `with` opens none, but what a namespace makes."""
    opens = place in ("for", "with")
    for entry in visible(analysis, offset):
        if not (opens and entry.kind in _VALUES):
            yield Proposal(entry.name, entry.kind, entry.detail)
    if place == "for":
        yield Proposal("range", "function", "a serial loop")


def _keywords(analysis: Analysis, text: str, offset: int) -> Iterator[Proposal]:
    """The parameters of the call around the cursor that may still be given by name."""
    call = call_around(text, offset)
    signature = signature_called(analysis, offset, call.path) if call is not None else None
    if call is None or signature is None or not call.direct or call.keyword is not None:
        return
    for position, parameter in enumerate(signature.parameters):
        by_name = not parameter.variadic and parameter.name not in call.given
        if by_name and (parameter.keyword_only or position >= call.index):
            yield Proposal(f"{parameter.name}=", "parameter", signature.label[parameter.start : parameter.end], rank=1)


def _words(analysis: Analysis, text: str, offset: int) -> Iterator[Proposal]:
    """The values that the string at the cursor may have: data types, scopes, threads, layouts, the kinds of axes, keys of attributes, blocks that a schedule asks for."""
    call = call_around(text, offset)
    if call is None or not call.quoted:
        return
    start = max(text.rfind(quote, 0, offset) for quote in "\"'") + 1
    for rank, name in enumerate(_said(analysis, text, offset, start, call)):
        yield Proposal(name, "dtype", rank=10 + rank, replaces=Extent(start, offset))


def _said(analysis: Analysis, text: str, offset: int, start: int, call: OpenCall) -> Iterable[str]:
    if not call.in_string:
        is_key = re.search(r"[{,]\s*$", text[: start - 1]) is not None
        return ATTRIBUTES.get(call.path[-1], ()) if is_key else ()
    if call.path[-1] == "remap" and call.index == 0:
        return _kinds(analysis, text, offset)
    if call.path[-1] == "thread_binding" and call.keyword is None and call.index in (1, 2):
        # `T.thread_binding(128, "threadIdx.x")`, where a number may stand for the end of the range
        return WORDS["thread"]
    if call.path[-1] in _NAMING and (
        call.index == 0 if call.keyword is None else call.keyword in ("name", "func_name")
    ):
        return _defined(analysis, _NAMING[call.path[-1]])
    signature = signature_of(resolve(analysis, offset, call.path))
    active = signature.active(call.index, call.keyword) if signature is not None else None
    wanted = signature.parameters[active].name if signature is not None and active is not None else None
    if call.path[-1] == "astype" and signature is None:
        wanted = "dtype"
    return WORDS.get(wanted, ()) if wanted is not None else ()


def _defined(analysis: Analysis, kind: SymbolKind) -> Iterable[str]:
    """The names of a kind that the scripts of the file define, in the order of the text."""
    return dict.fromkeys(symbol.name for _, symbol in analysis.symbols() if symbol.kind is kind and symbol.start >= 0)


def _kinds(analysis: Analysis, text: str, offset: int) -> list[str]:
    """Kinds of axes for the loops that follow in the call, or for those around it: spatial ones first, then reductions."""
    bound = re.compile(r"[\"']?\s*,\s*\[([^\]]*)\]").match(text, offset)
    loops = [name for name in bound[1].split(",") if name.strip()] if bound is not None else []
    number = len(loops) or sum(entry.kind == "loop variable" for entry in visible(analysis, offset))
    return ["S" * (number - reduced) + "R" * reduced for reduced in range(number + 1)] if number else []


def answer(ask: Ask) -> shapes.CompletionList | Written[shapes.CompletionList] | None:
    """`textDocument/completion`"""
    proposed = completions(ask.analysis, ask.offset)
    if isinstance(proposed, Members):
        if proposed.written is None:
            proposed.written = Written(json.dumps(ask.wire.completions(proposed)))
        return proposed.written
    fills_in = capability(ask.server.client, "textDocument", "completion", "completionItem", "snippetSupport")
    found = [each for each in proposed if fills_in or not each.snippet]
    return ask.wire.completions(found) if found else None
