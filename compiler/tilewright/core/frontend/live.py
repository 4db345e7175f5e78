"""The decorators `T.prim_func` and `I.ir_module`, and `from_source`: scripts that are parsed while the program around them runs."""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType, FunctionType
from typing import Any, overload

from tilewright.core.base.budget import Budget, current_budget
from tilewright.core.base.caller import caller
from tilewright.core.base.diagnostics import Severity, diagnose
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.base.source import Source
from tilewright.core.builder.dialects import NAMESPACES
from tilewright.core.builder.frames import PrimFuncFrame
from tilewright.core.builder.functions import prim_func as prim_func_frame
from tilewright.core.builder.namespace import IR, TIR
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.dialects import CLASSIC, TIRX, Dialect, default_dialect, dialect_of_text
from tilewright.core.frontend.dialects import NAMES
from tilewright.core.frontend.environment import Live, Watched
from tilewright.core.frontend.imports import OutsideModule
from tilewright.core.frontend.parse import Parsed
from tilewright.core.frontend.parse import parse as parse_source
from tilewright.core.frontend.roles import DIALECT
from tilewright.core.frontend.source_text import class_decorators, source_of_class, source_of_function
from tilewright.core.ir.diagnostics import announce
from tilewright.core.ir.function import IRModule, PrimFunc


@overload
def prim_func(func: Callable[..., Any]) -> PrimFunc: ...
@overload
def prim_func(
    func: None = None, private: bool = False, check_well_formed: bool = True, capture: Sequence[Any] | None = None
) -> Callable[[Callable[..., Any]], PrimFunc]: ...
def prim_func(
    func: object = None, private: bool = False, check_well_formed: bool = True, capture: Sequence[Any] | None = None
) -> Any:
    """Make a Python function a TensorIR function: `@T.prim_func` or `@T.prim_func(private=True)`.

    A private function has no `global_symbol`.  `capture` lists the Python functions and objects that the script may use; without it all that Python
    would see are.  Inside a class that becomes a module the function is left as it is, for the module to read.

    Raises `DiagnosticError` when the script is wrong, `NoSourceError` when its text cannot be found.
    """
    if func is None:
        return Decorator(
            lambda function, frame: _prim_func(function, frame, private, check_well_formed, capture),
            lambda: prim_func_frame(private),
        )
    if not isinstance(func, FunctionType):
        raise TypeError(
            "T.prim_func decorates functions; its options are given by keyword, as in @T.prim_func(private=True)"
        )
    return _prim_func(func, caller(), private, check_well_formed, capture)


class Decorator:
    """`T.prim_func(...)` with its options: decorates a function, or opens one for the builder in a `with`."""

    def __init__(self, decorate: Callable[[Any, FrameType], Any], frame: Callable[[], PrimFuncFrame]) -> None:
        self._decorate = decorate
        self._make_frame = frame
        self._frame: PrimFuncFrame | None = None

    def __call__(self, function: Callable[..., Any]) -> Any:
        return self._decorate(function, caller())

    def __enter__(self) -> object:
        self._frame = self._make_frame()
        return self._frame.__enter__()

    def __exit__(self, *raised: Any) -> None:
        assert self._frame is not None, "left without having been entered"
        self._frame.__exit__(*raised)


def prim_func_tirx(
    func: Any = None,
    private: bool = False,
    check_well_formed: bool = True,
    s_tir: bool = False,
    persistent: bool = False,
    capture: Sequence[Any] | None = None,
) -> object:
    """Make a Python function that is written in tirx a TensorIR function: `@T.prim_func`, or `@T.prim_func(s_tir=True)` for one with blocks.

    The other options and the errors are those of the classic `prim_func`.
    """
    if func is None:
        return Decorator(
            lambda function, frame: _prim_func(
                function, frame, private, check_well_formed, capture, TIRX, s_tir, persistent
            ),
            lambda: prim_func_frame(private),
        )
    return _prim_func(func, caller(), private, check_well_formed, capture, TIRX, s_tir, persistent)


def _prim_func(
    func: FunctionType,
    frame: FrameType,
    private: bool,
    check: bool,
    capture: Sequence[Any] | None,
    dialect: Dialect = CLASSIC,
    s_tir: bool = False,
    persistent: bool = False,
) -> PrimFunc | FunctionType:
    if _is_class_body(frame) and any(_is_ir_module(node, frame) for node in class_decorators(frame)):
        return func
    environment = Live(_layers(func, frame), None if capture is None else tuple(capture))
    roles = {
        func.__name__: ("prim_func", {"private": private, "s_tir": s_tir, "persistent": persistent, DIALECT: dialect})
    }
    parsed = parse(source_of_function(func), environment, check, roles)
    return _value(parsed, func.__name__)


