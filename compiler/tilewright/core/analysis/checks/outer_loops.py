"""Loop variables in blocks that have axes: such a block sees the loops around it through its axes alone.

TVM's `verify_well_formed` refuses the same, since a schedule that replaces a loop rewrites the bindings of the axes and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Surroundings, Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, diagnose
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import IterVar, Var
from tilewright.core.ir.stmt import Block


def loop_variables(survey: Survey) -> Iterator[Diagnostic]:
    """Loop variables that the inside of a block with axes mentions although their loops are outside it; each once a block."""
    said: set[tuple[Var, Block]] = set()
    for variable, place, around in survey.outer_loops:
        block = next(realize.block for realize in reversed(around.blocks) if realize.block.iter_vars)
        if (variable, block) in said:
            continue
        said.add((variable, block))
        span = name_span(variable.name, place) or survey.somewhere
        axis = _axis_of(variable, around)
        yield diagnose(
            "loop-variable-in-block",
            _sentence(variable, block, axis),
            span,
            _note(variable, around),
            _fix(axis, variable, span),
        )


def _axis_of(variable: Var, around: Surroundings) -> IterVar | None:
    """The axis of the block that is bound to the loop variable alone."""
    realize = next(each for each in reversed(around.blocks) if each.block.iter_vars)
    pairs = zip(realize.block.iter_vars, realize.iter_values)
    return next((axis for axis, value in pairs if value is variable), None)


def _sentence(variable: Var, block: Block, axis: IterVar | None) -> str:
    instead = "an axis that is bound to it" if axis is None else f"its axis `{axis.var.name}`"
    return f"`{variable.name}` is the variable of a loop outside the block `{block.name_hint}`; inside the block use {instead}"


def _note(variable: Var, around: Surroundings) -> tuple[Note, ...]:
    loop = next((loop for loop in around.loops if loop.loop_var is variable), None)
    place = None if loop is None else name_span(variable.name, loop.span)
    return () if place is None else (Note(f"the loop of `{variable.name}`", place),)


def _fix(axis: IterVar | None, variable: Var, span: Span) -> tuple[Fix, ...]:
    if axis is None or span.text != variable.name:
        return ()
    return (Fix(f"Use the axis `{axis.var.name}`", (Edit(span, axis.var.name),)),)
