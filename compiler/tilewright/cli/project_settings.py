"""The settings that `init` writes into a project's configuration files and takes out again.

A setting is two functions over the text of a file, where the empty text stands for no file.  To add what is there already, or to remove what is not,
changes nothing; what else stands in a file stays as it is, comments and order included.  What is written carries a mark, without which nothing is removed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import indent

from tilewright.cli.files import settings_text
from tilewright.cli.ini_text import add_item, has_section, remove_item
from tilewright.cli.not_understood import NotUnderstood as NotUnderstood
from tilewright.cli.requirement import requirement
from tilewright.cli.toml_text import (
    Items,
    add_entries,
    add_items,
    has_table,
    remove_entries,
    remove_items,
    toml_mistake,
)
from tilewright.project.linters import RUFF_CODES

Edit = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to write: the file (relative to the project), what it is for, how to add and to remove it, and what to mind once it is added."""

    path: str
    what: str
    add: Edit
    remove: Edit
    caution: str = ""


MYPY, PYLINT = "tilewright_checkers.mypy", "tilewright_checkers.pylint"
# Annotations that are calls, and functions of a module, which have no `self`.
PYRIGHT_RULES = {
    "reportInvalidTypeForm": "none",
    "reportSelfClsParameterName": "none",
    # Where programs for `tvm` run on Tilewright, there are stubs of `tvm` and no `tvm`.
    "reportMissingModuleSource": "none",
}
TY_RULES = {"invalid-type-form": "ignore"}
# ty and pyrefly look into functions whose decorator has options; so for them everything in the script namespaces may be anything.
NAMESPACES = ("tvm.script.*", "tilewright.script", "tilewright.script.*")
PYPROJECT = "pyproject.toml"
# Files of a tool's own, the one that it prefers first.
MYPY_FILES = ("mypy.ini", ".mypy.ini")
PYLINT_FILES = ("pylintrc", ".pylintrc")
RUFF_FILES = ("ruff.toml", ".ruff.toml")
PYRIGHT_FILE = "pyrightconfig.json"


def settings(folder: Path, undoing: bool = False) -> list[Setting]:
    """The settings for the checkers and linters that the project uses; when undoing, wherever they may have been written, whatever it uses now."""
    found = _Project(folder, undoing)
    return [
        *_mypy(found),
        *_pylint(found),
        *_ruff(found),
        *_pyright(found),
        *_ty(found),
        *_pre_commit(found),
        *_workflow(found),
        *_copies(found),
    ]