@overload
def ir_module(mod: type) -> IRModule: ...
@overload
def ir_module(mod: None = None, check_well_formed: bool = True, s_tir: bool = False) -> Callable[[type], IRModule]: ...
def ir_module(mod: object = None, check_well_formed: bool = True, s_tir: bool = False) -> Any:
    """Make a Python class a module: `@I.ir_module`; each function of it that is decorated with `@T.prim_func` is a function of the module.

    `s_tir` says that functions have blocks; it is read from them anyway.

    Raises `DiagnosticError` when the script is wrong, `NoSourceError` when its text cannot be found.
    """
    if mod is None:
        return lambda made: _ir_module(made, caller(), check_well_formed)
    if not isinstance(mod, type):
        raise TypeError("I.ir_module decorates classes")
    return _ir_module(mod, caller(), check_well_formed)


def module_of_class(mod: type, frame: FrameType, check: bool = True) -> IRModule:
    """The module of a class that another decorator than `ir_module` stands over, seen from `frame`."""
    return _ir_module(mod, frame, check)


def _ir_module(mod: type, frame: FrameType, check: bool) -> IRModule:
    environment = Live((frame.f_locals, *_beyond(mod.__qualname__, frame), frame.f_globals))
    parsed = parse(source_of_class(mod, frame), environment, check, {mod.__name__: ("ir_module", {})})
    made = _value(parsed, mod.__name__)
    made.__name__ = mod.__name__
    if getattr(mod, "holds_python_functions", False):
        _attach(made, mod)
    return made


def _attach(module: IRModule, made_from: type) -> None:
    """Give a module the Python functions of its class."""
    module.python_class = made_from
    for function in module.functions.values():
        packed = function.attrs.get("python_packed_func")
        if packed is not None:
            packed.function = module.pyfuncs[packed.name] = made_from.__dict__[packed.name]


def relax_function(f: object = None, pure: bool = True, private: bool = False, check_well_formed: bool = True) -> Any:
    """Make a Python function a function of Relax: `@R.function`, `@R.function(private=True, pure=False)`.

    A private function has no `global_symbol`; one that is not pure may have side effects.  Inside a class that becomes a module the function is left
    as it is, for the module to read.

    Raises `DiagnosticError` when the script is wrong, `NoSourceError` when its text cannot be found.
    """
    keywords = {"pure": pure, "private": private}
    if f is None:
        return lambda function: _relax_function(function, caller(), keywords, check_well_formed)
    if not isinstance(f, FunctionType):
        raise TypeError(
            "R.function decorates functions; its options are given by keyword, as in @R.function(private=True)"
        )
    return _relax_function(f, caller(), keywords, check_well_formed)


def _relax_function(func: FunctionType, frame: FrameType, keywords: dict[str, Any], check: bool) -> object:
    if _is_class_body(frame) and any(_is_ir_module(node, frame) for node in class_decorators(frame)):
        return func
    roles = {func.__name__: ("relax_function", keywords)}
    return _value(parse(source_of_function(func), Live(_layers(func, frame)), check, roles), func.__name__)


def parse(
    source: Source,
    environment: Live,
    check: bool = True,
    roles: Mapping[str, tuple[str, dict[str, Any]]] | None = None,
) -> Parsed:
    """Read a source with the limit of steps that each definition has; unlike in an analysis, time and memory are the program's own to limit."""
    seen = Watched(environment.layers, environment.capture, environment.refused) if _watching else environment
    with (current_budget() or Budget()).in_force():
        parsed = parse_source(source, seen, check, roles)
    for watch in _watching:
        watch(parsed)
    return parsed


_watching: list[Callable[[Parsed], None]] = []


@contextmanager
def watched(watch: Callable[[Parsed], None]) -> Generator[None]:
    """Inside, `watch` gets each script that a decorator reads, with all diagnostics; one that could be built is built in spite of its errors.

    This is for a process that does nothing else: all threads are watched.
    """
    _watching.append(watch)
    try:
        yield
    finally:
        _watching.remove(watch)


for _decorator, _role, _dialect in (
    (prim_func, "prim_func", CLASSIC),
    (prim_func_tirx, "prim_func", TIRX),
    (ir_module, "ir_module", None),
    (relax_function, "relax_function", None),
):
    _decorator.script_role = _role  # type: ignore[attr-defined]
    _decorator.script_dialect = _dialect  # type: ignore[attr-defined]


def hybrid_function(func: FunctionType, frame: FrameType, check: bool = True) -> PrimFunc:
    """The function of hybrid script that `func` is; raises as `prim_func`."""
    parsed = parse(source_of_function(func), Live(_layers(func, frame)), check, {func.__name__: ("hybrid", {})})
    return _value(parsed, func.__name__)


