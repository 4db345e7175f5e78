"""Fixes that write one thing in place of another: the name that was meant, a value in its right type or form."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

from tilewright.core.base.diagnostics import Edit, Fix
from tilewright.core.base.names import nearest
from tilewright.core.fixes.rule import Rule
from tilewright.core.fixes.site import Site, called_name, fix, guess
from tilewright.core.ir.buffer import Buffer

_TAGS: Final = ("blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z", "vthread")
_NUMBER: Final = re.compile(r"[+-]?\d+")


def meant(site: Site) -> Fix | None:
    """The nearest known name, which the sentence asks about: "did you mean ...?"."""
    found = site.matched(r"did you mean `([^`]+)`\?")
    if not found:
        return None
    quote = site.said[0] if site.said[:1] in "'\"" and site.said[:1] else ""
    return guess(f"Change to `{found[0]}`", site.edit(*site.span, f"{quote}{found[0]}{quote}"))


def attribute_meant(site: Site) -> Fix | None:
    """The nearest attribute; `x.sqrt()`: `T.sqrt(x)`."""
    found, call = site.matched(r"write `(.+)`$"), site.around(ast.Call)
    if not found:
        return meant(site)
    method = call.func if call is not None else None
    is_method = isinstance(method, ast.Attribute) and site.place(method)[1] == site.span[1]
    if call is None or not is_method or call.args or call.keywords:
        return None
    return guess(f"Change to `{found[0]}`", site.replaced(call, found[0]))


def compared(site: Site) -> Fix | None:
    """`n` as a condition: `n != 0`"""
    return guess(f"Compare it: `{site.said} != 0`", site.edit(*site.span, f"{site.said} != 0"))


def whole_index(site: Site) -> Fix | None:
    """`A[x]` at a float: `A[T.cast(x, "int32")]`"""
    return guess("Convert it to an integer", site.edit(*site.span, f'{site.script()}.cast({site.said}, "int32")'))


def cast(site: Site) -> Fix | None:
    """The conversion that happens anyway, written out: in a factory, whose parameters may say another type, to that of the buffer."""
    found = site.matched(r"converted to (\w+),")
    if not found:
        return None
    form, stored = f"{site.script()}.cast", _stored(site.statement)
    in_factory = sum(isinstance(node, ast.FunctionDef) for node in site.path) > 1
    dtype = f"{site.text(stored)}.dtype" if stored is not None and in_factory else f'"{found[0]}"'
    return fix(f"Convert it with `{form}`", site.edit(*site.span, f"{form}({site.said}, {dtype})"))


def _stored(statement: ast.stmt | None) -> ast.expr | None:
    """The buffer of which a statement writes an element."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    return target.value if isinstance(target, ast.Subscript) else None


def guarded(site: Site) -> Fix | None:
    """`T.Select(...)`: `T.if_then_else(...)`"""
    selects = [each for each in site.path if called_name(each) == "Select"]
    if not selects or not isinstance(selects[-1], ast.Call):
        return None
    space = site.namespace(selects[-1])
    name = f"{space}.if_then_else" if space else "if_then_else"
    return fix(f"Change to `{name}`", site.replaced(selects[-1].func, name))


def widened(site: Site) -> Fix | None:
    """`T.cast(a * b, "int32")`: `T.cast(a, "int32") * T.cast(b, "int32")`"""
    found, node = site.matched(r"operands to (\w+) first"), site.node_at(ast.BinOp)
    if not found or node is None:
        return None
    return guess(f"Convert the operands to {found[0]}", *converted_operands(site, node, found[0]))


def converted_operands(site: Site, node: ast.expr, dtype: str) -> list[Edit]:
    """The edits that convert each operand of a sum or product, or a value that is none."""
    return [
        site.edit(at, at, text)
        for start, end in map(site.place, _operands(node))
        for at, text in ((start, f"{site.script()}.cast("), (end, f', "{dtype}")'))
    ]


