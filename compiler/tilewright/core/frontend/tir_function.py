"""A TensorIR function: parameters, return type and body of a decorated `def`, to a `PrimFunc`."""

from __future__ import annotations

import ast
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Span
from tilewright.core.builder.frames import Frame
from tilewright.core.builder.functions import arg, func_attr, func_name, func_ret, prim_func
from tilewright.core.dialects import TIRX
from tilewright.core.frontend.bindings import call_form
from tilewright.core.frontend.certainty import Certainty
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.frames import close_suite, open_suite
from tilewright.core.frontend.limits import limited
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.python_types import refuses_python_type
from tilewright.core.frontend.rebindings import report_lost_assignments
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.text_sizes import scalars_first, with_sizes
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.tile import PERSISTENT


def visit_prim_func(
    context: Context, node: ast.FunctionDef, keywords: Mapping[str, object], check: bool = True
) -> PrimFunc | None:
    """Read a function of the script; None when something in it could not be built, or is known only when the file runs.

    `keywords` are those of its decorator.  Its symbol gets the function as it could be built, holes or not; with `check`, what the verifier finds is reported too.
    """
    func, is_open = read_prim_func(context, node, keywords, check)
    return None if is_open else func


def read_prim_func(
    context: Context, node: ast.FunctionDef, keywords: Mapping[str, object], check: bool = True
) -> tuple[PrimFunc | None, bool]:
    """Read a function as `visit_prim_func` does; the function in this world, and whether other worlds have another."""
    name = name_place(context.place, context.source, node)
    symbol = context.define(SymbolKind.FUNCTION, node.name, name, definition_place(context, node), None)
    symbols, asked = context.recorder.source_map.symbols, 0 if context.world is None else len(context.world.trail)
    defined = len(symbols)
    with own_state(context, symbol) as inner:
        with limited(inner, name, f"`{node.name}`"):
            _read(inner, node, keywords, name, check)
        world = context.world
        if check and context.environment.recorded and (world is None or world.is_first):
            report_lost_assignments(inner, node, symbols[defined:])
        func = inner.builder.result
        whole = inner.gaps.count == 0 and isinstance(func, PrimFunc)
        if symbol.value is None:
            symbol.value = func
        if isinstance(func, PrimFunc) and check:
            _verify(inner, func, whole)
    return func if whole and isinstance(func, PrimFunc) else None, world is not None and len(world.trail) != asked


def definition_place(context: Context, node: ast.FunctionDef | ast.ClassDef) -> tuple[int, int]:
    """A definition with its decorators."""
    start, end = context.place(node)
    if node.decorator_list:
        start = context.source.text.rfind("@", 0, context.place(node.decorator_list[0])[0])
    return max(start, 0), end


def _broken_in(context: Context, extent: tuple[int, int]) -> int:
    """The number of syntax errors in a definition; what is indented after its last statement that could be read belongs to it too."""
    if not context.damage.broken:
        return 0
    start, end = extent
    text = context.source.text
    indent = start - (max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1)
    following = re.compile(rf"(?:[^\r\n]*(?:\r\n|\n|\r)(?=[ \t]{{{indent + 1},}}|[ \t]*(?:\r|\n)))*[^\r\n]*").match(
        text, end
    )
    end = following.end() if following is not None else end
    return sum(low <= end and start < high for low, high in context.damage.broken)


@contextmanager
def own_state(context: Context, symbol: Symbol) -> Generator[Context]:
    """The context of a function, with a builder, frames, scope and count of gaps of its own."""
    context.scopes.enter()
    try:
        with context.building(symbol) as inner:
            inner.gaps.count = _broken_in(context, symbol.extent)
            yield inner
    finally:
        context.scopes.leave()


def _read(
    context: Context, node: ast.FunctionDef, keywords: Mapping[str, object], name: tuple[int, int], check: bool
) -> None:
    context.builder.span = Span(context.source, *name)
    frame = prim_func(keywords.get("private") is True)
    frame.dialect, frame.is_checked = context.dialect.name, check
    frame.plain = context.dialect is TIRX and keywords.get("s_tir") is not True
    open_suite(context, frame, name)
    func_name(node.name)
    if frame.plain and keywords.get("persistent") is True:
        func_attr({PERSISTENT: True})
    if node.returns is not None:
        _return_type(context, node.returns)
    given = parameters(context, node)
    with scalars_first(context, given) as scalars:
        for parameter in given:
            _parameter(context, parameter, scalars.get(parameter.arg))
        context.gaps.placed = context.gaps.count  # a parameter that failed makes holes of the statements that use it
        visit_suite(context, node.body)
        _close(context, frame, name)


