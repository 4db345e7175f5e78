"""Diagnostics as answers, quick fixes, fix all, and the lens and action that run a function."""

from __future__ import annotations

from dataclasses import replace

from tests.server.programs import CALLS, HEADER, MATMUL, MODULE
from tilewright.core.analyze import Analysis, analyze
from tilewright.project.fixing import together
from tilewright_server.answers import Action, Extent
from tilewright_server.capabilities import SILENCE
from tilewright_server.features.code_action import FIX_ALL, QUICK_FIX, RUN, actions, wanted
from tilewright_server.features.code_lens import lenses
from tilewright_server.features.diagnostics import problems
from tilewright_server.features.explain import explain
from tilewright_server.features.reported import reported
from tilewright_server.features.run import plan

# Names that are nearest are guesses; a missing colon is not.
UNFINISHED = MATMUL.replace("96):", "96)").replace("init():", "init()")
MISSPELT = MATMUL.replace("T.grid", "T.grod").replace("T.init", "T.inti")


def apply(text: str, action: Action) -> str:
    for change in sorted(action.changes, key=lambda change: -change.extent.start):
        text = text[: change.extent.start] + change.text + text[change.extent.end :]
    return text


def everywhere(analysis: Analysis) -> Extent:
    return Extent(0, len(analysis.source.text))


def test_a_problem_has_code_link_and_fix_titles() -> None:
    found = problems(analyze(MISSPELT))
    grod = next(problem for problem in found if "grod" in problem.message)
    assert MISSPELT[grod.extent.start : grod.extent.end] == "grod"
    assert grod.link.endswith(f"diagnostics/{grod.code}.html")
    assert any("grid" in title for title in grod.fixes)
    assert grod.severity == 1


def test_a_note_becomes_related_information() -> None:
    text = MATMUL.replace("A[vi, vk] *", "A[vi] *")
    (problem,) = [p for p in problems(analyze(text)) if p.severity == 1]
    assert [text[note.extent.start : note.extent.end] for note in problem.related] == ["A"]


def test_a_quick_fix_mends_its_problem() -> None:
    analysis = analyze(MISSPELT)
    at = MISSPELT.index("grod")
    fix, both = [a for a in actions(analysis, Extent(at, at)) if a.kind == QUICK_FIX]
    assert both.title == "Fix all 2 `unknown-member` problems"
    assert fix.preferred
    assert "grod" not in apply(MISSPELT, fix)
    assert fix.problem is not None
    assert "grod" in fix.problem.message


def test_fix_all_mends_every_problem_with_one_fix() -> None:
    analysis = analyze(UNFINISHED)
    (fix,) = [a for a in actions(analysis, everywhere(analysis)) if a.kind == FIX_ALL]
    assert apply(UNFINISHED, fix) == MATMUL


def test_fix_all_fixes_a_single_problem_too() -> None:
    text = MATMUL.replace("96):", "96)")
    analysis = analyze(text)
    (fix,) = [a for a in actions(analysis, everywhere(analysis)) if a.kind == FIX_ALL]
    assert fix.title == "Fix the problem that has one safe fix"
    assert apply(text, fix) == MATMUL
    assert all(wanted(FIX_ALL, [only]) for only in ("source", "source.fixAll", "source.fixAll.tilewright"))
    assert not [a for a in actions(analyze(MATMUL), Extent(0, len(MATMUL))) if a.kind == FIX_ALL]


def test_the_problems_of_one_code_are_fixed_together() -> None:
    text = MATMUL.replace("T.grid", "T.grod").replace("T.init", "T.inti").replace("= C[vi", "= CC[vi")
    analysis = analyze(text)
    at = text.index("grod")
    (fix,) = [a for a in actions(analysis, Extent(at, at)) if a.title == "Fix all 2 `unknown-member` problems"]
    assert apply(text, fix) == MATMUL.replace("= C[vi", "= CC[vi")
    at = text.index("CC[")
    assert not [a for a in actions(analysis, Extent(at, at)) if a.title.startswith("Fix all") and a.kind == QUICK_FIX]


def test_the_function_around_the_cursor_can_be_run() -> None:
    analysis = analyze(MODULE)
    inside = MODULE.index("T.parallel")
    (action,) = [a for a in actions(analysis, Extent(inside, inside)) if a.kind == RUN]
    assert action.command is not None
    assert action.command.arguments == {"name": "Mod.helper"}
    assert not [a for a in actions(analysis, Extent(0, 0)) if a.kind == RUN]


