"""The codes of diagnostics by topic; `base/catalogue.py` makes one table of them."""

from __future__ import annotations

from tilewright.core.base.codes import (
    arguments,
    blocks,
    buffers,
    calls,
    functions,
    lowering,
    names,
    project,
    relax,
    relax_ops,
    schedules,
    semantics,
    syntax,
    tensor_expressions,
    tile,
    tir,
    types,
)
from tilewright.core.base.codes.code import Code

__all__ = ["TOPICS", "Code"]

TOPICS: tuple[tuple[Code, ...], ...] = (
    syntax.CODES,
    names.CODES,
    types.CODES,
    arguments.CODES,
    functions.CODES,
    calls.CODES,
    buffers.CODES,
    blocks.CODES,
    tir.CODES,
    tile.CODES,
    relax.CODES,
    semantics.CODES,
    tensor_expressions.CODES,
    schedules.CODES,
    lowering.CODES,
    relax_ops.CODES,
    project.CODES,
)
