"""The mistakes in the schedules of a file: each function that schedules, and the statements of the file itself, are followed on their own.

A function is followed with parameters that are not known, and with the names of the file that it asks for. What was found stays with the texts that it depends on, so that an
edit elsewhere costs nothing, and the steps of schedules stay for the analysis that follows.
"""

from __future__ import annotations

import ast
import re
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tilewright.core.base.budget import Budget, OutOfBudget, current_budget
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import MISSING
from tilewright.core.frontend.imports import ROOTS
from tilewright.core.frontend.macros import defaults_of
from tilewright.core.frontend.tree_parts import last_name, parameters_in
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule_scripts.expressions import EXPRESSIONS
from tilewright.core.schedule_scripts.frames import Frame, stored_in
from tilewright.core.schedule_scripts.library import is_schedule
from tilewright.core.schedule_scripts.pieces import Mistake, Piece
from tilewright.core.schedule_scripts.run import LeftLoop, NextRound, Raised, Returned, Run, TooLong, Unsure
from tilewright.core.schedule_scripts.statements import EXPECTING, STATEMENTS
from tilewright.core.schedule_scripts.steps import Step
from tilewright.core.schedule_scripts.unused import unused_schedules
from tilewright.core.schedule_scripts.values import Definition, Items, Ours, Scheduled, Table

