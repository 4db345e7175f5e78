"""Checks of parallel and vectorized loops: data races between iterations, and leaving such a loop early."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from math import prod

from tilewright.core.analysis.checks.blocks import adds_in_place
from tilewright.core.analysis.checks.iterations import Meeting, Meetings
from tilewright.core.analysis.contents import behind, contents_of
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.own_memory import owned_by
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.wording import access_span, access_text, name_span
from tilewright.core.arith.bounds import bound
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.base.source import Span
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, GE, GT, LE, LT, BufferLoad, Call, Expr, FloatImm, IntImm, Max, Min, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import BufferStore, For, ForKind, While
from tilewright.core.ir.walk import variables_of, walk
from tilewright.core.ops.op import CallEffectKind, Op

AT_ONCE = {ForKind.PARALLEL: "parallel", ForKind.VECTORIZED: "vectorized"}
PAIRS = 256  # pairs of accesses of one loop that are compared


def races(survey: Survey) -> Iterator[Diagnostic]:
    """Data races: elements that one iteration of a parallel or vectorized loop writes and another accesses; each store once."""
    reported: set[Access] = set()
    for loop, _ in survey.loops:
        if loop.kind not in AT_ONCE or (isinstance(loop.extent, IntImm) and loop.extent.value <= 1):
            continue
        for write, sentence in races_of(survey, loop, reported):
            reported.add(write)
            yield diagnose("parallel-race", sentence, access_span(write) or survey.somewhere, _note(loop))


def races_of(survey: Survey, loop: For, reported: set[Access]) -> Iterator[tuple[Access, str]]:
    """The stores under a loop that meet other accesses, each with what is wrong."""
    meetings, pairs = Meetings(survey, loop), PAIRS
    for group in _shared(survey, loop):
        for write in [access for access in group if access.is_write and access not in reported]:
            kind = f"the {AT_ONCE[loop.kind]} loop `{loop.loop_var.name}`"
            varies = _stores_its_own(survey, loop, write)
            sentence = same_place(survey, write, loop.loop_var, kind, "iteration") if varies else None
            sentence = sentence or scattered_sum(survey, write, loop.loop_var, "iterations")
            sentence = sentence or (_scattered(survey, write, loop) if varies else None)
            others = group[:pairs] if sentence is None else []
            pairs -= len(others)
            found = (_meeting_sentence(survey, meetings, write, other, loop) for other in others)
            sentence = sentence or next((each for each in found if each is not None), None)
            if sentence is not None:
                yield write, sentence


def _stores_its_own(survey: Survey, loop: For, write: Access) -> bool:
    """Whether iterations may store different values: they compute with the loop's variable, store in another iteration of a loop inside where data say so, call what may do anything, or load what the loop stores."""
    if not isinstance(write.node, BufferStore):
        return True
    value = in_loop_variables(survey, write.node.value)
    chosen = any(isinstance(node, BufferLoad) for guard in write.around.guards for node in walk(guard))
    if loop.loop_var in variables_of(value) or (chosen and _value_varies(survey, write, loop.loop_var)):
        return True
    stored = {each.buffer.data for each in survey.accesses if each.is_write and loop in each.around.loops}
    return any(
        (isinstance(node, BufferLoad) and node.buffer.data in stored)
        or (isinstance(node, Call) and (not isinstance(node.op, Op) or node.op.effect > CallEffectKind.ReadState))
        for node in walk(value)
    )


def _shared(survey: Survey, loop: For) -> Iterator[list[Access]]:
    """The accesses under a loop by buffer, for memory that the iterations share and one of them writes."""
    accesses: dict[Var, list[Access]] = defaultdict(list)
    for access in survey.accesses:
        if access.node.predicate is None and any(each is loop for each in access.around.loops):
            accesses[access.buffer.data].append(access)
    for data, group in accesses.items():
        if any(access.is_write for access in group) and not _private(group[0]) and not owned_by(survey, loop, data):
            yield group


