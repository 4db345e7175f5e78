"""The pylint plugin: `load-plugins = ["tilewright_checkers.pylint"]`.

The text of a script is no Python: in its lines pylint keeps to what it says of any text (its length, its spaces, what is left to do), and the compiler
says the rest, as `tvmscript-error`.  What a script makes is no function and no class either, so pylint draws no conclusions from it.
"""

from __future__ import annotations

from astroid import nodes
from pylint.checkers import BaseChecker
from pylint.lint import PyLinter
from pylint.message import MessageDefinition

from tilewright_checkers.astroid_scripts import holders_of_scripts, install, scripts_of
from tilewright_checkers.diagnosed import mistakes

# Whose messages make sense in a script: these checkers look at text, not at what a program means.
_OF_TEXT = frozenset(
    {"format", "miscellaneous", "main", "unicode-checker", "nonascii-checker", "spelling", "tilewright"}
)
# Of other checkers' messages, those that are true of a script as of any definition.
_KEPT = frozenset({"function-redefined", "syntax-error", "astroid-error", "duplicate-code"})


def register(linter: PyLinter) -> None:
    """What pylint calls to load the plugin."""
    install()
    linter.register_checker(ScriptSilencer(linter))
    linter.register_checker(ScriptChecker(linter))


def load_configuration(linter: PyLinter) -> None:
    """What pylint calls when all settings are read: checkers none of whose messages are wanted do not run, and the silencer must."""
    linter.enable("tvmscript-lines")


class ScriptSilencer(BaseChecker):
    """Silences pylint inside of scripts; says nothing itself."""

    name = "tilewright-lines"
    msgs = {  # noqa: RUF012 - the base class declares it as an instance's
        "I5780": (
            "Lines of a script",
            "tvmscript-lines",
            "Never reported: it stands for the lines that are left to the compiler.",
        )
    }

    def visit_module(self, node: nodes.Module) -> None:
        """Silence the lines of scripts, and what is said of classes because their methods are scripts."""
        self._silence_scripts(node)
        for line in holders_of_scripts(node):
            self.linter.file_state.set_msg_status(self._message("too-few-public-methods"), line, False, scope="line")

    def _message(self, symbol: str) -> MessageDefinition:
        return self.linter.msgs_store.get_message_definitions(symbol)[0]

    def _silence_scripts(self, node: nodes.Module) -> None:
        """Before anything inside is looked at, as a comment `# pylint: disable=...` would in each line."""
        lines = {line for script in scripts_of(node) for line in range(script.first_line, script.last_line + 1)}
        for checker in self.linter.get_checkers() if lines else ():
            for message in checker.messages:
                if checker.name not in _OF_TEXT and message.symbol not in _KEPT:
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


def _text(module: nodes.Module) -> str:
    stream = module.stream()
    if stream is None:
        return ""
    with stream:
        return stream.read().decode(module.file_encoding or "utf-8", errors="replace")
