"""LowerMatchBuffer: a block's names for parts of other buffers are replaced by the buffers themselves.

Symbolic strides and offsets of the part become expressions of the source's; what cannot be proven equal is asserted.
"""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, StringImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, cast, const, flat_index
from tilewright.core.ir.stmt import AssertStmt, Block, BufferStore, Stmt
from tilewright.core.ir.walk import rewrite, substitute
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.LowerMatchBuffer")
def lower_match_buffer(func: PrimFunc) -> PrimFunc:
    """Replace `T.match_buffer` inside blocks by accesses to the buffer that it names a part of."""
    return func.with_body(rewrite(func.body, {Block: _lower}))


def _lower(block: Block) -> Block:
    """`block` without its matches; the innermost blocks come first, so a match of a match resolves step by step."""
    if not block.match_buffers:
        return block
    made = block.replace(match_buffers=())
    for match in reversed(block.match_buffers):
        made = _resolve(made, match)
    return made


def _resolve(block: Block, match: MatchBufferRegion) -> Block:
    target, source = match.buffer, match.source
    bound, claims = _bindings(target, source)

    def load(node: BufferLoad) -> Expr:
        if node.buffer is not target:
            return node
        return BufferLoad(source.buffer, _inside(source, node.indices), node.predicate, node.span)

    def store(node: BufferStore) -> Stmt:
        if node.buffer is not target:
            return node
        return node.replace(buffer=source.buffer, indices=_inside(source, node.indices))

    def region(node: BufferRegion) -> BufferRegion:
        return node if node.buffer is not target else _composed(node, source)

    rules = {BufferLoad: load, BufferStore: store, BufferRegion: region}
    made: Block = substitute(rewrite(block, rules), bound)
    body = made.body
    for condition, message in reversed(claims):
        body = AssertStmt(substitute(condition, bound), StringImm(message), body, match.span)
    return made.replace(body=body)


def _inside(source: BufferRegion, indices: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Indices into the source; the part lacks the leading dimensions of the region, whose extent is 1."""
    missing = len(source.region) - len(indices)
    lead = tuple(range_.min for range_ in source.region[:missing])
    return (*lead, *(range_.min + index for index, range_ in zip(indices, source.region[missing:])))


def _composed(part: BufferRegion, source: BufferRegion) -> BufferRegion:
    """A region of the part as a region of the source."""
    missing = len(source.region) - len(part.region)
    inner = [
        type(outer).from_min_extent(range_.min + outer.min, range_.extent)
        for range_, outer in zip(part.region, source.region[missing:])
    ]
    return BufferRegion(source.buffer, (*source.region[:missing], *inner), part.span)


def _bindings(target: Buffer, source: BufferRegion) -> tuple[dict[Var, Expr], list[tuple[Expr, str]]]:
    """The values of the part's variables, and the conditions on its constants."""
    bound: dict[Var, Expr] = {target.data: source.buffer.data}
    claims: list[tuple[Expr, str]] = []
    missing = len(source.region) - len(target.shape)
    shape = [range_.extent for range_ in source.region[missing:]]
    pairs = [*zip(target.shape, shape, strict=True)]
    if target.strides:
        pairs += zip(target.strides, strides_of(source.buffer)[missing:], strict=True)
    offset = flat_index(source.buffer, tuple(range_.min for range_ in source.region))
    for expected, actual in pairs:
        _bind(
            expected,
            actual,
            bound,
            claims,
            f"{target.name} does not have the layout of the part of {source.buffer.name} that it names",
        )
    _bind_offset(target, offset, bound, claims)
    return bound, claims


def _bind(expected: Expr, actual: Expr, bound: dict[Var, Expr], claims: list[tuple[Expr, str]], message: str) -> None:
    if isinstance(expected, Var) and expected not in bound:
        bound[expected] = cast(actual, expected.dtype)
        return
    condition = binary("EQ", substitute(expected, bound), actual)
    if isinstance(condition, IntImm) and not condition.value:
        raise PassError(f"{message}: {expected} is {substitute(expected, bound)} there and cannot be {actual}")
    if not (isinstance(condition, IntImm) and condition.value) and expected is not actual:
        claims.append((condition, message))


def _bind_offset(target: Buffer, offset: Expr, bound: dict[Var, Expr], claims: list[tuple[Expr, str]]) -> None:
    """The offset of the part's first element; a constant says nothing, as in TVM, since 0 is what one gets for saying nothing."""
    if isinstance(target.elem_offset, Var):
        bound[target.elem_offset] = cast(offset, target.elem_offset.dtype)
    if target.offset_factor > 1:
        condition = binary(
            "EQ", binary("FloorMod", offset, const(target.offset_factor, offset.dtype)), const(0, offset.dtype)
        )
        if not (isinstance(condition, IntImm) and condition.value):
            claims.append((condition, f"the offset of {target.name} is not a multiple of {target.offset_factor}"))


def strides_of(buffer: Buffer) -> tuple[Expr, ...]:
    """The strides of `buffer`, those of a compact one when it has none of its own."""
    if buffer.strides:
        return buffer.strides
    found: list[Expr] = []
    step: Expr = const(1, buffer.shape[-1].dtype) if buffer.shape else const(1)
    for size in reversed(buffer.shape):
        found.append(step)
        step = step * size
    return tuple(reversed(found))
