"""Instantiations: the calls in a file of its Python functions that make definitions of the script, with the values of their parameters.

Only what the text says counts: literals, constants of the file and of the function around a call, and arithmetic on them.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Final
from weakref import WeakKeyDictionary

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.base.source import Source
from tilewright.core.frontend.array_values import Scope, own_parts, scope_of
from tilewright.core.frontend.environment import FunctionName
from tilewright.core.frontend.formulas import Formula
from tilewright.core.frontend.macros import defaults_of as written_defaults
from tilewright.core.frontend.recover import recover
from tilewright.core.frontend.source_map import SourceMap, SymbolKind

_MOST_ROUNDS = 8  # of loops around a call
Plain = int | float | str | bool | FunctionName | None | tuple["Plain", ...]
Values = Mapping[str, Plain]


@dataclass(frozen=True)
class Factory:
    """A Python function at the top of a file in which functions of the script stand; `start` is where it begins, `instantiations` the calls of it by the text that shows them, `with_functions` those that give it functions of the file, `defaults` the values of parameters that it has by default."""

    name: str
    start: int
    end: int
    instantiations: Mapping[str, Values]
    defaults: Values
    with_functions: Mapping[str, Values]


def factories(analysis: Analysis) -> tuple[Factory, ...]:
    """The factories of a file that it calls with values that are known."""
    return tuple(factory for factory in all_factories(analysis) if factory.instantiations)


def all_factories(analysis: Analysis) -> tuple[Factory, ...]:
    """The factories of a file, also those that it does not call."""
    makers = {
        node.name: (definition, node) for definition in analysis.definitions for node in _with_parameters(definition)
    }
    found: dict[str, dict[str, Values]] = {name: {} for name in makers}
    with_functions: dict[str, dict[str, Values]] = {name: {} for name in makers}
    constants = _constants(analysis) if makers else {}
    functions = _functions(analysis) if makers else {}
    if makers:
        for definition in analysis.definitions:
            if any(name in definition.source.text for name in makers):
                for call, names in _calls(statements_of(definition), constants):
                    name = call.func.id if isinstance(call.func, ast.Name) else ""
                    if name not in makers:
                        continue
                    for shown, known in ((found, names), (with_functions, {**functions, **names})):
                        values = _bound(makers[name][1], call, known)
                        if values is not None:
                            shown[name].setdefault(_shown(name, values), values)
                            break
    return tuple(
        Factory(
            name,
            definition.base + _begin(definition, node),
            definition.end,
            found[name],
            _by_default(node, constants),
            with_functions[name],
        )
        for name, (definition, node) in makers.items()
    )


def defaults_of(analysis: Analysis, definition: Definition) -> Values:
    """The values that parameters of the Python functions of a definition have by default."""
    found = [*_with_parameters(definition)]
    constants = _constants(analysis) if found else {}
    return {name: value for node in found for name, value in _by_default(node, constants).items()}


def makers(definition: Definition) -> tuple[str, ...]:
    """The names of the Python functions of a definition in which functions of the script stand, those without parameters too."""
    return tuple(node.name for node in _makers(definition))


@dataclass(frozen=True)
class Call:
    """A call of a factory: its name, the values of all parameters, and the text that shows it, `make(n=16)`."""

    factory: str
    values: Values

    @property
    def text(self) -> str:
        """The call with the names of all parameters."""
        return _shown(self.factory, self.values)


def call_of(analysis: Analysis, text: str) -> Call | None:
    """The call that a text is, `make(16)`; None for anything else, for a call that does not fit, and for values that only executing the file would tell."""
    try:
        found = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _call(analysis, found)


def held_call(analysis: Analysis, name: str) -> Call | None:
    """The call of a factory whose result a variable at the top of the file holds, where the text says its values."""
    found = [value for target, value in _assigned(analysis) if target == name]
    return _call(analysis, found[-1]) if found else None


def call_in(analysis: Analysis, node: ast.expr, scope: Scope) -> Call | None:
    """The call of a factory that an expression is, with the plain values that names have in its scope; None where one is not known."""
    names: Mapping[str, Plain] = _constants(analysis)
    for inner in reversed([*_functions_around(scope)]):
        names = _seen_inside(inner, names)
    return _call(analysis, node, names)


def _functions_around(scope: Scope) -> Iterator[Scope]:
    """The scopes of functions from inside out, without that of the file."""
    while scope.parent is not None:
        yield scope
        scope = scope.parent


def _call(analysis: Analysis, node: ast.expr, constants: Mapping[str, Plain] | None = None) -> Call | None:
    """A call of a factory of the file with values that are known."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    maker = next((_maker(each, node.func.id) for each in analysis.definitions if node.func.id in makers(each)), None)
    known = _constants(analysis) if constants is None else constants
    values = None if maker is None else _bound(maker, node, known)
    return None if maker is None or values is None else Call(maker.name, values)


