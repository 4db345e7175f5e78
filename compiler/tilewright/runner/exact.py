"""The exact check: the file is executed, and every function and module of the script that is made meanwhile is checked with the values that it has.

What is made while the file is imported comes first, then the calls that the text shows of its Python functions that make kernels, such as `make(16)` in a test.
A script that is wrong does not end the check: the rest of the file is executed as far as it can be.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from reprlib import Repr
from types import CodeType, FrameType, ModuleType, TracebackType

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, Severity, diagnose
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.base.names import counted
from tilewright.core.base.source import Source, Span
from tilewright.core.describe import factories
from tilewright.core.describe.instances import with_instances
from tilewright.core.frontend.live import watched
from tilewright.core.frontend.parse import Parsed
from tilewright.project.stored import dumped, loaded
from tilewright.runner.load import empty_module
from tilewright.runner.outcomes import Progress, Sizes
from tilewright.runner.request import ExactRequest, Outcome

_PACKAGE = Path(__file__).parent.parent
_FUTURE = {name: getattr(__future__, name).compiler_flag for name in __future__.all_feature_names}
_shown = Repr()
_shown.maxstring = _shown.maxother = 40


def exact(request: ExactRequest, on_progress: Progress, on_sizes: Sizes = lambda _: None) -> Outcome:
    """The exact check of a file, in this process; the diagnostics are those that reading the file does not give."""
    _limit_memory(request.megabytes)
    on_progress("loading", None)
    analysis = with_instances(analyze(request.text, request.path))
    check = _Check(request, analysis)
    on_progress("executing", None)
    with watched(check.note):
        check.execute()
    return check.outcome()


def found_in(outcome: Outcome, request: ExactRequest, source: Source) -> tuple[Diagnostic, ...]:
    """The diagnostics of an exact check of `source`; one at its top when the process was ended."""
    if "found" in outcome.data:
        return loaded(outcome.data["found"], source)
    why = outcome.title.removeprefix(f"{request.name}: ")
    return (diagnose("not-executed", f"the exact check ended: {why}", source.span(0, 0)),)


def _limit_memory(megabytes: int) -> None:
    """Let this process have no more memory than that, where the system can see to it."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))


@dataclass
class _Check:
    """The check of one file: `made` counts the functions and modules by the calls that made them, "" for the file itself."""

    request: ExactRequest
    analysis: Analysis
    made: dict[str, int] = field(default_factory=dict[str, int])
    found: dict[tuple[object, ...], Diagnostic] = field(default_factory=dict[tuple[object, ...], Diagnostic])
    is_broken: bool = False

    def note(self, parsed: Parsed) -> None:
        """Take a script that a decorator has read."""
        frame = _program_frame(inspect.currentframe())
        call = _call_of(frame)
        self.made[call] = self.made.get(call, 0) + 1
        for each in parsed.diagnostics:
            moved = self._placed(each, frame)
            if moved is None:
                continue
            said = replace(moved, message=f"{moved.message}, in `{call}`") if call else moved
            if self._known.isdisjoint((_begin(moved), _begin(said))):
                self.found[_key(said)] = said

    def execute(self) -> None:
        """Execute the file statement by statement, then what its text calls."""
        module = empty_module(self.request)
        try:
            self._execute(module)
        except SyntaxError:  # reported without executing anything
            self.is_broken = True
        for factory in factories(self.analysis):
            for call, values in factory.instantiations.items():
                if call not in self.made:
                    self._call(module, factory.name, values)

    def _execute(self, module: ModuleType) -> None:
        flags = _flags(compile(self.request.text, self.request.path, "exec"))
        for statement in ast.parse(self.request.text).body:
            code = compile(ast.Module([statement], []), self.request.path, "exec", flags, dont_inherit=True)
            if not self._run(code, module):
                return

    def _run(self, code: CodeType, module: ModuleType) -> bool:
        """Whether execution goes on after a statement: not after an exception, unless a script was wrong before, of which it may be a consequence."""
        try:
            exec(code, module.__dict__)
        except DiagnosticError:
            self.is_broken = True
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if not self.is_broken:
                self._raised(error)
                return False
        return True

    def _call(self, module: ModuleType, name: str, values: Mapping[str, object]) -> None:
        maker = module.__dict__.get(name)
        if not callable(maker):
            return
        try:
            maker(**values)
        except KeyboardInterrupt:
            raise
        except BaseException:  # the call in the text may stand where an exception is expected
            return

    def _raised(self, error: BaseException) -> None:
        self.is_broken = True
        line = _line_in(error.__traceback__, self.request.path) or getattr(error, "lineno", None) or 1
        said = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
        found = diagnose("not-executed", f"executing the file ends here with {said}", self._line(line))
        self.found[_key(found)] = found

    def _placed(self, found: Diagnostic, frame: FrameType | None) -> Diagnostic | None:
        """A diagnostic in the file; one of another file is at the line that had the script made there, with a note."""
        if found.span.source.name == self.request.path:
            fixes = tuple(
                Fix(fix.title, tuple(Edit(self._span(edit.span), edit.text) for edit in fix.edits), fix.safe)
                for fix in found.fixes
            )
            return replace(found, span=self._span(found.span), notes=self._notes(found), fixes=fixes)
        line = _line_of(frame, self.request.path)
        if line is None:
            return None
        notes = (Note(found.message, found.span), *found.notes)
        return replace(found, span=self._line(line), notes=notes, fixes=())

    def _notes(self, found: Diagnostic) -> tuple[Note, ...]:
        return tuple(Note(note.message, self._span(note.span)) for note in found.notes)

    def _span(self, span: Span) -> Span:
        """A span of a definition as one of the file."""
        whole = self.analysis.source
        if span.source.name != whole.name:
            return span
        start, end = (self._offset(*span.source.where(each)) for each in (span.start, span.end))
        return whole.span(start, end)

    def _offset(self, line: int, column: int) -> int:
        return self.analysis.source.line_starts[line - 1] + column - 1

    def _line(self, line: int) -> Span:
        """The text of a line, without its indentation."""
        source = self.analysis.source
        text = source.line_text(line - 1)
        start = source.line_starts[line - 1]
        return source.span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))

    @cached_property
    def _known(self) -> frozenset[tuple[object, ...]]:
        """The diagnostics that reading the file alone gives."""
        return frozenset(map(_begin, self.analysis.diagnostics))

    def outcome(self) -> Outcome:
        """The result: the diagnostics by place, as `stored.dumped` writes them."""
        found = tuple(sorted(self.found.values(), key=lambda each: (each.span.start, each.span.end, each.message)))
        errors = sum(each.severity is Severity.ERROR for each in found)
        made = sum(self.made.values())
        title = (
            f"{self.request.name}: {counted(made, 'function or module', 'functions and modules')} made and checked, "
        )
        title += counted(len(found), "problem") if found else "no further problem"
        lines = [f"{call or 'the file itself'}: {count}" for call, count in self.made.items()]
        data = {"found": dumped(self.analysis.source, found), "made": dict(self.made)}
        return Outcome(errors == 0, title, "\n".join([*lines, *map(str, found)]), data)