def hybrid_module(mod: type, frame: FrameType, check: bool = True) -> Callable[[], IRModule]:
    """A function that parses the class `mod` as a module of hybrid script; the text is read now."""
    source, environment = source_of_class(mod, frame), Live((dict(frame.f_locals), frame.f_globals))
    return lambda: _value(parse(source, environment, check, {mod.__name__: ("hybrid", {})}), mod.__name__)


def hybrid_source(text: str, check: bool = True) -> object:
    """The last function or module of a text in hybrid script; raises `DiagnosticError` when it is wrong or there is none."""
    parsed = parse(Source(text), Live(({**_KNOWN, **NAMES["hybrid"]},)), check)
    return _value(parsed, next(reversed(list(parsed.values)), None))


def from_source(
    program: str | Callable[..., Any] | type,
    extra_vars: Mapping[str, Any] | None = None,
    check_well_formed: bool = True,
) -> Any:
    """The function or module that a text defines, or the last of several; `extra_vars` are further names it may use.

    The text is not executed.  `T`, `I`, `tvm` and `tilewright` need no import in it: without one, the text tells its dialect, and one that
    may be of either is in the default dialect of the process.  A Python function or class is read from its source.

    Raises `DiagnosticError` when the script is wrong or defines nothing.
    """
    if isinstance(program, FunctionType):
        return _prim_func(program, caller(), False, check_well_formed, None)
    if isinstance(program, type):
        return _ir_module(program, caller(), check_well_formed)
    text = str(program)
    dialect = dialect_of_text(text) or default_dialect()
    known = {**_KNOWN, "T": NAMESPACES[dialect.name]}
    parsed = parse(Source(text), Live((dict(extra_vars or {}), known)), check_well_formed)
    return _value(parsed, next(reversed(list(parsed.values)), None))


_KNOWN: dict[str, Any] = {
    "T": TIR,
    "I": IR,
    "R": RELAX,
    "tvm": OutsideModule(""),
    "tilewright": OutsideModule(""),
    "tir": OutsideModule("tir"),
    "ir": OutsideModule("ir"),
}


def _value(parsed: Parsed, name: str | None) -> Any:
    errors = [found for found in parsed.diagnostics if found.severity is Severity.ERROR]
    if errors and not (_watching and name in parsed.values):
        announce(tuple(errors))
        raise DiagnosticError(parsed.diagnostics)
    if name is None or name not in parsed.values:
        nothing = "the text defines no function or module of the script that could be read"
        raise DiagnosticError((*parsed.diagnostics, diagnose("no-definition", nothing, parsed.source.span(0, 0))))
    return parsed.values[name]


def _layers(func: FunctionType, frame: FrameType) -> tuple[Mapping[str, object], ...]:
    """The scopes visible to the function: its closure, the scopes around its definition, its globals."""
    cells = zip(func.__code__.co_freevars, func.__closure__ or ())
    closure = {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}
    around: list[Mapping[str, Any]] = []
    scope: FrameType | None = frame
    while scope is not None and scope.f_globals is func.__globals__ and scope.f_locals is not scope.f_globals:
        around.append(dict(scope.f_locals))
        scope = scope.f_back if _is_class_body(scope) else None
    return (closure, *around, *_beyond(func.__qualname__, frame), func.__globals__)


def _beyond(qualname: str, frame: FrameType) -> list[Mapping[str, Any]]:
    """The scopes further out, as far as their calls are still going on.

    Where annotations are not evaluated (PEP 563), what only they mention of an outer function is in no closure: it is looked for, as in TVM, in the
    calls around the definition.
    """
    if not frame.f_code.co_flags & __future__.annotations.compiler_flag:
        return []
    names = [name for name in qualname.split(".")[:-1] if name != "<locals>"]
    found: list[Mapping[str, Any]] = []
    scope: FrameType | None = frame
    while scope is not None and names:
        if scope.f_globals is frame.f_globals and scope.f_code.co_name == names[-1]:
            names.pop()
            if scope is not frame:
                found.append(dict(scope.f_locals))
        scope = scope.f_back
    return found


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None or True
    except ValueError:
        return False


def _is_class_body(frame: FrameType) -> bool:
    return "__qualname__" in frame.f_locals and "__module__" in frame.f_locals and frame.f_code.co_name != "<module>"


def _is_ir_module(decorator: ast.expr, body: FrameType) -> bool:
    """Whether a decorator of the class whose body runs in `body` is `ir_module` under whatever name."""
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return False
    outer = body.f_back
    scopes: list[Mapping[str, Any]] = [outer.f_locals] if outer is not None else []
    value = next((scope[node.id] for scope in (*scopes, body.f_globals) if node.id in scope), None)
    for name in reversed(path):
        value = getattr(value, name, None)
    return getattr(value, "script_role", None) == "ir_module"
