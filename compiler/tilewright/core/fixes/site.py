"""The place of a diagnostic in the text: the nodes around it, and the edits that a fix is made of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix
from tilewright.core.base.source import Source, Span
from tilewright.core.frontend.positions import Place
from tilewright.core.frontend.script_names import script_name
from tilewright.core.frontend.source_map import SourceMap, Symbol
from tilewright.core.frontend.tree_parts import last_name

NodeT = TypeVar("NodeT", bound=ast.AST)


@dataclass(frozen=True)
class Site:
    """A diagnostic in a piece of a file that Python can read."""

    diagnostic: Diagnostic
    source: Source
    tree: ast.Module
    place: Place
    source_map: SourceMap

    @property
    def span(self) -> tuple[int, int]:
        """The offsets of the diagnostic."""
        return self.diagnostic.span.start, self.diagnostic.span.end

    @property
    def said(self) -> str:
        """The text that the diagnostic is about."""
        return self.source.text[slice(*self.span)]

    def matched(self, pattern: str) -> list[str]:
        """The groups of a pattern in the diagnostic's sentence, empty where it does not say that."""
        found = re.search(pattern, self.diagnostic.message)
        return [] if found is None else list(found.groups())

    @cached_property
    def path(self) -> tuple[ast.AST, ...]:
        """The nodes around the place, outermost first."""
        made: list[ast.AST] = [self.tree]
        while True:
            inner = next((child for child in ast.iter_child_nodes(made[-1]) if self._holds(child)), None)
            if inner is None:
                return tuple(made)
            made.append(inner)

    def _holds(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.arguments, ast.withitem)):
            return any(self._holds(child) for child in ast.iter_child_nodes(node))
        if not hasattr(node, "lineno"):
            return False
        start, end = self.place(node)
        decorators = getattr(node, "decorator_list", ())
        if decorators:
            start = self.place(decorators[0])[0] - 1
        return start <= self.span[0] and self.span[1] <= end

    def around(self, *kinds: type[NodeT]) -> NodeT | None:
        """The innermost node of a kind around the place."""
        return next((node for node in reversed(self.path) if isinstance(node, kinds)), None)

    @property
    def statement(self) -> ast.stmt | None:
        """The innermost statement around the place."""
        return self.around(ast.stmt)

    @property
    def function(self) -> ast.FunctionDef | None:
        """The function around the place."""
        return self.around(ast.FunctionDef)

    @property
    def suite(self) -> list[ast.stmt]:
        """The statements among which the innermost statement stands."""
        return self.suite_of(self.statement)

    def suite_of(self, statement: ast.AST | None) -> list[ast.stmt]:
        """The statements among which a statement stands."""
        for node in ast.walk(self.tree):
            for suite in (getattr(node, "body", None), getattr(node, "orelse", None)):
                if isinstance(suite, list) and any(each is statement for each in suite):  # pyright: ignore[reportUnknownVariableType]
                    return suite  # pyright: ignore[reportUnknownVariableType]
        return []

    def node_at(self, *kinds: type[NodeT]) -> NodeT | None:
        """The node of a kind whose text the diagnostic is about."""
        return next(
            (node for node in reversed(self.path) if isinstance(node, kinds) and self.place(node) == self.span), None
        )

    def calls(self, root: ast.AST, *names: str) -> Iterator[ast.Call]:
        """The calls below a node of members with these names, `T.reads(...)`, in the order of the text."""
        found = [each for each in ast.walk(root) if isinstance(each, ast.Call) and called_name(each) in names]
        return iter(sorted(found, key=lambda each: self.place(each)[0]))

    def text(self, node: ast.AST) -> str:
        """The text of a node."""
        return self.source.text[slice(*self.place(node))]

    def namespace(self, call: ast.Call) -> str:
        """The text in front of the last name of what a call calls, `T` of `T.serial(8)`; empty for a bare name, beside which no other is known to be imported."""
        return self.text(call.func).rpartition(".")[0]

    def script(self, name: str = "T") -> str:
        """The name by which the text calls the namespace `T`, `R` or `I`."""
        return script_name(self.source_map, self.source.text, name)

    def symbol(self, name: str) -> Symbol | None:
        """The last symbol of a name in front of the end of the place."""
        found = [each for each in self.source_map.symbols if each.name == name and each.start <= self.span[1]]
        return max(found, key=lambda each: each.start, default=None)

    # Edits

    def edit(self, start: int, end: int, text: str) -> Edit:
        """Replace `source.text[start:end]`."""
        return Edit(Span(self.source, start, end), text)

    def replaced(self, node: ast.AST, text: str) -> Edit:
        """Replace the text of a node."""
        return self.edit(*self.place(node), text)

    def start_of(self, statement: ast.AST) -> int:
        """The beginning of a statement, its decorators included."""
        decorators = getattr(statement, "decorator_list", ())
        return self.place(decorators[0])[0] - 1 if decorators else self.place(statement)[0]

    def line(self, statement: ast.AST) -> tuple[int, int]:
        """The whole lines of a statement."""
        begin = self.source.line_starts[self.source.line_of(self.start_of(statement))]
        after = self.source.line_of(self.place(statement)[1]) + 1
        return begin, self.source.line_starts[after] if after < len(self.source.line_starts) else len(self.source.text)

    def indent(self, statement: ast.AST) -> str:
        """The text in front of a statement on its line."""
        start = self.start_of(statement)
        return self.source.text[self.source.line_starts[self.source.line_of(start)] : start]

    def is_alone(self, statement: ast.AST) -> bool:
        """Whether nothing but a comment stands on the lines of a statement besides it."""
        _, stop = self.line(statement)
        rest = self.source.text[self.place(statement)[1] : stop].strip()
        return not self.indent(statement).strip() and (not rest or rest.startswith("#"))

    @property
    def line_end(self) -> str:
        """The line end of the text: `\\n` or `\\r\\n`."""
        return "\r\n" if "\r\n" in self.source.text else "\n"

    def removed(self, statement: ast.stmt) -> Edit | None:
        """Remove a statement with its line; `pass` takes the place of the only one of a suite.  None where others stand on the line."""
        if not self.is_alone(statement):
            return None
        if len(self.suite_of(statement)) == 1:
            return self.replaced(statement, "pass")
        return self.edit(*self.line(statement), "")

    def inserted_before(self, statement: ast.stmt, *lines: str) -> Edit:
        """Put lines in front of a statement, indented as it is."""
        at, indent = self.start_of(statement), self.indent(statement)
        return self.edit(at, at, "".join(line + self.line_end + indent for line in lines))

    def inserted_after(self, statement: ast.stmt, indent: str, *lines: str) -> Edit:
        """Put lines behind a statement."""
        at = self.line(statement)[1]
        text = self.source.text
        front = "" if at == 0 or text[at - 1] in "\r\n" else self.line_end
        return self.edit(at, at, front + "".join(indent + line + self.line_end for line in lines))