def _maker(definition: Definition, name: str) -> ast.FunctionDef | None:
    """The Python function of the definition that has the name."""
    nodes = (node for node in statements_of(definition) if isinstance(node, ast.FunctionDef))
    return next((node for node in nodes if node.name == name), None)


def signature(definition: Definition, name: str) -> str:
    """A factory of the definition with its parameters as they are written, `make(n, dtype="float32")`."""
    maker = _maker(definition, name)
    return f"{name}({'' if maker is None else ast.unparse(maker.args)})"


def returned(definition: Definition, name: str) -> str | None:
    """The name that a factory of the definition returns, where all that it returns is one name."""
    maker = _maker(definition, name)
    values = set() if maker is None else {ast.unparse(each) for each in _returns(maker)}
    return values.pop().removeprefix("return ") if len(values) == 1 else None


def _returns(node: ast.AST) -> Iterator[ast.Return]:
    """The statements that return from a function, without those of functions inside of it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            yield child
        elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield from _returns(child)


def results(analysis: Analysis) -> tuple[str, ...]:
    """The variables at the top of a file that hold what its factories return, and the functions in its conditions and loops, which only executing it defines."""
    return tuple(dict.fromkeys([*_held(analysis), *_conditional(analysis)]))


def _conditional(analysis: Analysis) -> Iterator[str]:
    apart = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for definition in analysis.definitions:
        names = [
            symbol.name
            for symbol in definition.source_map.symbols
            if symbol.kind is SymbolKind.FUNCTION and symbol.start >= 0 and symbol.parent is None
        ]
        if names and not any(isinstance(statement, apart) for statement in statements_of(definition)):
            yield from (name for name in names if definition.values.get(name) is None)


def _held(analysis: Analysis) -> tuple[str, ...]:
    return tuple(name for name, _ in _assigned(analysis))


def _assigned(analysis: Analysis) -> Iterator[tuple[str, ast.Call]]:
    """The variables at the top of the file that are assigned calls of its factories."""
    names = {name for definition in analysis.definitions for name in makers(definition)}
    for definition in analysis.definitions if names else ():
        for statement in statements_of(definition):
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                made = statement.value
                if isinstance(made.func, ast.Name) and made.func.id in names:
                    yield from ((target.id, made) for target in statement.targets if isinstance(target, ast.Name))


def _shown(name: str, values: Values) -> str:
    return f"{name}({', '.join(f'{parameter}={value!r}' for parameter, value in values.items())})"


def statements_of(definition: Definition) -> list[ast.stmt]:
    """The statements of a definition, as far as they can be read; they are shared and must not be changed."""
    return _statements(definition.source.text)


@lru_cache(maxsize=256)
def _statements(text: str) -> list[ast.stmt]:
    """Kept, since nearly all definitions of a file stay as they are from one change of it to the next."""
    return recover(Source(text)).tree.body


def _makers(definition: Definition) -> tuple[ast.FunctionDef, ...]:
    """The Python functions of a definition in which functions of the script stand; most definitions stay the same from one edit to the next, and have none."""
    known = _KNOWN.get(definition.source_map)
    if known is None:
        known = _KNOWN[definition.source_map] = tuple(_makers_in(definition))
    return known


_KNOWN: Final[WeakKeyDictionary[SourceMap, tuple[ast.FunctionDef, ...]]] = WeakKeyDictionary()
_DEFINED: Final = re.compile(r"^def[ \t]+(\w+)", re.MULTILINE)


def _makers_in(definition: Definition) -> Iterator[ast.FunctionDef]:
    """Those of one definition, which is not read as Python where no other `def` stands at the margin."""
    scripts = {symbol.name for symbol in definition.source_map.symbols if symbol.kind is SymbolKind.FUNCTION}
    if not scripts or scripts.issuperset(_DEFINED.findall(definition.source.text)):
        return
    for node in statements_of(definition):
        if isinstance(node, ast.FunctionDef) and node.name not in scripts:
            yield node


def _with_parameters(definition: Definition) -> Iterator[ast.FunctionDef]:
    """Those of its Python functions that have parameters."""
    found = [node for node in _makers(definition) if node.args.args or node.args.kwonlyargs]
    if found and any(each.kind is SymbolKind.FUNCTION and each.start >= 0 for each in definition.source_map.symbols):
        yield from found


def _begin(definition: Definition, node: ast.FunctionDef) -> int:
    lines = definition.source.text.split("\n")
    first = min((each.lineno for each in (node, *node.decorator_list)), default=node.lineno)
    return sum(len(line) + 1 for line in lines[: first - 1])


def _calls(body: Sequence[ast.AST], names: Mapping[str, Plain]) -> Iterator[tuple[ast.Call, Mapping[str, Plain]]]:
    """The calls in a suite, each with the plain values that names have there: once for each round of loops over values that the text shows."""
    nodes = [*own_parts(body)]
    rounds = _rounds(nodes, names)
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from ((node, {**names, **chosen}) for chosen in _chosen(node, rounds))
        elif isinstance(node, ast.ClassDef):
            yield from _calls(node.body, names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            lines = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
            yield from _calls(lines, _seen_inside(scope_of(lines, None, node.args), names))


def _rounds(nodes: Sequence[ast.AST], names: Mapping[str, Plain]) -> list[list[dict[str, Plain]]]:
    """For each loop or comprehension over values that the text shows, the values of its variables in each round."""
    found: list[list[dict[str, Plain]]] = []
    for node in nodes:
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, (ast.Tuple, ast.List)):
            target = node.target
            variables = [part for part in ast.walk(target) if isinstance(part, ast.Name)]
            with suppress(KeyError, TypeError, ValueError, ArithmeticError):
                values = [_value(each, names) for each in node.iter.elts]
                found.append([dict(zip([each.id for each in variables], _row(each), strict=True)) for each in values])
    return found


def _row(value: Plain) -> tuple[Plain, ...]:
    """The values of the variables of a loop in one round."""
    return value if isinstance(value, tuple) else (value,)


def _chosen(call: ast.Call, rounds: Sequence[list[dict[str, Plain]]]) -> Iterator[dict[str, Plain]]:
    """The values of the variables of loops in a call, in some of the rounds; nothing where it mentions none."""
    used = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)} if rounds else set[str]()
    about = [each for each in rounds if used.intersection(*[row.keys() for row in each[:1]])]
    for rows in islice(product(*about), _MOST_ROUNDS):
        yield {name: value for row in rows for name, value in row.items()}


def _seen_inside(scope: Scope, names: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """The plain values of names in a function: those that it binds once, and those around it that it does not bind."""
    found = {name: value for name, value in names.items() if name not in scope.names and name not in scope.libraries}
    for name, bound in scope.names.items():
        if isinstance(bound, ast.expr) and not (isinstance(bound, ast.Name) and bound.id == name):
            with suppress(KeyError, TypeError, ValueError, ArithmeticError):
                found[name] = _value(bound, found)
    return found


def _constants(analysis: Analysis) -> dict[str, Plain]:
    """The plain values that the file binds at its top."""
    return {
        name: value
        for definition in analysis.definitions
        for name, value in definition.bindings.items()
        if isinstance(value, (int, float, str, bool))
    }


def _functions(analysis: Analysis) -> dict[str, FunctionName]:
    """The helpers that the file defines at its top, as values of parameters."""
    return {
        name: FunctionName(name)
        for definition in analysis.definitions
        for name, value in definition.bindings.items()
        if isinstance(value, Formula) and value.macro.name == name
    }


def _bound(maker: ast.FunctionDef, call: ast.Call, constants: Mapping[str, Plain]) -> Values | None:
    """The values of all parameters in a call; None where one is not known, or the call does not fit."""
    taken = maker.args
    positional = [each.arg for each in (*taken.posonlyargs, *taken.args)]
    defaults = _defaults(maker)
    written = dict(zip(positional, call.args))
    written.update({each.arg: each.value for each in call.keywords if each.arg is not None})
    names = [*positional, *(each.arg for each in taken.kwonlyargs)]
    if len(call.args) > len(positional) or written.keys() - set(names) or taken.vararg or taken.kwarg:
        return None
    try:
        return {name: _value((defaults | written)[name], constants) for name in names}
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None


def _by_default(maker: ast.FunctionDef, constants: Mapping[str, Plain]) -> Values:
    """The values of parameters that the text gives them by default; `None` stands for what is worked out later."""
    found: dict[str, Plain] = {}
    defaults = _defaults(maker)
    for name in (each.arg for each in (*maker.args.posonlyargs, *maker.args.args, *maker.args.kwonlyargs)):
        try:
            found[name] = _value(defaults[name], constants)
        except (KeyError, TypeError, ValueError, ArithmeticError):
            continue
    return {name: value for name, value in found.items() if value is not None}


def _defaults(maker: ast.FunctionDef) -> dict[str, ast.expr]:
    """The defaults of parameters as they are written."""
    return {each.arg: value for each, value in written_defaults(maker).items()}


def _value(node: ast.expr, constants: Mapping[str, Plain]) -> Plain:
    """The value of an expression; raises `KeyError` for what only running the file would tell."""
    if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, (int, float, str))):
        return node.value
    if isinstance(node, ast.Name):
        return constants[node.id]
    if isinstance(node, ast.Tuple):
        return tuple(_value(each, constants) for each in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _number(-1) * _number(_value(node.operand, constants))
    if isinstance(node, ast.BinOp):
        left, right = (_number(_value(each, constants)) for each in (node.left, node.right))
        return _ARITHMETIC[type(node.op)](left, right)
    raise KeyError(ast.dump(node))


def _number(value: Plain) -> int | float:
    if isinstance(value, (int, float)):
        return value
    raise KeyError(value)


_ARITHMETIC: Final[Mapping[type[ast.operator], Callable[[int | float, int | float], int | float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
