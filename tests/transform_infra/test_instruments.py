"""Instruments: who is told what and when, what failing ones leave behind, and those that come with Tilewright."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.transform_infra.programs_for_passes import Module, noting
from tilewright import tir
from tilewright.core.dialects.releases import choose
from tilewright.instrument import (
    DumpIR,
    PassInstrument,
    PassPrintingInstrument,
    PassTimingInstrument,
    PrintAfterAll,
    PrintBeforeAll,
    pass_instrument,
)
from tilewright.transform import PassContext, Sequential


def noticing(events: list[str], name: str = "", skip: str = "", failing: str = "") -> Any:
    """An instrument that notes its calls, keeps the pass `skip` from running, and fails in the method `failing`."""

    def note(event: str) -> None:
        events.append(f"{name}{event}")
        if event.split(" ")[0] == failing:
            raise RuntimeError("as asked")

    @pass_instrument
    class Noticing:
        def enter_pass_ctx(self) -> None:
            note("enter")

        def exit_pass_ctx(self) -> None:
            note("exit")

        def should_run(self, mod: Any, info: Any) -> bool:
            note(f"should {info.name}")
            return info.name != skip

        def run_before_pass(self, mod: Any, info: Any) -> None:
            note(f"before {info.name}")

        def run_after_pass(self, mod: Any, info: Any) -> None:
            note(f"after {info.name}")

    return Noticing()


def test_an_instrument_is_told_of_everything_in_order() -> None:
    events: list[str] = []
    with PassContext(instruments=[noticing(events)]):
        Sequential([noting([], "a")])(Module)
    whole = "enter|should sequential|before sequential|should a|before a|after a|after sequential|exit"
    assert "|".join(events) == whole


def test_one_no_keeps_a_pass_from_running_unless_it_is_required() -> None:
    events: list[str] = []
    ran: list[str] = []
    with PassContext(instruments=[noticing(events, "1 "), noticing(events, "2 ", skip="a")]):
        assert noting(ran, "a")(Module) is Module
    assert (ran, events[2:4]) == ([], ["1 should a", "2 should a"])
    with PassContext(instruments=[noticing(events, skip="a")], required_pass=["a"]):
        noting(ran, "a")(Module)
    assert ran == ["a"]


def test_a_class_with_some_of_the_methods_is_enough() -> None:
    @pass_instrument
    class Counting:
        def __init__(self) -> None:
            self.count = 0

        def run_after_pass(self, mod: Any, info: Any) -> None:
            self.count += 1

    counting = Counting()
    assert isinstance(counting, PassInstrument)
    with PassContext(instruments=[counting]):
        tir.transform.Simplify()(Module)
    assert counting.count == 1
    assert pass_instrument(PrintAfterAll) is PrintAfterAll
    with pytest.raises(TypeError, match="decorates classes"):
        pass_instrument(3)


def test_an_instrument_that_cannot_enter_leaves_none_behind() -> None:
    events: list[str] = []
    three = [noticing(events, "1 "), noticing(events, "2 ", failing="enter"), noticing(events, "3 ")]
    context = PassContext(instruments=three)
    with pytest.raises(RuntimeError, match="as asked"), context:
        pass
    assert events == ["1 enter", "2 enter", "1 exit"]
    assert context.instruments == ()
    assert PassContext.current() is not context


def test_an_instrument_that_cannot_leave_leaves_none_behind() -> None:
    events: list[str] = []
    three = [noticing(events, "1 "), noticing(events, "2 ", failing="exit"), noticing(events, "3 ")]
    context = PassContext(instruments=three)
    with pytest.raises(RuntimeError, match="as asked"), context:
        pass
    assert events == ["1 enter", "2 enter", "3 enter", "1 exit", "2 exit"]
    assert (context.instruments, PassContext.current() is context) == ((), False)


@pytest.mark.parametrize("failing", ["should", "before", "after"])
def test_a_failing_instrument_stops_the_pass(failing: str) -> None:
    events: list[str] = []
    with pytest.raises(RuntimeError, match="as asked"), PassContext(instruments=[noticing(events, failing=failing)]):
        noting([], "a")(Module)
    assert events[-2:] == [f"{failing} a", "exit"]


def test_instruments_can_be_changed_inside() -> None:
    events: list[str] = []
    with PassContext(instruments=[noticing(events, "1 ")]) as context:
        context.override_instruments([noticing(events, "2 ")])
        noting([], "a")(Module)
        context.override_instruments(None)
        noting([], "b")(Module)
    assert events == ["1 enter", "1 exit", "2 enter", "2 should a", "2 before a", "2 after a", "2 exit"]


def test_times_are_a_tree_whose_shares_add_up() -> None:
    timing = PassTimingInstrument()
    inner = Sequential([tir.transform.Simplify(), tir.transform.RemoveNoOp()], name="inner")
    with PassContext(instruments=[timing]):
        Sequential([inner])(Module)
        tir.transform.ConvertSSA()(Module)
        text = timing.render()
    lines = text.splitlines()
    assert [re.match(r"\t*[\w.]+", line).group() for line in lines] == [  # type: ignore[union-attr]
        "sequential",
        "\tinner",
        "\t\ttir.Simplify",
        "\t\ttir.RemoveNoOp",
        "tir.ConvertSSA",
    ]
    parts = [re.search(r": (\d+)us \[(\d+)us\] \(([\d.]+)%; ([\d.]+)%\)$", line).groups() for line in lines]  # type: ignore[union-attr]
    assert float(parts[0][2]) + float(parts[4][2]) == pytest.approx(100, abs=0.02)
    assert float(parts[2][3]) + float(parts[3][3]) <= 100.02
    assert int(parts[1][1]) <= int(parts[1][0])
    assert timing.render() == ""


def test_programs_can_be_printed_around_passes(capsys: pytest.CaptureFixture[str]) -> None:
    some = PassPrintingInstrument(["tir.Simplify"], ["tir.RemoveNoOp"])
    with PassContext(instruments=[some]):
        after = tir.transform.RemoveNoOp()(tir.transform.Simplify()(Module))
    out = (
        f"Print IR before: tir.Simplify\n{Module.script()}\n\n\nPrint IR after: tir.RemoveNoOp\n{after.script()}\n\n\n"
    )
    assert capsys.readouterr().out == out
    with PassContext(instruments=[PrintBeforeAll(), PrintAfterAll()]):
        simplify = tir.transform.Simplify()
        after = simplify(Module)
    meta = "The meta data of the pass - pass name: tir.Simplify, opt_level: 0, required passes: []"
    before_text = f"Before Running Pass: {meta}\n{Module.script()}\n"
    assert capsys.readouterr().out == before_text + f"After Running Pass: {meta}\n{after.script()}\n"


def test_the_newer_release_prints_its_names_of_passes(capsys: pytest.CaptureFixture[str]) -> None:
    choose("0.27")
    try:
        with PassContext(instruments=[PrintBeforeAll()]):
            tir.transform.Simplify()(Module)
    finally:
        choose("0.22")
    assert 'PassInfo(opt_level=0, name="tirx.StmtSimplify", required=[], traceable=False)' in capsys.readouterr().out


def test_programs_can_be_written_to_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "ir"
    steps = Sequential([tir.transform.Simplify(), tir.transform.RemoveNoOp()], name="a/b")
    with PassContext(instruments=[DumpIR(folder)]):
        last = steps(Module)
    names = ["000_tir.Simplify.py", "001_tir.RemoveNoOp.py", "002_a_b.py"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert (folder / names[2]).read_text() == last.script() + "\n"
    (folder / "notes.txt").write_text("mine")
    with PassContext(instruments=[DumpIR(folder, refresh=True)]):
        tir.transform.ConvertSSA()(Module)
    assert sorted(path.name for path in folder.iterdir()) == ["000_tir.ConvertSSA.py", "notes.txt"]