def unreadable(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of settings that are no TOML, each with what is wrong in it."""
    for path in (PYPROJECT, *RUFF_FILES):
        reason = toml_mistake(settings_text(folder / path) or "")
        if reason is not None:
            yield path, reason


class _Project:
    """The files of a project, as far as they say what it uses."""

    def __init__(self, folder: Path, undoing: bool) -> None:
        self.folder = folder
        self.undoing = undoing
        self.pyproject = self.text(PYPROJECT)

    def text(self, path: str) -> str:
        file = self.folder / path
        return (settings_text(file) or "").replace("\r\n", "\n")

    def first(self, *paths: str) -> str | None:
        return next((path for path in paths if (self.folder / path).is_file()), None)

    def homes(self, chosen: str | None, *possible: str) -> list[str]:
        """The file of a setting: the one chosen for it now; when undoing, in any that is there."""
        if self.undoing:
            return [path for path in possible if (self.folder / path).is_file()]
        return [] if chosen is None else [chosen]

    def uses(self, tool: str) -> bool:
        """Whether requirements, hooks or workflows name it."""
        workflows = [path.relative_to(self.folder).as_posix() for path in self.folder.glob(".github/workflows/*.y*ml")]
        texts = [self.text(path) for path in (PYPROJECT, "setup.cfg", "tox.ini", ".pre-commit-config.yaml", *workflows)]
        texts += [path.read_text(encoding="utf-8") for path in self.folder.glob("*requirements*.txt")]
        return any(re.search(rf"(?<![\w-]){tool}(?![\w-])", text) for text in texts)


def _mypy(project: _Project) -> Iterator[Setting]:
    homes = project.homes(_mypy_home(project), *MYPY_FILES, "setup.cfg", PYPROJECT)
    for home in homes:
        what = "mypy: the plugin"
        if home == PYPROJECT:
            yield _toml(what, Items(("tool", "mypy"), "plugins", (MYPY,)))
        else:
            yield _ini(home, what, ("mypy",), "plugins", MYPY)
    what = "mypy: the compiler's diagnostics"
    if homes and project.pyproject:
        yield _entries(what, ("tool", "tilewright"), {"mypy_diagnostics": True})
    for home in homes:
        if home != PYPROJECT and (project.undoing or not project.pyproject):
            yield _ini(home, what, ("tilewright",), "mypy_diagnostics", "true")


def _mypy_home(project: _Project) -> str | None:
    """The files in which mypy looks for settings; its section of setup.cfg comes last, but before settings that the project does not have yet."""
    if ini := project.first(*MYPY_FILES):
        return ini
    if has_table(project.pyproject, "tool", "mypy"):
        return PYPROJECT
    if has_section(project.text("setup.cfg"), "mypy"):
        return "setup.cfg"
    return PYPROJECT if project.pyproject and project.uses("mypy") else None


def _pylint(project: _Project) -> Iterator[Setting]:
    chosen = project.first(*PYLINT_FILES)
    if has_table(project.pyproject, "tool", "pylint") or (project.pyproject and project.uses("pylint")):
        chosen = chosen or PYPROJECT
    for home in project.homes(chosen, *PYLINT_FILES, PYPROJECT):
        what = "pylint: the plugin"
        if home != PYPROJECT:
            yield _ini(home, what, ("MAIN", "MASTER"), "load-plugins", PYLINT)
            continue
        table = "MASTER" if has_table(project.pyproject, "tool", "pylint", "MASTER") else "main"
        yield _toml(what, Items(("tool", "pylint", table), "load-plugins", (PYLINT,)))


def _ruff(project: _Project) -> Iterator[Setting]:
    """Each file that holds scripts is named, so that nothing is ignored elsewhere."""
    chosen = project.first(*RUFF_FILES)
    if has_table(project.pyproject, "tool", "ruff"):
        chosen = chosen or PYPROJECT
    for home in project.homes(chosen, *RUFF_FILES, PYPROJECT):
        prefix = ("tool", "ruff") if home == PYPROJECT else ()
        for file in script_files(project.folder):
            items = Items((*prefix, "lint", "per-file-ignores"), file, RUFF_CODES)
            yield _toml(f"ruff: {file}", items, home, _RUFF_CAUTION)


_RUFF_CAUTION = (
    "In files with scripts ruff then reports undefined names (F821) and the like in plain Python neither, since it ignores codes by file: "
    "keep scripts in files of their own, or let a type checker find these."
)


def _pyright(project: _Project) -> Iterator[Setting]:
    what = "pyright: calls in annotations"
    for home in project.homes(project.first(PYRIGHT_FILE) or PYPROJECT, PYRIGHT_FILE, PYPROJECT):
        if home == PYRIGHT_FILE:
            yield Setting(home, what, _add_json_rules, _remove_json_rules)
            continue
        tools = [each for each in ("basedpyright", "pyright") if has_table(project.pyproject, "tool", each)]
        for tool in tools if project.undoing else tools[:1]:
            yield _entries(what, ("tool", tool), PYRIGHT_RULES)


def _add_json_rules(text: str) -> str:
    """The rules stand first, each on a line of its own; comments and trailing commas, which pyright allows, are no matter."""
    opening = re.match(r"\s*\{", text)
    if opening is None:
        raise NotUnderstood("it does not begin with {")
    rest = text[opening.end() :]
    new = "".join(line for rule, line in _json_lines() if f'"{rule}"' not in text)
    gap = (
        "\n" if new and rest.startswith("\n") else ""
    )  # strict JSON has no comments; this tells our lines from the user's
    return text[: opening.end()] + new + gap + rest


def _remove_json_rules(text: str) -> str:
    """The lines that stand first, if a blank line follows, or something in the same line."""
    ours = "|".join(re.escape(line) for _, line in _json_lines())
    return re.sub(rf"\A(\s*\{{)(?:{ours})+(?:\n(?=\n)|(?!\n))", r"\1", text)


def _json_lines() -> list[tuple[str, str]]:
    return [(rule, f'\n    "{rule}": "{value}",') for rule, value in PYRIGHT_RULES.items()]


def _ty(project: _Project) -> Iterator[Setting]:
    if has_table(project.pyproject, "tool", "ty"):
        yield _entries("ty: calls in annotations", ("tool", "ty", "rules"), TY_RULES)
        yield _toml("ty: script namespaces", Items(("tool", "ty", "analysis"), "replace-imports-with-any", NAMESPACES))
    if has_table(project.pyproject, "tool", "pyrefly"):
        yield _entries("pyrefly: calls in annotations", ("tool", "pyrefly", "errors"), {"invalid-annotation": False})
        yield _toml("pyrefly: script namespaces", Items(("tool", "pyrefly"), "replace-imports-with-any", NAMESPACES))


# Where what others are to install stands in the texts below.
_REQUIREMENT = "REQUIREMENT"
_HOOK = """\
- repo: local  # made by `tilewright init`
  hooks:
    - id: tilewright-check
      name: tilewright check
      entry: tilewright check --force-exclude
      language: python
      additional_dependencies: [REQUIREMENT]
      types: [python]
      require_serial: true
"""
# Where nobody knows what to install: what is there runs, and a workflow reads a variable of the repository.
_HOOK_OF_WHAT_IS_THERE = """\
- repo: local  # made by `tilewright init`
  hooks:
    - id: tilewright-check
      name: tilewright check
      entry: tilewright check --force-exclude
      language: system
      types: [python]
      require_serial: true
"""
_VARIABLE = "${{ vars.TILEWRIGHT }}"
_HOOK_CAUTION = "Tilewright was installed from this machine: the hook in {file} runs the `tilewright` of each environment that it is started in."
_WORKFLOW_CAUTION = (
    "Tilewright was installed from this machine: set the variable TILEWRIGHT of the repository on GitHub, which {file} reads, "
    "to what pip is to install there, such as `git+` and the address of a repository, or the address of a wheel."
)
_INSTALL = "      - run: python -m pip install "
# In front of the installation where it reads the variable.
_NOTE = """\
      # TILEWRIGHT is a variable of this repository on GitHub (Settings, Secrets and variables, Actions, Variables).
      # It holds what pip installs: the address of a wheel, or git+ and the address of a repository.
"""
_WORKFLOW = """\
# made by `tilewright init`
name: TVMScript
on: [push, pull_request]
permissions:
  contents: read
  security-events: write
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.11"
      - run: python -m pip install REQUIREMENT
      - run: tilewright check --strict --output-format github .
      - run: tilewright check --output-format sarif --output-file tilewright.sarif .
        if: always()
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        with:
          sarif_file: tilewright.sarif
"""


def _pre_commit(project: _Project) -> Iterator[Setting]:
    if project.first(".pre-commit-config.yaml"):
        what = "pre-commit: tilewright check"
        yield Setting(".pre-commit-config.yaml", what, _add_hook, _remove_hook, "" if requirement() else _HOOK_CAUTION)


def _add_hook(text: str) -> str:
    """At the end, when the repositories are the last that the file lists, or in place of the list of none."""
    if "tilewright-check" in text:
        return text
    if len(_NO_REPOSITORIES.findall(text)) == 1:
        hook = _filled(_hook_in(text, _in_place_of_none(_HOOK if requirement() else _HOOK_OF_WHAT_IS_THERE)))
        return _NO_REPOSITORIES.sub(lambda found: f"repos:{found[1] or ''}\n{hook.rstrip(chr(10))}", text)
    keys = re.findall(r"^([\w-]+):", text, re.MULTILINE)
    hook = _filled(_hook_in(text, _HOOK if requirement() else _HOOK_OF_WHAT_IS_THERE))
    if not keys or keys[-1] != "repos" or not re.search(r"^repos:[ \t]*(#.*)?$", text, re.MULTILINE):
        advice = "write `repos:` as a block at the end of the file, one `- repo:` below another, and this below the last of them"
        raise NotUnderstood("`repos` is not a block list at its end", f"{advice}:\n{hook}")
    return f"{text}{'' if text.endswith(chr(10)) else chr(10)}{hook}"


# The list of no repositories, with the comment behind it.
_NO_REPOSITORIES = re.compile(r"^repos:[ \t]*\[[ \t]*\]([ \t]*#.*)?[ \t]*$", re.MULTILINE)


def _remove_hook(text: str) -> str:
    for hook in (_HOOK, _HOOK_OF_WHAT_IS_THERE):
        alone = _written(_hook_in(text, _in_place_of_none(hook)).rstrip("\n")).pattern
        text = re.sub(rf"^repos:([^\n]*)\n{alone}", r"repos: []\1", text, count=1, flags=re.MULTILINE)
        text = _written(_hook_in(text, hook)).sub("", text, count=1)
    return text


def _in_place_of_none(hook: str) -> str:
    """The hook, with a note that it was put where no repositories were listed."""
    return hook.replace("`tilewright init`", "`tilewright init` in place of []", 1)


def _hook_in(text: str, hook: str) -> str:
    """The hook, its dash below those of the repositories that the file lists."""
    first = re.search(r"^( *)- +repo:", text, re.MULTILINE)
    return indent(hook, first[1] if first else "  ")


def _filled(text: str) -> str:
    wanted = requirement() or _VARIABLE
    return text.replace(_REQUIREMENT, f'"{wanted}"' if " " in wanted else wanted)


def _written(text: str) -> re.Pattern[str]:
    """The text that an earlier `init` wrote, whatever its version requirement."""
    return re.compile(re.escape(text).replace(_REQUIREMENT, r"""["\w@ :/.+=${}-]+?"""))


