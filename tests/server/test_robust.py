"""No feature fails on a program that is cut off, garbled, or empty, wherever the cursor stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.programs import BROKEN, CALLS, HEADER, MATMUL, MODULE
from tilewright.core.analyze import Analysis, analyze
from tilewright_server.answers import Extent
from tilewright_server.features.call_hierarchy import called, callers, function_at
from tilewright_server.features.code_action import actions
from tilewright_server.features.code_lens import lenses
from tilewright_server.features.completion import completions
from tilewright_server.features.definition import definitions
from tilewright_server.features.diagnostics import problems
from tilewright_server.features.folding import folds
from tilewright_server.features.hover import hover
from tilewright_server.features.inlay_hints import inlay_hints
from tilewright_server.features.references import references
from tilewright_server.features.rename import renamable, rename
from tilewright_server.features.run import plan, targets
from tilewright_server.features.semantic_tokens import tokens
from tilewright_server.features.signature_help import signature_help
from tilewright_server.features.symbols import outline
from tilewright_server.text import Text
from tilewright_server.wire import Wire


def ask_everything(analysis: Analysis, offset: int) -> None:
    """Every feature at `offset`, and everything converted."""
    text = Text.of(analysis.source.text)
    wire = Wire("file:///k.py", 1, text, "utf-16")
    wire.hover(hover(analysis, offset))
    wire.locations(definitions(analysis, offset))
    wire.highlights(references(analysis, offset))
    wire.completions(completions(analysis, offset))
    wire.signature_help(signature_help(analysis, offset))
    wire.actions(actions(analysis, Extent(offset, offset)), "run")
    function = function_at(analysis, offset)
    if function is not None:
        wire.callers(callers(analysis, function.name_extent))
        wire.called(called(analysis, function.name_extent))
    if renamable(analysis, offset) is not None:
        rename(analysis, offset, "another")


def ask_about_the_whole(analysis: Analysis) -> None:
    text = Text.of(analysis.source.text)
    wire = Wire("file:///k.py", 1, text, "utf-16")
    wire.diagnostics(problems(analysis))
    wire.outline(outline(analysis))
    wire.flat_outline(outline(analysis))
    wire.tokens(tokens(analysis))
    wire.lenses(lenses(analysis), "run")
    wire.folds(folds(text.lines()))
    wire.hints(inlay_hints(analysis, Extent(0, len(analysis.source.text))))
    for target in targets(analysis):
        plan(analysis, target.name, 8)


@pytest.mark.parametrize("program", [MATMUL, MODULE, CALLS, BROKEN], ids=["matmul", "module", "calls", "broken"])
def test_every_place_of_a_program(program: str) -> None:
    analysis = analyze(program)
    ask_about_the_whole(analysis)
    for offset in range(0, len(program) + 1, 3):
        ask_everything(analysis, offset)


@pytest.mark.parametrize("program", [MATMUL, MODULE], ids=["matmul", "module"])
def test_a_program_cut_off_anywhere(program: str) -> None:
    previous = None
    for end in range(0, len(program), 7):
        previous = analyze(program[:end], previous=previous)
        ask_about_the_whole(previous)
        ask_everything(previous, end)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(MODULE)), st.integers(0, 30), st.text(alphabet=" \n()[]:.,='\"#AT@xé😀0+", max_size=8))
def test_a_garbled_program(start: int, length: int, new: str) -> None:
    analysis = analyze(MODULE[:start] + new + MODULE[start + length :])
    ask_about_the_whole(analysis)
    ask_everything(analysis, min(start + len(new), len(analysis.source.text)))


@pytest.mark.parametrize(
    "line",
    ["for x in ", "for x in T.", "with T.block('b', ", "A[0] = (", "for x, in in T.grid(2, 2):\n        A[0] = 1.0"],
)
def test_what_stands_for_broken_text_is_shown_nowhere(line: str) -> None:
    text = (
        HEADER
        + f"@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    {line}\n    A[1] = 1.0\n\n\n@T.prim_func\ndef g(B: ):\n    pass\n"
    )
    analysis = analyze(text)
    wire = Wire("file:///k.py", 1, Text.of(text), "utf-16")
    assert "__hole__" not in repr(wire.outline(outline(analysis)))
    assert "__hole__" not in repr([each.message for each in analysis.diagnostics])
    for part in tokens(analysis):
        for token in part.local.found:
            assert "\n" not in part.text[token.extent.start : token.extent.end]
    for offset in range(text.index("def f"), len(text), 7):
        assert "__hole__" not in {each.label for each in completions(analysis, offset)}
