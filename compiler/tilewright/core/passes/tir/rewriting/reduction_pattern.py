"""The reduction of a block: its initial values, its updates, and the commutative reducer that they are an instance of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.core.arith.facts import upward
from tilewright.core.arith.key import deep_equal
from tilewright.core.builder.dtypes import max_value, min_value
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BinaryOp, BufferLoad, CommReducer, Expr, Select, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BufferStore, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.core.errors import PassError

if TYPE_CHECKING:
    from tilewright.core.base.dtype import DType


@dataclass(frozen=True)
class Reduction:
    """`buffers[k][indices]` begin as `identity[k]` and are combined with `values[k]` by `reducer`; in the order of the block's writes."""

    buffers: tuple[Buffer, ...]
    indices: tuple[Expr, ...]
    identity: tuple[Expr, ...]
    values: tuple[Expr, ...]
    reducer: CommReducer


def reduction_of(block: Block) -> Reduction:
    """The reduction that a block with `T.init` computes.  Raises `PassError`, with the name of the block, when it is none of TVM's."""
    assert block.init is not None, "the caller asks about blocks with an initialisation"
    (starts, of_init), (updates, of_body) = _stores(block, block.init), _stores(block, block.body)
    buffers = tuple(region.buffer for region in block.writes)
    if set(starts) != set(updates) or set(starts) != set(buffers):
        raise PassError(
            f"block `{block.name_hint}` initialises {_names(starts)} and writes {_names(updates)}: a reduction does both for each of its buffers"
        )
    starts = _computed(block, block.init, starts, of_init)
    updates = _computed(block, block.body, updates, of_body)
    first = updates[buffers[0]].indices
    for store in (*starts.values(), *updates.values()):
        if len(store.indices) != len(first) or not all(map(deep_equal, store.indices, first)):
            raise PassError(
                f"block `{block.name_hint}` initialises and updates different elements of {store.buffer.name}"
            )
    identity = tuple(starts[buffer].value for buffer in buffers)
    found = _matched(buffers, first, identity, tuple(updates[buffer].value for buffer in buffers))
    if found is None:
        raise PassError(f"block `{block.name_hint}` is no reduction with a known commutative reducer and its identity")
    return found


def _names(stores: dict[Buffer, BufferStore]) -> str:
    return ", ".join(buffer.name for buffer in stores) or "nothing"


def _stores(block: Block, body: Stmt) -> tuple[dict[Buffer, BufferStore], dict[Var, Expr]]:
    """The stores of a body that does nothing else, and the values of its variables."""
    stores: dict[Buffer, BufferStore] = {}
    values: dict[Var, Expr] = {}
    for statement in _straight(body, values):
        if not isinstance(statement, BufferStore) or statement.buffer in stores:
            raise PassError(
                f"block `{block.name_hint}` does more than to combine one element of each buffer that it writes"
            )
        stores[statement.buffer] = statement
    return stores, values


def _computed(
    block: Block, body: Stmt, stores: dict[Buffer, BufferStore], values: dict[Var, Expr]
) -> dict[Buffer, BufferStore]:
    """The stores with the values of variables, if none reads what another one has written: several store variables that were computed before all of them."""
    if body is block.init:
        if values:
            raise PassError(f"the initialisation of block `{block.name_hint}` computes variables: it may only store")
    elif len(stores) > 1:
        late = any(isinstance(node, SeqStmt) and any(map(_binds, node.seq)) for node in walk(body))
        if late or not all(isinstance(store.value, Var) and store.value in values for store in stores.values()):
            raise PassError(
                f"block `{block.name_hint}` stores to {_names(stores)}, and not variables that it computes before: one store could read what another wrote"
            )
    return {buffer: substitute(store, values) if values else store for buffer, store in stores.items()}


def _binds(stmt: Stmt) -> bool:
    return isinstance(stmt, LetStmt)


def _straight(body: Stmt, values: dict[Var, Expr]) -> Iterator[Stmt]:
    if isinstance(body, SeqStmt):
        for part in body.seq:
            yield from _straight(part, values)
    elif isinstance(body, LetStmt):
        values[body.var] = substitute(body.value, values) if values else body.value
        yield from _straight(body.body, values)
    else:
        yield body


Vars = tuple[Var, ...]


def _sum(x: Vars, y: Vars) -> tuple[Expr, ...]:
    return tuple(binary("Add", a, b) for a, b in zip(x, y))


