"""Calls: of the namespaces' functions, of macros and functions of the module, of captured Python functions, and of a few builtins.

A mistake that the called function finds is reported at the argument it is about; a call that does not fit the signature names the parameter.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.base.budget import spend
from tilewright.core.base.diagnostics import Argument, UserError
from tilewright.core.builder.namespace import TIR, Namespace
from tilewright.core.builder.relax_info import as_struct_info
from tilewright.core.builder.values import BoundMacro
from tilewright.core.builder.values import Macro as LiveMacro
from tilewright.core.frontend.builtin_functions import BUILTINS, bounded_power
from tilewright.core.frontend.context import At, Context, Rule
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.environment import is_ours
from tilewright.core.frontend.evaluate import evaluate, evaluate_all
from tilewright.core.frontend.formulas import Formula, call_formula, fits
from tilewright.core.frontend.handlers import SPECIAL
from tilewright.core.frontend.host_functions import call_numpy, hint_at_print, operators_of, report_misuse
from tilewright.core.frontend.limits import check_parts
from tilewright.core.frontend.macro_bodies import record_call
from tilewright.core.frontend.macros import ScriptMacro, expand
from tilewright.core.frontend.misfits import report_misfit, report_misfit_of_text, signature_of
from tilewright.core.frontend.numpy_names import COMPARISONS, NumpyFunction
from tilewright.core.frontend.operations import operand
from tilewright.core.frontend.stand_ins import among, keep_given
from tilewright.core.frontend.subscripts import evaluate_part, evaluate_written
from tilewright.core.frontend.unknown import UNKNOWN, Absorbed, holds_unknown
from tilewright.core.frontend.unknown_numbers import on_unknowns
from tilewright.core.frontend.world import World
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.construction import with_span
from tilewright.core.ir.expr import (
    Broadcast,
    Call,
    Cast,
    Expr,
    FloatImm,
    GlobalVar,
    IntImm,
    Let,
    Ramp,
    Select,
    Shuffle,
    Var,
)
from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.node.type_ import VOID_TYPE, dtype_of
from tilewright.core.ir.operators import EqualOp, convert
from tilewright.core.ir.relax import Call as RelaxCall
from tilewright.core.ir.relax import DataflowVar, ExternFunc, RelaxExpr
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ops.dtype_rules import DTypeError
from tilewright.core.ops.op import Op

_WRITES = TIR.members["writes"].value
_WHERE = TIR.members["where"].value
_CALL_PY_FUNC = Op.get("relax.call_py_func")
_IF_THEN_ELSE = TIR.members["if_then_else"].value
# What a call makes of these kinds gets the place of the call, unless it has one.
_UNPLACED = frozenset({Call, Cast, Select, Ramp, Broadcast, Shuffle, Let, IntImm, FloatImm})


def evaluate_call(context: Context, node: ast.Call) -> Any:
    """`f(a, *b, c=d)`."""
    function = evaluate(context, node.func)
    rule = evaluate_written if function is _WRITES else evaluate_part if hasattr(function, "takes_parts") else None
    known, given = function is not UNKNOWN, len(context.gaps.given)
    args = evaluate_all(context, node.args, rule)
    keywords = _keywords(context, node.keywords, rule or evaluate) if node.keywords else {}
    if type(function) is Formula:
        if not fits(context, node, function, args, keywords):
            return UNKNOWN
        if not function.body:  # what it gives is not known
            known, function = False, UNKNOWN
    if type(function) is NumpyFunction:
        operators = None if keywords else operators_of(context, function, args)
        if operators is None:
            return call_numpy(context, node, function, args)
        return _made(context, node, operators, args, keywords)
    unknown = holds_unknown(args)
    if unknown and function is not UNKNOWN and not keywords:
        args = among(context, function, args)
        unknown = holds_unknown(args)
    if function is UNKNOWN or keywords is UNKNOWN or unknown or (keywords and holds_unknown(keywords)):
        context.gaps.unguarded = context.gaps.unguarded or function is _WHERE
        if (
            function is not UNKNOWN
            and is_ours(function)
            and report_misfit_of_text(context, node, signature_of(function))
        ):
            return UNKNOWN
        if known:
            del context.gaps.given[given:]  # it may choose among its arguments
        else:
            keep_given(context, node.func, args)
        hint_at_print(context, node, args)
        return UNKNOWN
    kind = _SPECIAL.get(type(function))
    if kind is not None:
        return kind(context, node, function, args, keywords)
    return _call(context, node, function, args, keywords)


def _keywords(context: Context, nodes: list[ast.keyword], value_of: Rule) -> Any:
    given: dict[str, Any] = {}
    for node in nodes:
        value = value_of(context, node.value)
        if node.arg is not None:
            given[node.arg] = value
        elif isinstance(value, Mapping):
            given.update(value)
        else:
            return (
                UNKNOWN
                if value is UNKNOWN
                else context.report("not-a-mapping", f"`**` takes a dictionary, not {describe(value)}", node.value)
            )
    return given


def _call(context: Context, node: ast.Call, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not callable(function) or isinstance(function, BaseFunc):
        return context.report("not-callable", f"{describe(function)} cannot be called", node.func)
    for arg in (*args, *keywords.values()):
        if type(arg) is Formula and function is not callable:  # which others would call
            return context.unknown()
    is_builtin, world = id(function) in _BUILTIN_IDS, context.world
    if world is not None and (is_builtin or getattr(function, "__module__", "") == "math"):
        if _are_unknowns(world, args):
            return on_unknowns(world, node, function, args)
        if function is math.ceil and any(type(arg) is float for arg in args):
            world.rounds_up = True
    if is_builtin:
        return _call_builtin(context, node, function, args, keywords)
    if not context.environment.may_call(function):
        return context.unknown()
    # numpy would take the truth of the comparison of two nodes for its result.
    compares = type(function).__name__ == "ufunc" and function.__name__ in COMPARISONS
    if compares and report_misuse(context, node, function, args):
        return UNKNOWN
    return _made(context, node, function, args, keywords)


def _made(context: Context, node: ast.Call, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
    """The result of a call that is carried out, with its place: as by `invoke`, but the places of arguments are looked for only where it is refused."""
    builder, recorder, place = context.builder, context.recorder, context.place(node)
    around, builder.value_span = builder.value_span, context.spanned(node, place)
    try:
        made = function(*args, **keywords)
    except Exception as error:
        made = _refused(context, function, args, keywords, node.func, Arguments(context, node, function), error)
    if isinstance(made, (Expr, RelaxCall)):
        made = _placed(context, node, made, function)
    builder.value_span = around
    if recorder.recording and made is not UNKNOWN and made is not None:
        recorder.values.append((*place, made))
    return made


def _are_unknowns(world: World, args: list[Any]) -> bool:
    """Whether a function of Python's gets unknowns, which are numbers wherever it runs."""
    return any(isinstance(arg, (Expr, EqualOp)) for arg in args) and all(map(world.of_unknowns, args))


