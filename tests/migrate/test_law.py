"""The law of migration: whatever is rewritten computes what it computed; what is not is named, with the place and the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.migrate.generated import program
from tests.migrate.meaning import DIALECTS, check_kept, functions

_ROOT = Path(__file__).parent.parent.parent
_EXAMPLES = sorted((_ROOT / "examples").rglob("*.py"))
_TESTS = sorted((_ROOT / "tests").rglob("*.py"))
_TELLING = ("prim_func", "hybrid.script", "script.tir")
_OF_TIRX = ("s_tir", "T.sblock", "T.let", "T.bind", "tirx")


def programs(path: Path) -> Iterator[str]:
    """The programs in a test: the file itself, and each text in it that is one."""
    text = path.read_text()
    if "T.prim_func" in text:
        yield text
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_program(node.value):
            yield _with_imports(node.value)


def _is_program(text: str) -> bool:
    if not any(word in text for word in _TELLING):
        return False
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _with_imports(text: str) -> str:
    if "import" in text or "T." not in text:
        return text
    script = "tirx" if any(word in text for word in _OF_TIRX) else "tir"
    return f"from tvm.script import ir as I, relax as R, {script} as T\nimport tvm\n{text}"


@pytest.mark.parametrize("path", _EXAMPLES, ids=lambda path: path.stem)
def test_examples_keep_their_meaning_there_and_back(path: Path) -> None:
    text = path.read_text()
    later = check_kept(text, "tirx")
    assert all("it has a mistake" in each.reason for each in later.refusals)
    assert not later.refusals or path.stem == "planted_mistakes"
    assert len(check_kept(later.text, "classic").refusals) == len(later.refusals)
    check_kept(text, "hybrid")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_programs_of_the_tests_keep_their_meaning(part: int) -> None:
    for path in _TESTS[part::8]:
        for text in programs(path):
            for to in _others(text):
                check_kept(text, to)


def _others(text: str) -> tuple[str, ...]:
    """The dialects that a program is not written in; one with modules or Relax has no counterpart of 2020."""
    own = "tirx" if "tirx" in text else "hybrid" if "hybrid.script" in text else "classic"
    old = () if "ir_module" in text or "R.function" in text else ("hybrid",)
    return tuple(each for each in ("classic", "tirx", *old) if each != own)


# What hybrid script has no form for.
_NOT_OF_2020 = (
    "hybrid script has no macros",
    "hybrid script has no `while`",
    "hybrid script has no `+=` of a variable",
)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_generated_program_keeps_its_meaning_there_and_back(dialect: str) -> None:
    for seed in (1, 2):
        _check_there_and_back(seed, dialect)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_generated_programs_keep_their_meaning_there_and_back(part: int) -> None:
    for seed in range(100 + part * 10, 100 + part * 10 + 10):
        for dialect in DIALECTS:
            _check_there_and_back(seed, dialect)


def _check_there_and_back(seed: int, dialect: str) -> None:
    text = program(seed, dialect)
    assert functions(text), text
    for to in DIALECTS:
        made = check_kept(text, to, loops_end=True)
        if to == dialect:
            assert (made.text, made.refusals) == (text, ())
            continue
        assert all(to == "hybrid" and each.reason in _NOT_OF_2020 for each in made.refusals), (text, made.refusals)
        if not made.refusals:
            back = check_kept(made.text, dialect, loops_end=True)
            assert all(each.reason in _NOT_OF_2020 for each in back.refusals), (made.text, back.refusals)