def _workflow(project: _Project) -> Iterator[Setting]:
    if (project.folder / ".github").is_dir():
        what = "GitHub: check, and upload SARIF"
        caution = "" if requirement() else _WORKFLOW_CAUTION
        yield Setting(".github/workflows/tilewright.yml", what, _add_workflow, _remove_workflow, caution)


def _copies(project: _Project) -> Iterator[Setting]:
    """The copies of Tilewright in the project, a folder or two below it: their tests contain mistakes on purpose."""
    manifests = [path for depth in ("*", "*/*") for path in project.folder.glob(f"{depth}/{PYPROJECT}")]
    found = {
        f"{path.parent.relative_to(project.folder).as_posix()}/"
        for path in manifests
        if re.search(r'^name *= *"tilewright"', settings_text(path) or "", re.MULTILINE)
    }
    if project.undoing:
        found.add("tilewright/")
    if found:
        what = "check: without the copy of Tilewright"
        yield _toml(what, Items(("tool", "tilewright"), "exclude", tuple(sorted(found))))


def _add_workflow(text: str) -> str:
    if text and not _is_written(text):
        advice = "another workflow has this name; rename or remove it for `init` to write its own, or let it run `tilewright check` as it is"
        raise NotUnderstood("there is another workflow of this name", advice)
    return text or _workflow_text()


