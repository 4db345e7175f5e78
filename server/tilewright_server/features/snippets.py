"""Snippets: whole definitions at the margin of a file with a script, blocks and loops on an empty line of a TensorIR function.

`{T}`, `{I}` and `{block}` stand for what the file calls them; `${1:...}` are the places that the editor visits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.builder.namespace import Namespace
from tilewright_server.answers import Proposal

_SCOPE_OF_FUNCTION: Final = re.compile(r"^[ \t]*@[ \t]*(\w+)[ \t]*\.[ \t]*(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of program; `inside` says that it belongs into a function."""

    name: str
    detail: str
    inside: bool
    body: str


SNIPPETS: Final = (
    Snippet(
        "prim_func",
        "a TensorIR function",
        False,
        """\
@{T}.prim_func
def ${1:name}(${2:A}: {T}.Buffer((${3:n},), "${4:float32}")):
    $0
""",
    ),
    Snippet(
        "ir_module",
        "a module with one TensorIR function",
        False,
        """\
@{I}.ir_module
class ${1:Module}:
    @{T}.prim_func
    def ${2:main}(${3:A}: {T}.Buffer((${4:16},), "${5:float32}")):
        $0
""",
    ),
    Snippet(
        "matmul",
        "matrix multiplication",
        False,
        """\
@{T}.prim_func
def ${1:matmul}(
    A: {T}.Buffer((${2:128}, ${4:128}), "${5:float32}"),
    B: {T}.Buffer((${4:128}, ${3:128}), "${5:float32}"),
    C: {T}.Buffer((${2:128}, ${3:128}), "${5:float32}"),
):
    for i, j, k in {T}.grid(${2:128}, ${3:128}, ${4:128}):
        with {T}.{block}("C"):
            vi, vj, vk = {T}.axis.remap("SSR", [i, j, k])
            with {T}.init():
                C[vi, vj] = {T}.${5:float32}(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]$0
""",
    ),
    Snippet(
        "grid",
        "nested loops",
        True,
        "for ${1:i}, ${2:j} in {T}.grid(${3:16}, ${4:16}):\n    $0",
    ),
    Snippet(
        "block",
        "loops with a block and its axes",
        True,
        """\
for ${1:i}, ${2:j} in {T}.grid(${3:16}, ${4:16}):
    with {T}.{block}("${5:B}"):
        v${1:i}, v${2:j} = {T}.axis.remap("SS", [${1:i}, ${2:j}])
        $0""",
    ),
    Snippet(
        "reduction",
        "a block that reduces, with its init",
        True,
        """\
for ${1:i}, ${2:k} in {T}.grid(${3:16}, ${4:16}):
    with {T}.{block}("${5:B}"):
        v${1:i}, v${2:k} = {T}.axis.remap("SR", [${1:i}, ${2:k}])
        with {T}.init():
            ${6:B}[v${1:i}] = {T}.${7:float32}(0)
        ${6:B}[v${1:i}] = ${6:B}[v${1:i}] + $0""",
    ),
)


def snippets(analysis: Analysis, offset: int) -> Iterator[Proposal]:
    """The snippets for the statement that begins at `offset`."""
    line = analysis.source.text[analysis.source.text.rfind("\n", 0, offset) + 1 : offset]
    at_margin = line[:1] not in (" ", "\t")
    names = namespaces(analysis)
    tir = names.get("T")
    if tir is None or (not at_margin and not _in_tensorir(analysis, offset, tir[0])):
        return
    words = {"T": tir[0], "block": "sblock" if "sblock" in tir[1].members else "block"}
    words |= {"I": names["I"][0]} if "I" in names else {}
    for snippet in SNIPPETS:
        if snippet.inside is not at_margin and ("{I}" not in snippet.body or "I" in words):
            body = re.sub(r"(?<!\$)\{(\w+)\}", lambda match: words[match[1]], snippet.body)
            yield Proposal(snippet.name, "snippet", snippet.detail, rank=4, snippet=body)


def namespaces(analysis: Analysis) -> Mapping[str, tuple[str, Namespace]]:
    """The file's own names of the namespaces that it imports, by TVM's."""
    return {
        value.name: (name, value)
        for definition in analysis.definitions
        for name, value in definition.bindings.items()
        if isinstance(value, Namespace)
    }


def _in_tensorir(analysis: Analysis, offset: int, name: str) -> bool:
    """Whether the last decorator before the cursor makes a TensorIR function."""
    found = [*_SCOPE_OF_FUNCTION.finditer(analysis.source.text, 0, offset)]
    return bool(found) and found[-1][1] == name and found[-1][2] in ("prim_func", "macro", "inline")
