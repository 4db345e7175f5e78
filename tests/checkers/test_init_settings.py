"""`tilewright init`: it writes what belongs to the tools it finds, twice is once, undoing restores, and what it does not understand stays."""

from __future__ import annotations

import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.checkers.cases import program
from tilewright.cli import requirement
from tilewright.cli.main import app

PYPROJECT = """\
# a project
[project]
name = "demo"  # its name
version = "1"

[tool.mypy]
strict = true  # yes

[tool.pylint.main]
jobs = 2

[tool.ruff]
line-length = 100

[tool.ruff.lint]
select = ["ALL"]

[tool.pyright]
include = ["demo"]
"""
HOOKS = "repos:\n  - repo: https://example.org/hooks\n    rev: v1\n    hooks:\n      - id: other\n"


def init(folder: Path, *options: str) -> Result:
    result = CliRunner().invoke(app, ["init", str(folder), *options])
    assert result.exit_code == 0, result.output
    return result


def files(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "demo").mkdir()
    (tmp_path / ".github").mkdir()
    (tmp_path / "demo" / "scripts.py").write_text(program("private"))
    (tmp_path / "demo" / "plain.py").write_text("print(1)\n")
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / ".pre-commit-config.yaml").write_text(HOOKS)
    return tmp_path


def test_shows_and_writes_nothing_unless_told(project: Path) -> None:
    before = files(project)
    shown = init(project).output
    assert "tilewright_checkers.mypy" in shown
    assert "--write" in shown
    assert files(project) == before


def test_writes_what_belongs_to_each_tool(project: Path) -> None:
    init(project, "--write")
    after = files(project)
    pyproject = after["pyproject.toml"]
    for line in (
        'plugins = ["tilewright_checkers.mypy"]',
        "mypy_diagnostics = true",
        'load-plugins = ["tilewright_checkers.pylint"]',
        '"demo/scripts.py" = [',
        'reportInvalidTypeForm = "none"',
        "strict = true  # yes",
    ):
        assert line in pyproject
    assert "plain.py" not in pyproject
    assert after[".pre-commit-config.yaml"].startswith(HOOKS)
    assert "id: tilewright-check" in after[".pre-commit-config.yaml"]
    assert "tilewright check --strict --output-format github" in after[".github/workflows/tilewright.yml"]


