"""Fixes that take something away: a second statement that says what one has said, a statement without effect, an argument too many."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from tilewright.core.base.diagnostics import Fix
from tilewright.core.fixes.rule import Rule
from tilewright.core.fixes.site import Site, called_name, fix, guess, without_argument


def _statement(title: str, safe: bool) -> Rule:
    """Remove the statement."""

    def rule(site: Site) -> Fix | None:
        statement = site.statement
        return None if statement is None else fix(title, site.removed(statement), safe=safe)

    return rule


def second_of_block(site: Site) -> Fix | None:
    """Join a second `T.reads`, `T.writes` or `T.where` with the first, and drop a second `T.init` that says the same."""
    call, block = site.around(ast.Call), site.around(ast.With)
    statement = site.statement
    if isinstance(statement, ast.With):
        first = next((each for each in site.suite if isinstance(each, ast.With) and each is not statement), None)
        same = first is not None and site.text(first).split() == site.text(statement).split()
        return fix(f"Remove the second `{site.script()}.init`", site.removed(statement), safe=same)
    if call is None or block is None or statement is None:
        return None
    name = called_name(call)
    first = next(site.calls(block, name))
    if first is call:
        return None
    have = {site.text(each) for each in first.args}
    more = [site.text(each) for each in call.args if site.text(each) not in have]
    title = f"Join it with the first `{site.namespace(call)}.{name}`"
    if not more:
        return fix(f"Remove the second `{site.namespace(call)}.{name}`", site.removed(statement))
    at = site.place(first)[1] - 1
    if name != "where":
        return fix(title, site.edit(at, at, ", " + ", ".join(more)), site.removed(statement))
    condition = first.args[0]
    both = f"{site.namespace(call)}.And({site.text(condition)}, {more[0]})"
    return fix(title, site.replaced(condition, both), site.removed(statement))


def module_attributes(site: Site) -> Fix | None:
    """Put the attributes into the first statement of them."""
    call, statement = site.around(ast.Call), site.statement
    around = site.around(ast.ClassDef)
    if call is None or statement is None or around is None:
        return None
    first = next(site.calls(around, called_name(call)))
    given = [each.args[0] if each.args else None for each in (first, call)]
    if not all(isinstance(each, ast.Dict) for each in given) or first is call:
        return None
    inner = site.text(call.args[0])[1:-1].strip()
    at = site.place(first.args[0])[1] - 1
    front = ", " if isinstance(first.args[0], ast.Dict) and first.args[0].keys else ""
    return fix("Join it with the first", site.edit(at, at, front + inner), site.removed(statement))


def argument(site: Site) -> Fix | None:
    """Remove the argument."""
    call = next(
        (each for each in reversed(site.path) if isinstance(each, ast.Call) and site.place(each) != site.span), None
    )
    if call is None:
        return None
    for given in (*call.args, *call.keywords):
        value = given.value if isinstance(given, ast.keyword) else given
        if site.span in (site.place(given), site.place(value)):
            return guess(f"Remove `{site.said}`", without_argument(site, call, given))
    return None


def further_arguments(site: Site) -> Fix | None:
    """Remove the arguments behind those that the function takes."""
    call, count = site.node_at(ast.Call), site.matched(r"takes (\d+) argument")
    if call is None or not count or call.keywords or not 0 < int(count[0]) < len(call.args):
        return None
    start = site.place(call.args[int(count[0]) - 1])[1]
    return guess("Remove the extra arguments", site.edit(start, site.place(call.args[-1])[1], ""))


def private(site: Site) -> Fix | None:
    """Leave out `private=True`, so that the function may have a name to be linked by."""
    for decorator in site.function.decorator_list if site.function is not None else ():
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
            if keyword.arg == "private" and isinstance(decorator, ast.Call):
                alone = len(decorator.keywords) + len(decorator.args) == 1
                edit = (
                    site.replaced(decorator, site.text(decorator.func))
                    if alone
                    else without_argument(site, decorator, keyword)
                )
                return guess("Leave out `private=True`", edit)
    return None


def default(site: Site) -> Fix | None:
    """Remove the default value of a parameter."""
    before = site.source.text[: site.span[0]].rstrip()
    if site.function is None or not before.endswith("="):
        return None
    return guess("Remove the default value", site.edit(len(before[:-1].rstrip()), site.span[1], ""))


def names_too_many(site: Site) -> Fix | None:
    """Keep as many names as there are values."""
    target, count = site.node_at(ast.Tuple), site.matched(r"makes (\d+)|(\d+) value")
    number = next((int(each) for each in count if each), 0)
    if target is None or not 0 < number < len(target.elts):
        return None
    last = site.place(target.elts[number - 1])[1]
    return guess(f"Keep {number} of the names", site.edit(last, site.span[1], ""))


def ndim(site: Site) -> Fix | None:
    """Remove `ndim`, which the shape says."""
    call = site.around(ast.Call)
    keyword = next((each for each in call.keywords if each.arg == "ndim"), None) if call is not None else None
    return None if call is None or keyword is None else fix("Remove `ndim`", without_argument(site, call, keyword))


def strides(site: Site) -> Fix | None:
    """Remove `strides`: the buffer is compact."""
    statement = site.statement
    for call in ast.walk(statement) if statement is not None else ():
        for keyword in call.keywords if isinstance(call, ast.Call) else ():
            if keyword.arg == "strides" and isinstance(call, ast.Call):
                return guess("Remove `strides`, for a compact buffer", without_argument(site, call, keyword))
    return None


def annotation(site: Site) -> Fix | None:
    """Remove the annotation; the type follows from the value."""
    statement = site.statement
    if not isinstance(statement, ast.AnnAssign):
        return None
    start, end = site.place(statement.target)[1], site.place(statement.annotation)[1]
    return fix("Remove the annotation", site.edit(start, end, ""), safe=False)


def output(site: Site) -> Fix | None:
    """Remove `R.output` where there is no dataflow block."""
    statement = site.statement
    title = f"Remove `{site.script('R')}.output`: the variable is known outside anyway"
    return None if statement is None else fix(title, site.removed(statement))


def second_output(site: Site) -> Fix | None:
    """List the variables in the first `R.output`."""
    call, block, statement = site.around(ast.Call), site.around(ast.With), site.statement
    if call is None or block is None or statement is None:
        return None
    first = next(site.calls(block, "output"))
    have = {site.text(each) for each in first.args}
    more = "".join(f", {site.text(each)}" for each in call.args if site.text(each) not in have)
    at = site.place(first)[1] - 1
    return fix(
        f"List all variables in the first `{site.text(first.func)}`", site.edit(at, at, more), site.removed(statement)
    )


def step(site: Site) -> Fix | None:
    """Take the whole range: regions have no steps."""
    subscript = site.node_at(ast.Subscript)
    for each in ast.walk(subscript) if subscript is not None else ():
        if isinstance(each, ast.Slice) and each.step is not None:
            start = site.source.text.rindex(":", 0, site.place(each.step)[0])
            return fix("Remove the step", site.edit(start, site.place(each.step)[1], ""))
    return None


FIXES: Final[Mapping[str, Rule]] = {
    **{f"duplicate-{name}": second_of_block for name in ("reads", "writes", "where", "init")},
    "duplicate-module-attrs": module_attributes,
    "duplicate-function-attr": _statement("Remove the second value", False),
    "contradictory-block-attr": _statement("Remove the second value", False),
    "duplicate-function-name": _statement("Remove the second name", False),
    "duplicate-return-type": _statement("Remove the second type", False),
    "unused-value": _statement("Remove this statement", True),
    "discarded-value": _statement("Remove this statement", True),
    "unused-buffer": _statement("Remove the buffer", True),
    "outside-loop": _statement("Remove this statement", False),
    "second-return": _statement("Remove this `return`", False),
    "outside-dataflow": output,
    "private-symbol": _statement("Remove the name", False),
    "private-global-symbol": private,
    "unexpected-argument": argument,
    "call-count": further_arguments,
    "parameter-kind": default,
    "unpack-count": names_too_many,
    "shape-annotation": ndim,
    "bad-strides": strides,
    "annotation-mismatch": annotation,
    "second-output": second_output,
    "region-step": step,
}