# Packages of TVM that register no tensor intrinsics.
_PLAIN_PACKAGES = frozenset(("", "te", "tir", "s_tir", "tirx", "topi", "ir", "script", "testing", "target", "runtime"))
# What following one function may take, which is left where it takes more, and what all of a file may, in seconds of the processor on this thread.
SECONDS = 3.0
SECONDS_OF_FILE = 60.0
_MAKES = re.compile(r"\bSchedule\b\s*\(|:[^\n=#]*\bSchedule\b")
_ADDS_METHODS = re.compile(r"\bSchedule\.\w+\s*=[^=]|\bsetattr\s*\(\s*[\w.]*Schedule\b")
_WORD = re.compile(r"\w+")
_GLOBAL = re.compile(r"\bglobal\b[^\r\n]*")
_IMPORTS = (ast.Import, ast.ImportFrom)
_BINDING = (*_IMPORTS, ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Found:
    """The mistakes of a function, or of the statements of the file, with its texts and those that bind the names which it has asked for; its first steps and the programs that it has read."""

    texts: tuple[str, ...]
    mistakes: tuple[Mistake, ...]
    asked: Mapping[str, tuple[str, ...]]
    first: tuple[Step, ...]
    programs: Mapping[Any, Any]


@dataclass(frozen=True)
class Scripts:
    """The schedules of a file as they were followed: its pieces and what was found in each."""

    pieces: tuple[tuple[int, Piece], ...] = ()
    found: Mapping[tuple[str, ...], Found] = field(default_factory=dict[tuple[str, ...], Found])

    def diagnostics(self, whole: Source) -> tuple[Diagnostic, ...]:
        """The mistakes, in the whole file."""
        bases = {piece: base for base, piece in self.pieces}
        mistakes = {each.key: each for found in self.found.values() for each in found.mistakes}
        made = (each.diagnostic(whole, bases) for each in mistakes.values())
        return tuple(each for each in made if each is not None)


def schedules(texts: Sequence[tuple[int, str]], before: Scripts | None) -> Scripts:
    """Follow the schedules of a file, given by its pieces and their offsets; what `before` has found is taken over where nothing has changed.

    Where the file takes too long the rest of its functions is left to the next analysis, which takes over those that were followed.
    """
    file = _File(_pieces(texts, before), before or Scripts())
    found: dict[tuple[str, ...], Found] = {}
    with _within(SECONDS_OF_FILE):
        for unit in file.units():
            known = file.before.found.get(unit.key)
            is_same = known is not None and known.texts == unit.texts and file.still(known.asked)
            found[unit.key] = known if known is not None and is_same else file.follow(unit, known)
    return Scripts(file.pieces, found)


@contextmanager
def _within(seconds: float) -> Generator[None]:
    """End what is inside after that time; the end of a budget around it goes on to its owner."""
    whole = current_budget()
    limits = Budget(seconds=seconds, processor=time.thread_time) if whole is None else whole.part(seconds=seconds)
    try:
        with limits.in_force():
            yield
    except OutOfBudget as error:
        if error.budget is not limits:
            raise


def _pieces(texts: Sequence[tuple[int, str]], before: Scripts | None) -> tuple[tuple[int, Piece], ...]:
    """The pieces, those of before where the text is the same."""
    known: dict[str, list[Piece]] = {}
    for _, piece in reversed(before.pieces if before is not None else ()):
        known.setdefault(piece.text, []).append(piece)
    return tuple((base, known[text].pop() if known.get(text) else Piece(text)) for base, text in texts)


@dataclass(frozen=True)
class _Unit:
    """Something that is followed on its own: a function or method of a piece, by its name, or the statements of the file, which have none."""

    key: tuple[str, ...]
    texts: tuple[str, ...]
    statements: tuple[tuple[Piece, ast.stmt], ...]


class _File:
    """One analysis of the schedules of a file."""

    def __init__(self, pieces: tuple[tuple[int, Piece], ...], before: Scripts) -> None:
        self.pieces, self.before = pieces, before

    @cached_property
    def binders(self) -> dict[str, list[tuple[Piece, ast.stmt]]]:
        """The statements of the file that bind a name."""
        found: dict[str, list[tuple[Piece, ast.stmt]]] = {}
        for _, piece in self.pieces:
            for statement in piece.statements:
                for name in _bound_by(statement):
                    found.setdefault(name, []).append((piece, statement))
        return found

    @cached_property
    def texts(self) -> dict[str, tuple[str, ...]]:
        """The texts of the pieces that bind a name."""
        return {name: tuple(piece.text for piece, _ in bound) for name, bound in self.binders.items()}

    @cached_property
    def shared(self) -> list[str]:
        """The lines by which functions may assign names of the file."""
        return [line for _, piece in self.pieces if "global" in piece.text for line in _GLOBAL.findall(piece.text)]

    def still(self, asked: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether names are bound as they were."""
        return all(self.texts.get(name, ()) == texts for name, texts in asked.items())

    def units(self) -> Iterator[_Unit]:
        """All that is followed: functions that schedule, or call one of the file that does, and the file itself."""
        plain: list[tuple[Piece, ast.stmt]] = []
        for _, piece in self.pieces:
            is_scheduling = self._schedules(piece.text)
            for statement in piece.statements:
                if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                    plain.append((piece, statement))
                elif is_scheduling:
                    yield from self._units_of(piece, statement)
        texts = tuple(dict.fromkeys(piece.text for piece, _ in plain))
        if any(map(self._schedules, texts)):
            every = [(piece, statement) for _, piece in self.pieces for statement in piece.statements]
            yield _Unit((), texts, tuple(every))

    def _units_of(self, piece: Piece, statement: ast.FunctionDef | ast.ClassDef) -> Iterator[_Unit]:
        """A function, or the methods of a class that schedule."""
        if isinstance(statement, ast.FunctionDef):
            if statement.name not in self._expected_to_fail:
                yield _Unit((statement.name,), (piece.text,), ((piece, statement),))
            return
        for each in statement.body:
            if isinstance(each, ast.FunctionDef) and self._schedules(piece.spot(each).text):
                yield _Unit((statement.name, each.name), (piece.text,), ((piece, each),))

    def _schedules(self, text: str) -> bool:
        """Whether a text makes a schedule, declares one, or calls a function of the file that does."""
        if "Schedule" in text and _MAKES.search(text) is not None:
            return True
        return not self._scheduling.isdisjoint(_WORD.findall(text))

    @cached_property
    def _scheduling(self) -> frozenset[str]:
        """The functions of the file that schedule, or call one that does."""
        functions = [
            (s.name, piece.text) for _, piece in self.pieces for s in piece.statements if isinstance(s, ast.FunctionDef)
        ]
        found = {name for name, text in functions if "Schedule" in text and _MAKES.search(text) is not None}
        mentioning: dict[str, list[str]] = {}
        for name, text in functions if found else ():
            for word in set(_WORD.findall(text)):
                mentioning.setdefault(word, []).append(name)
        pending = list(found)
        while pending:
            new = [name for name in mentioning.get(pending.pop(), ()) if name not in found]
            found.update(new)
            pending += new
        return frozenset(found)

    @cached_property
    def _adds_methods(self) -> bool:
        """Whether the file may give schedules further methods."""
        return any(_ADDS_METHODS.search(piece.text) is not None for _, piece in self.pieces)

    @cached_property
    def _known_programs(self) -> dict[Any, Any]:
        """The programs that the analysis before has read, and this one so far."""
        return {key: value for found in self.before.found.values() for key, value in found.programs.items()}

    @cached_property
    def _may_load_intrinsics(self) -> bool:
        """Whether what the file imports may register tensor intrinsics, or statements of it that may not run."""
        plain = (ast.Expr, ast.Import, ast.ImportFrom)
        for _, piece in self.pieces:
            if "TensorIntrin" in piece.text and not all(isinstance(each, plain) for each in piece.statements):
                unsure = [piece.spot(each).text for each in piece.statements if not isinstance(each, plain)]
                if any("TensorIntrin" in text for text in unsure):
                    return True
        return not all(_registers_nothing(path) for _, piece in self.pieces for path in piece.imported)

    @cached_property
    def _expected_to_fail(self) -> set[str]:
        """The names that stand where an exception is meant to be raised, or is handled."""
        found: set[str] = set()
        for _, piece in self.pieces:
            if any(word in piece.text.lower() for word in (*EXPECTING, "try")):
                found |= _in_doubt(piece.statements)
        return found

    def follow(self, unit: _Unit, earlier: Found | None) -> Found:
        """Follow a function or the file; `earlier` is what was found before it was edited.

        Where nothing is wrong with parameters that are not known, a function is followed once more with their default values.
        """
        first = () if earlier is None else earlier.first
        found = self._followed(unit, first, {})
        given = _defaults(unit.statements[0][1]) if unit.key and not found.mistakes else {}
        if not given:
            return found
        again = self._followed(unit, found.first, given)
        told = ", ".join(f"{name} = {value!r}" for name, value in given.items())
        mistakes = tuple(replace(each, message=f"{each.message} (found at {told})") for each in again.mistakes)
        asked = {**found.asked, **again.asked}
        return replace(found, mistakes=mistakes, asked=asked, programs={**found.programs, **again.programs})

    def _followed(self, unit: _Unit, first: tuple[Step, ...], given: Mapping[str, Any]) -> Found:
        """The findings with these values of parameters."""
        run = Run(EXPRESSIONS, STATEMENTS, first, known_programs=self._known_programs)
        names = _Names(self, run)
        run.scheduling = self._scheduling
        run.adds_methods = self._adds_methods
        run.may_load_intrinsics = self._may_load_intrinsics
        run.find_intrinsics = names.find_intrinsics
        with _within(SECONDS), suppress(RecursionError):  # what was found is true
            self._follow(run, unit, names, given)
        self._known_programs.update(run.programs)
        return Found(unit.texts, tuple(run.mistakes.values()), names.asked, tuple(run.first), run.programs)

    def _follow(self, run: Run, unit: _Unit, names: _Names, given: Mapping[str, Any]) -> None:
        piece, first = unit.statements[0]
        if unit.key:
            assert isinstance(first, ast.FunctionDef)
            if _is_doubtful(first):
                return
            for mistake in unused_schedules(piece, first.body):
                run.mistakes.setdefault(mistake.key, mistake)
            outer, own = names, {**_parameters(first, names), **given}
            statements = [(piece, each) for each in first.body]
        else:
            outer, own, statements = None, dict[str, Any](), unit.statements
            names.asked.update(self.texts)
        frames = {each: Frame(each, outer, own) for each, _ in statements}
        try:
            for each, statement in statements:
                run.execute(frames[each], [statement])
        except (Raised, Returned, LeftLoop, NextRound, Unsure, TooLong):
            return


def _registers_nothing(module: str) -> bool:
    """Whether importing a module, or a name of one, registers no tensor intrinsics."""
    root, _, rest = module.partition(".")
    if root in ROOTS:
        return rest.partition(".")[0] in _PLAIN_PACKAGES and "tensor_intrin" not in rest
    return root in sys.stdlib_module_names or root in ("numpy", "pytest")


def _bound_by(statement: ast.stmt) -> set[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    return stored_in(statement)


def _in_doubt(statements: Sequence[ast.stmt]) -> set[str]:
    """The names in parts of statements where an exception may be meant to be raised."""
    found: set[str] = set()
    for statement in statements:
        for part in ast.walk(statement):
            inside: list[Any] = []
            if isinstance(part, ast.Try) and part.handlers:
                inside = list(part.body)
            elif isinstance(part, ast.With):
                inside = [part] if any(_expects(item.context_expr) for item in part.items) else []
            elif isinstance(part, ast.Call) and _expects(part.func):
                inside = [part]
            found |= {each.id for node in inside for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found


def _expects(node: ast.expr) -> bool:
    """Whether something is called as what expects an exception."""
    names = [last_name(part).lower() for part in ast.walk(node)]
    return any(word in name for name in names for word in EXPECTING)


def _is_doubtful(node: ast.FunctionDef) -> bool:
    """Whether a function may be one that does not run, or is meant to fail."""
    texts = [ast.unparse(decorator).lower() for decorator in node.decorator_list]
    return any(word in text for text in texts for word in (*EXPECTING, "skip"))


def _parameters(node: ast.FunctionDef, names: _Names) -> dict[str, Any]:
    """The parameters of a function, of which those are known to be schedules that are declared so."""
    every = parameters_in(node.args)
    return {each.arg: Scheduled(None) if _is_declared(each, names) else UNKNOWN for each in every}


def _defaults(node: ast.stmt) -> dict[str, Any]:
    """The numbers and truth values that are the defaults of a function's parameters."""
    if not isinstance(node, ast.FunctionDef):
        return {}
    return {
        each.arg: value.value
        for each, value in defaults_of(node).items()
        if isinstance(value, ast.Constant) and isinstance(value.value, int)  # or a truth value
    }


def _is_declared(parameter: ast.arg, names: _Names) -> bool:
    annotation = parameter.annotation
    path: list[str] = []
    while isinstance(annotation, ast.Attribute):
        path.insert(0, annotation.attr)
        annotation = annotation.value
    if not isinstance(annotation, ast.Name) or "Schedule" not in (annotation.id, *path):
        return False
    root = names.find(annotation.id)
    return isinstance(root, Ours) and is_schedule(Ours(".".join(each for each in (root.path, *path) if each)))


class _Names:
    """The names at the top of the file, as functions see them: what binds one is followed when it is asked for."""

    def __init__(self, file: _File, run: Run) -> None:
        self.file, self.run = file, run
        self.asked: dict[str, tuple[str, ...]] = {}
        self.values: dict[str, Any] = {}

    def find(self, name: str) -> Any:
        """The value of a name that is bound once; one that is bound more often, or by what may not run, is not known."""
        self.asked.setdefault(name, self.file.texts.get(name, ()))
        if name not in self.values:
            self.values[name] = UNKNOWN  # while it is being found
            self.values[name] = self._found(name)
        return self.values[name]

    def visible(self) -> dict[str, Any]:
        """None but those that are asked for."""
        return {}

    def _found(self, name: str) -> Any:
        bound = self.file.binders.get(name)
        if bound is None:
            return MISSING
        if not all(isinstance(statement, _BINDING) for _, statement in bound):
            return UNKNOWN
        if len(bound) > 1 and not all(isinstance(statement, _IMPORTS) for _, statement in bound):
            return UNKNOWN
        values = [self._value(name, piece, statement) for piece, statement in bound]
        value = values[0] if all(each == values[0] for each in values[1:]) else UNKNOWN
        if isinstance(value, Scheduled):
            value.lose()  # the statements of the file change it
        is_changed = isinstance(value, (Items, Table)) and self._is_changed(name)
        return UNKNOWN if is_changed or self._is_shared(name) else value

    def _value(self, name: str, piece: Piece, statement: ast.stmt) -> Any:
        frame = Frame(piece, self)
        quiet, self.run.quiet = self.run.quiet, 1
        try:
            self.run.execute(frame, [statement])
        except (Raised, Returned, Unsure):
            return UNKNOWN
        finally:
            self.run.quiet = quiet
        value = frame.names.get(name, UNKNOWN)
        if isinstance(value, Definition):
            value.names = {}  # those of the file are found when they are asked for
        return value

    def _is_shared(self, name: str) -> bool:
        return any(name in each for each in self.file.shared)

    def _is_changed(self, name: str) -> bool:
        pattern = re.compile(rf"\b{name}\b\s*(?:\.\s*\w+\s*\(|\[[^\]\n]*\]\s*(?:=[^=]|[-+*/]=))")
        return any(pattern.search(piece.text) for _, piece in self.file.pieces)

    def find_intrinsics(self) -> None:
        """Follow the statements of the file that register intrinsics."""
        for _, piece in self.file.pieces:
            if "TensorIntrin" not in piece.text:
                continue
            for statement in piece.statements:
                if isinstance(statement, ast.Expr) and "TensorIntrin" in ast.unparse(statement):
                    self.run.execute(Frame(piece, self), [statement])


__all__ = ["Scripts", "schedules"]
