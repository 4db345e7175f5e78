"""The kinds of expressions and what they mean: one function each, and the table that the parser gives to the context."""

from __future__ import annotations

import ast
import builtins
from typing import Any, Final

from tilewright.core.base.diagnostics import Fix, UserError
from tilewright.core.builder.dialects import member_called
from tilewright.core.builder.namespace import TIR, Namespace
from tilewright.core.builder.tile_layouts import AXIS
from tilewright.core.builder.tirx import TILE_LANGUAGE
from tilewright.core.frontend.builtin_functions import BUILTINS
from tilewright.core.frontend.calls import evaluate_call, if_then_else
from tilewright.core.frontend.context import At, Context, Rule
from tilewright.core.frontend.decisions import of_unknowns, truth
from tilewright.core.frontend.describe import describe, python_failure
from tilewright.core.frontend.environment import MISSING, Live
from tilewright.core.frontend.evaluate import evaluate, evaluate_all, mention
from tilewright.core.frontend.free_names import free_part, in_world
from tilewright.core.frontend.host_functions import REDUCTION, REDUCTIONS, function_of_one
from tilewright.core.frontend.lambdas import evaluate_comprehension, evaluate_lambda
from tilewright.core.frontend.limits import BITS, check_parts, spend_on
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.frontend.operations import evaluate_binary, evaluate_comparison, evaluate_logical, evaluate_unary
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.subscripts import evaluate_subscript
from tilewright.core.frontend.unknown import UNKNOWN, holds_unknown
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.operators import EqualOp
from tilewright.core.ir.relax import DataflowVar

# The name of the axes of layouts in the text of a program.
AXES_NAME: Final = "Axis"


_SMALL: Final = 1 << 64  # integers up to here are not measured


def _constant(context: Context, node: ast.Constant) -> object:
    value = node.value
    if type(value) is int and value > _SMALL and value.bit_length() > BITS:
        return context.report("too-large", f"an integer of {value.bit_length()} bits is too large", node)
    return value


def _name(context: Context, node: ast.Name) -> Any:
    known = context.scopes.bindings.get(node.id)
    binding = known[-1] if known else context.recorder.asked_for.get(node.id) or context.captured(node.id)
    if binding is None:
        return _undefined(context, node)
    value = binding.value
    if context.world is not None and (value is UNKNOWN or context.world.origins):
        value = in_world(context, context.world, node, binding)
    if value is UNKNOWN:
        context.gaps.count += 1
    elif type(value) is not Var and isinstance(value, Expr):
        spend_on(value)
    if context.recorder.recording:
        context.use(binding, node, "read")
    return value


def _undefined(context: Context, node: ast.Name) -> object:
    name = node.id
    if name in BUILTINS:
        return BUILTINS[name]
    if name == AXES_NAME and context.dialect.names_are_cells:
        return AXIS
    if name in context.damage.lost_names or name in context.recorder.text_sizes:
        return context.unknown()
    if hasattr(builtins, name) and not name.startswith("_"):
        return _builtin(context, node)
    if isinstance(context.environment, Live) and name in context.environment.refused:
        return context.report("undefined-name", f"`{name}` is not among the names that the script captured", node)
    ended = context.scopes.ended(name)
    if ended is not None:
        why, note = _why_ended(ended)
        notes = context.defined_note(ended, note)
        return context.report("undefined-name", f"`{name}` is not defined here any more{why}", node, notes=notes)
    always = (*BUILTINS, "True", "False", "None") if len(name) > 2 else ()
    known = {*context.scopes.names(), *context.recorder.names(context.environment), *always}
    if context.owner is not None:
        known.discard(context.owner.name)  # a function or block has no value within itself
    hint, fixes = context.suggestion(name, sorted(known), node)
    return context.report("undefined-name", f"`{name}` is not defined here{hint}", node, fixes=fixes)


def _why_ended(symbol: Symbol) -> tuple[str, str]:
    """The end of the sentence about a name whose scope is closed, and what is said where it is defined."""
    if isinstance(symbol.value, DataflowVar):
        keep = f"to keep it, list it in the last statement of its block: `R.output({symbol.name})`"
        return ": no `R.output` of its dataflow block lists it", keep
    kept = symbol.kind is SymbolKind.SCALAR and isinstance(symbol.binding, Expr)
    why = (
        "; a variable ends with the loop, branch or `with` that it is made in, and what outlives it is kept in a buffer of one element"
        if kept
        else ""
    )
    return why, f"this `{symbol.name}` ends with its scope"