def _begin(found: Diagnostic) -> tuple[object, ...]:
    """The code, the beginning and the message of a diagnostic: what is alike where reading and executing the file find the same."""
    return found.code, found.span.start, found.message


def _key(found: Diagnostic) -> tuple[object, ...]:
    return found.code, found.span.start, found.span.end, found.message


def _flags(code: CodeType) -> int:
    """The `from __future__` imports of a file, which hold for each of its statements."""
    return sum(flag for flag in _FUTURE.values() if code.co_flags & flag)


def _program_frame(frame: FrameType | None) -> FrameType | None:
    """The innermost frame that is not Tilewright's, from `frame` outwards."""
    while frame is not None and Path(frame.f_code.co_filename).is_relative_to(_PACKAGE):
        frame = frame.f_back
    while frame is not None and "__qualname__" in frame.f_locals and "__module__" in frame.f_locals:
        frame = frame.f_back  # the body of a class
    return frame


def _call_of(frame: FrameType | None) -> str:
    """The call that makes a script, with those of the functions around it: `make(n=16, dtype='float32')`; "" at the top of a file."""
    return ".".join(reversed([*_calls(frame)]))


def _calls(frame: FrameType | None) -> Iterator[str]:
    while frame is not None and frame.f_code.co_name != "<module>":
        yield f"{frame.f_code.co_name}({', '.join(_arguments(frame))})"
        inner, frame = frame.f_code, frame.f_back
        while frame is not None and inner not in frame.f_code.co_consts:
            frame = frame.f_back


def _arguments(frame: FrameType) -> Iterator[str]:
    code = frame.f_code
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        if name in frame.f_locals and name not in ("self", "cls"):
            yield f"{name}={_value(frame.f_locals[name])}"


def _value(value: object) -> str:
    """A value in a few words; one without a text of its own by its type."""
    name = getattr(value, "__name__", None)
    said = name if isinstance(name, str) else _shown.repr(value)
    return f"<{type(value).__name__}>" if " at 0x" in said or "\n" in said else said


def _line_in(place: TracebackType | None, path: str) -> int | None:
    """The innermost line of a file in a traceback."""
    line = None
    while place is not None:
        if place.tb_frame.f_code.co_filename == path:
            line = place.tb_lineno
        place = place.tb_next
    return line


def _line_of(frame: FrameType | None, path: str) -> int | None:
    """The innermost line of a file that is being executed, from `frame` outwards."""
    while frame is not None and frame.f_code.co_filename != path:
        frame = frame.f_back
    return None if frame is None else frame.f_lineno