def _one(name: str) -> Callable[[Vars, Vars], tuple[Expr, ...]]:
    return lambda x, y: (binary(name, x[0], y[0]),)


def _position(name: str) -> Callable[[Vars, Vars], tuple[Expr, ...]]:
    """argmax (GE) and argmin (LE) of pairs of a position and a value: the first one stays."""

    def pick(x: Vars, y: Vars) -> tuple[Expr, ...]:
        kept = binary(name, x[1], y[1])
        return Select(kept, x[0], y[0]), Select(kept, x[1], y[1])

    return pick


def _least_position(name: str) -> Callable[[Vars, Vars], tuple[Expr, ...]]:
    """argmax (GT) and argmin (LT) that take the lower position of two equal values"""

    def pick(x: Vars, y: Vars) -> tuple[Expr, ...]:
        beyond = binary(name, x[1], y[1])
        tie = binary("And", binary("EQ", x[1], y[1]), binary("LT", x[0], y[0]))
        return Select(binary("Or", beyond, tie), x[0], y[0]), Select(beyond, x[1], y[1])

    return pick


def _zero(dtype: str) -> Expr:
    return const(0, dtype)


@dataclass(frozen=True)
class _Known:
    """A reducer of TVM's: what it makes of two tuples, and the identity of the last component; those before a position are free."""

    combine: Callable[[Vars, Vars], tuple[Expr, ...]]
    identity: Callable[[DType], Expr]
    counts: tuple[int, ...]
    picks: bool = False  # the first component goes with the second one


_KNOWN = (
    _Known(_sum, _zero, (1, 2, 3, 4)),
    _Known(_one("Mul"), lambda dtype: const(1, dtype), (1,)),
    _Known(_one("Min"), max_value, (1,)),
    _Known(_one("Max"), min_value, (1,)),
    _Known(_position("GE"), min_value, (2,), True),
    _Known(_position("LE"), max_value, (2,), True),
    _Known(_least_position("GT"), min_value, (2,), True),
    _Known(_least_position("LT"), max_value, (2,), True),
)


def _matched(
    buffers: tuple[Buffer, ...], indices: tuple[Expr, ...], identity: tuple[Expr, ...], updates: tuple[Expr, ...]
) -> Reduction | None:
    x = tuple(Var(f"x{k}", buffer.dtype) for k, buffer in enumerate(buffers))
    y = tuple(Var(f"y{k}", buffer.dtype) for k, buffer in enumerate(buffers))
    for known in _KNOWN:
        if len(buffers) not in known.counts or not _starts(known, identity):
            continue
        result = known.combine(x, y)
        found: dict[Var, Expr] = {var: BufferLoad(buffer, indices) for var, buffer in zip(x, buffers)}
        if all(_match(pattern, update, found) for pattern, update in zip(result, updates)):
            values = tuple(found[var] for var in y)
            if not any(_reads(value, buffers) for value in values):
                return Reduction(buffers, indices, identity, values, CommReducer(x, y, result, identity))
    return None


def _starts(known: _Known, identity: tuple[Expr, ...]) -> bool:
    checked = identity[1:] if known.picks else identity
    return all(deep_equal(value, known.identity(value.dtype)) for value in checked)


def _reads(value: Expr, buffers: tuple[Buffer, ...]) -> bool:
    return any(isinstance(node, BufferLoad) and node.buffer in buffers for node in walk(value))


def _match(pattern: Expr, e: Expr, found: dict[Var, Expr]) -> bool:
    """Whether `e` is `pattern` for some values of its variables; what is found goes into `found`.  Sums and products match either way round."""
    if isinstance(pattern, Var):
        known = found.setdefault(pattern, e)
        return deep_equal(known, e)
    pattern, e = upward(pattern), upward(e)
    if type(pattern) is not type(e):
        return False
    if isinstance(pattern, Select) and isinstance(e, Select):
        pairs = (
            (pattern.condition, e.condition),
            (pattern.true_value, e.true_value),
            (pattern.false_value, e.false_value),
        )
        return all(_match(part, other, found) for part, other in pairs)
    if not (isinstance(pattern, BinaryOp) and isinstance(e, BinaryOp)):
        return deep_equal(pattern, e)
    for a, b in ((e.a, e.b), (e.b, e.a)) if type(e).__name__ in _COMMUTING else ((e.a, e.b),):
        trial = dict(found)
        if _match(pattern.a, a, trial) and _match(pattern.b, b, trial):
            found.update(trial)
            return True
    return False


_COMMUTING = ("Add", "Mul", "Min", "Max")
