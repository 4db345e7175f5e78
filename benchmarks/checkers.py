"""Errors for 1,000 lines that type checkers and linters report on TVMScript, without Tilewright and with it.

Two bodies of text: `examples/`, and the files with scripts in the apache-tvm wheel.  They are copied, so that a checker without Tilewright sees
nothing of it.  TVM is installed on neither side, so what is said of import statements is left out of the count on both.  "In scripts" are the lines of a script with its decorators, "around"
all others.  "New" is what is said of lines around with Tilewright and not without: there a checker knows nothing of TVM, so that all it says is about Python.  Without: the checker as it comes, in an environment of its own.  With: the environment that runs this, and the settings that
`tilewright init` writes, the compiler's own diagnostics switched off, so that only what the checker itself says is counted.
Usage: python benchmarks/checkers.py [--checkers mypy pylint ...]
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from peers import python_of
from rich.console import Console
from rich.table import Table

from tilewright.cli.project_settings import NAMESPACES, PYRIGHT_RULES, TY_RULES, script_files
from tilewright_checkers.script_lines import script_lines

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Report:
    """One complaint."""

    file: str
    line: int
    rule: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """Copied files by their paths in `folder`: for each the lines that are scripts, and those of its imports."""

    name: str
    folder: Path
    lines: int
    scripts: dict[str, frozenset[int]]
    imports: dict[str, frozenset[int]]


def mypy(python: Path, corpus: Corpus, ours: bool) -> list[Report]:
    """As in CI."""
    settings = corpus.folder / "mypy.ini"
    settings.write_text("[mypy]\n" + ("plugins = tilewright_checkers.mypy\n" if ours else ""))
    output = run(corpus, python, "-m", "mypy", "--config-file", "mypy.ini", "--no-error-summary", ".")
    return [
        Report(file, int(line), rule)
        for file, line, rule in re.findall(r"^(.+?\.py):(\d+): error: .*\[([\w-]+)\]$", output, re.M)
    ]


def pylint(python: Path, corpus: Corpus, ours: bool) -> list[Report]:
    """With its default rules."""
    plugin = ["--load-plugins=tilewright_checkers.pylint", "--disable=tvmscript-error"] if ours else []
    output = run(corpus, python, "-m", "pylint", "--output-format=json", *plugin, *sorted(corpus.scripts))
    return [Report(each["path"], each["line"], each["symbol"]) for each in json.loads(output)]


def pyright(python: Path, corpus: Corpus, ours: bool) -> list[Report]:
    """basedpyright in pyright's standard mode."""
    settings = {"typeCheckingMode": "standard", "include": ["."], **(PYRIGHT_RULES if ours else {})}
    (corpus.folder / "pyrightconfig.json").write_text(json.dumps(settings))
    tool = python_of("basedpyright").parent / "basedpyright"
    output = run(corpus, tool, "--outputjson", "--pythonpath", str(python))
    found = json.loads(output)["generalDiagnostics"]
    return [
        Report(relative(each["file"], corpus), each["range"]["start"]["line"] + 1, each.get("rule", "syntax"))
        for each in found
        if each["severity"] == "error"
    ]


def ty(python: Path, corpus: Corpus, ours: bool) -> list[Report]:
    """With its default rules."""
    rules = [f"--ignore={rule}" for rule in TY_RULES]
    rules += ["--config", f"analysis.replace-imports-with-any={json.dumps(NAMESPACES)}"]
    tool = python_of("ty").parent / "ty"
    output = run(
        corpus,
        tool,
        "check",
        "--output-format=concise",
        f"--python={python.parent.parent}",
        *(rules if ours else ()),
        ".",
    )
    return [
        Report(file, int(line), rule)
        for file, line, rule in re.findall(r"^(.+?\.py):(\d+):\d+: error\[([\w-]+)\]", output, re.M)
    ]


def pyrefly(python: Path, corpus: Corpus, ours: bool) -> list[Report]:
    """With its default preset."""
    rules = (
        ["--ignore=invalid-annotation", *(f"--replace-imports-with-any={each}" for each in NAMESPACES)] if ours else []
    )
    tool = python_of("pyrefly").parent / "pyrefly"
    where = ["--python-interpreter-path", str(python), "--output-format=json"]
    output = run(corpus, tool, "check", *where, *rules, *sorted(corpus.scripts))
    return [Report(relative(each["path"], corpus), each["line"], each["name"]) for each in json.loads(output)["errors"]]


