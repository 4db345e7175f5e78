"""Mistakes in scripts that schedule: each is reported at the narrowest place, at the top of a file and in a function alike."""

from __future__ import annotations

import textwrap

import pytest

from tests.schedule_scripts.programs import HEADER, program, said
from tilewright.core.analyze import analyze

LOOPS = 'sch = tir.Schedule(product)\ni, j, k = sch.get_loops(sch.get_block("C"))\n'


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('sch = tir.Schedule(product)\nsch.get_block("D")\n', 'unknown-block: "D"'),
        (
            'sch = tir.Schedule(chain)\nsch.compute_inline("double")\nsch.get_loops("double")\n',
            'unknown-block: "double"',
        ),
        (
            'sch = tir.Schedule(chain)\nfor name in ["double", "minus"]:\n    sch.get_block(name)\n',
            "unknown-block: name",
        ),
        (LOOPS + "sch.vectorise(j)\n", "schedule-method: vectorise"),
        (LOOPS + "sch.split(i)\n", "schedule-arguments: sch.split"),
        (LOOPS + "sch.split(i, factor=[4, 32])\n", "schedule-arguments: factor=[4, 32]"),
        (LOOPS + "sch.parallel(i, 4)\n", "schedule-arguments: 4"),
        (LOOPS + 'sch.bind(i, "threadidx.x")\n', 'schedule-arguments: "threadidx.x"'),
        (LOOPS + 'sch.cache_read("C", 0, "share")\n', 'schedule-arguments: "share"'),
        (LOOPS + "sch.fuse([i, j])\n", "schedule-arguments: [i, j]"),
        (LOOPS + "sch.compute_at(i, j)\n", "schedule-arguments: i"),
        (LOOPS + "other = tir.Schedule(product)\nother.parallel(i)\n", "schedule-arguments: i"),
        (LOOPS + 'sch.tensorize(i, "no_such_instruction")\n', 'schedule-arguments: "no_such_instruction"'),
        ("sch = tir.Schedule(product)\ni, j = sch.get_loops('C')\n", "schedule-unpack: i, j"),
        (LOOPS + "a, b, c = sch.split(i, [4, 32])\n", "schedule-unpack: a, b, c"),
        (LOOPS + "a, b = sch.fuse(i, j)\n", "schedule-unpack: a, b"),
        (
            "sch = tir.Schedule(product)\nsch.parallel(sch.get_loops('C')[3])\n",
            "schedule-unpack: sch.get_loops('C')[3]",
        ),
        (LOOPS + "a, b = sch.split(i, [4, 32])\nsch.parallel(i)\n", "consumed-handle: i"),
        (LOOPS + "ij = sch.fuse(i, j)\nsch.reorder(k, j)\n", "consumed-handle: j"),
        (
            'sch = tir.Schedule(chain)\nd, p = sch.get_block("double"), sch.get_block("plus")\ninner = sch.get_loops(d)[1]\n'
            "sch.compute_at(d, sch.get_loops(p)[0])\nsch.vectorize(inner)\n",
            "consumed-handle: inner",
        ),
        (LOOPS + "sch.parallel(k)\n", "schedule-step: sch.parallel(k)"),
        (LOOPS + "sch.split(i, factors=[4, 16])\n", "schedule-step: sch.split(i, factors=[4, 16])"),
        (LOOPS + "sch.rfactor(j, 0)\n", "schedule-step: sch.rfactor(j, 0)"),
        ("sch = tir.Schedule(chain)\nsch.compute_inline('plus')\n", "schedule-step: sch.compute_inline('plus')"),
        (
            "sch = tir.Schedule(make(100))\n[i] = sch.get_loops('B')\nsch.split(i, [9, 11])\n",
            "schedule-step: sch.split(i, [9, 11])",
        ),
        (
            "def tile(s, loop, n):\n    a, b = s.split(loop, [None, n])\n    s.reorder(b, loop)\n\n\n"
            "sch = tir.Schedule(product)\ntile(sch, sch.get_loops('C')[0], 8)\n",
            "consumed-handle: loop",
        ),
        (
            "A = te.placeholder((64, 32), name='A')\nk = te.reduce_axis((0, 32), name='k')\n"
            "B = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name='B')\n"
            "sch = tir.Schedule(te.create_prim_func([A, B]))\ni, r = sch.get_loops('B')\nsch.vectorize(r)\n",
            "schedule-step: sch.vectorize(r)",
        ),
    ],
)
def test_what_is_wrong(script: str, expected: str) -> None:
    assert said(script) == [expected]
    if "def " not in script:
        assert said("def schedule():\n" + textwrap.indent(script, "    ")) == [expected]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("def f(sch: tir.Schedule):\n    sch.get_loop('B')\n", "schedule-method: get_loop"),
        (
            "def f(mod):\n    sch = tir.Schedule(mod)\n    a, b, c = sch.split(sch.get_loops('B')[0], [2, 4])\n",
            "schedule-unpack: a, b, c",
        ),
        (
            "def f(mod):\n    sch = tir.Schedule(mod)\n    i, j = sch.get_loops('B')\n    sch.fuse(i, j)\n    sch.unroll(j)\n",
            "consumed-handle: j",
        ),
        (
            "def f(mod):\n    sch = tir.Schedule(mod)\n    i, j = sch.sample_perfect_tile(sch.get_loops('B')[0], n=3)\n",
            "schedule-unpack: i, j",
        ),
    ],
)
def test_programs_that_are_not_known(script: str, expected: str) -> None:
    assert said(script) == [expected]


