"""THE catalogue of diagnostics: every code with its severity, explanation and example, by topic.

Parser, verifier, passes and command line read it; the manual's pages and `tilewright explain` are made from it.
"""

from __future__ import annotations

from tilewright.base.codes import arguments, blocks, buffers, functions, lowering, names, semantics, syntax, tir, types
from tilewright.base.codes.code import Code

__all__ = ["CATALOGUE", "Code"]


def _collect(*topics: tuple[Code, ...]) -> dict[str, Code]:
    catalogue: dict[str, Code] = {}
    for topic in topics:
        for code in topic:
            if code.name in catalogue:
                raise ValueError(f"the diagnostic code {code.name!r} stands in the catalogue twice")
            catalogue[code.name] = code
    return catalogue


CATALOGUE: dict[str, Code] = _collect(
    syntax.CODES,
    names.CODES,
    types.CODES,
    arguments.CODES,
    functions.CODES,
    buffers.CODES,
    blocks.CODES,
    tir.CODES,
    semantics.CODES,
    lowering.CODES,
)