def _operands(node: ast.expr) -> Iterator[ast.expr]:
    """The operands of a sum or product; plain numbers take the type of what they meet."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        yield from _operands(node.left)
        yield from _operands(node.right)
    elif not isinstance(node, ast.Constant):
        yield node


def number(site: Site) -> Fix | None:
    """The number that a text says."""
    node = site.node_at(ast.Constant)
    if node is None or not isinstance(node.value, str) or not _NUMBER.fullmatch(node.value.strip()):
        return None
    return guess(f"Change to `{node.value.strip()}`", site.edit(*site.span, node.value.strip()))


def unquoted(site: Site) -> Fix | None:
    """The shape that a text says."""
    node = site.node_at(ast.Constant)
    text = node.value.strip() if node is not None and isinstance(node.value, str) else ""
    try:
        shape = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None
    is_shape = isinstance(shape, (tuple, list, int)) and not isinstance(shape, bool)
    return guess(f"Change to `{text}`", site.edit(*site.span, text)) if is_shape else None


def element(site: Site) -> Fix | None:
    """`A(i)`: `A[i]`"""
    call = site.around(ast.Call)
    if "buffer" not in site.diagnostic.message or call is None or call.keywords or not call.args:
        return None
    items = ", ".join(site.text(each) for each in call.args)
    return guess(
        f"Change to `{site.text(call.func)}[{items}]`", site.replaced(call, f"{site.text(call.func)}[{items}]")
    )


def shape_of(site: Site) -> Fix | None:
    """`*A`: `*A.shape`"""
    starred = site.around(ast.Starred)
    if starred is None or "buffer" not in site.diagnostic.message:
        return None
    return guess(f"Change to `*{site.said}.shape`", site.edit(*site.span, f"{site.said}.shape"))


def item_of_list(site: Site) -> Fix | None:
    """`return [n]`: `return n`; no `return` of a buffer."""
    if site.matched("(a kernel returns a number or nothing)") and site.statement is not None:
        return guess("Remove the `return`", site.removed(site.statement))
    node = site.node_at(ast.List)
    if node is None or len(node.elts) != 1:
        return None
    return guess("Return the value itself", site.replaced(node, site.text(node.elts[0])))


def matched_again(site: Site) -> Fix | None:
    """A second buffer over the same memory: `T.Buffer(shape, data=A.data)`."""
    call, found = site.around(ast.Call), site.matched(r"already, `(\w+)`")
    if call is None or not found or len(call.args) < 2 or called_name(call) != "match_buffer":
        return None
    start, end = site.place(call)[0], site.place(call.args[1])[0]
    last = site.place(call)[1] - 1
    view = site.edit(start, end, f"{site.namespace(call)}.Buffer(")
    return guess(f"Declare a view of `{found[0]}`", view, site.edit(last, last, f", data={found[0]}.data"))


def element_type(site: Site) -> Fix | None:
    """The type of the elements of the buffer that a part is taken from."""
    found = site.matched(r"has elements of (\w+),")
    return guess(f'Change to "{found[0]}"', site.edit(*site.span, f'"{found[0]}"')) if found else None


def allocation_anywhere(site: Site) -> Fix | None:
    """`T.alloc_buffer`: `T.decl_buffer`, which allocates where it stands."""
    space = site.said.rpartition(".")[0]
    return fix(f"Change to `{space}.decl_buffer`", site.edit(*site.span, f"{space}.decl_buffer"))


def allocated(site: Site) -> Fix | None:
    """`B = T.Buffer(...)` without memory: `B = T.alloc_buffer(...)`."""
    for statement in site.function.body if site.function is not None else ():
        value = statement.value if isinstance(statement, ast.Assign) else None
        if not isinstance(statement, ast.Assign) or not isinstance(value, ast.Call) or called_name(value) != "Buffer":
            continue
        names = {site.text(target) for target in statement.targets}
        if site.said.partition("[")[0] in names and not any(each.arg == "data" for each in value.keywords):
            form = f"{site.namespace(value)}.alloc_buffer"
            return guess(f"Allocate it with `{form}`", site.replaced(value.func, form))
    return None


def thread_tag(site: Site) -> Fix | None:
    """The nearest tag."""
    found = site.matched(r'"([^"]+)" is not a thread tag')
    statement = site.statement
    for node in ast.walk(statement) if found and statement is not None else ():
        if isinstance(node, ast.Constant) and node.value == found[0]:
            close = nearest(found[0], _TAGS) or "threadIdx.x"
            return guess(f'Change to "{close}"', site.replaced(node, f'"{close}"'))
    return None


def letters(site: Site) -> Fix | None:
    """Spatial axes in place of kinds that do not exist."""
    made = "".join(each if each in "SR'\"" else "S" for each in site.said)
    return guess(f"Change to {made}", site.edit(*site.span, made))


def whole_buffer(site: Site) -> Fix | None:
    """The part that the sentence names: `A[0:16, 0:16]`."""
    found = site.matched(r"such as `([^`]+)`")
    return fix(f"Change to `{found[0]}`", site.edit(*site.span, found[0])) if found else None


def two_ends(site: Site) -> Fix | None:
    """`(begin, end)` of a domain with a step of 1."""
    node = site.node_at(ast.Tuple)
    if node is None or len(node.elts) != 3 or site.text(node.elts[2]) != "1":
        return None
    return fix("Remove the step", site.edit(site.place(node.elts[1])[1], site.place(node.elts[2])[1], ""))


def asserted(site: Site) -> Fix | None:
    """`tir.Assert(c, "m")`: `assert c, "m"`"""
    call = site.node_at(ast.Call)
    if call is None or called_name(call) != "Assert" or len(call.args) != 2:
        return None
    condition, message = (site.text(each) for each in call.args)
    return fix("Change to `assert`", site.replaced(call, f"assert {condition}, {message}"))


def wide_symbol(site: Site) -> Fix | None:
    """A size of 64 bits."""
    found = site.matched(r"this is (\w+)")
    call = site.around(ast.Call)
    if not found or call is None or found[0] not in site.text(call):
        return None
    return fix("Change to `int64`", site.replaced(call, site.text(call).replace(found[0], "int64", 1)))


def float_constant(site: Site) -> Fix | None:
    """Infinity and the like of a float type."""
    return guess('Change to "float32"', site.edit(*site.span, '"float32"'))


def wider_type(site: Site) -> Fix | None:
    """The narrowest type of the kind that holds the number."""
    found, call = site.matched(r"^(-?\d+) does not fit (u?int)\d+"), site.around(ast.Call)
    if not found or call is None or not isinstance(call.func, ast.Attribute):
        return None
    value, kind = int(found[0]), found[1]
    low_high = (
        (bits, (0, 2**bits) if kind == "uint" else (-(2 ** (bits - 1)), 2 ** (bits - 1))) for bits in (8, 16, 32, 64)
    )
    bits = next((each for each, (low, high) in low_high if low <= value < high), None)
    name = f"{site.text(call.func.value)}.{kind}{bits}"
    return guess(f"Change to `{name}`", site.replaced(call.func, name)) if bits else None


def return_type(site: Site) -> Fix | None:
    """The declared type becomes that of what is returned."""
    found, function = site.matched(r"returns `(.+?)`, and"), site.function
    if not found or function is None or function.returns is None:
        return None
    declared = re.sub(r"\bR\.", f"{site.script('R')}.", found[0])
    return guess("Declare the type of what is returned", site.replaced(function.returns, declared))


def impure(site: Site) -> Fix | None:
    """`@R.function`: `@R.function(pure=False)`"""
    for decorator in site.function.decorator_list if site.function is not None else ():
        if isinstance(decorator, ast.Attribute) and decorator.attr == "function":
            return fix("Declare the function impure", site.replaced(decorator, f"{site.text(decorator)}(pure=False)"))
    return None


def swapped_ends(site: Site) -> Fix | None:
    """`range(4, 2)`: `range(2, 4)`"""
    loop = site.around(ast.For)
    call = loop.iter if loop is not None else None
    if not isinstance(call, ast.Call) or len(call.args) != 2:
        return None
    first, second = call.args
    return guess("Exchange the ends", site.replaced(first, site.text(second)), site.replaced(second, site.text(first)))


def serial(site: Site) -> Fix | None:
    """The loop that the sentence names, without threads."""
    found = site.matched(r"parallel loop `(\w+)`")
    for node in ast.walk(site.tree) if found else ():
        if isinstance(node, ast.For) and site.text(node.target) == found[0] and called_name(node.iter) == "parallel":
            assert isinstance(node.iter, ast.Call)
            return fix("Run the loop serially", site.replaced(node.iter.func, f"{site.namespace(node.iter)}.serial"))
    return None


def _kind_of_axis(kind: str, form: str, said: str) -> Rule:
    """Make the axis that the sentence names one of another kind."""

    def rule(site: Site) -> Fix | None:
        found, block = site.matched(r"axis `(\w+)`"), site.around(ast.With)
        for statement in block.body if found and block is not None else ():
            value = statement.value if isinstance(statement, ast.Assign) else None
            if not isinstance(statement, ast.Assign) or not isinstance(value, ast.Call):
                continue
            edit = other_kind(site, statement, value, found[0], kind, form)
            if edit is not None:
                return guess(f"Make `{found[0]}` a {said} axis", site.replaced(*edit))
        return None

    return rule


def other_kind(
    site: Site, statement: ast.Assign, value: ast.Call, name: str, kind: str, form: str
) -> tuple[ast.AST, str] | None:
    """The part of an axis statement that says the kind of the axis, with the text for another kind."""
    target = statement.targets[0]
    names = [site.text(each) for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
    if name not in names:
        return None
    if called_name(value) != "remap":
        return value.func, f"{site.namespace(value)}.{form}"
    at, text = names.index(name) + 1, site.text(value.args[0])
    return value.args[0], text[:at] + kind + text[at + 1 :]


def identity(site: Site) -> Fix | None:
    """The number that the sentence names as the start."""
    found, statement = site.matched(r"start from `\w+\.(\w+)`"), site.statement
    if not found or not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Subscript):
        return None
    symbol = site.symbol(site.text(statement.targets[0].value))
    if symbol is None or not isinstance(symbol.value, Buffer):
        return None
    made = f'{site.script()}.{found[0]}("{symbol.value.dtype}")'
    return guess(f"Start from `{made}`", site.replaced(statement.value, made))


def _converted(site: Site, node: ast.expr, wanted: str) -> Fix | None:
    form = f"{site.script('R')}.astype"
    return guess(f"Convert it with `{form}`", site.replaced(node, f'{form}({site.text(node)}, "{wanted}")'))


def same_type(site: Site) -> Fix | None:
    """The operand converted to the other's type; a number is written in that type."""
    found = site.matched(r"the data types (\w+) and (\w+) differ")
    if not found:
        return None
    binary = site.node_at(ast.BinOp)
    if binary is not None:
        return _converted(site, binary.right, found[0])
    node, around = site.node_at(ast.Constant, ast.UnaryOp), site.around(ast.BinOp)
    is_left = node is not None and around is not None and around.left is node
    wanted = found[1] if is_left else found[0]
    if node is None:
        argument = site.node_at(ast.expr)
        return None if argument is None else _converted(site, argument, wanted)
    is_whole = wanted == "float32" and _NUMBER.fullmatch(site.said)
    made = f"{site.said}.0" if is_whole else f'{site.script("R")}.const({site.said}, "{wanted}")'
    return guess(f"Change to `{made}`", site.edit(*site.span, made))


