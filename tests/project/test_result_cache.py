"""Results of earlier runs: used only for the same bytes, never trusted when damaged, shared by several processes."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.cli.main import app
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, Severity
from tilewright.core.base.source import Source
from tilewright.project import result_cache
from tilewright.project.result_cache import FILE, found_before, keep, key_of
from tilewright.project.stored import dumped, loaded

PROGRAM = 'from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[0] = C[0]\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "check" / FILE


def codes(*arguments: str) -> list[str]:
    result = CliRunner().invoke(app, ["check", *arguments, "--format", "json"])
    return [each["code"] for each in json.loads(result.stdout)["diagnostics"]]


def rows(file: Path) -> list[tuple[bytes, str]]:
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT key, found FROM results").fetchall()


def test_diagnostics_survive_as_text() -> None:
    source, other = Source("abc\ndef\n", "a.py"), Source("xyz", "macro.py", 4, first_column=2)
    fix = Fix("Change it", (Edit(source.span(0, 1), "b"), Edit(other.span(0, 2), "")), safe=False)
    found = (
        Diagnostic("race", "it races", source.span(4, 6), (Note("here", other.span(1, 2)),), (fix,), Severity.WARNING),
    )
    (again,) = loaded(dumped(source, found), source)
    assert (again.code, again.message, again.severity, str(again.span)) == (
        "race",
        "it races",
        Severity.WARNING,
        "a.py:2:1",
    )
    assert str(again.notes[0].span) == "macro.py:5:4"
    assert (again.fixes[0].safe, [edit.text for edit in again.fixes[0].edits]) == (False, ["b", ""])
    assert loaded(dumped(source, ()), source) == ()
    with pytest.raises(ValueError, match="no diagnostics"):
        loaded("[[], [[1]]]", source)


def test_a_file_is_inspected_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.cli import check_files

    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "a.py").write_text(PROGRAM)
    assert codes(str(tmp_path / "a.py")) == ["undefined-name"]
    monkeypatch.setattr(check_files, "inspect", None)  # nobody may ask again
    (tmp_path / "b.py").write_text(PROGRAM)  # the name is no part of what is kept
    assert codes(str(tmp_path / "a.py")) == ["undefined-name"]
    assert codes(str(tmp_path / "b.py")) == ["undefined-name"]
    assert codes(str(tmp_path / "b.py"), "--ignore", "undefined-name") == []
    monkeypatch.undo()
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "a.py").write_text(PROGRAM.replace("C[0]", "1.0"))
    assert codes(str(tmp_path / "a.py")) == []


@pytest.mark.parametrize("options", [("--no-cache",), ()])
def test_nothing_is_kept_when_nobody_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "cache") if options else "off")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "a.py").write_text(PROGRAM)
    assert codes(str(tmp_path / "a.py"), *options) == ["undefined-name"]
    assert not (tmp_path / "cache").exists()


def test_another_version_does_not_see_the_results(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(file, {key_of(b"x"): "old"})
    assert found_before(file, [key_of(b"x")]) == {key_of(b"x"): "old"}
    monkeypatch.setattr(result_cache, "VERSION", "0.0.0")
    assert found_before(file, [key_of(b"x")]) == {}


@pytest.mark.parametrize("damage", [b"nonsense" * 1000, b"", b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path))
    file = tmp_path / "check" / FILE
    file.parent.mkdir()
    file.write_bytes(damage)
    (tmp_path / "a.py").write_text(PROGRAM)
    for _ in range(3):
        assert codes(str(tmp_path / "a.py")) == ["undefined-name"]
    assert len(rows(file)) == 1


def test_a_row_that_is_no_result_is_found_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path))
    file = tmp_path / "check" / FILE
    (tmp_path / "a.py").write_text(PROGRAM)
    codes(str(tmp_path / "a.py"))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE results SET found = '[[], [[]]]'")
    assert codes(str(tmp_path / "a.py")) == ["undefined-name"]
    assert "undefined-name" in rows(file)[0][1]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user for whom folders can be closed")
def test_a_folder_that_cannot_be_written_is_as_good_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "closed"))
    (tmp_path / "a.py").write_text(PROGRAM)
    assert codes(str(tmp_path / "a.py")) == ["undefined-name"]


def test_a_file_in_the_place_of_the_folder_is_as_good_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "a.py").write_text(PROGRAM)
    assert codes(str(tmp_path / "a.py")) == ["undefined-name"]


def test_a_full_disk_is_as_good_as_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(file, {b"1": "one"})
    schema = result_cache._SCHEMA  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(result_cache, "_SCHEMA", f"PRAGMA max_page_count = 2; {schema}".partition(";")[0])
    keep(file, {bytes([number]): "x" * 5000 for number in range(50)})
    monkeypatch.undo()
    assert found_before(file, [b"1", bytes([3])]) == {b"1": "one"}


def test_several_writers_at_once(file: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tilewright.project.result_cache import keep\n"
        "for turn in range(20): keep(Path(sys.argv[1]), {f'{sys.argv[2]} {turn} {n}'.encode(): 'x' for n in range(20)})"
    )

    def write(name: str) -> int:
        return subprocess.run([sys.executable, "-c", code, str(file), name], timeout=120, check=False).returncode

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(write, "abc")) == [0, 0, 0]
    assert len(rows(file)) == 3 * 20 * 20


def test_what_was_not_used_for_longest_goes(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_cache, "MOST", 8)
    for number in range(9):
        monkeypatch.setattr(result_cache.time, "time", lambda number=number: 1e6 * number)
        keep(file, {bytes([number]): "x"})
        found_before(file, [bytes([0])])  # used again and again
    left = {key[0] for key, _ in rows(file)}
    assert len(left) <= 8
    assert {0, 8} <= left
    assert 1 not in left


def test_our_own_failures_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.project import inspection

    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path))
    (tmp_path / "a.py").write_text(PROGRAM)
    with monkeypatch.context() as broken:
        broken.setattr(inspection, "analyze", None)
        assert codes(str(tmp_path / "a.py")) == ["internal-error"]
    assert codes(str(tmp_path / "a.py")) == ["undefined-name"]