def _placed(context: Context, node: ast.Call, made: Expr | RelaxCall, function: object) -> Expr | RelaxCall:
    """The result of a call, with the call's span when it was made there."""
    builder = context.builder
    if type(made) is RelaxCall:
        if made.op is _CALL_PY_FUNC:
            _point_to_python(context, node, made)
        return made if made.span is builder.value_span or not is_ours(function) else with_span(made, builder.value_span)
    # A value that has the place of the statement was made in this call, by what knows no other place.
    unplaced = type(made) in _UNPLACED if made.span is None else made.span is builder.span and not isinstance(made, Var)
    return with_span(made, builder.value_span) if unplaced else made


def _point_to_python(context: Context, node: ast.Call, made: RelaxCall) -> None:
    """The text that names a Python function of the module stands for it."""
    name = getattr(made.args[0], "value", "")
    known = context.module.global_vars.get(name) if context.module is not None else None
    if known is not None and node.args:
        context.record(node.args[0], known)


def invoke(
    context: Context,
    function: Callable[..., Any],
    args: list[Any],
    keywords: dict[str, Any],
    at: At,
    arguments: Places,
) -> object:
    """Call `function`; its complaint about an argument is reported there, any other at `at`."""
    try:
        return function(*args, **keywords)
    except Exception as error:
        return _refused(context, function, args, keywords, at, arguments, error)


