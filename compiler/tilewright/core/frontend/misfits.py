"""Calls that do not fit the parameters of what is called: an argument too many, one that is missing, a name that no parameter has."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Any

from tilewright.core.base.diagnostics import Note
from tilewright.core.base.names import are, counted
from tilewright.core.frontend.context import At, Context


def report_misfit(
    context: Context,
    name: str,
    signature: inspect.Signature,
    args: list[Any],
    keywords: dict[str, Any],
    call: ast.Call | None,
    at: At,
    notes: tuple[Note, ...] = (),
) -> object:
    """Report arguments that do not fit the signature: one too many, or what is missing.  One that `call` writes is reported where it stands, the rest at `at`."""
    parameters = signature.parameters
    positional = [p.name for p in parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if call is not None:
        has_rest = any(p.kind is p.VAR_POSITIONAL for p in parameters.values())
        takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        wrong = None if takes_all else _wrong_keyword(context, name, call, parameters, notes)
        wrong = wrong or _given_twice(context, name, call, positional[: len(args)], notes)
        if wrong is None and len(args) > len(positional) and not has_rest:
            extra = call.args[len(positional)] if len(positional) < len(call.args) else call
            sentence = f"`{name}` takes {_count(len(positional))} by position, and {are(len(args))} given"
            wrong = context.report("unexpected-argument", sentence, extra, notes)
        if wrong is not None:
            return wrong
    given = {*positional[: len(args)], *keywords}
    needed = [
        p for p in parameters.values() if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    missing = [f"`{p.name}`" for p in needed if p.name not in given]
    sentence = f"`{name}` needs the argument{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
    return context.report("missing-argument", sentence, at, notes)


def report_misfit_of_text(context: Context, node: ast.Call, signature: inspect.Signature | None) -> bool:
    """Report a call whose arguments, whatever they are, do not fit a signature, if there is one; whether it is such a call."""
    if any(isinstance(arg, ast.Starred) for arg in node.args) or any(each.arg in _ANYWHERE for each in node.keywords):
        return False
    args, keywords = list(node.args), {each.arg: each.value for each in node.keywords if each.arg is not None}
    if signature is None:
        return False
    try:
        signature.bind(*args, **keywords)
    except TypeError:
        report_misfit(context, context.text(node.func), signature, args, keywords, node, node)
        return True
    return False


# `**others`, and what operators take by name whatever else they are given.
_ANYWHERE = (None, "dtype", "span")


def signature_of(function: Any) -> inspect.Signature | None:
    """The signature, None when Python does not know it."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def _wrong_keyword(
    context: Context, name: str, node: ast.Call, parameters: Mapping[str, inspect.Parameter], notes: tuple[Note, ...]
) -> object | None:
    for keyword in node.keywords:
        if keyword.arg is not None and keyword.arg not in parameters:
            begin = context.place(keyword)[0]
            at = (begin, begin + len(keyword.arg))
            hint, fixes = context.suggestion(keyword.arg, parameters, at)
            sentence = f"`{name}` has no parameter `{keyword.arg}`{hint}"
            return context.report("unexpected-argument", sentence, at, notes, fixes)
    return None


def _given_twice(
    context: Context, name: str, node: ast.Call, given: list[str], notes: tuple[Note, ...]
) -> object | None:
    twice = next((keyword for keyword in node.keywords if keyword.arg in given), None)
    if twice is None:
        return None
    return context.report("unexpected-argument", f"the argument `{twice.arg}` of `{name}` is given twice", twice, notes)


def _count(number: int) -> str:
    return counted(number, "argument") if number else "no argument"
