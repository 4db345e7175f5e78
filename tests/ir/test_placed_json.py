"""JSON with places: what another process gets of a program has the spans, the notes and the identities of the original."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.ir.json import load_json, save_json_placed
from tilewright.core.ir.walk import walk
from tilewright.ir import assert_structural_equal

PROGRAM = """from tilewright.script import ir as I, relax as R, tir as T


@T.prim_func
def plain(A: T.Buffer((8,), "float32"), n: T.int32):
    for i in range(8):
        if i < n:
            A[i] = T.exp(A[i])


@T.prim_func
def blocks(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8,), "float32")):
    for i, k in T.grid(8, 4):
        with T.block("b"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] += A[vi, vk]
"""
FUNCTIONS = analyze(PROGRAM, "k.py").functions


@pytest.mark.parametrize("name", FUNCTIONS)
def test_spans_notes_and_structure_are_kept(name: str) -> None:
    func = FUNCTIONS[name]
    made = load_json(save_json_placed(func))
    assert_structural_equal(made, func)
    assert made.script() == func.script()
    assert [getattr(made, note) for note in made.note_names] == [getattr(func, note) for note in func.note_names]
    spans = [[getattr(node, "span", None) for node in walk(each.body)] for each in (made, func)]
    places = [[None if span is None else (span.source.name, span.line, span.text) for span in each] for each in spans]
    assert places[0] == places[1]
    assert any(places[0])