def test_a_new_table_is_set_off_from_the_next(tmp_path: Path) -> None:
    before = "[tool.ty]\n\n[tool.pyrefly]\n"
    (tmp_path / "pyproject.toml").write_text(before)
    init(tmp_path, "--write")
    written = (tmp_path / "pyproject.toml").read_text()
    assert all(above == "" for above, line in pairwise(written.splitlines()) if line.startswith("["))
    init(tmp_path, "--write", "--undo")
    assert (tmp_path / "pyproject.toml").read_text() == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.pylint.main]\n"),
        ("pyproject.toml", "[tool.pylint]\n[tool.pylint.main]  # mine\n\n[tool.mypy]\n"),
        ("pyproject.toml", "[tool.mypy]\n[tool.ruff]\n[tool.ty.rules]\n"),
        ("mypy.ini", "[mypy]\n"),
        (".pylintrc", "[MAIN]\n"),
    ],
)
def test_a_users_empty_table_outlives_undoing(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    init(tmp_path, "--write")
    assert "tilewright" in (tmp_path / name).read_text()
    init(tmp_path, "--write", "--undo")
    assert (tmp_path / name).read_text() == text


def test_undoing_leaves_no_empty_folder(tmp_path: Path) -> None:
    (tmp_path / ".github").mkdir()
    init(tmp_path, "--write")
    assert (tmp_path / ".github" / "workflows" / "tilewright.yml").is_file()
    init(tmp_path, "--write", "--undo")
    assert list(tmp_path.rglob("*")) == [tmp_path / ".github"]


def test_a_copy_of_tilewright_in_the_project_is_excluded(tmp_path: Path) -> None:
    copy = tmp_path / "libs" / "tilewright"
    copy.mkdir(parents=True)
    (copy / "pyproject.toml").write_text('[project]\nname = "tilewright"\n')
    (copy / "test_mistakes.py").write_text(program("private").replace("range(", "rnge("))
    (tmp_path / "kernel.py").write_text(program("private"))
    (tmp_path / "pyproject.toml").write_text("[tool.tilewright]\nignore = []\n")
    before = files(tmp_path)
    init(tmp_path, "--write")
    assert 'exclude = ["libs/tilewright/"]' in (tmp_path / "pyproject.toml").read_text()
    checked = CliRunner().invoke(app, ["check", str(tmp_path)])
    assert "1 file checked" in checked.output
    init(tmp_path, "--write", "--undo")
    assert files(tmp_path) == before


def test_long_lines_are_shown_whole(tmp_path: Path) -> None:
    name = f"{'long' * 40}.py"
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\n")
    (tmp_path / name).write_text(program("private"))
    shown = init(tmp_path).output
    assert f'+"{name}" = ["F722", "F821"' in shown
    assert '"ARG002"]' in shown


def test_ruff_is_told_of_files_with_functions_of_relax(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\n")
    (tmp_path / "graph.py").write_text("from tvm.script import relax as R\n\n@R.function\ndef f(x: R.Tensor): ...\n")
    (tmp_path / "other.py").write_text("import tensorflow as tf\n\n@tf.function\ndef f(x): ...\n")
    shown = init(tmp_path).output
    assert '"graph.py"' in shown
    assert '"other.py"' not in shown


@pytest.mark.parametrize(
    ("origin", "written"),
    [
        (None, "pip install tilewright\n"),
        (
            {"url": "https://example.org/t.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            '"tilewright @ git+https://example.org/t.git@abc"\n',
        ),
        ({"url": "https://example.org/t-1.whl", "archive_info": {}}, '"tilewright @ https://example.org/t-1.whl"\n'),
    ],
)
def test_others_install_it_from_where_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: dict[str, object] | None, written: str
) -> None:
    monkeypatch.setattr(requirement, "direct_url", lambda: origin)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".pre-commit-config.yaml").write_text(HOOKS)
    init(tmp_path, "--write")
    assert written in (tmp_path / ".github" / "workflows" / "tilewright.yml").read_text()
    monkeypatch.undo()
    init(tmp_path, "--write", "--undo")
    assert files(tmp_path) == {".pre-commit-config.yaml": HOOKS}


@pytest.mark.parametrize("url", ["file:///home/me/t", "file:///home/me/tilewright-0.1.0-py3-none-any.whl"])
def test_nobody_is_told_to_install_what_lies_here(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No index has it, so that the name alone says nothing."""
    monkeypatch.setattr(requirement, "direct_url", lambda: {"url": url})
    (tmp_path / ".github").mkdir()
    (tmp_path / ".pre-commit-config.yaml").write_text(HOOKS)
    said = " ".join(init(tmp_path, "--write").output.split())
    workflow, hook = (
        (tmp_path / name).read_text() for name in (".github/workflows/tilewright.yml", ".pre-commit-config.yaml")
    )
    assert 'pip install "${{ vars.TILEWRIGHT }}"\n' in workflow
    assert "# TILEWRIGHT is a variable of this repository on GitHub" in workflow
    assert "language: system" in hook
    assert "additional_dependencies" not in hook
    assert "set the variable TILEWRIGHT of the repository" in said
    init(tmp_path, "--write", "--undo")
    assert files(tmp_path) == {".pre-commit-config.yaml": HOOKS}


def test_twice_is_once(project: Path) -> None:
    init(project, "--write")
    once = files(project)
    assert "Nothing to do" in init(project, "--write").output
    assert files(project) == once


def test_undo_restores_every_byte(project: Path) -> None:
    before = files(project)
    init(project, "--write")
    assert files(project) != before
    init(project, "--undo", "--write")
    assert files(project) == before


@pytest.mark.parametrize(
    ("name", "text", "added"),
    [
        ("mypy.ini", "[mypy]\nstrict = True\n", "plugins = tilewright_checkers.mypy"),
        ("mypy.ini", "[mypy]\nplugins = pydantic.mypy\n", "plugins = pydantic.mypy, tilewright_checkers.mypy"),
        ("setup.cfg", "[mypy]\nstrict = True\n[other]\na = 1\n", "plugins = tilewright_checkers.mypy"),
        (".pylintrc", "[MASTER]\njobs=2\n", "load-plugins = tilewright_checkers.pylint"),
        ("pyrightconfig.json", '{\n    "include": ["src"], // here\n}\n', '"reportInvalidTypeForm": "none",'),
        ("ruff.toml", '[lint]\nselect = ["F"]\n', '"scripts.py" = ["F722"'),
        (
            ".pre-commit-config.yaml",
            "repos:\n-   repo: https://example.org/hooks\n    rev: v1\n    hooks:\n    -   id: other\n",
            "\n- repo: local  # made by `tilewright init`\n  hooks:\n    - id: tilewright-check\n",
        ),
        (
            ".pre-commit-config.yaml",
            "repos: []  # none yet\nfail_fast: true\n",
            "repos:  # none yet\n  - repo: local  # made by `tilewright init` in place of []\n    hooks:\n      - id: tilewright-check\n",
        ),
        (".pre-commit-config.yaml", "repos: []\n", "repos:\n  - repo: local"),
    ],
)
def test_other_files_are_changed_in_place_and_restored(tmp_path: Path, name: str, text: str, added: str) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "scripts.py").write_text(program("private"))
    init(tmp_path, "--write")
    changed = (tmp_path / name).read_text()
    assert added in changed
    init(tmp_path, "--write")
    assert (tmp_path / name).read_text() == changed
    init(tmp_path, "--undo", "--write")
    assert (tmp_path / name).read_text() == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mypy.ini", "[tilewright]\nmypy_diagnostics = true\n[mypy]\nplugins =\n    pydantic.mypy,\n    other\n"),
        (".pre-commit-config.yaml", "repos: [{repo: local, hooks: []}]\n"),
        (".github/workflows/tilewright.yml", "name: mine\n"),
    ],
)
def test_what_is_not_understood_stays(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert "left to you" in " ".join(init(tmp_path, "--write").output.split())
    assert path.read_text() == text


def test_another_workflow_of_the_name_is_left_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / ".github" / "workflows" / "tilewright.yml"
    path.parent.mkdir(parents=True)
    path.write_text("name: mine\n")
    shown = init(tmp_path, "--write").output
    assert ".github/workflows/tilewright.yml" in shown.split("another workflow has this name")[0]
    assert "rename or remove it" in shown
    assert "what is done" in shown


def test_a_list_of_hooks_in_brackets_gets_the_hook_to_paste(tmp_path: Path) -> None:
    (tmp_path / ".pre-commit-config.yaml").write_text("repos: [{repo: local, hooks: []}]\n")
    said = init(tmp_path).output
    assert "write `repos:` as a block" in " ".join(said.split())
    pasted = "repos:\n" + said[said.index("  - repo: local") : said.index("\nNothing to do")]
    (tmp_path / ".pre-commit-config.yaml").write_text(pasted)
    assert "there already" in init(tmp_path).output
    init(tmp_path, "--undo", "--write")
    assert (tmp_path / ".pre-commit-config.yaml").read_text() == "repos:\n"


def test_a_broken_project_file_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.mypy\n")
    said = CliRunner().invoke(app, ["init", str(tmp_path), "--write"])
    assert said.exit_code == 1
    assert "pyproject.toml is no TOML" in said.output
    assert "Nothing to do" not in said.output
    assert files(tmp_path) == {"pyproject.toml": "[tool.mypy\n"}


def test_a_project_without_checkers_gets_nothing_and_hears_why(tmp_path: Path) -> None:
    said = init(tmp_path, "--write").output
    assert "Nothing to do: no settings of a type checker" in said
    assert "setting" not in said.partition("Nothing")[0]
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "demo"\n')
    assert "Nothing to do" in init(tmp_path, "--write").output


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mypy.ini", "[mypy]\nstrict = True\n"),
        ("pylintrc", "[MAIN]\njobs=1\n"),
        ("ruff.toml", "line-length = 99\n"),
        ("pyrightconfig.json", '{\n    "include": []\n}\n'),
    ],
)
def test_undoing_finds_what_was_written_before_a_tool_got_a_file_of_its_own(
    project: Path, name: str, text: str
) -> None:
    before = files(project)
    init(project, "--write")
    (project / name).write_text(text)
    init(project, "--undo", "--write")
    assert files(project) == {**before, name: text}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[tool.mypy]\nplugins = ["tilewright_checkers.mypy"]\n'),
        ("pyproject.toml", '[tool.mypy]\nplugins = ["tilewright_checkers.mypy", "other"]  # mine\n'),
        ("pyproject.toml", "[tool.mypy]\n\n[tool.tilewright]\nmypy_diagnostics = true\n"),
        ("pyproject.toml", '[tool.pyright]\nreportInvalidTypeForm = "none"\n'),
        ("pyproject.toml", '[tool.pylint.main]\nload-plugins = "tilewright_checkers.pylint"\n'),
        ("pyproject.toml", '[tool.ruff.lint.per-file-ignores]\n"scripts.py" = ["F821", "E501"]  # mine\n'),
        ("mypy.ini", "[mypy]\nplugins = tilewright_checkers.mypy\n"),
        ("mypy.ini", "[mypy]\nplugins = tilewright_checkers.mypy, other\n\n[tilewright]\nmypy_diagnostics = true\n"),
        ("pyrightconfig.json", '{\n    "reportInvalidTypeForm": "none",\n    "include": []\n}\n'),
        ("pyrightconfig.json", '{"include": []}'),
    ],
)
def test_undoing_leaves_what_the_user_wrote_in_the_same_words(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "scripts.py").write_text(program("private"))
    init(tmp_path, "--undo", "--write")
    assert (tmp_path / name).read_text() == text
    init(tmp_path, "--write")
    init(tmp_path, "--undo", "--write")
    assert (tmp_path / name).read_text() == text


def test_a_table_in_one_line_is_left_to_the_user(tmp_path: Path) -> None:
    text = "[tool]\nmypy = { strict = true }\n"
    (tmp_path / "pyproject.toml").write_text(text)
    assert "left to you" in " ".join(init(tmp_path, "--write").output.split())
    assert "plugins" not in (tmp_path / "pyproject.toml").read_text()


def test_what_ruff_no_longer_says_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text("")
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(program("private"))
    assert " ".join(init(tmp_path).output.split()).count("ruff then reports undefined names") == 1


def test_files_are_written_before_the_reader_of_the_output_goes(project: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m tilewright init . --write | true"
    subprocess.run(["bash", "-c", command], cwd=project, check=True, timeout=60)
    assert "tilewright_checkers.mypy" in (project / "pyproject.toml").read_text()


def test_no_folder_is_bad_usage(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["init", str(tmp_path / "missing")]).exit_code == 2


@pytest.mark.slow
def test_what_it_writes_makes_mypy_find_mistakes_in_scripts(project: Path) -> None:
    init(project, "--write")
    (project / "demo" / "scripts.py").write_text(program("rank"))
    command = [sys.executable, "-m", "mypy", "demo/scripts.py"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert "(rank-mismatch)  [tvmscript]" in done.stdout


@pytest.mark.slow
def test_the_compilers_diagnostics_are_switched_on_without_a_pyproject(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text("[mypy]\n")
    (tmp_path / "scripts.py").write_text(program("rank"))
    init(tmp_path, "--write")
    command = [sys.executable, "-m", "mypy", "scripts.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "(rank-mismatch)  [tvmscript]" in done.stdout
    init(tmp_path, "--undo", "--write")
    assert (tmp_path / "mypy.ini").read_text() == "[mypy]\n"


def test_ty_and_pyrefly_are_told_of_the_script_namespaces(tmp_path: Path) -> None:
    before = '[tool.ty.rules]\ninvalid-assignment = "warn"\n\n[tool.pyrefly]\nproject-includes = ["demo"]\n'
    (tmp_path / "pyproject.toml").write_text(before)
    init(tmp_path, "--write")
    written = (tmp_path / "pyproject.toml").read_text()
    assert written.count('replace-imports-with-any = ["tvm.script.*", "tilewright.script", "tilewright.script.*"]') == 2
    assert 'invalid-type-form = "ignore"' in written
    init(tmp_path, "--write", "--undo")
    assert (tmp_path / "pyproject.toml").read_text() == before