def _builtin(context: Context, node: ast.Name) -> object:
    """A builtin that not every script may call: those of a running program may, a text that it reads may not."""
    if not isinstance(context.environment, Live):
        return context.unknown()
    if context.environment.lookup("__builtins__") is MISSING:
        return context.report(
            "python-builtin", f"a script read from a string cannot call the Python builtin `{node.id}`", node
        )
    return getattr(builtins, node.id)


def _attribute(context: Context, node: ast.Attribute) -> Any:
    inner = node.value
    if type(inner) is ast.Name:
        if inner.id in context.recorder.undefined_bases:
            return context.unknown()
        value = mention(context, inner)
    else:
        value = evaluate(context, inner)
    if value is UNKNOWN:
        part = UNKNOWN if context.world is None else free_part(context, context.world, node)
        return _of_unknown(context, inner) if part is UNKNOWN else part
    if isinstance(value, Namespace):
        member = member_called(value, node.attr)
        if member is None:
            return _no_member(context, node, value)
        if context.recorder.recording:
            context.recorder.values.append((*context.place(node), member))
        return member.value
    try:
        found = context.environment.attribute(value, node.attr)
    except Exception:
        return _no_attribute(context, node, value)
    if found is UNKNOWN:
        return context.unknown()
    if context.recorder.recording:
        context.recorder.values.append((*context.place(node), found))
    return found


def _of_unknown(context: Context, node: ast.expr) -> object:
    """An attribute of something unknown; a namespace that is not defined, because its import is missing, is reported once."""
    if isinstance(node, ast.Name) and context.scopes.find(node.id) is None and context.captured(node.id) is None:
        context.recorder.undefined_bases.add(node.id)
    return UNKNOWN


def _no_member(context: Context, node: ast.Attribute, namespace: Namespace) -> object:
    at = _name_of_attribute(context, node)
    written = context.text(node.value)
    if node.attr in TILE_LANGUAGE and namespace.name == TIR.name:
        context.gaps.count += 1
        sentence = f"`{written}.{node.attr}` belongs to the tile language for GPUs, which Tilewright does not read"
        return context.report("tile-language", sentence, node)
    if node.attr in REDUCTIONS and namespace.name == TIR.name:
        return context.report("unknown-member", f"`{written}` has no `{node.attr}`; {REDUCTION}", at)
    hint, fixes = _nested(context, node.attr, namespace, at) or context.suggestion(node.attr, namespace.members, at)
    return context.report("unknown-member", f"`{written}` has no `{node.attr}`{hint}", at, fixes=fixes)


def _name_of_attribute(context: Context, node: ast.Attribute) -> At:
    """The place of the name behind the dot; in the text of a macro or helper, that of the whole."""
    _, end = context.place(node)
    return node if context.origin is not None else (end - len(node.attr), end)


def _nested(context: Context, name: str, namespace: Namespace, at: At) -> tuple[str, tuple[Fix, ...]] | None:
    """`R.relu`: the end of the sentence and the fix that name `nn.relu`."""
    for inner, member in namespace.members.items():
        if isinstance(member.value, Namespace) and name in member.value.members:
            made = f"{inner}.{name}"
            return f"; did you mean `{made}`?", context.replacement(made, at, safe=False)
    return None


def _no_attribute(context: Context, node: ast.Attribute, value: object) -> object:
    at = _name_of_attribute(context, node)
    known = [name for name in dir(value) if not name.startswith("_")]
    op = function_of_one(node.attr) if isinstance(value, Expr) else None
    if op is not None:
        # The fix, which needs the call around, is a row of `fixes`.
        cure = f"{context.script()}.{op}({context.text(node.value)})"
        sentence = f"{describe(value)} has no attribute `{node.attr}`; write `{cure}`"
        return context.report("unknown-attribute", sentence, at)
    hint, fixes = context.suggestion(node.attr, known, at)
    if isinstance(value, ModuleInProgress):
        listed = ", ".join(f"`{name}`" for name in known[:8]) + (", ..." if len(known) > 8 else "")
        sentence = f"{describe(value)} has no function `{node.attr}`{hint or f'; it has {listed}'}"
    else:
        sentence = f"{describe(value)} has no attribute `{node.attr}`{hint}"
    return context.report("unknown-attribute", sentence, at, fixes=fixes)


def _tuple(context: Context, node: ast.Tuple) -> object:
    return _bounded(context, node, tuple(evaluate_all(context, node.elts)))


def _list(context: Context, node: ast.List) -> object:
    return _bounded(context, node, evaluate_all(context, node.elts))