CHECKERS: dict[str, Callable[[Path, Corpus, bool], list[Report]]] = {
    "mypy": mypy,
    "pyright": pyright,
    "ty": ty,
    "pyrefly": pyrefly,
    "pylint": pylint,
}


def run(corpus: Corpus, program: Path, *arguments: str) -> str:
    """What it prints; checkers exit with 1 and more when they find something."""
    command = [str(program), *arguments]
    return subprocess.run(command, cwd=corpus.folder, capture_output=True, text=True, check=False).stdout


def main() -> None:
    """Run every checker twice over each body of text, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkers", nargs="*", default=list(CHECKERS), choices=list(CHECKERS))
    checkers = parser.parse_args().checkers
    table = Table(
        "text", "checker", "without: in scripts", "around", "with: in scripts", "around", "new", "in scripts and new"
    )
    with tempfile.TemporaryDirectory() as folder:
        for corpus in corpora(Path(folder)):
            for checker in checkers:
                table.add_row(corpus.name, checker, *figures(checker, corpus))
    Console(width=150).print(table)


def corpora(folder: Path) -> list[Corpus]:
    """The bodies of text, copied into `folder`."""
    tvm = next((python_of("tvm").parents[1] / "lib").glob("python*/site-packages/tvm"))
    return [_copied(folder / "examples", ROOT / "examples"), _copied(folder / "wheel", tvm)]


def _copied(folder: Path, origin: Path) -> Corpus:
    """Folders stay, and become packages, so that relative imports are at least legal."""
    files = script_files(origin)
    scripts: dict[str, frozenset[int]] = {}
    imports: dict[str, frozenset[int]] = {}
    lines = 0
    for name in files:
        text = (origin / name).read_text(encoding="utf-8")
        copy = folder / origin.name / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        path = copy.relative_to(folder).as_posix()
        scripts[path], imports[path] = script_lines(ast.parse(text)), import_lines(ast.parse(text))
        lines += text.count("\n")
    if (origin / "__init__.py").exists():
        for parent in [each for each in folder.rglob("*") if each.is_dir()]:
            (parent / "__init__.py").touch()
        (folder / origin.name).rename(folder / "copied")
        scripts, imports = _renamed(scripts), _renamed(imports)
    return Corpus(f"{origin.name} ({len(files)} files, {lines:,} lines)", folder, lines, scripts, imports)


def _renamed(lines: dict[str, frozenset[int]]) -> dict[str, frozenset[int]]:
    """A package called `tvm` would be taken for the real one."""
    return {f"copied/{path.partition('/')[2]}": found for path, found in lines.items()}


def import_lines(tree: ast.Module) -> frozenset[int]:
    """The lines of all import statements."""
    imports = [each for each in ast.walk(tree) if isinstance(each, (ast.Import, ast.ImportFrom))]
    return frozenset(line for each in imports for line in range(each.lineno, (each.end_lineno or each.lineno) + 1))


def relative(path: str, corpus: Corpus) -> str:
    """The path below the folder of copies, which a checker may give in full."""
    file = Path(path)
    return (file.relative_to(corpus.folder.resolve()) if file.is_absolute() else file).as_posix()


def figures(checker: str, corpus: Corpus) -> list[str]:
    """The cells of one row."""
    bare = "basedpyright" if checker == "pyright" else checker
    without = said(CHECKERS[checker](python_of(bare), corpus, False), corpus)
    ours = said(CHECKERS[checker](Path(sys.executable), corpus, True), corpus)
    known = {(report.file, report.line, report.rule) for report in without.around}
    new = [report for report in ours.around if (report.file, report.line, report.rule) not in known]
    counts = [len(each) for each in (without.inside, without.around, ours.inside, ours.around, new)]
    rules = Counter(report.rule for report in (*ours.inside, *new))
    common = ", ".join(f"{rule} {count}" for rule, count in rules.most_common(3))
    return [*(f"{1000 * count / corpus.lines:.2f}" for count in counts), common]


@dataclass(frozen=True, slots=True)
class Said:
    """What a checker reports in scripts and around them."""

    inside: list[Report]
    around: list[Report]


def said(reports: list[Report], corpus: Corpus) -> Said:
    """The reports that count, by where they are."""
    result = Said([], [])
    for report in reports:
        name = report.file.removeprefix("./")
        if report.line not in corpus.imports.get(name, ()) and name in corpus.scripts:
            found = Report(name, report.line, report.rule)
            (result.inside if report.line in corpus.scripts[name] else result.around).append(found)
    return result


if __name__ == "__main__":
    main()
