"""Fixes that add or move a line: a declaration that is missing, a statement at the place where it belongs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from tilewright.core.base.diagnostics import Edit, Fix
from tilewright.core.fixes.rule import Rule
from tilewright.core.fixes.site import Site, called_name, fix, guess, with_argument
from tilewright.core.frontend.undecorated import decorator_of
from tilewright.core.ir.buffer import Buffer


def import_above(site: Site) -> Fix | None:
    """Move an import out of the function."""
    statement, outer = site.statement, site.tree.body[0] if site.tree.body else None
    if not isinstance(statement, (ast.Import, ast.ImportFrom)) or outer is None:
        return None
    outer = next((each for each in site.path if isinstance(each, (ast.FunctionDef, ast.ClassDef))), outer)
    assert isinstance(outer, ast.stmt)
    return fix("Move the import above", site.inserted_before(outer, site.text(statement)), site.removed(statement))


def assigned_before(site: Site) -> Fix | None:
    """`A[0] = (x := v)`: `x = v` first."""
    node, statement = site.node_at(ast.NamedExpr), site.statement
    if node is None or statement is None or not isinstance(statement, (ast.Assign, ast.Expr, ast.AugAssign)):
        return None
    line = f"{site.text(node.target)} = {site.text(node.value)}"
    start, end = site.span
    text = site.source.text
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        start, end = start - 1, end + 1
    return guess(
        "Assign it in a line of its own",
        site.inserted_before(statement, line),
        site.edit(start, end, site.text(node.target)),
    )


def one_target_a_line(site: Site) -> Fix | None:
    """`x = y = v`: `x = v`, then `y = x`."""
    statement = site.statement
    if not isinstance(statement, ast.Assign) or not all(isinstance(each, ast.Name) for each in statement.targets):
        return None
    first, *others = (site.text(each) for each in statement.targets)
    if not site.is_alone(statement):
        return None
    lines = [f"{first} = {site.text(statement.value)}", *(f"{each} = {first}" for each in others)]
    return fix(
        "Write one assignment a line", site.replaced(statement, (site.line_end + site.indent(statement)).join(lines))
    )


def renamed(site: Site) -> Fix | None:
    """Give the second definition, and what reads it behind, a name of its own."""
    name, statement = site.said, site.statement
    if not name.isidentifier() or statement is None or site.function is None:
        return None
    taken = {each.id for each in ast.walk(site.function) if isinstance(each, ast.Name)}
    new = next(f"{name}_{at}" for at in range(1, len(taken) + 2) if f"{name}_{at}" not in taken)
    suite = site.suite
    behind = suite[next(at for at, each in enumerate(suite) if each is statement) + 1 :]
    if not isinstance(statement, ast.Assign):
        return None
    uses = [part for each in behind for part in ast.walk(each) if isinstance(part, ast.Name) and part.id == name]
    return guess(f"Call it `{new}`", site.edit(*site.span, new), *(site.replaced(each, new) for each in uses))


def at_function_top(site: Site) -> Fix | None:
    """Move the statement to the top of the function."""
    statement, function = site.statement, site.function
    if statement is None or function is None:
        return None
    first = function.body[0]
    return fix(
        "Move it to the top of the function", site.inserted_before(first, site.text(statement)), site.removed(statement)
    )


def at_block_top(site: Site) -> Fix | None:
    """Move the statement behind the axes of its block."""
    statement = site.statement
    block = _block(site)
    if statement is None or block is None:
        return None
    first = next((each for each in block.body if not _is_axis(each)), block.body[0])
    return fix(
        "Move it to the top of the block", site.inserted_before(first, site.text(statement)), site.removed(statement)
    )


def _block(site: Site) -> ast.With | None:
    """The innermost block around the place."""
    for node in reversed(site.path):
        if isinstance(node, ast.With) and any(
            called_name(item.context_expr) in ("block", "sblock") for item in node.items
        ):
            return node
    return None


def _is_axis(statement: ast.stmt) -> bool:
    called = (
        statement.value.func if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call) else None
    )
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Attribute) and called.value.attr == "axis"


def in_domain(site: Site) -> Fix | None:
    """Run the block only where the axis is inside of its domain, or exchange the arguments where the sentence says so."""
    block = _block(site)
    for statement in block.body if block is not None else ():
        value = statement.value if isinstance(statement, ast.Assign) else None
        if (
            not isinstance(statement, ast.Assign)
            or not isinstance(value, ast.Call)
            or site.text(statement.targets[0]) != site.said
        ):
            continue
        if (
            called_name(value) == "remap"
            or len(value.args) != 2
            or isinstance(value.args[0], ast.Tuple)
            or block is None
        ):
            return None
        if site.matched("(arguments are exchanged)"):
            first, second = value.args
            exchanged = f"{site.text(second)}, {site.text(first)}"
            return guess("Exchange the arguments", site.edit(site.place(first)[0], site.place(second)[1], exchanged))
        if site.matched("(not below its end in any iteration)"):
            return None
        space = site.text(value.func).partition(".")[0]
        is_below = bool(site.matched(r"is (-\d+)"))
        limit = ">= 0" if is_below else f"< {site.text(value.args[0])}"
        line = f"{space}.where({site.text(value.args[1])} {limit})"
        last = [each for each in block.body if _is_axis(each)][-1]
        if any(site.calls(block, "where")):
            return None
        return guess("Run the block inside of the domain only", site.inserted_after(last, site.indent(last), line))
    return None


def into_the_block(site: Site) -> Fix | None:
    """Move what describes a block into the block that follows, behind its axes; a line without such a block has no use, and is removed."""
    statement, suite = site.statement, site.suite
    if statement is None or not site.is_alone(statement):
        return None
    following = suite[next(at for at, each in enumerate(suite) if each is statement) + 1 :]
    block = next((each for each in following if isinstance(each, ast.With) and _opens_block(each)), None)
    if block is None:
        return None if isinstance(statement, ast.With) else guess("Remove this statement", site.removed(statement))
    axes = [each for each in block.body if _is_axis(each)]
    before = axes[-1] if axes else None
    indent = site.indent(block.body[0])
    start, end = site.line(statement)
    old = site.indent(statement)
    lines = [indent + line.removeprefix(old) for line in site.source.text[start:end].splitlines()]
    at = site.line(before)[1] if before is not None else site.line(block.body[0])[0]
    moved = site.line_end.join(lines) + site.line_end
    return guess("Move it into the block", site.edit(start, end, ""), site.edit(at, at, moved))


def _opens_block(node: ast.With) -> bool:
    return any(called_name(item.context_expr) in ("block", "sblock") for item in node.items)


def declared(site: Site) -> Fix | None:
    """Name the access in the form that the sentence names."""
    found = site.matched(r"T\.(reads|writes)")
    return _with_region(site, found[0]) if found else None


def _with_region(site: Site, form: str) -> Fix | None:
    block = _block(site)
    call = next(site.calls(block, form), None) if block is not None else None
    if call is None:
        return None
    return fix(f"Name `{site.said}` in `{site.namespace(call)}.{form}`", with_argument(site, call, site.said))


def narrowed(site: Site) -> Fix | None:
    """The region that the block accesses, in place of a wider one."""
    found, call = site.matched(r"names `([^`]+)`, and the block accesses `([^`]+)` only"), site.around(ast.Call)
    for given in call.args if found and call is not None else ():
        if site.text(given).replace(" ", "") == found[0].replace(" ", ""):
            return fix(f"Change to `{found[1]}`", site.replaced(given, found[1]))
    return None


def initialised(site: Site) -> Fix | None:
    """Give the element 0 in the init of the block."""
    block, found = _block(site), site.matched(r"adds to `(\w+)`")
    if block is None or not found or any(site.calls(block, "init")):
        return None
    symbol = site.symbol(found[0])
    if symbol is None or not isinstance(symbol.value, Buffer):
        return None
    first = next((each for each in block.body if not _is_axis(each) and not _describes(each)), None)
    if first is None:
        return None
    space = site.text(block.items[0].context_expr).partition(".")[0]
    lines = (f"with {space}.init():", f"    {site.said} = {space}.{symbol.value.dtype}(0)")
    return guess(f"Start from 0 in `{space}.init`", site.inserted_before(first, *lines))


def _describes(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return called_name(call) in ("reads", "writes", "where", "block_attr") if call is not None else False


def synchronised(site: Site) -> Fix | None:
    """Let the threads wait where the note says: before the later of two accesses, or behind it."""
    found = site.matched(r"`T\.(\w+)\((.+?)\)`")
    places = [
        (note.span.start, note.message) for note in site.diagnostic.notes if "synchronization belongs" in note.message
    ]
    start, message = places[0] if places else (site.span[0], "before")
    behind = " behind " in message
    statement = _waiting_place(site, start, behind)
    if not found or statement is None:
        return None
    space = site.script()
    line = f"{space}.evaluate({space}.{found[0]}({found[1]}))"
    edit = (
        site.inserted_after(statement, site.indent(statement), line)
        if behind
        else site.inserted_before(statement, line)
    )
    return guess("Let the threads wait", edit)


def _waiting_place(site: Site, offset: int, behind: bool) -> ast.stmt | None:
    """The innermost statement around an offset, or the `if` around it in the same loop, to which all threads come; where they wait before it, unless the store stands in that too."""
    around = [
        node
        for node in ast.walk(site.function or site.tree)
        if isinstance(node, ast.stmt) and site.place(node)[0] <= offset < site.place(node)[1]
    ]  # outer ones first
    found = around[-1] if around else None
    for node in reversed(around):
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
            break
        inside = site.place(node)[0] <= site.span[0] < site.place(node)[1]
        if isinstance(node, ast.If) and (behind or not inside):
            found = node
    return found


def annotated(site: Site) -> Fix | None:
    """A parameter becomes a number, unless it is used as a buffer is."""
    for node in ast.walk(site.function or site.tree):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and site.text(node.value) == site.said:
            return None
    return guess("Make it an int32", site.edit(site.span[1], site.span[1], f": {site.script()}.int32"))


def decorated(site: Site) -> Fix | None:
    """A function of a module gets its decorator."""
    function = site.function
    if function is None:
        return None
    decorator = decorator_of(function, site.script())
    return guess(f"Decorate it with `{decorator}`", site.inserted_before(function, decorator))


def returned(site: Site) -> Fix | None:
    """Return the variable that was bound last."""
    function = site.function
    last = function.body[-1] if function is not None else None
    if not isinstance(last, (ast.Assign, ast.AnnAssign)):
        return None
    target = last.targets[0] if isinstance(last, ast.Assign) else last.target
    return guess(
        f"Return `{site.text(target)}`", site.inserted_after(last, site.indent(last), f"return {site.text(target)}")
    )


def output_last(site: Site) -> Fix | None:
    """Move `R.output` to the end of its block."""
    block = site.around(ast.With)
    for statement in block.body if block is not None else ():
        if isinstance(statement, ast.Expr) and called_name(statement.value) == "output" and block is not None:
            last = block.body[-1]
            behind = site.inserted_after(last, site.indent(last), site.text(statement))
            output = site.text(statement.value).partition("(")[0]
            return fix(f"Move `{output}` to the end of the block", site.removed(statement), behind)
    return None


def named_result(site: Site) -> Fix | None:
    """Give the result a name that says it is not used."""
    return fix("Call it `_`", site.edit(site.span[0], site.span[0], "_ = "))


def outside_dataflow(site: Site) -> Fix | None:
    """Move the call behind the dataflow block."""
    block, statement = site.around(ast.With), site.statement
    if block is None or statement is None:
        return None
    behind = site.inserted_after(block, site.indent(block), site.text(statement))
    return guess("Move it behind the dataflow block", site.removed(statement), behind)


def thread(site: Site) -> Fix | None:
    """The tag of a thread for a loop that needs one."""
    call = site.around(ast.Call)
    return (
        None if call is None else guess('Bind it to "threadIdx.x"', with_argument(site, call, 'thread="threadIdx.x"'))
    )


def base_class(site: Site) -> Fix | None:
    """Let the class of a module with Python functions inherit `BasePyModule`."""
    node = site.around(ast.ClassDef)
    if node is None or node.bases or node.keywords:
        return None
    at = site.source.text.index(node.name, site.place(node)[0]) + len(node.name)
    edits: list[Edit] = [site.edit(at, at, "(BasePyModule)")]
    return guess("Inherit `BasePyModule`", *edits)


FIXES: Final[Mapping[str, Rule]] = {
    "outside-block": into_the_block,
    "unsupported-statement": import_above,
    "unsupported-expression": assigned_before,
    "chained-assignment": one_target_a_line,
    "duplicate-name": renamed,
    "not-at-function-top": at_function_top,
    "not-at-block-top": at_block_top,
    "axis-out-of-domain": in_domain,
    "undeclared-access": declared,
    "region-too-narrow": declared,
    "region-too-wide": narrowed,
    "missing-init": initialised,
    "missing-sync": synchronised,
    "missing-annotation": annotated,
    "undecorated-function": decorated,
    "no-return": returned,
    "after-output": output_last,
    "unused-result": named_result,
    "effect-in-dataflow": outside_dataflow,
    "missing-thread": thread,
    "python-function": base_class,
}
