"""Results: elements of outputs that are never stored or stored over and over, and functions that store none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from tilewright.core.analysis.boxes import range_of, written_box
from tilewright.core.analysis.branches import whichever_branch
from tilewright.core.analysis.checks.blocks import adds_in_place, is_element
from tilewright.core.analysis.checks.exact_iterations import Pair, own_contents
from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.counter_example import in_loop_variables, linear_of
from tilewright.core.analysis.element_writes import (
    completed,
    element_at,
    elements,
    is_known,
    is_scalar,
    is_whole,
    may_write,
    points_of,
)
from tilewright.core.analysis.exact_counter_example import (
    UNEQUAL,
    WHOLE,
    Place,
    holds_somewhere,
    inside,
    is_promised,
    place_at,
    relation,
    with_sizes,
)
from tilewright.core.analysis.regular_gaps import missed_part
from tilewright.core.analysis.survey import Access, Surroundings, Survey, as_written, variables_in
from tilewright.core.analysis.wording import access_span, access_text, name_span, when, words
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import negated
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import is_index, linear
from tilewright.core.arith.models import Undecided
from tilewright.core.base.diagnostics import Diagnostic, Note, Severity, diagnose
from tilewright.core.ir.expr import BufferLoad, Expr, FloorDiv, FloorMod, IntImm, IterVarKind, Mod, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import IN_ORDER, BufferStore
from tilewright.core.ir.walk import variables_of, walk

_FEW = 8  # stores to an output between which elements are looked for
_SIZES = (*UNEQUAL, (20_011, 30_011, 50_021))  # the last ones of many tiles


def no_output(survey: Survey) -> Iterator[Diagnostic]:
    """A function that stores only to memory of its own, and has a parameter that it does not use."""
    func = survey.func
    stores = [access for access in survey.accesses if access.is_write]
    own = survey.origins.keys()
    if not stores or not func.buffer_map or survey.calls or survey.opaque:
        return
    used = {access.buffer.data for access in survey.accesses}
    unused = [buffer for buffer in func.buffer_map.values() if buffer.data not in used]
    if unused and all(store.buffer.data in own for store in stores) and not survey.aliased & own:
        span = name_span(func.name, func.span) or survey.somewhere
        sentence = f"`{func.name}` stores nothing in its parameters and does not use `{unused[-1].name}`: a call of it changes nothing"
        yield diagnose("no-output", sentence, span)


def unwritten_elements(survey: Survey) -> Iterator[Diagnostic]:
    """Outputs of which the loops leave out one end, though they could go on to it."""
    outputs = {buffer.data for buffer in survey.func.buffer_map.values()} - survey.aliased
    outputs &= {access.buffer.data for access in elements(survey) if access.is_write}
    about = [access for access in elements(survey) if access.buffer.data in outputs]
    combined = _combined_loads(about)
    outputs -= {
        access.buffer.data
        for access in about
        if not is_scalar(access) or not (access.is_write or access.node in combined)
    }
    for data in outputs:
        stores = [access for access in elements(survey) if access.buffer.data is data and access.is_write]
        if stores and not any(_is_judged(survey, store) for store in stores):
            try:
                yield from _left_out(survey, stores)
            except Undecided:
                continue


def _combined_loads(accesses: Sequence[Access]) -> list[Node]:
    """The loads of elements that the statement around them stores anew, in blocks that set them first, and in loops of functions that set them elsewhere."""
    found: list[Node] = []
    set_first = {access.buffer for access in accesses if access.is_write and not _own_loads(access)}
    for access in accesses:
        block = access.around.blocks[-1].block if access.around.blocks else None
        if block is not None and block.init is not None:
            found += _own_loads(access)
        elif access.buffer in set_first:
            found += [load for load in _own_loads(access) if is_element(access, load)]
    return found


def _own_loads(store: Access) -> list[BufferLoad]:
    """The loads of the buffer that is stored to, in the value."""
    return [load for load in store.loads if load.buffer is store.buffer]


def _loads(e: Node) -> list[BufferLoad]:
    return [node for node in walk(e) if isinstance(node, BufferLoad)]


def _is_judged(survey: Survey, store: Access) -> bool:
    """Whether an axis that the store runs over was reported already."""
    return bool(survey.uncovered & used_by(survey, store.indices))


def _left_out(survey: Survey, stores: Sequence[Access]) -> Iterator[Diagnostic]:
    for store in stores:
        place = place_at(survey, store.around)
        if place.open or store.around.in_init or not _reads_elsewhere(survey, store):
            continue
        if store.around.guards and _is_complete(survey, whichever_branch(survey, store)):
            continue
        if not is_known(survey, place, *store.indices, *store.buffer.shape):
            continue
        for dimension in range(len(store.indices)):
            missing = _missing(survey, store, stores, dimension)
            if missing is not None:
                yield _incomplete(survey, store, *missing)
                return
            passed = _passed_over(survey, store, stores, dimension) or _part(survey, store, stores, dimension)
            if passed is not None:
                yield _incomplete(survey, store, *passed, severity=Severity.HINT)
                return
    one = next(_last_one(survey, stores), None) if len(stores) > 1 else None
    missed = missed_part(survey, stores) if one is None else None
    if one is not None:
        yield one
    elif missed is not None:
        yield _incomplete(survey, *missed, {}, severity=Severity.HINT)
    elif len(stores) == 1:
        yield from _left_by_choice(survey, stores[0])


def _left_by_choice(survey: Survey, store: Access) -> Iterator[Diagnostic]:
    """The only store to an output, which would fill all of it, under a condition on the very numbers of floating point that it is computed of: what to store of the others is missing."""
    place = place_at(survey, store.around)
    if not place.chosen_by_floats or place.guards:
        return
    read = {key(load): load for guard in place.unknown for load in _loads(guard)}
    assert isinstance(store.node, BufferStore)
    used = {key(load) for load in _loads(in_loop_variables(survey, store.node.value))}
    if not read or not read.keys() <= used:
        return
    given = all(load.buffer.data in survey.passed and load.buffer is not store.buffer for load in read.values())
    if given and _is_complete(survey, replace(store, around=replace(store.around, guards=()))):
        condition = " and ".join(words(guard) for guard in store.around.guards)
        sentence = f"nothing is stored in `{access_text(store)}` where `{condition}` does not hold: it keeps what the caller left there"
        yield diagnose("unwritten-element", sentence, access_span(store) or survey.somewhere, severity=Severity.HINT)


def _last_one(survey: Survey, stores: Sequence[Access]) -> Iterator[Diagnostic]:
    """The one element at the end that stores leave out which fill a dimension part after part, such as a copy and the zeros behind it."""
    boxes = [box for store in stores if (box := written_box(survey, store, {})) is not None]
    sizes = [size.value if isinstance(size, IntImm) else 0 for size in stores[0].buffer.shape]
    if len(boxes) < len(stores) or any(store.buffer is not stores[0].buffer for store in stores):
        return
    for dimension, size in enumerate(sizes):
        whole = [[(0, other - 1)] * (at != dimension) for at, other in enumerate(sizes)]
        if any(expected and ends not in expected for box in boxes for ends, expected in zip(box, whole)):
            continue
        parts = sorted([(*box[dimension], number) for number, box in enumerate(boxes)])
        follow = all(after[0] == before[1] + 1 for before, after in pairwise(parts))
        # parts that would fill the dimension, of which one covers another
        shifted = not follow and sum(last - first + 1 for first, last, _ in parts) == size
        if shifted and parts[0][0] == 0 and parts[-1][1] < size - 1:
            element = [size - 1 if at == dimension else 0 for at in range(len(sizes))]
            yield _incomplete(survey, stores[parts[-1][2]], element, {})
            return
        if size >= _FEW and follow and parts[0][0] == 0 and parts[-1][1] == size - 2:
            element = [size - 1 if at == dimension else 0 for at in range(len(sizes))]
            yield _incomplete(survey, stores[parts[-1][2]], element, {})
            return


def _is_complete(survey: Survey, store: Access) -> bool:
    """Whether it is plain that a store writes all elements: each index is a loop variable of its own that runs over all of its dimension."""
    indices = [in_loop_variables(survey, index) for index in store.indices]
    return (
        not store.around.guards
        and len(set(indices)) == len(indices)
        and all(isinstance(index, Var) for index in indices)
        and all(is_whole(survey, var, size) for var, size in zip(indices, store.buffer.shape) if isinstance(var, Var))
    )


def _missing(survey: Survey, store: Access, stores: Sequence[Access], dimension: int) -> tuple[list[int], Point] | None:
    """An element at an end of the dimension that no store writes, of an output that is written in the middle; with the sizes."""
    index = in_loop_variables(survey, store.indices[dimension])
    if not is_index(index.dtype) or not any(var in survey.domains for var in variables_of(index)):
        return None
    if not store.around.guards and isinstance(index, Var) and is_whole(survey, index, store.buffer.shape[dimension]):
        return None
    whole = written_box(survey, store, {})
    if whole is not None and _covers(whole[dimension], store.buffer.shape[dimension]):
        return None
    tried = (*_SIZES, *WHOLE) if is_promised(survey, store.around) else _SIZES
    for sizes in with_sizes(place_at(survey, store.around), index, tried):
        point = next(points_of(survey, store), None) if not sizes else _start(survey, store, sizes)
        at = None if point is None else element_at(survey, store.indices, point)
        size = evaluate(in_loop_variables(survey, store.buffer.shape[dimension]), sizes)
        if at is None or size is None or size < 4:
            continue
        box = written_box(survey, store, sizes)
        if box is not None and box[dimension][0] <= 0 and box[dimension][1] >= size - 1:
            continue
        middle = [[*at[:dimension], size // 2 + step, *at[dimension + 1 :]] for step in (0, -1, 1)]
        written = (any(may_write(survey, each, e, sizes) for each in stores) for e in middle)
        if not next(written) or not any(written):
            continue
        for end, intended in ((size - 1, False), (0, linear(index).constant > 0)):
            element = [*at[:dimension], end, *at[dimension + 1 :]]
            written = any(may_write(survey, each, element, sizes) for each in stores)
            if written or intended:
                continue
            if _could_go_on(survey, store, element, sizes) or (end and _is_one_short(survey, store, index, box, size)):
                return element, sizes
    return None


def _passed_over(
    survey: Survey, store: Access, stores: Sequence[Access], dimension: int
) -> tuple[list[int], Point] | None:
    """An element that no store writes between those of a loop with steps, or in the border around a copy; callers may have set such."""
    index = in_loop_variables(survey, store.indices[dimension])
    terms = [(atom, factor) for atom, factor in linear(index).atoms() if atom in survey.domains]
    if len(terms) != 1 or store.around.guards or len(stores) > _FEW or any(load.around.in_init for load in stores):
        return None
    variable, step = terms[0]
    if not isinstance(variable, Var) or not (step > 1 or _copies(survey, store, variable)):
        return None
    if isinstance(store.buffer.shape[dimension], IntImm):
        return None  # a number does not say that it was computed from the size of what is copied
    found: tuple[list[int], Point] | None = None
    for sizes in with_sizes(place_at(survey, store.around), relation("GE", index, IntImm(index.dtype, 0)), _SIZES[:2]):
        point = next(points_of(survey, store), None) if not sizes else _start(survey, store, sizes)
        at = None if point is None else element_at(survey, store.indices, point)
        size = evaluate(in_loop_variables(survey, store.buffer.shape[dimension]), sizes)
        domain = range_of(survey, variable, sizes)
        if at is None or size is None or domain is None or domain[1] < 2:
            return None
        first = at[dimension]
        fits = size == step * domain[1] if step > 1 else first > 0 and size == domain[1] + 2 * first
        element = [*at[:dimension], first + 1 if step > 1 and first + 1 < size else 0, *at[dimension + 1 :]]
        if not fits or any(may_write(survey, each, element, sizes) for each in stores):
            return None
        found = found or (element, sizes)
    return found


def _part(survey: Survey, store: Access, stores: Sequence[Access], dimension: int) -> tuple[list[int], Point] | None:
    """The last element of a dimension of which a loop runs over a fraction, `n // 4` of n, without counting on from its last iteration."""
    index = in_loop_variables(survey, store.indices[dimension])
    size = store.buffer.shape[dimension]
    if store.around.guards or len(stores) != 1 or not isinstance(index, Var) or index not in survey.domains:
        return None
    extent = survey.domains[index][1]
    if not isinstance(extent, FloorDiv) or isinstance(size, IntImm) or key(extent.a) != key(size):
        return None
    for sizes in with_sizes(place_at(survey, store.around), relation("GE", index, IntImm(index.dtype, 0)), _SIZES[:1]):
        at, end = _start(survey, store, sizes), evaluate(in_loop_variables(survey, size), sizes)
        first = None if at is None else element_at(survey, store.indices, at)
        if first is None or end is None:
            return None
        element = [*first[:dimension], end - 1, *first[dimension + 1 :]]
        return None if may_write(survey, store, element, sizes) else (element, sizes)
    return None


def _copies(survey: Survey, store: Access, variable: Var) -> bool:
    """Whether a store moves elements, of which the loop variable is an index."""
    value = store.value
    if not isinstance(value, BufferLoad) or value.buffer is store.buffer:
        return False
    return any(in_loop_variables(survey, index) is variable for index in value.indices)


def _is_one_short(survey: Survey, store: Access, index: Expr, box: Sequence[tuple[int, int]] | None, size: int) -> bool:
    """Whether an output of a known size has one element more than the loop that copies or computes it from elements at the same index, and no neighbours, as a stencil has."""
    if store.around.guards or box is None or not isinstance(index, Var):
        return False
    dimension = next(at for at, each in enumerate(store.indices) if in_loop_variables(survey, each) is index)
    if not isinstance(store.buffer.shape[dimension], IntImm) or box[dimension] != (0, size - 2):
        return False
    assert isinstance(store.node, BufferStore)
    read = [load for load in _loads(in_loop_variables(survey, store.node.value)) if load.buffer is not store.buffer]
    used = [in_loop_variables(survey, each) for load in read for each in load.indices]
    here = [each for each in used if index in variables_of(each)]
    return bool(here) and all(each is index for each in here)


def _covers(ends: tuple[int, int], size: Expr) -> bool:
    return isinstance(size, IntImm) and ends[0] <= 0 and ends[1] >= size.value - 1


def _start(survey: Survey, store: Access, sizes: Point) -> Point | None:
    """A point at which the store happens with these sizes."""
    asked = (id(store), *sizes.items())
    if asked not in survey.starts:
        always = relation("EQ", *[IntImm(store.indices[0].dtype, 0)] * 2)
        place = place_at(survey, store.around)
        found = holds_somewhere(place, always, sizes)
        survey.starts[asked] = None if found is None else next(completed(place, found), None)
    return survey.starts[asked]


def _could_go_on(survey: Survey, store: Access, element: Sequence[int], sizes: Point) -> bool:
    """Whether all loads in the stored value would still lie in their buffers at the element: the loops of a stencil end where they would not."""
    assert isinstance(store.node, BufferStore)
    loads = [load for load in _loads(in_loop_variables(survey, store.node.value)) if load.buffer is not store.buffer]
    values = [in_loop_variables(survey, index) for index in store.indices]
    free = {var for value in values for var in variables_of(value)}
    here: Expr = relation("EQ", values[0], IntImm(values[0].dtype, element[0]))
    for value, number in zip(values[1:], element[1:]):
        here = binary("And", here, relation("EQ", value, IntImm(value.dtype, number)))
    places = [_Free(survey, store, {var}) for var in free] if len(free) > 1 else []
    return any(_all_inside(survey, place, here, loads, sizes) for place in (*places, _Free(survey, store, free)))


def _all_inside(survey: Survey, place: Place, here: Expr, loads: Sequence[BufferLoad], sizes: Point) -> bool:
    """Whether the place can be at the element, and none of the loads leaves its buffer there."""
    if holds_somewhere(place, here, sizes) is None:
        return False
    for load in loads:
        for index, size in zip(load.indices, load.buffer.shape):
            within = inside(in_loop_variables(survey, index), IntImm(index.dtype, 0), size)
            if holds_somewhere(place, binary("And", here, negated(within)), sizes) is not None:
                return False
    return True


def _reads_elsewhere(survey: Survey, store: Access) -> bool:
    """Whether the value that is stored comes from other buffers: what reads nothing does not say where it could go on."""
    assert isinstance(store.node, BufferStore)
    return any(load.buffer is not store.buffer for load in store.loads) or any(
        load.buffer is not store.buffer for load in _loads(in_loop_variables(survey, store.node.value))
    )


class _Free(Place):
    """The place of a store whose own loops may run on."""

    def __init__(self, survey: Survey, store: Access, free: set[Var]) -> None:
        super().__init__(survey, store.around)
        self.free = free
        self.guards = [guard for guard in self.guards if not free & variables_in(guard)]
        self.loops = tuple(loop for loop in self.loops if loop.loop_var not in free)

    def domain(self, var: Var) -> list[Expr]:
        """The conditions on a variable."""
        return [] if var in self.free else super().domain(var)


def _incomplete(
    survey: Survey, store: Access, element: Sequence[int], sizes: Point, severity: Severity | None = None
) -> Diagnostic:
    name = store.buffer.name
    where = f"`{name}[{', '.join(map(str, element))}]`{when(sizes.items())}"
    sentence = f"nothing is stored in {where}: no iteration of the loops reaches it"
    place = name_span(name, store.buffer.span)
    notes = () if place is None else (Note(f"`{name}` is declared here", place),)
    notes += contract(store, sizes)
    return diagnose("unwritten-element", sentence, access_span(store) or survey.somewhere, notes, severity=severity)


def contract(store: Access, sizes: Point) -> tuple[Note, ...]:
    """A note at a loop that runs over a quotient of a size with a remainder: how to say that callers give none."""
    for loop in store.around.loops:
        extent, place = loop.extent, loop.extent.span or loop.span
        if not isinstance(extent, FloorDiv) or not isinstance(extent.a, Var) or not isinstance(extent.b, IntImm):
            continue
        size, tile = extent.a, extent.b.value
        if place is not None and tile > 0 and sizes.get(size, 0) % tile:
            contract = f"`T.assume({size.name} % {tile} == 0)`"
            return (
                Note(f"if `{size.name}` is always a multiple of {tile}, say so before the loops: {contract}", place),
            )
    return ()


def overwritten_elements(survey: Survey) -> Iterator[Diagnostic]:
    """Elements that a loop or a spatial axis stores again and again, of which only the last value stays."""
    reported: set[Var] = set()
    written = {access.buffer.data for access in survey.accesses if access.is_write}
    parts = _parts(survey)
    never_read = survey.origins.keys() - {access.buffer.data for access in survey.accesses if not access.is_write}
    for access in survey.accesses:
        if (
            not access.is_write
            or access.around.in_init
            or not is_scalar(access)
            or access.buffer.data in survey.opaque | never_read
        ):
            continue
        computed = [index for index in access.indices if not isinstance(index, Var)]
        if adds_in_place(access) or any(load.buffer.data in written for index in computed for load in _loads(index)):
            continue
        used = used_by(survey, (*access.indices, *access.around.guards, *parts.get(access.buffer.data, ())))
        found = _again(survey, access, used)
        if found is not None and found[0] not in reported:
            reported.add(found[0])
            sentence = (
                f"`{access_text(access)}` is stored in every iteration of {found[1]}, and only the last value stays"
            )
            yield diagnose("overwritten-element", sentence, access_span(access) or survey.somewhere)
        elif found is None and access.buffer.data not in parts:
            yield from _overlapping(survey, access)
    yield from _stored_twice(survey)


def _parts(survey: Survey) -> dict[Var, tuple[Expr, ...]]:
    """The beginnings of the parts of buffers that have names of their own, by the pointers of these."""
    return {
        match.buffer.data: tuple([range_.min for range_ in match.source.region])
        for realize, _ in survey.realizes
        for match in realize.block.match_buffers
    }


def _stored_twice(survey: Survey) -> Iterator[Diagnostic]:
    """Values that are computed and stored where the next statement that touches the buffer stores another."""
    pairs = [pair for about in survey.by_memory.values() for pair in pairwise(about)]
    stores = [(before, access) for before, access in pairs if before.is_write and access.is_write]
    for before, access in sorted(stores, key=lambda pair: pair[1].order):
        if access.buffer is not before.buffer:
            continue
        same = before.place == access.place and _is_same_suite(survey, before.around, access.around)
        computed = any(isinstance(node, BufferLoad) for node in walk(before.node))
        if (
            same
            and computed
            and is_scalar(access)
            and access.buffer.data not in survey.aliased
            and not access.around.threads
        ):
            sentence = f"the next store to `{access_text(before)}` replaces this value before anything reads it"
            yield diagnose("overwritten-element", sentence, access_span(before) or survey.somewhere)


def _is_same_suite(survey: Survey, before: Surroundings, after: Surroundings) -> bool:
    """Whether the same conditions, as they are written, and the same loops stand around both."""
    if before is after:
        return True
    first, second = ([as_written(survey, guard) for guard in around.guards] for around in (before, after))
    return (
        len(first) == len(second)
        and (before.loops, before.blocks, before.in_init, before.launched)
        == (after.loops, after.blocks, after.in_init, after.launched)
        and first == second
    )


def _overlapping(survey: Survey, store: Access) -> Iterator[Diagnostic]:
    """Two iterations of a loop that store different values in one element, which nothing in the loop reads."""
    assert isinstance(store.node, BufferStore)
    indices = [in_loop_variables(survey, index) for index in store.indices]
    alone = {atom for index in indices if (atom := _only_atom(survey, index)) is not None}
    value = used_by(survey, (store.node.value,))
    for loop in store.around.loops:
        runs = loop.kind in IN_ORDER and _several(loop.extent)
        if not runs or loop.loop_var in alone or loop.loop_var in survey.left_early:
            continue
        if loop.loop_var not in value and loop.loop_var not in own_contents(survey, store.node.value, loop.loop_var):
            continue
        if _goes_round(store, indices, loop.loop_var) or any(
            access.buffer.data is store.buffer.data and not access.is_write and loop in access.around.loops
            for access in survey.accesses
        ):
            continue
        found = Pair(survey, loop, store, store).meeting(later=True)
        if found is None:
            continue
        point, second = found
        place = ", ".join(str(evaluate(index, point)) for index in indices)
        name = loop.loop_var.name
        sentence = f"iteration {name} = {point[loop.loop_var]} stores `{store.buffer.name}[{place}]`, and iteration {name} = {point[second]} stores another value there"
        yield diagnose("overwritten-element", sentence, access_span(store) or survey.somewhere)
        return


def _goes_round(store: Access, indices: Sequence[Expr], variable: Var) -> bool:
    """Whether a loop goes round and round in a dimension, as `ring[t % 16]` in one of 16 elements: the last values are meant to stay."""
    using = [at for at, index in enumerate(indices) if variable in variables_of(index)]
    if len(using) != 1:
        return False
    index, size = indices[using[0]], store.buffer.shape[using[0]]
    return isinstance(index, (FloorMod, Mod)) and key(index.b) == key(size)


def _only_atom(survey: Survey, index: Expr) -> Expr | None:
    """The one part of an index that is no number, such as the `i` of `i * 4 + 1`."""
    if isinstance(index, Var):
        return index
    atoms = list(linear_of(survey, index).atoms())
    return atoms[0][0] if len(atoms) == 1 else None


def _again(survey: Survey, access: Access, used: AbstractSet[Var]) -> tuple[Var, str] | None:
    """The axis or loop that the stored value depends on, and the element does not."""
    assert isinstance(access.node, BufferStore)
    value = used_by(survey, (access.node.value,))
    if access.around.blocks and access.around.blocks[-1].block.iter_vars:
        realize = access.around.blocks[-1]
        for axis in realize.block.iter_vars:
            runs = axis.iter_type is IterVarKind.DataPar and axis.dom is not None and _several(axis.dom.extent)
            if runs and axis.var in value and axis.var not in used and not _read_in(access, realize.block.body):
                return axis.var, f"the spatial axis `{axis.var.name}`"
        return None
    for loop in access.around.loops:
        runs = loop.kind in IN_ORDER and _several(loop.extent)
        if not runs or loop.loop_var not in value or loop.loop_var in used or loop.loop_var in survey.left_early:
            continue
        if bound(survey.facts, loop.extent)[1] > 1 and not _read_in(access, loop.body):
            return loop.loop_var, f"the loop over `{loop.loop_var.name}`"
    return None


def _several(extent: Expr) -> bool:
    return not isinstance(extent, IntImm) or extent.value > 1


def _read_in(access: Access, body: Node) -> bool:
    return any(load.buffer.data is access.buffer.data for load in _loads(body))


def reduced_outputs(survey: Survey) -> Iterator[Diagnostic]:
    """Reduction axes of which each point stores an element of its own, without an init that would be seen to be wrong."""
    reported: set[Var] = set()
    for access in survey.accesses:
        if not access.is_write or access.around.in_init or not access.around.blocks or adds_in_place(access):
            continue
        block = access.around.blocks[-1].block
        mentioned = {var for index in access.indices for var in variables_of(index)}
        mentioned -= {var for guard in access.around.guards for var in variables_of(guard)}
        for axis in block.iter_vars:
            runs = axis.iter_type is IterVarKind.CommReduce and axis.dom is not None and _several(axis.dom.extent)
            if not runs or axis.var not in mentioned or axis.var in reported:
                continue
            reported.add(axis.var)
            name = axis.var.name
            sentence = f"each iteration of the reduction axis `{name}` stores an element of its own, `{access_text(access)}`; make `{name}` a spatial axis"
            yield diagnose("reduced-output", sentence, access_span(access) or survey.somewhere)