def test_a_program_that_is_built_as_it_was() -> None:
    script = "def f():\n    mod = product\n    sch = tir.Schedule(mod)\n    sch.parallel(sch.get_loops('C')[0])\n    return tvm.build(mod)\n"
    [found] = analyze(program(script)).diagnostics
    assert (found.code, found.span.text, found.fixes[0].edits[0].text) == ("unused-schedule", "mod", "sch.mod")
    assert said(script.replace("build(mod)", "build(sch.mod)")) == []


def test_what_is_meant_is_offered() -> None:
    [found] = analyze(program("sch = tir.Schedule(chain)\nsch.get_block('doubel')\n")).diagnostics
    assert [(edit.span.text, edit.text) for fix in found.fixes for edit in fix.edits] == [("'doubel'", '"double"')]
    [found] = analyze(program(LOOPS + "sch.fuse([i, j])\n")).diagnostics
    assert [edit.text for fix in found.fixes for edit in fix.edits] == ["*[i, j]"]


def test_notes_lead_to_the_program_the_step_and_the_call() -> None:
    [found] = analyze(program("sch = tir.Schedule(product)\nsch.get_block('D')\n")).diagnostics
    assert [note.span.text for note in found.notes] == ["product"]
    [found] = analyze(program(LOOPS + "a, b = sch.split(i, [4, 32])\nsch.parallel(i)\n")).diagnostics
    assert [note.span.text for note in found.notes] == ["sch.split(i, [4, 32])"]
    script = "def helper(s):\n    s.parallel(s.get_loops('C')[2])\n\n\nhelper(tir.Schedule(product))\n"
    [found] = analyze(program(script)).diagnostics
    assert found.notes[-1].span.text == "helper(tir.Schedule(product))"


def test_a_file_without_scripts_of_its_own() -> None:
    text = "from tvm import s_tir\n\n\ndef f(mod):\n    sch = s_tir.Schedule(mod)\n    sch.get_sblocks('B')\n"
    assert [found.code for found in analyze(text).diagnostics] == ["schedule-method"]


def test_an_edit_finds_what_a_fresh_analysis_does() -> None:
    script = (
        LOOPS
        + "a, b = sch.split(i, factors=[4, 32])\nsch.vectorize(j)\nsch.parallel(a)\n\n\ndef other():\n    return 1\n"
    )
    before = analyze(program(script), "f.py")
    assert before.diagnostics == ()
    for old, new in (
        ("[4, 32]", "[4, 16]"),
        ("return 1", "return 2"),
        ("vectorize(j)", "vectorize(k)"),
        ('"C"', '"D"'),
        ("(128, 96, 64)", "(128, 96, 62)"),
    ):
        text = program(script).replace(old, new)
        edited, fresh = analyze(text, "f.py", before), analyze(text, "f.py")
        assert list(map(str, edited.diagnostics)) == list(map(str, fresh.diagnostics))
    moved = analyze("# moved\n" + program(script).replace("[4, 32]", "[4, 16]"), "f.py", before)
    assert [found.span.text for found in moved.diagnostics] == ["sch.split(i, factors=[4, 16])"]
    assert moved.diagnostics[0].span.line == HEADER.count("\n") + 4


@pytest.mark.parametrize(
    ("parameters", "step", "expected"),
    [
        ("factor=8", "sch.parallel(k)", ["schedule-step: sch.parallel(k)"]),
        ("factor=8", "sch.parallel(i)", []),
        ("factor", "sch.parallel(k)", []),
        ("factor=8, loop=None", "sch.parallel(loop or i)", []),
    ],
)
def test_a_function_is_followed_with_its_default_values(parameters: str, step: str, expected: list[str]) -> None:
    lines = f"sch = tir.Schedule(product)\n    i, j, k = sch.get_loops('C')\n    j, r = sch.split(j, [None, factor])\n    sch.reorder(j, i)\n    {step}\n"
    assert said(f"def f({parameters}):\n    {lines}") == expected
