"""The pylint plugin: `load-plugins = ["tilewright_checkers.pylint"]`.

The text of a script is no Python: in its lines pylint keeps to what it says of any text (odd characters, what is left to do), and the compiler says the
rest, as `tvmscript-error`.  Scripts are written in full where Python would call a function, so that lines which they share are no duplicate code.  How long lines are and how far they are indented is the printer's doing where a script was printed, and its writer's where
formatters are kept from it.  What a script makes is no function and no class either, so pylint draws no conclusions from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from astroid import nodes
from pylint.checkers import BaseChecker, BaseRawFileChecker
from pylint.lint import PyLinter
from pylint.message import MessageDefinition

from tilewright_checkers.astroid_scripts import (
    Script,
    functions_around_scripts,
    holders_of_scripts,
    install,
    scripts_of,
)
from tilewright_checkers.diagnosed import mistakes

# Whose messages make sense in a script: these checkers look at text, not at what a program means.
_OF_TEXT = frozenset(
    {"format", "miscellaneous", "main", "unicode-checker", "nonascii-checker", "spelling", "tilewright"}
)
# Of theirs, what is said of the form that the printer gave a script.
_OF_FORM = frozenset({"line-too-long", "bad-indentation"})
# Of other checkers' messages, those that are true of a script as of any definition.
_KEPT = frozenset({"function-redefined", "syntax-error", "astroid-error"})
# In a function of Python around a script: its names are those of the tensors and sizes that the script takes, `A` and `BLOCK_M`, ...
_NAMING = ("invalid-name", "disallowed-name")
# ... and pylint counts the statements of the script as its own, and a local variable for each constant of the script.
_COUNTING = ("too-many-locals", "too-many-statements")


def register(linter: PyLinter) -> None:
    """The entry point by which pylint loads the plugin."""
    install()
    linter.register_checker(ScriptSilencer(linter))
    linter.register_checker(ScriptChecker(linter))


def load_configuration(linter: PyLinter) -> None:
    """Called by pylint when all settings are read: checkers none of whose messages are wanted do not run, and the silencer must."""
    linter.enable("tvmscript-lines")


class ScriptSilencer(BaseRawFileChecker):
    """Silences pylint inside of scripts, before any other checker looks at the file; says nothing itself."""

    name = "tilewright-lines"
    msgs = {  # noqa: RUF012 - the base class declares it as an instance's
        "I5780": (
            "Lines of a script",
            "tvmscript-lines",
            "Never reported: it stands for the lines that are left to the compiler.",
        )
    }

    def __gt__(self, other: Any) -> bool:
        """Checkers are asked in order: this one behind the linter itself, but before those that come with pylint, of which one compares lines of files."""
        return isinstance(other, PyLinter)

    def __lt__(self, other: Any) -> bool:
        """The reverse of `>`."""
        return not isinstance(other, PyLinter)

    def process_module(self, node: nodes.Module) -> None:
        """Silence the lines of scripts, and what is said of classes because their methods are scripts."""
        self._silence_scripts(node)
        self._silence(self._message("too-few-public-methods"), holders_of_scripts(node))
        around = functions_around_scripts(node)
        for symbol in _NAMING:
            self._silence(self._message(symbol), {line for each in around for line in each})
        for symbol in _COUNTING:
            self._silence(self._message(symbol), [each.start for each in around])

    def _message(self, symbol: str) -> MessageDefinition:
        return self.linter.msgs_store.get_message_definitions(symbol)[0]

    def _silence_scripts(self, node: nodes.Module) -> None:
        """Before anything inside is looked at, as a comment `# pylint: disable=...` would in each line."""
        scripts = scripts_of(node)
        lines = _lines(scripts)
        for checker in self.linter.get_checkers() if lines else ():
            for message in checker.messages:
                if message.symbol in _OF_FORM or (checker.name not in _OF_TEXT and message.symbol not in _KEPT):
                    self._silence(message, lines)
        # Those of several branches, of which each is returned, replace nothing.
        self._silence(self._message("function-redefined"), _lines([each for each in scripts if not each.repeats]))

    def _silence(self, message: MessageDefinition, lines: Iterable[int]) -> None:
        for line in lines:
            self.linter.file_state.set_msg_status(message, line, False, scope="line")


class ScriptChecker(BaseChecker):
    """Speaks for the compiler."""

    name = "tilewright"
    msgs = {  # noqa: RUF012 - the base class declares it as an instance's
        "E5780": (
            "%s (%s)",
            "tvmscript-error",
            "A mistake in TVMScript. `tilewright explain CODE` tells more about the code in parentheses.",
        )
    }

    def visit_module(self, node: nodes.Module) -> None:
        """Every mistake of the file at its place."""
        for mistake in mistakes(_text(node), node.file or node.name) if scripts_of(node) else ():
            self.add_message(
                "tvmscript-error",
                node=node,
                line=mistake.line,
                col_offset=mistake.column,
                end_lineno=mistake.end_line,
                end_col_offset=mistake.end_column,
                args=(mistake.message, mistake.code),
            )


def _lines(scripts: Iterable[Script]) -> frozenset[int]:
    return frozenset(line for each in scripts for line in range(each.first_line, each.last_line + 1))


def _text(module: nodes.Module) -> str:
    stream = module.stream()
    if stream is None:
        return ""
    with stream:
        return stream.read().decode(module.file_encoding or "utf-8", errors="replace")
