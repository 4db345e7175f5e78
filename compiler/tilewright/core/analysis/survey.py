"""A survey of a function: one walk that notes every access, loop, block and definition together with what surrounds it.

Checks and editor features read the survey; none of them walks the program again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeGuard

from tilewright.core.analysis.allocation_plan import plan_allocations
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear
from tilewright.core.arith.models import Readings
from tilewright.core.base.source import Source, Span
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, IntImm, Max, Min, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import BlockRealize, BufferStore, For
from tilewright.core.ir.tile import TilePrimitiveCall
from tilewright.core.ir.walk import buffer_vars, variables_of


@dataclass(slots=True, unsafe_hash=True)
class Surroundings:
    """The context of a statement: enclosing loops and blocks from outside in, and the conditions under which it runs.

    `launched`: the threads of `T.launch_thread` around it, each as the loop that it stands for.  `known`: what stores and ended loops say about integers in memory; no condition.
    """

    loops: tuple[For, ...] = ()
    blocks: tuple[BlockRealize, ...] = ()
    guards: tuple[Expr, ...] = ()
    in_init: bool = False
    launched: tuple[For, ...] = ()
    known: tuple[Expr, ...] = field(default=(), compare=False)
    _threads: tuple[For, ...] | None = field(default=None, init=False, compare=False)

    @property
    def threads(self) -> tuple[For, ...]:
        """The loops whose iterations are threads, or blocks of them."""
        if self._threads is None:
            self._threads = (*self.launched, *[loop for loop in self.loops if loop.thread_binding is not None])
        return self._threads

    @property
    def running(self) -> tuple[For, ...]:
        """The loops and launched threads around, from outside in."""
        return (*self.launched, *self.loops)

    @property
    def partitioned(self) -> bool:
        """Whether this is a part of a loop that loop_partition has made: its blocks declare what the part touches, and fill their domains together with those of the others."""
        return any(
            not realize.block.iter_vars and realize.block.name_hint.endswith("_partition") for realize in self.blocks
        )


@dataclass(slots=True, eq=False)
class Access:
    """One load or store.  `statement` is the innermost statement around it that has a place in the text; `order` counts accesses as they happen.

    `value` is what a store stores, with lets replaced by their values.  `scalar` and `adds` are what `is_scalar` and `adds_in_place` found when they were first asked, `loads` and `place` are found likewise.
    """

    node: BufferLoad | BufferStore
    buffer: Buffer
    indices: tuple[Expr, ...]
    around: Surroundings
    statement: Span | None
    order: int = 0
    is_write: bool = field(init=False)
    value: Expr | None = None
    scalar: bool | None = None
    adds: bool | None = None
    _loads: tuple[BufferLoad, ...] | None = None
    _place: list[Key] | None = None

    def __post_init__(self) -> None:
        self.is_write = isinstance(self.node, BufferStore)
        if self.value is None and isinstance(self.node, BufferStore):
            self.value = self.node.value

    @property
    def loads(self) -> tuple[BufferLoad, ...]:
        """The loads in what a store stores, as it is written; none of a load."""
        if self._loads is None:
            self._loads = loads_in(self.node.value) if isinstance(self.node, BufferStore) else ()
        return self._loads

    @property
    def place(self) -> list[Key]:
        """The indices; equal where they are written alike."""
        if self._place is None:
            self._place = [key(index) for index in self.indices]
        return self._place


@dataclass(slots=True, eq=False)
class Decision:
    """A condition in the program; `chooses` says that something else happens where it does not hold."""

    condition: Expr
    span: Span | None
    around: Surroundings
    chooses: bool


@dataclass(slots=True, eq=False)
class Wait:
    """A call at which threads wait for one another, with the number of accesses before it."""

    after: int
    around: Surroundings
    call: Call
    statement: Span | None


# Fields that are made when they are first asked for: most functions leave most of them empty.
_LIST, _DICT, _SET, _READINGS = ({"make": kind} for kind in (list, dict, set, Readings))


@dataclass(slots=True, eq=False, repr=False)
class Survey:
    """Everything noted about one function.

    - `values`: what axes and lets stand for.
    - `domains`: (min, extent) of loop and thread variables, `steps` their steps other than 1.
    - `sizes`: the variables in parameters' shapes, with the extents that mention them.
    - `left_early`: variables of loops with a `break` or `return` in them.
    - `facts`: their constant ranges, and that sizes are not negative; worked out of what was `learned` when first asked for.
    - `has_threads`: whether there is a loop whose iterations are threads, or a launch.
    - `undefined` and `redefined`: variables (with the buffer they belong to) used where nothing defines them, or defined inside their own scope.
    - `given`: integers of the Python around the function.
    - `outer_loops`: loop variables used inside a block with axes that is inside their loop.
    - `opaque`: pointers handed to calls.
    - `waits`: calls at which threads wait for one another.
    - `conversions`: to another type, of results of operators.
    - `decisions`: the conditions of statements and of choices between values.
    - `clips`: minima and maxima of narrow integers.
    - `chosen_loads`: the loads in branches of selects, with the conditions that choose these.
    - `origins`: where memory is allocated.
    - `uncovered`: axes whose loops were found to leave out a part of their domain.
    - `unseen`: memory of which a thread was found to read what it cannot see.
    - `answers`: counter-examples that were looked for, by the objects asked about, which are kept.
    - `used`: the variables of expressions that were asked about, with those behind axes and lets.
    - `expanded`: expressions with axes and lets replaced by their values, by the identities of those asked about, which are kept.
    - `read`: the memory that expressions read, likewise.
    - `written`: conditions as they are written, by the identities of what they are after stores to what they read.
    - `readings`, `known_facts`, `known_places`, `known_domains`, `arrivals`: what the solver was told about expressions, surroundings and variables, which are kept too.
    - `elements`: the accesses, as `element_writes.elements` has made them.
    - `contents`: what `contents.contents_of` has found.
    - `boxes`: the elements that stores write, as far as they are boxes.
    - `owned`: the memory that each iteration of a loop has for itself.
    - `bindings`: axes and what they are bound to.
    - `uninitialised`: what `missing_init` found.
    - `decided`: which conditions loop variables decide, `arithmetic`: which the solver can read, `sums`: expressions as linear forms, `parts`: how many parts they have,
      all by identities, which are kept.
    - `starts`: points at which stores happen, by store and sizes.
    - `said`: accesses outside of their buffers and endless loops that were reported.
    - `questions`: how many the solver may still be asked about this function.
    """

    func: PrimFunc
    learned: list[tuple[Callable[..., None], Node, Expr | tuple[Expr, ...] | None]] = field(init=False, metadata=_LIST)
    accesses: list[Access] = field(init=False, metadata=_LIST)
    loops: list[tuple[For, Surroundings]] = field(init=False, metadata=_LIST)
    tiles: list[tuple[TilePrimitiveCall, Surroundings]] = field(init=False, metadata=_LIST)
    realizes: list[tuple[BlockRealize, Surroundings]] = field(init=False, metadata=_LIST)
    conditions: list[tuple[Expr, Span | None]] = field(init=False, metadata=_LIST)
    calls: list[tuple[Call, Span | None]] = field(init=False, metadata=_LIST)
    evaluated: list[stmts.Evaluate] = field(init=False, metadata=_LIST)
    divisions: list[tuple[BinaryOp, Span | None]] = field(init=False, metadata=_LIST)
    quotients: list[tuple[BinaryOp, Span | None, Surroundings]] = field(init=False, metadata=_LIST)
    shifts: list[tuple[Call, Span | None, Surroundings]] = field(init=False, metadata=_LIST)
    conversions: list[tuple[Cast, Expr, Span | None, Surroundings]] = field(init=False, metadata=_LIST)
    decisions: list[Decision] = field(init=False, metadata=_LIST)
    clips: list[tuple[Min | Max, Span | None, Surroundings]] = field(init=False, metadata=_LIST)
    chosen_loads: list[tuple[Access, tuple[Expr, ...]]] = field(init=False, metadata=_LIST)
    whiles: list[tuple[stmts.While, Span | None, Surroundings]] = field(init=False, metadata=_LIST)
    values: dict[Var, Expr] = field(init=False, metadata=_DICT)
    domains: dict[Var, tuple[Expr, Expr]] = field(init=False, metadata=_DICT)
    steps: dict[Var, Expr] = field(init=False, metadata=_DICT)
    sizes: dict[Var, list[Expr]] = field(init=False, metadata=_DICT)
    left_early: set[Var] = field(init=False, metadata=_SET)
    has_threads: bool = False
    waits: list[Wait] = field(init=False, metadata=_LIST)
    undefined: list[tuple[Var, Buffer | None, Span | None]] = field(init=False, metadata=_LIST)
    outer_loops: list[tuple[Var, Span | None, Surroundings]] = field(init=False, metadata=_LIST)
    given: set[Var] = field(init=False, metadata=_SET)
    redefined: list[tuple[Var, Span | None]] = field(init=False, metadata=_LIST)
    mentioned: set[Var] = field(init=False, metadata=_SET)
    opaque: set[Var] = field(init=False, metadata=_SET)
    allocated: list[Buffer] = field(init=False, metadata=_LIST)
    origins: dict[Var, Surroundings] = field(init=False, metadata=_DICT)
    uncovered: set[Var] = field(init=False, metadata=_SET)
    unseen: set[Var] = field(init=False, metadata=_SET)
    answers: dict[tuple[int, int, int], tuple[dict[Var, int] | None, Any]] = field(init=False, metadata=_DICT)
    used: dict[int, tuple[Expr, frozenset[Var]]] = field(init=False, metadata=_DICT)
    expanded: dict[int, tuple[Expr, Expr]] = field(init=False, metadata=_DICT)
    read: dict[int, tuple[Expr, frozenset[Var]]] = field(init=False, metadata=_DICT)
    written: dict[int, tuple[Expr, Expr]] = field(init=False, metadata=_DICT)
    readings: Readings = field(init=False, metadata=_READINGS)
    known_facts: dict[int, tuple[Surroundings, Facts]] = field(init=False, metadata=_DICT)
    known_places: dict[int, tuple[Surroundings, Any]] = field(init=False, metadata=_DICT)
    known_domains: dict[Var, tuple[list[Expr], list[Var]]] = field(init=False, metadata=_DICT)
    arrivals: dict[int, tuple[Surroundings, Surroundings]] = field(init=False, metadata=_DICT)
    boxes: dict[Access, tuple[tuple[int, int], ...] | None] = field(init=False, metadata=_DICT)
    owned: dict[For, set[Var]] = field(init=False, metadata=_DICT)
    decided: dict[int, tuple[Expr, bool]] = field(init=False, metadata=_DICT)
    arithmetic: dict[int, tuple[Expr, bool]] = field(init=False, metadata=_DICT)
    sums: dict[int, tuple[Expr, Linear]] = field(init=False, metadata=_DICT)
    parts: dict[int, tuple[Node, int]] = field(init=False, metadata=_DICT)
    starts: dict[tuple[object, ...], dict[Var, int] | None] = field(init=False, metadata=_DICT)
    said: set[int] = field(init=False, metadata=_SET)
    bindings: list[Any] | None = None
    uninitialised: list[Any] | None = None
    questions: int = 1000
    elements: list[Access] | None = None
    contents: dict[Var, frozenset[Var]] | None = None
    _facts: Facts | None = None
    _aliased: frozenset[Var] | None = None
    _passed: frozenset[Var] | None = None
    _places: dict[Var, Node] | None = None
    _constants: dict[Var, Expr] | None = None
    _by_memory: dict[Var, list[Access]] | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            made = _MAKERS[name]() if name in _MAKERS else object.__getattribute__(self, name)
            setattr(self, name, made)
            return made

    @property
    def facts(self) -> Facts:
        """Facts about the values of loop variables, axes and lets."""
        if self._facts is None:
            self._facts = Facts()
            for learn, variable, values in self.learned:
                learn(self._facts, variable, values)
        return self._facts

    @property
    def by_memory(self) -> dict[Var, list[Access]]:
        """The accesses by the pointers of their buffers, in the order in which they happen."""
        if self._by_memory is None:
            self._by_memory = {}
            for access in sorted(self.accesses, key=lambda each: each.order):
                self._by_memory.setdefault(access.buffer.data, []).append(access)
        return self._by_memory

    @property
    def passed(self) -> frozenset[Var]:
        """The memory that callers pass: the pointers of parameters."""
        if self._passed is None:
            self._passed = frozenset([buffer.data for buffer in self.func.buffer_map.values()])
        return self._passed

    @property
    def aliased(self) -> frozenset[Var]:
        """Memory that is also reached otherwise: by calls, by parts with names of their own, or as buffers of several shapes."""
        if self._aliased is None:
            self._aliased = frozenset(_aliased(self))
        return self._aliased

    @property
    def constants(self) -> dict[Var, Expr]:
        """Memory for one integer that is stored once, where it is allocated, with the value: each load of it stands for the value."""
        if self._constants is None:
            self._constants = _constants(self)
        return self._constants

    def thread_variables(self) -> set[Var]:
        """The variables of threads and of blocks of threads."""
        return {loop.loop_var for access in self.accesses for loop in access.around.threads}

    @property
    def places(self) -> dict[Var, Node]:
        """The pointers of buffers that the compiler allocates further inside than they are declared, each with its loop or block."""
        if self._places is None:
            moves = plan_allocations(self.func).moves if self.allocated else {}
            self._places = {buffer.data: node for buffer, node in moves.items()}
        return self._places

    @property
    def somewhere(self) -> Span:
        """The place of what has none of its own: the function, or nowhere when it was not parsed."""
        return self.func.span or NOWHERE


_MAKERS = {each.name: each.metadata["make"] for each in fields(Survey) if "make" in each.metadata}


def _constants(survey: Survey) -> dict[Var, Expr]:
    found: dict[Var, Expr] = {}
    accesses = survey.by_memory if survey.origins else {}
    changing = {data for data, about in accesses.items() if any(access.is_write for access in about)}
    for data, (first, *_) in accesses.items():
        store = first.node
        alone = data in survey.origins and sum(access.is_write for access in accesses[data]) == 1
        if not alone or not isinstance(store, BufferStore) or first.around != survey.origins[data]:
            continue
        read = memory_read(survey, store.value)
        if _is_private_integer(store) and data not in survey.aliased and read & changing <= found.keys():
            found[data] = store.value
    return found


def _is_private_integer(store: BufferStore) -> bool:
    """Whether this is a store of an integer to memory for one, which no other thread sees."""
    buffer = store.buffer
    single = all(isinstance(size, IntImm) and size.value == 1 for size in buffer.shape)
    scalar = buffer.dtype.is_integer and not buffer.dtype.is_vector and store.predicate is None
    return single and scalar and buffer.scope() in ("global", "local")


def _aliased(survey: Survey) -> Iterable[Var]:
    yield from survey.opaque
    for realize, _ in survey.realizes:
        yield from (match.source.buffer.data for match in realize.block.match_buffers)
    shapes: dict[Var, object] = {}
    for access in survey.accesses:
        if shapes.setdefault(access.buffer.data, access.buffer) is not access.buffer:
            yield access.buffer.data


NARROW = 16  # bits of integers whose sums and products of data may wrap around
SHIFTS = {"tir.shift_left": "left", "tir.shift_right": "right"}

# The place of nodes that no text gave: programs built or rewritten node by node.
NOWHERE = Source("", "<program>").span(0, 0)


def is_assumption(e: Expr) -> TypeGuard[Call]:
    """Whether the expression is `T.assume(condition)`."""
    return isinstance(e, Call) and callee_name(e) == "tir.assume"


def variables_in(e: Expr) -> set[Var]:
    """The variables that an expression mentions."""
    return {*variables_of(e)}


def loads_in(e: Node) -> tuple[BufferLoad, ...]:
    """The loads in a program, from left to right."""
    found: list[BufferLoad] = []
    stack: list[Node] = [e]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is Var or kind is IntImm:
            continue
        if kind is BufferLoad:
            found.append(current)  # pyright: ignore[reportArgumentType]
        below = current.children()
        if below:
            stack += below[::-1]
    return tuple(found)


def memory_read(survey: Survey, e: Expr) -> frozenset[Var]:
    """The memory that an expression reads."""
    if isinstance(e, (Var, IntImm)):
        return frozenset()
    known = survey.read.get(id(e))
    if known is None:
        known = survey.read[id(e)] = e, frozenset([load.buffer.data for load in loads_in(e)])
    return known[1]


def reads_what_is_passed(survey: Survey, *parts: Expr) -> bool:
    """Whether expressions read only what callers pass and the function leaves as it is."""
    read = frozenset[Var]().union(*(memory_read(survey, e) for e in parts))
    return read <= survey.passed and not any(access.is_write for data in read for access in survey.by_memory[data])


def as_written(survey: Survey, condition: Expr) -> Expr:
    """The condition of the program that one is about what memory held before stores."""
    known = survey.written.get(id(condition))
    return condition if known is None else known[1]


def symbols(buffer: Buffer) -> Iterable[Var]:
    """The variables in the declaration of a buffer, without its pointer."""
    return buffer_vars(buffer)[1:]
