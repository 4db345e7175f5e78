"""Notebooks: functions, modules, schedules and traces as foldable HTML that holds their text and loads nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from tilewright import relax, tir
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@T.prim_func
def double(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] * T.float32(2)


@I.ir_module
class Graph:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        y: R.Tensor((4,), "float32") = R.add(x, x)
        return y


def schedule() -> tir.Schedule:
    sch = tir.Schedule(double)
    sch.split(sch.get_loops("B")[0], factors=[None, 4])
    return sch


class Page(HTMLParser):
    """The tags and the lines of text of a piece of HTML; every tag that is opened is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.lines: list[str] = [""]
        self.style = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        if tag in ("div", "summary"):
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            self.style += data
        else:
            self.lines[-1] += data

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).strip("\n")


@pytest.mark.parametrize(
    "value", [double, from_source(double.script()), Graph, Graph["main"]], ids=["function", "again", "module", "graph"]
)
def test_the_html_of_a_program_is_its_script(value: Any) -> None:
    assert Page(value._repr_html_()).text == value.script().strip("\n")


def test_a_schedule_shows_its_program_and_its_steps() -> None:
    sch = schedule()
    text = Page(sch._repr_html_()).text
    assert text == f"program\n{sch.mod.script()}\nsteps\n{sch.trace}"
    assert "steps" not in Page(tir.Schedule(double)._repr_html_()).lines


def test_a_trace_shows_its_steps() -> None:
    trace = schedule().trace
    assert Page(trace._repr_html_()).text == str(trace)


def test_each_suite_can_be_folded() -> None:
    assert Page(double._repr_html_()).tags.count("details") == 3  # the function, its loop, its block


def test_it_has_colours_for_light_and_dark_and_loads_nothing() -> None:
    page = Page(double._repr_html_())
    for theme in ("prefers-color-scheme:dark", '[data-jp-theme-light="false"]', ".vscode-dark"):
        assert theme in page.style
    assert set(page.tags) <= {"div", "style", "details", "summary", "span", "b"}
    assert not re.search(r"url\(|@import|src=|href=", double._repr_html_())


def test_what_a_program_says_is_text_not_markup() -> None:
    func = double.with_attr("note", "<script>alert(1)</script>")
    assert "<script>" not in func._repr_html_()
    assert "<script>" in Page(func._repr_html_()).text


def test_a_long_program_is_cut_with_a_note() -> None:
    lines = "\n".join(f"    A[{i % 8}] = T.float32({i})" for i in range(4000))
    func = from_source(f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n{lines}')
    assert Page(func._repr_html_()).lines[-1].endswith("more lines: show() prints all")


def test_a_deep_program_is_shown() -> None:
    loops = "".join(f"{'    ' * (i + 1)}for i{i} in range(2):\n" for i in range(90))
    func = from_source(
        f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n{loops}{"    " * 91}A[0] = 1.0', check_well_formed=False
    )
    assert isinstance(func, tir.PrimFunc)
    assert Page(func._repr_html_()).text == func.script().strip("\n")


def test_a_module_that_relax_builds_is_shown() -> None:
    assert "R.add" in Page(relax.transform.Normalize()(Graph)._repr_html_()).text


def test_no_indentation_stands_alone_between_elements() -> None:
    """Tools that export notebooks make one space of text that is white space alone."""
    html = double._repr_html_()
    assert "                vi = T.axis" not in html  # deeper than it is
    assert "            vi = T.axis" in html
    assert re.search(r">\s\s+<", html) is None