def _remove_workflow(text: str) -> str:
    return "" if _is_written(text) else text


def _workflow_text() -> str:
    text = _filled(_WORKFLOW)
    return text if requirement() else text.replace(_INSTALL, _NOTE + _INSTALL)


def _is_written(text: str) -> bool:
    return _written(_WORKFLOW).fullmatch(text.replace(_NOTE, "")) is not None


def _toml(what: str, items: Items, path: str = PYPROJECT, caution: str = "") -> Setting:
    return Setting(path, what, partial(add_items, items=items), partial(remove_items, items=items), caution)


def _ini(path: str, what: str, sections: tuple[str, ...], key: str, item: str) -> Setting:
    add, remove = (partial(edit, sections=sections, key=key, item=item) for edit in (add_item, remove_item))
    return Setting(path, what, add, remove)


def _entries(what: str, table: tuple[str, ...], entries: dict[str, str] | dict[str, bool]) -> Setting:
    return Setting(
        PYPROJECT,
        what,
        partial(add_entries, table=table, entries=entries),
        partial(remove_entries, table=table, entries=entries),
    )


# Decorators whose names say enough, and those that others have too.
_SCRIPT = re.compile(
    r"^\s*@(?:\w+\.)*(?:prim_func|ir_module)\b|^\s*@(?:\w+\.)+(?:function|macro|inline|py_?func)\b", re.MULTILINE
)
_NAMESPACES = re.compile(r"^\s*(?:from|import)\s+(?:tvm|tilewright)\b", re.MULTILINE)
_NOT_OURS = {"node_modules", "build", "dist", "site-packages", "__pycache__"}


def script_files(folder: Path) -> list[str]:
    """The Python files of a project that hold scripts."""
    found: list[str] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(
            each for each in folders if each[0] != "." and each not in _NOT_OURS and not each.startswith("venv")
        )
        for name in sorted(files):
            path = Path(parent, name)
            if name.endswith(".py") and _has_scripts(path.read_text(encoding="utf-8", errors="replace")):
                found.append(path.relative_to(folder).as_posix())
    return found


def _has_scripts(text: str) -> bool:
    return _SCRIPT.search(text) is not None and _NAMESPACES.search(text) is not None
