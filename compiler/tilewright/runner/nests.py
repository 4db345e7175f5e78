"""The loop nests of a function, each as a function of its own: what stands one after another at its top, with the buffers between them as parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, For, SeqStmt, Stmt
from tilewright.core.ir.walk import free_vars, walk

NAME = "nest"


@dataclass(frozen=True, eq=False)
class Nest:
    """One nest: `func` runs it alone and takes what the whole function does, then the `between` of `Nests`; `first` is the loop or block that it begins with, `own` has only the buffers that the nest uses."""

    name: str
    first: For | Block | None
    func: PrimFunc
    own: PrimFunc


@dataclass(frozen=True, eq=False)
class Nests:
    """The nests of a function in order, and the buffers that it allocates at its top."""

    between: tuple[Buffer, ...]
    parts: tuple[Nest, ...]


def nests_of(func: PrimFunc) -> Nests:
    """The nests of a function; one, which is the whole, where its statements cannot be separated."""
    between, body = _peeled(func)
    parts = body.seq if isinstance(body, SeqStmt) else [body]
    if len(parts) < 2 or not all(map(_is_nest, parts)) or not all(map(_can_be_passed, between)):
        return Nests((), (Nest(_name(body), _first(body), func, func),))
    return Nests(between, tuple(_nest(func, between, part) for part in parts))


def _peeled(func: PrimFunc) -> tuple[tuple[Buffer, ...], Stmt]:
    """The buffers that are allocated at the top of a function, and the statements below."""
    body = func.body
    if not isinstance(body, BlockRealize) or body.block.iter_vars:
        return (), body
    block = body.block
    return (tuple(block.alloc_buffers), block.body) if _is_bare(block) else ((), body)


def _is_bare(block: Block) -> bool:
    return not block.match_buffers and not block.annotations and block.init is None


def _is_nest(stmt: Stmt) -> bool:
    return isinstance(stmt, (For, BlockRealize))


def _can_be_passed(buffer: Buffer) -> bool:
    """Whether a buffer can be a parameter: it is in ordinary memory and has no layout of its own."""
    return buffer.scope() == "global" and not buffer.strides


def _nest(func: PrimFunc, between: Sequence[Buffer], part: Stmt) -> Nest:
    names = [Var(f"{buffer.name}_handle", "handle") for buffer in between]
    passed = dict(zip(names, between))
    whole = _made(func, [*func.params, *names], {**func.buffer_map, **passed}, part)
    used = {*free_vars(part)}
    own = {var: buffer for var, buffer in whole.buffer_map.items() if buffer.data in used}
    scalars = [var for var in func.params if var not in func.buffer_map]
    return Nest(_name(part), _first(part), whole, _made(func, [*own, *scalars], own, part))


def _made(func: PrimFunc, params: Sequence[Var], buffers: dict[Var, Buffer], part: Stmt) -> PrimFunc:
    """A function with other parameters and one of the statements, in a root block where it has blocks."""
    body = part
    if any(isinstance(node, BlockRealize) for node in walk(part)):
        body = BlockRealize([], const(True, "bool"), Block([], (), (), "root", part))
    made = func.replace(params=tuple(params), buffer_map=buffers, body=body)
    return made.with_attr("global_symbol", NAME)


def _first(stmt: Stmt) -> For | Block | None:
    """The first loop or block of a statement that has a place in the text."""
    return next((node for node in walk(stmt) if isinstance(node, (For, Block)) and node.span is not None), None)


def _name(stmt: Stmt) -> str:
    """The blocks of a nest, or the loops where it has none."""
    blocks = [node.name_hint for node in walk(stmt) if isinstance(node, Block) and node.iter_vars]
    names = blocks or [*_loops(stmt)]
    return ", ".join(names) or "the function"


def _loops(stmt: Stmt) -> Iterator[str]:
    while isinstance(stmt, For):
        yield stmt.loop_var.name
        stmt = stmt.body