def _close(context: Context, frame: Frame, name: tuple[int, int]) -> None:
    """Close the function; what its completion finds is said about the function as a whole, unless it has holes anyway."""
    holes = context.gaps.count
    if holes:
        with context.silence():
            close_suite(context, frame, name)
    else:
        close_suite(context, frame, name)
    context.gaps.placed += context.gaps.count - holes  # no statement is missing


def _return_type(context: Context, annotation: ast.expr) -> None:
    value = annotation_value(context, annotation)
    if refuses_python_type(context, "wrong-argument", "-> ", value, annotation):
        return
    if value is not UNKNOWN and value is not None:
        call_form(context, func_ret, (value,), {}, annotation)


def parameters(context: Context, node: ast.FunctionDef) -> list[ast.arg]:
    """The parameters; anything but plain positional ones is reported."""
    arguments = node.args
    for unusual in (*arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if unusual is not None:
            context.report("parameter-kind", f"`{unusual.arg}` must be an ordinary parameter of the function", unusual)
    for default in arguments.defaults:
        context.report("parameter-kind", "a parameter cannot have a default value in a function of the script", default)
    return [*arguments.posonlyargs, *arguments.args]


def _parameter(context: Context, node: ast.arg, made: Var | None) -> None:
    """The next parameter; `made` is its variable when there is one already."""
    place = context.place(node)
    name = place[0], place[0] + len(node.arg)
    value = _parameter_value(context, node, name, made)
    kind = SymbolKind.BUFFER if isinstance(value, Buffer) else SymbolKind.PARAMETER
    context.bind(kind, node.arg, name, place, value)


def _parameter_value(context: Context, node: ast.arg, name: tuple[int, int], made: Var | None) -> object:
    """The variable or buffer that the annotation declares, added to the function."""
    if node.annotation is None:
        types = f"`{context.script()}.handle` or `{context.script()}.Buffer(...)`"
        return context.report("missing-annotation", f"the parameter `{node.arg}` needs a type, such as {types}", name)
    if context.scopes.find_here(node.arg) is not None:
        return context.report("duplicate-name", f"the parameter `{node.arg}` is declared twice", name)
    annotation = with_sizes(context, node.annotation) if context.dialect.sizes_are_text else node.annotation
    value = annotation_value(context, annotation) if made is None else made
    if refuses_python_type(context, "parameter-type", f"{node.arg}: ", value, node.annotation):
        return UNKNOWN
    if value is UNKNOWN:
        context.recorder.text_sizes |= _text_sizes(annotation)
        return UNKNOWN
    if callable(value) and not isinstance(value, (Var, Buffer)):
        value = call_form(context, value, (), {}, node.annotation)
    if value is UNKNOWN:
        return UNKNOWN
    if not isinstance(value, (Var, Buffer)):
        return context.report(
            "parameter-type",
            f"the parameter `{node.arg}` must be a buffer or a variable, not {describe(value)}",
            node.annotation,
        )
    context.builder.span = context.span(name)
    return call_form(context, arg, (node.arg, value), {}, node.annotation)


def _text_sizes(annotation: ast.expr) -> set[str]:
    """The names that stand as texts in tuples of an annotation that is refused, as sizes do in Relax: `T.Buffer(("n", 4), "float32")`."""
    shapes = (node for node in ast.walk(annotation) if isinstance(node, ast.Tuple))
    texts = (each.value for shape in shapes for each in shape.elts if isinstance(each, ast.Constant))
    return {text for text in texts if isinstance(text, str) and text.isidentifier()}


def annotation_value(context: Context, annotation: ast.expr) -> object:
    """The value of an annotation, which may be written as text."""
    if not (isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)):
        return evaluate(context, annotation)
    try:
        inner = ast.parse(annotation.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return context.report("bad-annotation", "the text of the annotation is not an expression", annotation)
    with context.recorder.paused():
        return evaluate(context.standing_at(annotation), inner)


def _verify(context: Context, func: PrimFunc, whole: bool) -> None:
    """Report what the verifier finds; of a function with holes only what no statement in their place could make right.

    For a running program only errors are reported for which nothing can be made: what TVM accepts may be on purpose.
    """
    from tilewright.core.ir.verify import refusals, verify

    world = context.world
    if world is not None and (world.is_misfit or not world.is_checked):
        return
    sure = Certainty(context)
    codes = None if world is None else world.codes
    for found in verify(func, codes) if context.environment.recorded else refusals(func):
        if (whole or sure.holds(found)) and not _is_of_world(context, found):
            context.add(found)


def _is_of_world(context: Context, found: Diagnostic) -> bool:
    """Whether a finding is about a variable that stands for an unknown integer of the Python around the function."""
    names = () if context.world is None else (variable.name for variable in context.world.variables)
    return found.code == CATALOGUE["undefined-variable"].name and any(f"`{name}`" in found.message for name in names)
