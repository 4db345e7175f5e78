"""Calls whose arguments differ between the dialects: one function for each form, by the dialect that is written and the name in the one that was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import libcst as cst

from tilewright.core.dialects import CLASSIC, TIRX, Dialect
from tilewright.core.dialects.hybrid import LOOPS
from tilewright.core.ir.stmt import USUAL_ERROR
from tilewright.core.migrate.lets import value_first
from tilewright.core.ops.table import OPS

# Forms with names of ops and attributes in the texts of their arguments.
STRINGS: Final = frozenset({"func_attr", "call_intrin", "Call", "attr"})

# A call whose names are of the new dialect already, the name of its namespace, and the module that the namespace came from.
CallRule = Callable[[cst.Call, str, str], cst.BaseExpression]


def _called(call: cst.Call, space: str, name: str, args: object = None) -> cst.Call:
    """The call of another member of the namespace."""
    func = cst.Attribute(cst.Name(space), cst.Name(name))
    return call.with_changes(func=func, args=call.args if args is None else args)


def _variable(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`T.var("int32")`: `T.int32()`."""
    given = call.args[0].value if len(call.args) == 1 else None
    return _called(call, space, str(given.evaluated_value), []) if isinstance(given, cst.SimpleString) else call


def _loop(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`tir.range(begin, end, "kind")`: `range`, or the loop form of the kind."""
    if len(call.args) < 3 or not isinstance(call.args[2].value, cst.SimpleString):
        return call.with_changes(func=cst.Name("range"))
    form = LOOPS.get(str(call.args[2].value.evaluated_value).lower(), "serial")
    return _called(call, space, form, _tidy(call.args[:2]))


def _memory(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`T.decl_buffer(shape)` without memory to be a view of makes some: `T.alloc_buffer` in tirx."""
    has_data = any(_keyword(each) == "data" for each in call.args) or len(call.args) > 2
    return call if has_data or kind == TIRX.script else _called(call, space, "alloc_buffer")


def _view(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`T.Buffer(shape, data=p)`, a view of memory, which tirx takes only where a statement declares it: `T.decl_buffer`."""
    has_data = any(_keyword(each) == "data" for each in call.args) or len(call.args) > 2
    return _called(call, space, "decl_buffer") if has_data and kind != TIRX.script else call


def _memory_of_tirx(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`T.alloc_buffer` of tirx: `decl_buffer` without memory to be a view of."""
    return _called(call, space, "decl_buffer") if kind == TIRX.script else call


def _scoped(scope: str) -> CallRule:
    """`T.alloc_local(shape, dtype)`: memory of that scope."""

    def rule(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
        given = cst.parse_expression(f'f(scope="{scope}")').args  # pyright: ignore[reportAttributeAccessIssue]
        return _called(call, space, "decl_buffer", _joined([*call.args, *given]))

    return rule


def _value_of_bind(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`x = T.bind(value)`: `x = value`."""
    only = len(call.args) == 1 and not _keyword(call.args[0])
    return call.args[0].value if only else call


def _attribute(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`T.attr({"key": value})`: `T.attr(0, "key", value)`."""
    marks = call.args[0].value if len(call.args) == 1 else None
    if (
        not isinstance(marks, cst.Dict)
        or len(marks.elements) != 1
        or not isinstance(marks.elements[0], cst.DictElement)
    ):
        return call
    mark = marks.elements[0]
    return call.with_changes(args=_joined([cst.Arg(cst.Integer("0")), cst.Arg(mark.key), cst.Arg(mark.value)]))


def _cast(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`tir.cast("int32", x)`: the value comes first now."""
    first = call.args[0].value if len(call.args) == 2 and kind == "hybrid" else None
    if not isinstance(first, cst.SimpleString):
        return call
    return call.with_changes(args=_joined([cst.Arg(call.args[1].value), cst.Arg(first)]))


def _let(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
    """`T.let(x, value)`: `T.LetStmt(value, var=x)`."""
    if len(call.args) != 2 or any(_keyword(each) for each in call.args):
        return call
    return _called(call, space, "LetStmt", value_first(call))


def _typed_op(prefix: str) -> CallRule:
    """`tir.exp(x, dtype="float32")`: `T.call_intrin("float32", "tir.exp", x)`."""

    def rule(call: cst.Call, space: str, kind: str) -> cst.BaseExpression:
        named = [each for each in call.args if _keyword(each) == "dtype"]
        if kind != "hybrid" or len(named) != 1:
            return call
        assert isinstance(call.func, cst.Attribute)
        name = cst.SimpleString(f'"{prefix}{call.func.attr.value}"')
        rest = [each for each in call.args if each is not named[0]]
        return _called(call, space, "call_intrin", _joined([cst.Arg(named[0].value), cst.Arg(name), *rest]))

    return rule


_TO_EITHER: Final[Mapping[str, CallRule]] = {
    "var": _variable,
    "range": _loop,
    "cast": _cast,
}
CALLS: Final[Mapping[tuple[str, str], CallRule]] = {
    **{(dialect, name): rule for dialect in ("classic", "tirx") for name, rule in _TO_EITHER.items()},
    **{
        (dialect.name, name.removeprefix("tir.")): _typed_op(dialect.prefix)
        for dialect in (CLASSIC, TIRX)
        for name in OPS
        if name.startswith("tir.")
    },
    ("tirx", "decl_buffer"): _memory,
    ("tirx", "Buffer"): _view,
    ("tirx", "buffer_decl"): _view,
    ("hybrid", "alloc_buffer"): _memory_of_tirx,
    ("hybrid", "bind"): _value_of_bind,
    ("classic", "bind"): _value_of_bind,
    ("classic", "Bind"): _value_of_bind,
    ("classic", "attr"): _attribute,
    ("classic", "let"): _let,
    ("classic", "alloc_local"): _scoped("local"),
    ("classic", "alloc_shared"): _scoped("shared"),
}


# Statements that are one call; what they become.
StatementRule = Callable[[cst.Call], Any]


def _returned(call: cst.Call) -> cst.Return | None:
    """`T.ret(x)`, alone or in `T.evaluate`: `return x`."""
    return cst.Return(call.args[0].value) if len(call.args) == 1 else None


def _let_of_var(name: str) -> StatementRule:
    """`T.LetStmt(value, var=x)`, which holds for the rest of its suite, is `T.bind` in tirx."""

    def rule(call: cst.Call) -> cst.Expr | None:
        assert isinstance(call.func, cst.Attribute)
        if not any(_keyword(each) == "var" for each in call.args):
            return None
        return cst.Expr(call.with_changes(func=call.func.with_changes(attr=cst.Name(name))))

    return rule


STATEMENTS: Final[Mapping[tuple[str, str], StatementRule]] = {
    ("tirx", "ret"): _returned,
    ("tirx", "LetStmt"): _let_of_var("bind"),
    ("classic", "bind"): _let_of_var("LetStmt"),
    ("classic", "Bind"): _let_of_var("LetStmt"),
    ("classic", "Return"): _returned,
    ("classic", "Break"): lambda call: cst.Break(),
    ("classic", "Continue"): lambda call: cst.Continue(),
}


@dataclass(frozen=True)
class Words:
    """The words of Relax, and messages, of a dialect."""

    relax: Mapping[str, str]
    keywords: Mapping[str, str]

    @staticmethod
    @cache
    def of(dialect: Dialect) -> Words:
        """Those of a dialect, by what the other has."""
        forms, keywords = TIRX.words.relax_forms, TIRX.words.relax_keywords
        if dialect is TIRX:
            return Words(forms, keywords)
        return Words({new: old for old, new in forms.items()}, {new: old for old, new in keywords.items()})

    def argument(self, given: cst.Arg) -> cst.Arg:
        """An argument under its name in the dialect."""
        name = self.keywords.get(_keyword(given))
        return given if name is None else given.with_changes(keyword=cst.Name(name))

    def assertion(self, node: cst.Assert) -> cst.Assert:
        """An assertion whose message is one text."""
        message = node.msg
        if not isinstance(message, cst.Tuple) or len(message.elements) != 2:
            return node
        kind, parts = (each.value for each in message.elements)
        said = [each.value for each in parts.elements] if isinstance(parts, (cst.List, cst.Tuple)) else []
        if not isinstance(kind, cst.SimpleString) or not all(isinstance(each, cst.SimpleString) for each in said):
            return node
        text = "".join(str(each.evaluated_value) for each in said if isinstance(each, cst.SimpleString))
        name = str(kind.evaluated_value)
        whole = text if name == USUAL_ERROR else f"{name}: {text}"
        quoted = '"' + whole.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        return node.with_changes(msg=cst.SimpleString(quoted))


_EQUAL: Final = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


def _keyword(given: cst.Arg) -> str:
    return given.keyword.value if given.keyword is not None else ""


def _joined(args: list[cst.Arg]) -> list[cst.Arg]:
    """Arguments with plain commas between them."""
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    return [*(each.with_changes(comma=comma) for each in args[:-1]), *_tidy(args[-1:])]


def _tidy(args: Any) -> list[cst.Arg]:
    """Arguments without a comma behind the last."""
    return [*args[:-1], args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]
