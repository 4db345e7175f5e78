"""Runs the blocks of one page of the manual, in order, in the current folder: `python -m tests.docs.page PAGE`.

Sybil finds the blocks; those in HTML comments (`<!--- invisible-code: python`) complete fragments and are not shown.

- `python` runs; the blocks of a page share their names. With `title="x.py"` the block is also the file `x.py`.
- `text` after a block is what the block printed.
- `console` has commands after `$`, each with its output below; `...` stands for lines or words that are left out. They are those of tilewright, `gcc`, `g++` and programs in the
  folder that these have made.
- `c` and `cpp` with a title are the file for them.
- `sh` has commands to type, which are not run; those of tilewright exist, with their options.
- `toml`, `yaml` and `json` are read, `lua`, `elisp` and `vim` are for other programs and only shown, as is a `diagram`.

Every block is fenced: text that Markdown takes for code because it is indented is an error.

Times and rates are those of the machine that the page was written on, so only what they measure is compared: a busy machine takes seconds for what takes milliseconds.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import linecache
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import tomlkit
import yaml
from sybil import Document, Example, Region
from sybil.parsers.abstract.lexers import LexerCollection
from sybil.parsers.markdown.lexers import DirectiveInHTMLCommentLexer, FencedCodeBlockLexer

LEXERS = LexerCollection(
    [
        FencedCodeBlockLexer(r"[^\n]*", {"language": "kind", "source": "source"}),
        DirectiveInHTMLCommentLexer(
            "invisible-code", "[a-z]+", {"directive": "directive", "arguments": "kind", "source": "source"}
        ),
    ]
)
KIND = re.compile(r'(?P<language>\w*)(?: title="(?P<title>[^"]+)")?')
MEASURED = re.compile(r"\d[\d.,]* *(?:(?P<rate>GFLOP/s|GB/s)|ns|us|µs|ms|s)\b")


def blocks(document: Document) -> Iterable[Region]:
    """The blocks of a page, each with what evaluates its kind."""
    for region in LEXERS(document):
        kind = KIND.fullmatch(region.lexemes["kind"])
        assert kind is not None, f"{document.path}: unknown kind of block: {region.lexemes['kind']!r}"
        assert kind["language"] in EVALUATORS, f"{document.path}: a block needs one of {', '.join(EVALUATORS)}"
        region.parsed = region.lexemes["source"]
        region.evaluator = with_file(kind["title"], EVALUATORS[kind["language"]])
        yield region


def indented(text: str) -> str | None:
    """The first line that is code by its indentation alone; what continues an item of a list is none."""
    outside = re.sub(r"^( *)```.*?^\1```$|^<!---.*?-->$", "", text, flags=re.MULTILINE | re.DOTALL)
    beginning, before = "", ""
    for line in outside.splitlines():
        if line.startswith("    ") and not before.strip() and not re.match(r"[-*\d]", beginning):
            return line
        if line and not line.startswith(" "):
            beginning = line
        before = line
    return None


def with_file(title: str | None, evaluate: Callable[[Example], None]) -> Callable[[Example], None]:
    """An evaluator that writes the block into the file of its title first."""

    def write_and_evaluate(example: Example) -> None:
        if title:
            Path(title).write_text(example.parsed, encoding="utf-8")
        evaluate(example)

    return write_and_evaluate


def run_python(example: Example) -> None:
    """Run a block; what it prints is what the next block of text shows."""
    name = f"<{Path(example.path).name}, block at line {example.line}>"
    source = str(example.parsed)
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)  # scripts are read from there
    printed = io.StringIO()
    example.namespace.setdefault("__name__", "__main__")
    with contextlib.redirect_stdout(printed):
        exec(compile(source, name, "exec", dont_inherit=True), example.namespace)
    example.document.printed = printed.getvalue()


def check_commands(example: Example) -> None:
    """Commands that are shown and not run: those of tilewright have the options that are shown."""
    from typer.main import get_command

    from tilewright.cli.main import app

    for line in str(example.parsed).splitlines():
        words = shlex.split(line.split(" | ")[0], comments=True)
        if not words or words[0].rpartition("/")[2] != "tilewright":
            continue
        command = get_command(app)
        for word in words[1:]:
            command = getattr(command, "commands", {}).get(word, command)
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} | {"--help"}
        unknown = [word for word in words[1:] if word.startswith("--") and word.partition("=")[0] not in known]
        assert words[1:2] == ["--version"] or not unknown, f"{line}: there is no {', '.join(unknown)}"
        assert len(words) == 1 or words[1].startswith("-") or words[1] in get_command(app).commands, (
            f"{line}: no such command"
        )


def compare_text(example: Example) -> None:
    """The output of the block above."""
    compare(example.parsed, example.document.printed)


def run_console(example: Example) -> None:
    """Commands, each in a process of its own, and their output."""
    for command in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
        line, _, shown = command.partition("\n")
        words = shlex.split(line, comments=True)
        of_page = words[0] in ("tilewright", "gcc", "g++") or words[0].startswith("./")
        assert of_page, (
            f"the commands of a page are those of tilewright, a compiler of C and what it makes, not {words[0]}"
        )
        python = [sys.executable, "-I", "-m"] if words[0] == "tilewright" else []
        process = subprocess.run([*python, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert "Traceback" not in process.stdout, process.stdout
        compare(shown, process.stdout)


def compare(shown: str, printed: str) -> None:
    want, got = (
        MEASURED.sub(
            lambda found: f"# {found['rate'] or 's'}", re.sub(r" +$", "", text, flags=re.MULTILINE).strip("\n")
        )
        + "\n"
        for text in (shown, printed)
    )
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(want, got, flags), f"shown:\n{want}\nprinted:\n{got}"


def parses(read: Callable[[str], object]) -> Callable[[Example], None]:
    """An evaluator of settings: they can be read."""

    def evaluate(example: Example) -> None:
        read(example.parsed)

    return evaluate


def only_shown(example: Example) -> None:
    """A block for a program that is not here."""


EVALUATORS: dict[str, Callable[[Example], None]] = {
    "python": run_python,
    "text": compare_text,
    "console": run_console,
    "toml": parses(tomlkit.parse),
    "yaml": parses(yaml.safe_load),
    "json": parses(json.loads),
    "c": only_shown,
    "cpp": only_shown,
    "lua": only_shown,
    "elisp": only_shown,
    "vim": only_shown,
    "diagram": only_shown,
    "sh": check_commands,
}


def main(path: str) -> int:
    sys.path.insert(0, "")  # as for a script in the folder: one file imports another
    code = indented(Path(path).read_text(encoding="utf-8"))
    assert code is None, f"{path}: indented code, which is not run: {code}"
    document = Document.parse(path, blocks)
    document.printed = ""
    for example in document.examples():
        try:
            example.evaluate()
        except Exception as error:
            error.add_note(f"{path}, block at line {example.line}") if hasattr(error, "add_note") else None
            raise
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