def test_each_function_has_a_lens_at_its_decorator() -> None:
    found = [
        (MODULE[lens.extent.start :].splitlines()[0], lens.command.arguments["name"])
        for lens in lenses(analyze(MODULE))
    ]
    run_and_profile = 2
    assert found == [
        (line, name)
        for line, name in (("@T.prim_func", "Mod.helper"), ("@T.prim_func", "Mod.main"))
        for _ in range(run_and_profile)
    ]


def test_a_function_with_mistakes_keeps_its_lens() -> None:
    assert [lens.command.arguments["name"] for lens in lenses(analyze(MISSPELT))] == ["matmul", "matmul"]


def test_kinds_are_a_hierarchy() -> None:
    assert wanted("source.fixAll", ["source"])
    assert wanted("source.fixAll", None)
    assert not wanted("source.fixAll", ["quickfix"])
    assert not wanted("source", ["source.fixAll"])


def test_plain_python_has_no_problems_and_no_lenses() -> None:
    analysis = analyze("import os\n\n\ndef f(x):\n    return os.path.join(x, undefined)\n")
    assert problems(analysis) == ()
    assert lenses(analysis) == ()


def test_explain() -> None:
    found = explain("undefined-name")
    assert found.ok
    assert "## Example" in found.text
    wrong = explain("undefind-name")
    assert not wrong.ok
    assert "undefined-name" in wrong.title


def test_header_alone_is_fine() -> None:
    assert problems(analyze(HEADER)) == ()


def test_graphs_can_be_run_and_kernels_profiled_too() -> None:
    analysis = analyze(CALLS)
    found = [(lens.command.title, lens.command.arguments["name"]) for lens in lenses(analysis)]
    kernels = [(title, name) for name in ("alone", "Mod.scale") for title in ("▶ Build and run", "Profile")]
    assert found == [*kernels, ("▶ Build and run", "Mod.main")]
    made = plan(analysis, "Mod.main", 8, {})
    assert made == {"symbols": [], "parameters": [], "references": ["build"], "data": {}, "reference": ""}


def silences(text: str) -> list[str]:
    """The text after each action that silences what is found first."""
    analysis = analyze(text)
    at = problems(analysis)[0].extent.start
    found = [each for each in actions(analysis, Extent(at, at)) if each.kind == SILENCE]
    return [apply(text, each) for each in found]


def test_a_diagnostic_can_be_silenced_in_its_line_and_in_its_file() -> None:
    text = MATMUL.replace("T.grid", "T.grod")
    for silenced in silences(text):
        assert problems(analyze(silenced)) == ()


def test_a_comment_that_silences_takes_another_code() -> None:
    line = HEADER + '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[0, 0] = C[0]'
    in_line, in_file = silences(f"{line}  # tilewright: ignore[undefined-name]\n")
    assert in_line == f"{line}  # tilewright: ignore[undefined-name, rank-mismatch]\n"
    assert in_file.startswith("# tilewright: ignore-file[rank-mismatch]\n")
    _, in_file = silences(f"# tilewright: ignore-file[undefined-name]\n{line}\n")
    assert in_file == f"# tilewright: ignore-file[undefined-name, rank-mismatch]\n{line}\n"


def test_no_comment_is_offered_where_it_would_be_part_of_a_text() -> None:
    text = HEADER + '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    C[0] = """\n    """\n'
    assert [each.startswith("# tilewright: ignore-file") for each in silences(text)] == [True]


def test_fix_all_leaves_out_what_may_change_the_meaning() -> None:
    text = UNFINISHED.replace("C[vi, vj] = C", "C[vi, vj] = CC")
    safe = [each for each in actions(analyze(text), everywhere(analyze(text))) if each.kind == FIX_ALL]
    assert [len(each.changes) for each in safe] == [2]
    analysis = analyze(MISSPELT)
    assert not [each for each in actions(analysis, everywhere(analysis)) if each.kind == FIX_ALL]
    unsafe = [
        replace(each, fixes=tuple(replace(fix, safe="grid" not in fix.title) for fix in each.fixes))
        for each in reported(analysis)
    ]
    assert [fix.title for fix in together(unsafe, unsafe=False)] == ["Change to `init`"]
    assert len(together(unsafe, unsafe=True)) == 2