def called_name(call: ast.AST) -> str:
    """The last name of what a call calls, empty for anything else."""
    return last_name(call.func) if isinstance(call, ast.Call) else ""


def fix(title: str, *edits: Edit | None, safe: bool = True) -> Fix | None:
    """A fix of these edits, none when one of them cannot be made."""
    made = [edit for edit in edits if edit is not None]
    return Fix(title, tuple(made), safe) if made and len(made) == len(edits) else None


def guess(title: str, *edits: Edit | None) -> Fix | None:
    """A fix that guesses what was meant: it is not safe."""
    return fix(title, *edits, safe=False)


def without_argument(site: Site, call: ast.Call, argument: ast.expr | ast.keyword) -> Edit:
    """Remove an argument of a call with the comma beside it."""
    given: list[Any] = sorted([*call.args, *call.keywords], key=lambda each: site.place(each)[0])
    at = next(position for position, each in enumerate(given) if each is argument)
    start, end = site.place(argument)
    if at > 0:
        start = site.place(given[at - 1])[1]
    elif len(given) > 1:
        end = site.place(given[1])[0]
    return site.edit(start, end, "")


def with_argument(site: Site, call: ast.Call, text: str) -> Edit:
    """Add an argument behind the last of a call."""
    given: list[Any] = sorted([*call.args, *call.keywords], key=lambda each: site.place(each)[0])
    if given:
        at = site.place(given[-1])[1]
        return site.edit(at, at, f", {text}")
    at = site.place(call)[1] - 1
    return site.edit(at, at, text)