def _private(access: Access) -> bool:
    return access.buffer.scope().startswith(("local", "warp", "wmma", "m16n8k8"))


def _note(loop: For) -> tuple[Note, ...]:
    place = name_span(loop.loop_var.name, loop.span)
    return () if place is None else (Note(f"the iterations of `{loop.loop_var.name}` run at the same time", place),)


def same_place(survey: Survey, write: Access, variable: Var, of: str, each: str) -> str | None:
    """The mistake in a store to an element that does not depend on the variable: each iteration `of` the loop makes it."""
    if is_constant(survey, write):
        return None  # everybody writes the same number, or may do so
    indices = [in_loop_variables(survey, index) for index in write.indices]
    guards = [in_loop_variables(survey, guard) for guard in write.around.guards]
    if any(_varies(part, variable) for part in indices):
        return None
    if any(_depends(survey, var, variable) for part in indices for var in variables_of(part)):
        return None
    text, varying = access_text(write), [guard for guard in guards if _varies(guard, variable)]
    if not varying:
        return f"every {each} of {of} writes the same `{text}`"
    if all(_holds_for_many(survey, guard, variable, adds_in_place(write)) for guard in varying) and (
        adds_in_place(write) or _value_varies(survey, write, variable)
    ):
        return f"the {each}s of {of} for which the condition holds write the same `{text}`"
    return None


def scattered_sum(survey: Survey, write: Access, variable: Var, several: str) -> str | None:
    """The mistake in adding, at once, to elements that data choose: two iterations may read the same place."""
    if write.around.in_init or not adds_in_place(write) or not _chosen_places(survey, write, variable):
        return None
    return f"two {several} may find the same place in `{access_text(write)}`, and each adds to what it read there before the other has stored"


def _scattered(survey: Survey, write: Access, loop: For) -> str | None:
    """The mistake in storing, at once, to elements that data choose, where there are fewer than iterations or what lies beyond a limit goes to the last one."""
    chosen = [] if write.around.in_init or write.around.guards else _chosen_places(survey, write, loop.loop_var)
    if not chosen:
        return None
    text = access_text(write)
    places = prod(high - low + 1 for low, high in (bound(survey.facts, index) for index in chosen))
    if isinstance(loop.extent, IntImm) and places < loop.extent.value:
        return f"{loop.extent.value} iterations of `{loop.loop_var.name}` store to {places} elements `{text}`: several store to the same one"
    if any(isinstance(index, (Min, Max)) for index in chosen):
        return f"iterations whose data lie beyond the limits of the index all store to the last element that `{text}` can be"
    return None


def _chosen_places(survey: Survey, write: Access, variable: Var) -> list[Expr]:
    """The indices that data choose in each iteration, or in one of a loop inside, where no other index tells the iterations apart."""
    names = [loop.loop_var for loop in write.around.running]
    inner = {*(names[names.index(variable) :] if variable in names else [variable])}
    apart = {variable, *(var for var in inner if _depends(survey, var, variable))}
    found: list[Expr] = []
    for index in (in_loop_variables(survey, index) for index in write.indices):
        if _chosen_by_data(index, inner):
            found.append(index)
        elif not apart.isdisjoint(variables_of(index)):
            return []
    return found


def _depends(survey: Survey, var: Var, variable: Var) -> bool:
    """Whether the values of a loop's variable depend on another's, also through memory of the function."""
    parts = [in_loop_variables(survey, part) for part in survey.domains.get(var, ())]
    return any(
        node is variable or (isinstance(node, BufferLoad) and node.buffer.data in survey.origins)
        for part in parts
        for node in walk(part)
    )


def _chosen_by_data(index: Expr, variables: Set[Var]) -> bool:
    """Whether an index loads what depends on one of the variables."""
    return any(isinstance(node, BufferLoad) and not variables.isdisjoint(variables_of(node)) for node in walk(index))


