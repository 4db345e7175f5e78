"""Functions that are one but for numbers: the large ones among them share their code.

    f: for k in 96: ... k * 96 ...        shared(.., n): for k in n: ... k * n ...
    g: for k in 128: ... k * 128 ...  ->  f: shared(.., 96)    g: shared(.., 128)

Networks whose layers grow step by step have dozens of these, and each takes as long to compile as the next.  Numbers that decide how memory and registers are
used stay what they are, so that only functions which agree in them share code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import LE, LT, Add, BufferLoad, Call, Expr, GlobalVar, IntImm, Mul, Sub, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.hashing import Reading
from tilewright.core.ir.inlining import NOINLINE
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, Evaluate, For, ForKind
from tilewright.core.ir.walk import statements, walk

# Nodes and functions from which on sharing pays: a small function is compiled in no time.
_LARGE, _MANY = 1000, 3
# Numbers that may differ, and iterations from which on a loop may run for a number that is not known.
_MOST_NUMBERS, _LONG = 16, 32
# Bytes of an allocation that may be in registers.
_NEAR = 64 << 10
_ARITHMETIC = (Add, Sub, Mul, LT, LE)


def shared(functions: Mapping[str, PrimFunc], grain: str) -> dict[str, PrimFunc]:
    """The functions, and those that several of them call now; `grain` is the annotation of a loop that says how much of it a thread takes."""
    groups: dict[str, list[str]] = {}
    for names in _of_like_size(functions) if len(functions) >= _MANY else ():
        for name in names:
            groups.setdefault(_outline(functions[name], grain), []).append(name)
    made = dict(functions)
    for names in groups.values():
        if len(names) >= _MANY:
            made.update(_of_group({name: functions[name] for name in names}, grain))
    return made


def _of_like_size(functions: Mapping[str, PrimFunc]) -> Iterator[list[str]]:
    """Large functions with as many nodes of each kind, where there are enough of them to share code: what an outline costs is saved for all others."""
    found: dict[frozenset[tuple[type, int]], list[str]] = {}
    for name, func in functions.items():
        kinds = Counter(map(type, walk(func.body)))
        if kinds.total() >= _LARGE and all(param.dtype.is_handle for param in func.params):
            found.setdefault(frozenset(kinds.items()), []).append(name)
    return (names for names in found.values() if len(names) >= _MANY)


def _of_group(members: dict[str, PrimFunc], grain: str) -> dict[str, PrimFunc]:
    numbers = {name: list(_numbers(func, grain)) for name, func in members.items()}
    first, example = next(iter(members.items()))
    columns: list[tuple[int, ...]] = list(zip(*([each.value for each in given] for given in numbers.values())))
    wanted = dict.fromkeys(
        (str(number.dtype), column) for number, column in zip(numbers[first], columns) if len(set(column)) > 1
    )
    if len(wanted) > _MOST_NUMBERS:
        return members
    variables = {key: Var(f"n{at}", key[0]) for at, key in enumerate(wanted)}  # pyright: ignore[reportArgumentType]
    order = [variables.get((str(number.dtype), column), number) for number, column in zip(numbers[first], columns)]
    name = f"{first}.shared"
    replacements = iter(order)
    body = _mapped(example, lambda _: next(replacements), grain)
    common = example.replace(params=(*example.params, *variables.values()), body=body)
    callee = GlobalVar(name)
    made = {name: common.without_attr("global_symbol").with_attr(NOINLINE, True)}
    for at, (own, func) in enumerate(members.items()):
        given = [IntImm(variable.dtype, column[at]) for (_, column), variable in variables.items()]
        made[own] = func.with_body(Evaluate(Call("void", callee, (*func.params, *given))))
    return made


def _is_near(func: PrimFunc) -> Callable[[Buffer], bool]:
    """Whether a buffer may be in registers, so that its indices stay numbers."""
    far = {buffer.data for buffer in func.buffer_map.values()}
    far |= {node.buffer_var for node in statements(func) if isinstance(node, Allocate) and _bytes(node) > _NEAR}
    return lambda buffer: buffer.data not in far


def _bytes(node: Allocate) -> int:
    return prod(extent.value if isinstance(extent, IntImm) else 1 for extent in node.extents) * node.dtype.bits // 8


def _is_open(node: Node) -> bool:
    """Whether numbers directly in the node may differ."""
    if isinstance(node, For):
        runs = node.kind in (ForKind.SERIAL, ForKind.PARALLEL)
        return runs and isinstance(node.extent, IntImm) and node.extent.value >= _LONG
    return isinstance(node, _ARITHMETIC) and not node.a.dtype.is_vector


def _numbers(func: PrimFunc, grain: str) -> Iterator[IntImm]:
    """The numbers that may differ, in the order in which `_mapped` meets them."""
    found: list[IntImm] = []

    def note(number: IntImm) -> IntImm:
        found.append(number)
        return number

    _mapped(func, note, grain)
    return iter(found)


def _mapped(func: PrimFunc, change: Callable[[IntImm], Expr], grain: str) -> Any:
    """The body with the numbers that may differ changed."""
    is_near = _is_near(func)

    def visit(node: Any, closed: bool) -> Any:
        inside = closed or (isinstance(node, (BufferLoad, BufferStore)) and is_near(node.buffer))
        is_open = not closed and _is_open(node)

        def part(child: object) -> Any:
            if type(child) is IntImm:
                return change(child) if is_open else child
            below = closed if isinstance(node, BufferStore) and child is node.value else inside
            return visit(child, below)

        made = node.map_children(part)
        if isinstance(made, For) and type(made.annotations.get(grain)) is IntImm:
            made = made.replace(annotations={**made.annotations, grain: change(made.annotations[grain])})
        return made

    return visit(func.body, False)


def _outline(func: PrimFunc, grain: str) -> str:
    """The function in words, without the numbers that may differ."""
    masks: dict[str, Var] = {}
    reading = Reading(False)
    for param in func.params:
        reading.define(param, scoped=False)
        buffer = func.buffer_map.get(param)
        if buffer is not None:
            reading.said.append(str(buffer.dtype))
            reading.define(buffer, scoped=False)
            reading.define(buffer.data, scoped=False)
    for each in statements(func):
        if isinstance(each, DeclBuffer) and id(each.buffer.data) in reading.numbers:
            reading.said += [str(each.buffer.dtype), f"#{reading.numbers[id(each.buffer.data)]}"]
            reading.define(each.buffer, scoped=False)

    def masked(number: IntImm) -> Expr:
        return masks.setdefault(str(number.dtype), Var("number", number.dtype))

    body = _mapped(func, masked, grain)
    for kind in sorted(masks):
        reading.said.append(kind)
        reading.define(masks[kind], scoped=False)
    reading.read(body)
    return "\x1f".join(reading.said)


__all__ = ["shared"]