def _refused(
    context: Context,
    function: Callable[..., Any],
    args: list[Any],
    keywords: dict[str, Any],
    at: At,
    arguments: Places,
    error: Exception,
) -> object:
    """Report what a call raised; raises it again where it is about the whole of what is read."""
    if isinstance(error, UserError):
        return context.refuse(error, arguments.place(error.argument) or at)
    if isinstance(error, Absorbed):
        return UNKNOWN
    if isinstance(error, DTypeError):
        return context.report("dtype-mismatch", str(error), arguments.all() or at)
    if isinstance(error, RecursionError):
        raise error
    if isinstance(error, ZeroDivisionError) and id(function) in _BUILTIN_IDS:
        return context.report("division-by-zero", "a division by 0 has no value", arguments.node)
    return _failed(context, function, args, keywords, at, arguments, error)


def _item(written: At | None, position: int) -> At | None:
    """The node of an item of a list that is written out; for any other value, the whole of it."""
    items = written.elts if isinstance(written, (ast.List, ast.Tuple)) else []
    plain = position < len(items) and not any(isinstance(item, ast.Starred) for item in items)
    return items[position] if plain else written


class Places:
    """The nodes of the arguments of a call that a statement makes, by parameter; `node` is where the rest is reported."""

    __slots__ = ("by_name", "node")

    def __init__(self, node: At, by_name: Mapping[str, At] | None = None) -> None:
        self.node: Any = node
        self.by_name = by_name or {}

    def place(self, argument: Argument | None) -> At | None:
        """The node of the argument for a parameter, None when it is not known."""
        return self.by_name.get(argument) if isinstance(argument, str) else None

    def all(self) -> At | None:
        """All arguments together: the statement knows no place for them."""
        return None


class Arguments(Places):
    """The nodes of the arguments of a call, by parameter."""

    __slots__ = ("context", "function")

    def __init__(self, context: Context, node: ast.Call, function: Any) -> None:
        super().__init__(node)
        self.context, self.function = context, function

    def place(self, argument: Argument | None) -> At | None:
        """The node of the argument for a parameter, given by name or position, or of an item of it; None when it is not given."""
        if argument is None:
            return None
        if isinstance(argument, tuple):
            return _item(self.place(argument[0]), argument[1])
        for keyword in self.node.keywords:
            if keyword.arg == argument:
                return keyword.value
        position = argument if isinstance(argument, int) else self._position(argument)
        if position is None or position >= len(self.node.args):
            return self.node.args[0] if isinstance(argument, int) and len(self.node.args) == 1 else None
        return self.node.args[position]

    def _position(self, name: str) -> int | None:
        signature = signature_of(self.function)
        names = [] if signature is None else list(signature.parameters)
        return names.index(name) if name in names else None

    def all(self) -> At | None:
        """All arguments together, None when there are none."""
        nodes = [*self.node.args, *(keyword.value for keyword in self.node.keywords)]
        if not nodes:
            return None
        return self.context.place(nodes[0])[0], self.context.place(nodes[-1])[1]