def _bounded(context: Context, node: ast.expr, made: list[Any] | tuple[Any, ...] | dict[Any, Any]) -> object:
    """A collection that was written out, unless collections in it make it too large."""
    for item in made.values() if isinstance(made, dict) else made:
        if isinstance(item, (tuple, list, dict)):
            break
    else:
        return made
    try:
        check_parts(made)
    except UserError as error:
        return context.refuse(error, node)
    return made


def _set(context: Context, node: ast.Set) -> object:
    values = evaluate_all(context, node.elts)
    try:
        return UNKNOWN if holds_unknown(values) else set(values)
    except TypeError as error:
        return python_failure(context, node, "making the set", error)


def _dict(context: Context, node: ast.Dict) -> object:
    made: dict[Any, object] = {}
    for key, item in zip(node.keys, node.values):
        value = evaluate(context, item)
        name = UNKNOWN if key is None else evaluate(context, key)
        if key is None and isinstance(value, dict):
            made.update(value)
        elif holds_unknown(name):
            made[UNKNOWN] = UNKNOWN
        else:
            try:
                made[name] = value
            except TypeError as error:
                python_failure(context, key or item, "making the dictionary", error)
    return _bounded(context, node, made)


def _conditional(context: Context, node: ast.IfExp) -> object:
    holes, world = context.gaps.count, context.world
    since = 0 if world is None else len(world.trail)
    condition = evaluate(context, node.test)
    if world is not None and (condition is UNKNOWN or of_unknowns(world, condition)):
        context.gaps.count = holes
        condition = truth(context, world, node.test)
    if condition is UNKNOWN:
        evaluate(context, node.body)
        evaluate(context, node.orelse)
        return UNKNOWN
    if isinstance(condition, (Expr, EqualOp)):
        return if_then_else(context, node, condition)
    if world is not None and len(world.trail) > since:
        world.choose(node, bool(condition), since)
    return evaluate(context, node.body if condition else node.orelse)


def _joined(context: Context, node: ast.JoinedStr) -> Any:
    parts = [evaluate(context, value) for value in node.values]
    if holds_unknown(parts):
        return UNKNOWN
    try:
        made = "".join(map(str, parts))
        check_parts(made)
    except UserError as error:
        return context.refuse(error, node)
    return made


def _formatted(context: Context, node: ast.FormattedValue) -> Any:
    value = evaluate(context, node.value)
    spec = "" if node.format_spec is None else evaluate(context, node.format_spec)
    if value is UNKNOWN or spec is UNKNOWN:
        return UNKNOWN
    if any(part.isdigit() and len(part) > 4 for part in str(spec).replace(".", " ").split()) or len(str(spec)) > 40:
        return context.report("too-large", "the formatted string is too long", node)
    convert = {115: str, 114: repr, 97: ascii}.get(node.conversion)
    try:
        return format(value if convert is None else convert(value), spec)
    except Exception as error:
        return python_failure(context, node, "formatting", error)


def _slice(context: Context, node: ast.Slice) -> Any:
    bounds = [None if part is None else evaluate(context, part) for part in (node.lower, node.upper, node.step)]
    return slice(*bounds)


def _starred(context: Context, node: ast.Starred) -> object:
    return context.report("unsupported-expression", "a starred expression is not allowed here", node)


def _unsupported(context: Context, node: ast.expr) -> object:
    what = _UNSUPPORTED[type(node)]
    return context.report("unsupported-expression", f"{what} cannot be used inside a script", node)


_UNSUPPORTED: dict[type[ast.expr], str] = {
    ast.NamedExpr: "an assignment expression `:=`",
    ast.Await: "`await`",
    ast.Yield: "`yield`",
    ast.YieldFrom: "`yield from`",
}

EXPRESSIONS: dict[type[ast.expr], Rule] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: evaluate_call,
    ast.BinOp: evaluate_binary,
    ast.UnaryOp: evaluate_unary,
    ast.Compare: evaluate_comparison,
    ast.BoolOp: evaluate_logical,
    ast.Subscript: evaluate_subscript,
    ast.IfExp: _conditional,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.JoinedStr: _joined,
    ast.FormattedValue: _formatted,
    ast.Slice: _slice,
    ast.Starred: _starred,
    ast.Lambda: evaluate_lambda,
    ast.ListComp: evaluate_comprehension,
    ast.SetComp: evaluate_comprehension,
    ast.DictComp: evaluate_comprehension,
    ast.GeneratorExp: evaluate_comprehension,
    **dict.fromkeys(_UNSUPPORTED, _unsupported),
}
