"""THE catalogue of diagnostics: every code with its severity, explanation and example, by topic.

Parser, verifier, passes and command line read it; the manual's pages and `tilewright explain` are made from it.
"""

from __future__ import annotations

from tilewright.core.base.codes import (
    arguments,
    blocks,
    buffers,
    calls,
    functions,
    lowering,
    names,
    relax,
    relax_ops,
    semantics,
    syntax,
    tir,
    types,
)
from tilewright.core.base.codes.code import Code
from tilewright.core.base.rows import by_name

__all__ = ["CATALOGUE", "Code"]

CATALOGUE: dict[str, Code] = by_name(
    "diagnostic code",
    syntax.CODES,
    names.CODES,
    types.CODES,
    arguments.CODES,
    functions.CODES,
    calls.CODES,
    buffers.CODES,
    blocks.CODES,
    tir.CODES,
    relax.CODES,
    semantics.CODES,
    lowering.CODES,
    relax_ops.CODES,
)