def _failed(
    context: Context,
    function: object,
    args: list[Any],
    keywords: dict[str, Any],
    at: At,
    arguments: Places,
    error: Exception,
) -> object:
    """Report what a call raised: that it does not fit the signature if it does not, else the error itself."""
    name = context.text(at) if isinstance(at, ast.AST) else getattr(function, "__name__", "the function")
    signature = signature_of(function)
    if isinstance(error, TypeError) and signature is not None:
        try:
            signature.bind(*args, **keywords)
        except TypeError:
            node = arguments.node if isinstance(arguments.node, ast.Call) else None
            return report_misfit(context, name, signature, args, keywords, node, node or at)
    if isinstance(arguments.node, ast.Call) and _is_known(context, function, args, arguments.node):
        return UNKNOWN
    text = str(error) or type(error).__name__
    code = "bad-argument" if is_ours(function) else "host-error"
    return context.report(code, f"`{name}` failed: {text}", arguments.node)


def _is_known(context: Context, function: object, args: list[Any], node: ast.Call) -> bool:
    """Report what to write for Python's `len` of a buffer, and for functions of `math` and numpy on expressions; whether it is one of these."""
    if function is not len or len(args) != 1 or not isinstance(args[0], Buffer):
        return report_misuse(context, node, function, args)
    cure = f"{context.text(node.args[0])}.shape[0]"
    fixes = context.replacement(cure, node, safe=False)
    context.report("host-error", f"`len` does not take {describe(args[0])}; write `{cure}`", node, fixes=fixes)
    return True


def _call_builtin(context: Context, node: ast.Call, function: Any, args: list[Any], keywords: dict[str, Any]) -> object:
    """A Python builtin; those that would have to look into a value of the running program have a counterpart under `T`."""
    if function is getattr or function is hasattr:
        return _call_reader(context, node, function, args)
    counterpart = _ON_NUMBERS.get(function)
    if counterpart is None or not any(isinstance(arg, (Expr, EqualOp)) and not hasattr(arg, "value") for arg in args):
        spend(1 + sum(len(arg) >> 4 for arg in args if isinstance(arg, (range, list, tuple, str, dict))))
        made = invoke(context, function, args, keywords, node.func, Arguments(context, node, function))
        try:
            check_parts(made)
        except UserError as error:
            return context.refuse(error, node)
        return made
    name = context.text(node.func) if isinstance(node.func, ast.Name) else function.__name__
    if counterpart not in TIR.members:
        return context.report("python-builtin", f"the Python builtin `{name}` cannot take an expression", node.func)
    cure = f"{context.script()}.{counterpart}"
    sentence = f"the Python builtin `{name}` cannot take an expression; use `{cure}`"
    return context.report("python-builtin", sentence, node.func, fixes=context.replacement(cure, node.func))


def _call_reader(context: Context, node: ast.Call, function: Any, args: list[Any]) -> object:
    """`getattr(value, name, default)` or `hasattr(value, name)`, which see what `value.name` would."""
    if len(args) not in (2, 3) or not isinstance(args[1], str):
        return context.report("python-error", f"`{function.__name__}` takes a value and the name of an attribute", node)
    value, name, *default = args
    try:
        if isinstance(value, Namespace):
            found = getattr(value, name)
        else:
            found = context.environment.attribute(value, name)
    except Exception:
        if function is hasattr:
            return False
        sentence = f"{describe(value)} has no attribute `{name}`"
        return default[0] if default else context.report("unknown-attribute", sentence, node)
    if found is UNKNOWN:
        return context.unknown()
    return True if function is hasattr else found


def if_then_else(context: Context, node: ast.IfExp, condition: Expr | EqualOp) -> Any:
    """`a if condition else b` with a condition of the running program: only the chosen side is evaluated, then."""
    values = [evaluate(context, part) for part in (node.body, node.orelse)]
    if any(value is UNKNOWN for value in values):
        return UNKNOWN
    branches = [operand(context, value, part) for value, part in zip(values, (node.body, node.orelse))]
    if any(branch is UNKNOWN for branch in branches):
        return UNKNOWN
    try:
        made = _IF_THEN_ELSE(convert(condition), *branches)
    except (UserError, TypeError) as error:
        return context.report(getattr(error, "code", "dtype-mismatch"), str(error), node)
    if isinstance(made, Call) and made.span is None:
        made = with_span(made, context.span(node))
    context.record(node, made)
    return made


