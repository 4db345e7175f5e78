"""Contents of memory that a function allocates: the loop variables behind the values that are stored there, also through other such memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from tilewright.core.analysis.survey import Access, Survey, memory_read
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, IntImm, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import IN_ORDER, BufferStore, For
from tilewright.core.ir.walk import variables_of, walk
from tilewright.core.ops.op import CallEffectKind, Op


def exchanged(survey: Survey) -> set[Var]:
    """Memory that holds what calls with effects give, also through other memory: threads of one block may have exchanged it."""
    values = _stored(survey)
    found = {data for data, each in values.items() if any(_is_effect(node) for value in each for node in walk(value))}
    while (
        more := {data for data, each in values.items() if any(memory_read(survey, value) & found for value in each)}
        - found
    ):
        found |= more
    return found


def contents_of(survey: Survey) -> Mapping[Var, frozenset[Var]]:
    """The variables behind the contents of each allocated memory; memory that calls fill is left out."""
    if survey.contents is None:
        survey.contents = _contents(survey)
    return survey.contents


def _contents(survey: Survey) -> dict[Var, frozenset[Var]]:
    values = _stored(survey)
    found = {data: frozenset(used_by(survey, each)) for data, each in values.items()}
    sources = {
        data: {load for value in each for load in memory_read(survey, value)} & values.keys()
        for data, each in values.items()
    }
    changed = True
    while changed:
        changed = False
        for data, others in sources.items():
            more = found[data].union(*(found[other] for other in others))
            changed |= len(more) > len(found[data])
            found[data] = more
    return found


def behind(survey: Survey, e: Expr, contents: Mapping[Var, frozenset[Var]]) -> frozenset[Var]:
    """The variables in an expression, and those behind the contents of what it loads."""
    return frozenset(used_by(survey, (e,))).union(*(contents.get(data, frozenset()) for data in memory_read(survey, e)))


def _stored(survey: Survey) -> dict[Var, list[Expr]]:
    found: dict[Var, list[Expr]] = {}
    for access in survey.accesses if survey.origins else ():
        data = access.buffer.data
        if not isinstance(access.node, BufferStore) or data not in survey.origins:
            continue
        found.setdefault(data, []).append(access.node.value)
    return {data: values for data, values in found.items() if data not in survey.opaque}


def _is_effect(node: Node) -> bool:
    """Whether a call may give all threads one value, or do anything else; shuffles up and down a warp leave each thread another one."""
    if not isinstance(node, Call) or (isinstance(node.op, Op) and node.op.effect <= CallEffectKind.ReadState):
        return False
    return callee_name(node) not in _APART


_APART = frozenset({"tir.tvm_warp_shuffle_down", "tir.tvm_warp_shuffle_up", "tir.tvm_warp_activemask"})


def repeated_over(survey: Survey, access: Access) -> list[For]:
    """The loops around an access, with iterations in order, in which it does not move: they go over one element again and again."""
    used = used_by(survey, access.indices)
    return [loop for loop in access.around.loops if loop.kind in IN_ORDER and loop.loop_var not in used]


def used_by(survey: Survey, parts: Iterable[Expr]) -> AbstractSet[Var]:
    """The variables in the parts, and in what those of them that are lets or axes stand for."""
    found: AbstractSet[Var] = _NOTHING
    for part in parts:
        if type(part) is not IntImm:
            more = _used_in(survey, part)
            found = found | more if found else more
    return found


_NOTHING: frozenset[Var] = frozenset()


def _used_in(survey: Survey, part: Expr) -> frozenset[Var]:
    known = survey.used.get(id(part))
    if known is None:
        known = survey.used[id(part)] = part, frozenset(_with_origins(survey, _mentioned(survey, part)))
    return known[1]


def _mentioned(survey: Survey, part: Expr) -> list[Var]:
    """The variables in an expression, and the constants in memory that it loads."""
    found = variables_of(part)
    return [*found, *(memory_read(survey, part) & survey.constants.keys())] if survey.constants else found


def _with_origins(survey: Survey, pending: list[Var]) -> set[Var]:
    used = set(pending)
    if used.isdisjoint(survey.values) and (not survey.constants or used.isdisjoint(survey.constants)):
        return used
    used = set[Var]()
    while pending:
        var = pending.pop()
        if var not in used:
            used.add(var)
            value = survey.values.get(var)
            if value is None and survey.constants:
                value = survey.constants.get(var)
            if type(value) is Var:
                pending.append(value)
            elif value is not None:
                pending += _mentioned(survey, value)
    return used
