"""Loops that take the name of a loop around them: what stands inside sees the inner variable alone, wherever the outer one was meant."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.base.source import Expanded, Span
from tilewright.core.ir.stmt import For


def hidden_loops(survey: Survey) -> Iterator[Diagnostic]:
    """Inner loops that hide the variable of an outer one, in one piece of text; a macro or a program gives its loops names of their own."""
    for loop, around in survey.loops:
        outer = next((each for each in reversed(around.loops) if _hides(loop, each)), None)
        if outer is None:
            continue
        name = loop.loop_var.name
        first, second = name_span(name, outer.span), name_span(name, loop.span)
        if first is None or second is None or first.start >= second.start:
            continue
        sentence = f"this loop hides the `{name}` of the loop around it: inside, `{name}` is the inner one everywhere"
        yield diagnose("hidden-loop", sentence, second, (Note(f"the outer `{name}`", first),))


def _hides(loop: For, outer: For) -> bool:
    """Whether two loops have their variables by one name from one text."""
    if loop.loop_var.name != outer.loop_var.name or loop.loop_var is outer.loop_var:
        return False
    if loop.span is None or outer.span is None or loop.span.source is not outer.span.source:
        return False
    return _calls(loop.span) == _calls(outer.span)


def _calls(span: Span) -> tuple[str, ...]:
    """The macros in whose text a place is."""
    return tuple([macro for macro, _ in span.stack]) if isinstance(span, Expanded) else ()