def _call_macro(
    context: Context, node: ast.Call, macro: ScriptMacro, args: list[Any], keywords: dict[str, Any]
) -> object:
    record_call(context, macro, args, keywords)
    return expand(context, node, macro, args, keywords)


def _call_live_macro(
    context: Context, node: ast.Call, macro: LiveMacro, args: list[Any], keywords: dict[str, Any]
) -> object:
    """A macro that the running program defined: its text is read when it is first called."""
    from tilewright.core.frontend.live_macro import script_macro

    try:
        read = script_macro(macro)
    except UserError as error:
        return context.refuse(error, node.func)
    return expand(context, node, read, args, keywords)


def _call_bound_macro(
    context: Context, node: ast.Call, bound: BoundMacro, args: list[Any], keywords: dict[str, Any]
) -> object:
    return _call_live_macro(context, node, bound.macro, [bound.instance, *args], keywords)


def _call_global(
    context: Context, node: ast.Call, function: GlobalVar, args: list[Any], keywords: dict[str, Any]
) -> object:
    """A function of the module: the call has the type that the function is declared to return."""
    if any(isinstance(arg, (RelaxExpr, tuple, list)) for arg in args) or context.statements.token == "relax":
        return _call_value(context, node, function, args, keywords)
    if keywords:
        return context.report("unexpected-argument", "a function of the module takes positional arguments only", node)
    values = [_passed(context, arg, at) for arg, at in zip(args, node.args)]
    if any(value is UNKNOWN for value in values):
        return UNKNOWN
    made = Call(
        dtype_of(context.return_types.get(function, VOID_TYPE)),
        function,
        tuple(map(convert, values)),
        context.span(node),
    )
    context.record(node, made)
    return made


def _call_value(context: Context, node: ast.Call, callee: object, args: list[Any], keywords: dict[str, Any]) -> object:
    """A call, in Relax, of a function of the module, a function value or one from outside."""
    infos = keywords.pop("sinfo_args", ())
    if keywords:
        return context.report("unexpected-argument", "this function takes positional arguments only", node)
    try:
        given = infos if isinstance(infos, (tuple, list)) else (infos,)
        made = RelaxCall(callee, tuple(args), None, tuple(map(as_struct_info, given)), context.span(node))  # pyright: ignore[reportArgumentType]
    except UserError as error:
        return context.refuse(error, node)
    except (TypeError, ValueError) as error:
        return context.report("relax-value", f"this call is not possible: {error}", node)
    context.record(node, made)
    return made


def _passed(context: Context, value: object, node: ast.expr) -> object:
    """An argument for a function of the module, to which memory is passed by its pointer."""
    if not isinstance(value, Buffer):
        return operand(context, value, node)
    cure = f"{context.text(node)}.data"
    return context.report(
        "not-an-expression",
        f"{describe(value)} cannot be passed to a function of the module; pass its memory, `{cure}`",
        node,
        fixes=context.replacement(cure, node),
    )


_BUILTIN_IDS = frozenset(id(function) for function in BUILTINS.values())
_ON_NUMBERS: dict[Any, str] = {
    **{function: function.__name__ for function in (abs, max, min, round, bool)},
    int: "int32",
    float: "float32",
    bounded_power: "pow",
    all: "all",
    any: "any",
    divmod: "floordiv",
}
_SPECIAL: dict[type, Callable[[Context, ast.Call, Any, list[Any], dict[str, Any]], Any]] = {
    ScriptMacro: _call_macro,
    Formula: call_formula,
    LiveMacro: _call_live_macro,
    BoundMacro: _call_bound_macro,
    **dict.fromkeys((RelaxVar, DataflowVar, ExternFunc), _call_value),
    GlobalVar: _call_global,
    **SPECIAL,
}