FIXES: Final[Mapping[str, Rule]] = {
    **dict.fromkeys(
        (
            "unknown-dtype",
            "unknown-op",
            "undefined-name",
            "unknown-member",
            "wrong-argument",
            "relax-call",
        ),
        meant,
    ),
    "unknown-attribute": attribute_meant,
    "implicit-cast": cast,
    "late-widening": widened,
    "select-out-of-bounds": guarded,
    "not-an-integer": number,
    "bad-shape": unquoted,
    "not-callable": element,
    "not-iterable": shape_of,
    "return-value": item_of_list,
    "not-a-condition": compared,
    "index-type": whole_index,
    "duplicate-match": matched_again,
    "match-buffer-type": element_type,
    "misplaced-allocation": allocation_anywhere,
    "undefined-variable": allocated,
    "unknown-thread-tag": thread_tag,
    "remap-kind": letters,
    "not-a-region": whole_buffer,
    "axis-domain": two_ends,
    "needs-with": asserted,
    "symbol-dtype": wide_symbol,
    "no-such-constant": float_constant,
    "constant-range": wider_type,
    "return-mismatch": return_type,
    "effect-in-pure-function": impure,
    "backward-loop": swapped_ends,
    "parallel-race": serial,
    "break-at-once": serial,
    "spatial-sum": _kind_of_axis("R", "reduce", "reduction"),
    "reduced-output": _kind_of_axis("S", "spatial", "spatial"),
    "wrong-identity": identity,
    "relax-dtype": same_type,
}
