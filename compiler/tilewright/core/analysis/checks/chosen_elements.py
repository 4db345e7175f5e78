"""Elements that data choose within limits that the program sets, `A[T.min(i[j], 8)]` or `A[i[j] % 65]`, and limits that lie outside of the buffer.

What is read from memory is taken for a variable that may have any value.  Only where the program limits the index whatever that value is, the limit
is judged: no program says of an index that it is only read from memory what it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, trunc

from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.exact_counter_example import Place, inside, place_at, question, relation
from tilewright.core.analysis.float_ends import ends_by_conditions, ends_of_float
from tilewright.core.analysis.survey import Access, Surroundings, Survey, loads_in, memory_read
from tilewright.core.analysis.wording import when, words
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import is_index, linear
from tilewright.core.arith.models import LARGEST, Readings, Undecided, conjuncts, decidable, find_model
from tilewright.core.base.dtype import DType, int_range
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Cast, Expr, IntImm, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import rewrite, variables_of, walk

FAR = 1 << 20  # an index that can be so far outside has no limit


def beyond_limits(survey: Survey, access: Access, index: Expr, size: Expr) -> str | None:
    """The value of an index outside of the buffer that data can give it, and when; None when it has no limits, or they fit."""
    place, value = place_at(survey, access.around), in_loop_variables(survey, index)
    data = Data(survey, place, place.unknown)
    try:
        known = list(_known(survey, access, value))
        about = [var for part in (value, size) for var in variables_of(part) if var not in data.given]
        about += [var for fact in known for var in variables_of(fact) if place.has_domain(var)]
        conditions = [
            *place.conditions(*about),
            *(guard for guard in map(data.free, (*place.unknown, *known)) if decidable(guard)),
        ]
        chosen, conditions = data.free(value), [data.free(each) for each in conditions]
        conditions += data.limits
        if data.is_masked_in(chosen, *conditions):
            return None
        if not data.names or (place.unknown and not data.chooses(value)):
            return None
        followed = memory_read(survey, value).intersection(var for fact in known for var in memory_read(survey, fact))
        if not followed and _is_unlimited(chosen, conditions, data):
            return None
        end, readings = in_loop_variables(survey, size), Readings()
        last, zero = const(FAR, chosen.dtype), const(0, chosen.dtype)
        within = [*conditions, inside(chosen, zero, end)]
        for outside, far in (
            (relation("GE", chosen, end), relation("GE", chosen, end + last)),
            (relation("LT", chosen, zero), relation("LE", chosen, -last)),
        ):
            with question(survey):
                reached = find_model([*conditions, far], readings=readings) is not None
            if reached and not (followed and _never(survey, within)):
                continue
            with question(survey):
                point = find_model([*conditions, outside], readings=readings)
            if point is not None and _holds([*conditions, outside], point):
                return f"{evaluate(chosen, point)}{said_of(survey, index, point, data)}"
    except Undecided:
        return None
    return None


def too_large_by_data(survey: Survey, around: Surroundings, index: Expr, value: Expr, last: int) -> str | None:
    """The number beyond `last` that data can make of a value, which conditions around limit to some number, and when; `index` is what is computed as it is written."""
    place = place_at(survey, around)
    data = Data(survey, place, place.unknown)
    try:
        about = [var for var in variables_of(value) if var not in data.given]
        guards = [guard for guard in map(data.free, place.unknown) if decidable(guard)]
        conditions = [data.free(each) for each in (*place.conditions(*about), *guards)]
        chosen = data.free(value)
        conditions += data.limits
        if not data.chooses(value) or data.is_masked_in(chosen, *conditions):
            return None
        with question(survey):
            if find_model([*conditions, relation("GE", chosen, const(last << 16, chosen.dtype))]) is not None:
                return None
        beyond = relation("GT", chosen, const(last, chosen.dtype))
        with question(survey):
            point = find_model([*conditions, beyond])
        if point is not None and _holds([*conditions, beyond], point):
            return f"{evaluate(chosen, point)}{said_of(survey, index, point, data)}"
    except Undecided:
        pass
    return None


def _is_unlimited(chosen: Expr, conditions: Sequence[Expr], data: Data) -> bool:
    """Whether an index is a multiple of something in memory, of which no condition and nothing else in the index says anything, and so may be anywhere."""
    free = {var for var, e in data.names.values() if var is not e}
    mentioned = {var for condition in conditions for var in variables_of(condition)}
    atoms = [atom for atom, _ in linear(chosen).atoms()]
    mentioned.update(var for atom in atoms if not isinstance(atom, Var) for var in variables_of(atom))
    return any(isinstance(atom, Var) and atom in free and atom not in mentioned for atom in atoms)


def _never(survey: Survey, conditions: Sequence[Expr]) -> bool:
    with question(survey):
        return find_model(conditions) is None


def _known(survey: Survey, access: Access, value: Expr) -> Iterator[Expr]:
    """The facts about integers in memory that nothing else reaches, where the value or a condition reads any that are known."""
    facts = [fact for fact in access.around.known if memory_read(survey, fact).isdisjoint(survey.aliased)]
    read = frozenset[Var]().union(*(memory_read(survey, e) for e in (value, *access.around.guards)))
    if read.isdisjoint(var for fact in facts for var in memory_read(survey, fact)):
        return
    for fact in facts:
        yield from conjuncts(in_loop_variables(survey, fact))


def _holds(conditions: Sequence[Expr], point: dict[Var, int]) -> bool:
    return all(abs(value) <= LARGEST for value in point.values()) and all(evaluate(each, point) for each in conditions)


def said_of(survey: Survey, index: Expr, point: dict[Var, int], data: Data) -> str:
    """The end of the sentence: the values of the variables of the index, and of what is read."""
    known = [(var.name, evaluate(in_loop_variables(survey, var), point)) for var in variables_of(index)]
    now = survey.by_memory.keys()  # what memory held before has no name
    shown = [
        (var, e)
        for var, e in data.names.values()
        if var not in data.masked and all(load.buffer.data in now for load in loads_in(e))
    ]
    read = [(words(load), point.get(var, 0)) for var, load in shown]
    # An argument that is a variable of the index may be read by its conditions too.
    shared = dict.fromkeys((*known, *read))
    return when((name, value) for name, value in shared if value is not None and not name.startswith("..."))


class Data:
    """The variables that stand for what is read from memory, one for each element as it is written, and the numbers that a caller gives."""

    def __init__(self, survey: Survey, place: Place, conditions: Sequence[Expr]) -> None:
        self.given = {param for param in survey.func.params if not place.has_domain(param)}
        self.ends = ends_by_conditions(conditions)
        self.names: dict[Key, tuple[Var, Expr]] = {}
        self.limits: list[Expr] = []
        self.masked: set[Var] = set()  # of which only some bits are said to be any

    def free(self, e: Expr) -> Expr:
        """The expression with variables in place of the indices that it loads."""
        return rewrite(e, {BufferLoad: self._index, Cast: self._converted, Var: self._number, Call: self._masked})

    def is_masked_in(self, *parts: Expr) -> bool:
        """Whether a number of which only some bits are said to be any stands in one of the expressions."""
        return not self.masked.isdisjoint(var for each in parts for var in variables_of(each))

    def chooses(self, e: Expr) -> bool:
        """Whether an expression loads some of them."""
        return any(isinstance(node, Expr) and key(node) in self.names for node in walk(e))

    def _index(self, load: BufferLoad) -> Expr:
        return self._variable(load, load.dtype) if is_index(load.dtype) else load

    def _number(self, var: Var) -> Expr:
        return self.names.setdefault(key(var), (var, var))[0] if var in self.given and is_index(var.dtype) else var

    def _masked(self, call: Call) -> Expr:
        """The variable for some bits of a number in memory, of which all may be set, and none.  All of the lowest bits may be a field of which callers know more, and no limit."""
        if callee_name(call) != "tir.bitwise_and" or not is_index(call.dtype):
            return call
        mask = next((arg for arg in call.args if isinstance(arg, IntImm)), None)
        number = next((arg for arg in call.args if arg is not mask), None)
        if isinstance(number, Call) and callee_name(number) == "tir.shift_right":
            number = number.args[0]
        read = next((data for var, data in self.names.values() if var is number), None)
        if (
            mask is None
            or number is None
            or read is None
            or mask.value & (mask.value + 1) == 0
            or not (read.dtype.is_signed or number in call.args)
        ):
            return call
        if mask.value > int_range(read.dtype)[1]:
            return call
        made = self._variable(call, call.dtype)
        ends = [relation("EQ", made, const(end, made.dtype)) for end in (0, mask.value)]
        self.limits.append(binary("Or", ends[0], ends[1]))
        self.masked.update(variables_of(number))
        return made

    def _converted(self, cast: Cast) -> Expr:
        value = cast.value
        loads = [node for node in walk(value) if isinstance(node, BufferLoad)]
        read = isinstance(value, BufferLoad) and value.dtype.is_integer
        computed = bool(loads) and value.dtype.is_float and not value.dtype.is_vector
        if not is_index(cast.dtype) or not (read or computed):
            return cast
        fresh, made = key(value) not in self.names, self._variable(value, cast.dtype)
        if fresh and computed and len(loads) == 1:
            self._limit(made, value)
        return made

    def _limit(self, variable: Var, value: Expr) -> None:
        """Say between which numbers a value of floating point lies that one element in memory gives."""
        low, high = ends_of_float(value, self.ends) or (-inf, inf)
        if low > -FAR:
            self.limits.append(relation("GE", variable, const(trunc(low), variable.dtype)))
        if high < FAR:
            self.limits.append(relation("LE", variable, const(trunc(high), variable.dtype)))

    def _variable(self, data: Expr, dtype: DType) -> Var:
        """The variable for data: what is loaded, or a number of floating point that is computed of it and becomes an index."""
        name = data.buffer.name if isinstance(data, BufferLoad) else "data"
        return self.names.setdefault(key(data), (Var(name, dtype), data))[0]