def _holds_for_many(survey: Survey, guard: Expr, variable: Var, counts: bool) -> bool:
    """Whether a condition compares the iteration's element with the same number, or with one of its own, by order: an equality may be meant to hold once, unless the store adds up, or counts, where it holds."""
    if not isinstance(guard, (LT, LE, GT, GE, EQ) if counts else (LT, LE, GT, GE)):
        return False
    for element, limit in ((guard.a, guard.b), (guard.b, guard.a)):
        own = isinstance(element, BufferLoad) and variable in behind(survey, element, contents_of(survey))
        if own and (variable not in variables_of(limit) or isinstance(limit, BufferLoad)):
            return True
    return False


def _value_varies(survey: Survey, write: Access, variable: Var) -> bool:
    """Whether iterations may store different values: they compute with the variable, or with one of a loop inside."""
    names = [loop.loop_var for loop in write.around.running]
    inside = names[names.index(variable) :] if variable in names else [variable]
    store = write.node
    return isinstance(store, BufferStore) and not {*inside}.isdisjoint(
        variables_of(in_loop_variables(survey, store.value))
    )


def is_constant(survey: Survey, access: Access) -> bool:
    """Whether a store writes a number; so may one of a variable that nothing defines, which stands for what was not understood."""
    value = access.node.value if isinstance(access.node, BufferStore) else None
    return isinstance(value, (IntImm, FloatImm)) or any(variable is value for variable, _, _ in survey.undefined)


def _varies(e: Expr, loop_var: Var) -> bool:
    return any(node is loop_var or isinstance(node, BufferLoad) for node in walk(e))


def _meeting_sentence(survey: Survey, meetings: Meetings, write: Access, other: Access, loop: For) -> str | None:
    if write.around.in_init or other.around.in_init:
        return None  # it runs in some of the iterations only
    if other.buffer is not write.buffer or len(other.indices) != len(write.indices):
        return None
    if other.is_write and is_constant(survey, write) and is_constant(survey, other):
        return None
    if any(not index.dtype.is_integer or index.dtype.is_vector for index in (*write.indices, *other.indices)):
        return None
    if (
        loop.kind is ForKind.VECTORIZED
        and not (other.is_write and other is write)
        and other.statement is not write.statement
    ):
        return None  # lanes run statement by statement: what one statement wrote the next one may read
    met = meetings.find(write, other)
    if met is None or (loop.kind is ForKind.VECTORIZED and not other.is_write and met.second < met.first):
        return None  # a vector is read before it is written
    return _counter_example(write, other, met, loop)


def _counter_example(write: Access, other: Access, met: Meeting, loop: For) -> str:
    name = loop.loop_var.name
    element = f"{write.buffer.name}[{', '.join(map(str, met.place))}]"
    verb = "writes too" if other.is_write else "reads"
    sizes = "".join([f", {var.name} = {value}" for var, value in met.sizes])
    where = f" (for {sizes[2:]})" if sizes else ""
    return f"iteration {name} = {met.first} writes `{element}`, which iteration {name} = {met.second} {verb}{where}"


def breaks(survey: Survey) -> Iterator[Diagnostic]:
    """`break` out of a loop whose iterations run at once."""
    for loop, _ in survey.loops:
        if loop.kind in AT_ONCE:
            for call in _jumps(loop.body):
                kind = f"the {AT_ONCE[loop.kind]} loop `{loop.loop_var.name}`"
                sentence = f"`break` leaves {kind}, whose iterations run at the same time: later ones may have run already; use a serial loop, or a condition"
                yield diagnose("break-at-once", sentence, _place(call, survey), _note(loop))


def _jumps(node: Node) -> Iterator[Call]:
    """The `break`s that belong to the loop around a statement."""
    if isinstance(node, Call) and callee_name(node) == "tir.break_loop":
        yield node
    if isinstance(node, (For, While, Expr)):
        return
    for child in node.children():
        yield from _jumps(child)


def _place(call: Call, survey: Survey) -> Span:
    places = [place for each, place in survey.calls if each is call]
    return call.span or next((place for place in places if place is not None), survey.somewhere)
