"""Kernels: elements that several threads or blocks touch at once, threads that do not wait for one another, and memory that others cannot see.

A kernel is what stands under one outermost thread loop.  Between the iterations of `threadIdx` a call such as `T.tvm_storage_sync` makes an order; between
blocks nothing does.  In shared memory the compiler itself makes threads wait between blocks of TensorIR, so their accesses are not asked for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod

from tilewright.core.analysis.checks.iterations import Meeting, Meetings
from tilewright.core.analysis.checks.loops import is_constant, same_place, scattered_sum
from tilewright.core.analysis.contents import contents_of, exchanged, used_by
from tilewright.core.analysis.counter_example import facts_at, in_loop_variables
from tilewright.core.analysis.own_memory import owned_by
from tilewright.core.analysis.survey import Access, Survey, Wait
from tilewright.core.analysis.wording import access_span, access_text, name_span, words
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import deep_equal, key
from tilewright.core.arith.simplify import simplify
from tilewright.core.base.diagnostics import Diagnostic, Note, Severity, diagnose
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, IterVarKind, StringImm, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, For, thread_tag
from tilewright.core.ir.walk import substitute, variables_of, walk

PAIRS = 256  # pairs of accesses of one thread axis of one kernel that are compared
Finding = tuple[str, str]


@dataclass(slots=True, eq=False)
class _Kernel:
    """The contents of one outermost thread loop: its accesses, each with its number among all, one loop for each thread axis, what the contents of memory depend on, the memory whose contents threads may have exchanged, and stores with accesses that lack a synchronization between them."""

    survey: Survey
    loop: For
    accesses: dict[Access, int]
    axes: dict[str, For]
    contents: Mapping[Var, frozenset[Var]]
    exchanged: set[Var]
    variables: dict[str, set[Var]] = field(default_factory=lambda: {})
    unordered: dict[Access, Access] = field(default_factory=lambda: {})


def thread_races(survey: Survey) -> Iterator[Diagnostic]:
    """Stores of a kernel that meet other accesses, each once."""
    for kernel in _kernels(survey):
        for write, (code, sentence), axis in _meetings(kernel):
            place = name_span(axis.loop_var.name, axis.span)
            notes = (
                ()
                if place is None
                else (Note(f'`{axis.loop_var.name}` is the thread axis "{thread_tag(axis)}"', place),)
            )
            notes += _waiting_note(kernel, write, axis) if code == "missing-sync" else ()
            yield diagnose(code, sentence, access_span(write) or survey.somewhere, notes)


def _waiting_note(kernel: _Kernel, write: Access, axis: For) -> tuple[Note, ...]:
    """A note at the place that tells where the threads have to wait: behind the later access, where they wait in between and lack it in the next iteration, else before it."""
    other = kernel.unordered.get(write)
    if other is None:
        return ()
    first, last = sorted((kernel.accesses[write], kernel.accesses[other]))
    later = write if kernel.accesses[write] == last else other
    between = other.statement is write.statement or any(
        first < wait.after <= last for wait in kernel.survey.waits if _joins(wait, axis)
    )
    place = access_span(later)
    where = f"{BEHIND}, before the loop goes on" if between else BEFORE
    return () if place is None else (Note(where, place),)


BEFORE = "the synchronization belongs before this"
BEHIND = "the synchronization belongs behind this"


def thread_extents(survey: Survey) -> Iterator[Diagnostic]:
    """Thread axes that one kernel launches with two extents."""
    seen: dict[tuple[For, str], For] = {}
    said: set[For] = set()
    if not survey.has_threads:
        return
    places = (*(access.around for access in survey.accesses), *(around for _, around in survey.realizes))
    for around in {id(each): each for each in places}.values():
        for loop in around.threads:
            first = seen.setdefault((around.threads[0], thread_tag(loop)), loop)
            if loop in said or not _unequal(first, loop) or thread_tag(loop).startswith(("vthread", "cthread")):
                continue
            said.add(loop)
            sentence = f'"{thread_tag(loop)}" has {words(loop.extent)} threads here, and {words(first.extent)} before in the same kernel'
            place = name_span(first.loop_var.name, first.span)
            notes = () if place is None else (Note(f"here it has {words(first.extent)}", place),)
            yield diagnose(
                "thread-extent", sentence, name_span(loop.loop_var.name, loop.span) or survey.somewhere, notes
            )


MOST_THREADS = 1024  # of one block, of all GPUs that TVM builds for


def crowded_blocks(survey: Survey) -> Iterator[Diagnostic]:
    """Blocks of more threads than a GPU runs together, each kernel once."""
    said: set[For] = set()
    if not survey.has_threads:
        return
    for around in {id(access.around): access.around for access in survey.accesses}.values():
        threads = {thread_tag(loop): loop for loop in around.threads if thread_tag(loop).startswith("threadIdx.")}
        extents = [loop.extent.value for loop in threads.values() if isinstance(loop.extent, IntImm)]
        if prod(extents) <= MOST_THREADS or around.threads[0] in said:
            continue
        said.add(around.threads[0])
        loop = [*threads.values()][-1]
        count = f"{' * '.join(map(str, extents))} = {prod(extents)}" if len(extents) > 1 else str(extents[0])
        sentence = f"a block has {count} threads here, and a GPU runs at most {MOST_THREADS} in one block"
        place = name_span(loop.loop_var.name, loop.span) or survey.somewhere
        yield diagnose("thread-extent", sentence, place, severity=Severity.WARNING)


def one_thread_twice(survey: Survey) -> Iterator[Diagnostic]:
    """Elements that are named by two loops over the same thread axis, which are equal in every thread."""
    said: set[For] = set()
    for access in survey.accesses if survey.has_threads else ():
        by_tag: dict[str, For] = {}
        for loop in access.around.threads:
            tag = thread_tag(loop)
            first = by_tag.setdefault(tag, loop)
            if first is loop or loop in said or _unequal(first, loop) or not tag.startswith(("threadIdx", "blockIdx")):
                continue
            if {first.loop_var, loop.loop_var} <= used_by(survey, access.indices):
                said.add(loop)
                names = f"`{first.loop_var.name}` and `{loop.loop_var.name}`"
                sentence = f'{names} are both "{tag}", and equal in every thread: `{access_text(access)}` reaches no element for which they differ'
                yield diagnose("thread-extent", sentence, access_span(access) or survey.somewhere)


def _unequal(a: For, b: For) -> bool:
    """Whether two loops are known to run differently often."""
    return isinstance(a.extent, IntImm) and isinstance(b.extent, IntImm) and a.extent.value != b.extent.value


def lost_memory(survey: Survey) -> Iterator[Diagnostic]:
    """Reads of memory of threads or blocks that only another kernel has written."""
    written: dict[Var, set[For | None]] = defaultdict(set)
    if not survey.has_threads:
        return
    for access in survey.accesses:
        if access.is_write:
            written[access.buffer.data].add(_kernel_of(access))
    said: set[Var] = set(survey.opaque)
    for access in survey.accesses:
        data, scope = access.buffer.data, access.buffer.scope()
        kernels = written.get(data, set())
        inside = any(kernel is not None for kernel in kernels)
        if (
            access.is_write
            or data in said
            or not scope.startswith(_KEPT)
            or not inside
            or _kernel_of(access) in kernels
        ):
            continue
        said.add(data)
        survey.unseen.add(data)
        sentence = f'`{access_text(access)}` reads "{scope}" memory, and what another kernel wrote there is gone; use "global" memory'
        yield diagnose("unseen-memory", sentence, access_span(access) or survey.somewhere)


_KEPT = ("local", "shared", "warp")


def _kernel_of(access: Access) -> For | None:
    return next(iter(access.around.threads), None)


def _kernels(survey: Survey) -> Iterator[_Kernel]:
    """The kernels that have a thread axis of more than one iteration."""
    found: dict[For, _Kernel] = {}
    if not survey.has_threads:
        return iter(())
    contents, alike, seen = contents_of(survey), exchanged(survey), set[int]()
    for number, access in enumerate(survey.accesses):
        threads = access.around.threads
        if not threads or access.node.predicate is not None:
            continue
        kernel = found.setdefault(threads[0], _Kernel(survey, threads[0], {}, {}, contents, alike))
        kernel.accesses[access] = number
        if id(access.around) in seen:
            continue
        seen.add(id(access.around))
        for loop in threads:
            single = isinstance(loop.extent, IntImm) and loop.extent.value <= 1
            if not single and thread_tag(loop).startswith(("blockIdx.", "threadIdx.")):
                kernel.axes.setdefault(thread_tag(loop), loop)
    return iter(found.values())


def _meetings(kernel: _Kernel) -> Iterator[tuple[Access, Finding, For]]:
    """The stores of a kernel at fault, with what is wrong and the thread axis over which it is."""
    touched: dict[Var, list[Access]] = defaultdict(list)
    for access in kernel.accesses:
        touched[access.buffer.data].append(access)
    said: set[Access] = set()
    for axis in kernel.axes.values():
        meetings, pairs = Meetings(kernel.survey, axis), PAIRS
        for accesses in touched.values():
            for write in [each for each in accesses if each.is_write and each not in said and not each.around.in_init]:
                others = accesses[:pairs]
                pairs -= len(others)
                found = _fault(kernel, meetings, axis, write, others)
                if found is not None:
                    said.add(write)
                    yield write, found, axis


def _fault(kernel: _Kernel, meetings: Meetings, axis: For, write: Access, others: list[Access]) -> Finding | None:
    """The conflict between a store of one thread, or block, and the accesses of the others."""
    scope, of_threads = write.buffer.scope(), thread_tag(axis).startswith("threadIdx")
    private = scope.startswith("local") or (scope.startswith("shared") and not of_threads)
    shared = scope == "global" or (scope.startswith("shared") and of_threads)
    if not (private or shared) or (scope == "global" and owned_by(kernel.survey, kernel.loop, write.buffer.data)):
        return None
    if private:
        if write in others and _is_alike(kernel.survey, write, axis):
            return None
        return next(
            (found for other in others if (found := _unseen(kernel, meetings, axis, write, other, others))), None
        )
    if _combines(kernel.survey, write, axis) and of_threads:
        return None
    variable = _own(write, axis)
    fixed = variable is not None and variable not in used_by(kernel.survey, write.indices)
    if variable is not None and fixed and _differs(kernel, write, axis, variable):
        sentence = same_place(
            kernel.survey, write, variable, f'"{thread_tag(axis)}"', "thread" if of_threads else "block"
        )
        if sentence is not None:
            return "thread-race", sentence
    sentence = None if variable is None else scattered_sum(kernel.survey, write, variable, "threads")
    if sentence is not None:
        return "thread-race", sentence
    return next((found for other in others if (found := _race(kernel, meetings, axis, write, other))), None)


def _is_alike(survey: Survey, write: Access, axis: For) -> bool:
    """Whether every thread, or block, makes the store at the same elements: each has written itself what another has."""
    variable = _own(write, axis)
    return variable is None or variable not in used_by(survey, (*write.indices, *write.around.guards))


def _own(access: Access, axis: For) -> Var | None:
    """The variable of a thread axis where an access stands."""
    tag = thread_tag(axis)
    for loop in access.around.threads:
        if loop is axis or thread_tag(loop) == tag:
            return loop.loop_var
    return None


def _combines(survey: Survey, write: Access, axis: For) -> bool:
    """Whether the threads reduce together: the compiler has them combine what they have."""
    variable = _own(write, axis)
    for realize in write.around.blocks:
        for each, value in zip(realize.block.iter_vars, realize.iter_values):
            reduces = each.iter_type is IterVarKind.CommReduce
            if reduces and variable in variables_of(in_loop_variables(survey, value)):
                return True
    return False


def _differs(kernel: _Kernel, write: Access, axis: For, variable: Var) -> bool:
    """Whether what is stored depends on the thread, or on the element itself."""
    if not isinstance(write.node, BufferStore):
        return False
    survey, value = kernel.survey, in_loop_variables(kernel.survey, write.node.value)
    adds = any(
        access.buffer is write.buffer and access.statement is write.statement
        for access in survey.accesses
        if not access.is_write
    )
    return adds or variable in variables_of(value) or _holds_own(kernel, axis, value)


def _holds_own(kernel: _Kernel, axis: For, value: Expr) -> bool:
    """Whether a value is loaded from memory that each thread, or block, of the axis has for itself, and that holds what depends on which one it is."""
    tag = thread_tag(axis)
    private = ("local", "shared") if tag.startswith("blockIdx") else ("local",)
    own = _variables(kernel, tag)
    alike = set[Var]() if tag.startswith("blockIdx") else kernel.exchanged
    loads = (node for node in walk(value) if isinstance(node, BufferLoad) and node.buffer.scope().startswith(private))
    return any(
        own & kernel.contents.get(load.buffer.data, frozenset()) and load.buffer.data not in alike for load in loads
    )


def _variables(kernel: _Kernel, tag: str) -> set[Var]:
    """The variables of all loops of a kernel that are bound to a thread axis."""
    if tag not in kernel.variables:
        loops = (loop for access in kernel.accesses for loop in access.around.threads)
        kernel.variables[tag] = {loop.loop_var for loop in loops if thread_tag(loop) == tag}
    return kernel.variables[tag]


def _race(kernel: _Kernel, meetings: Meetings, axis: For, write: Access, other: Access) -> Finding | None:
    of_threads, apart = thread_tag(axis).startswith("threadIdx"), other.statement is not write.statement
    if of_threads and apart and _in_order(kernel, axis, write, other):
        return None
    met = _met(kernel.survey, meetings, write, other)
    if met is None or (other.is_write and _same_value(kernel, axis, write, other, met)):
        return None
    sentence = _witness(write, other, met, axis)
    if not of_threads:
        return "thread-race", f"{sentence}; blocks of threads cannot wait for one another"
    if not apart and (other.is_write or not meetings.only_later(write, other)):
        return "thread-race", sentence
    kernel.unordered[write] = other
    scope = "shared" if write.buffer.scope().startswith("shared") else "global"
    return "missing-sync", f'{sentence}; between the two the threads have to wait: `T.tvm_storage_sync("{scope}")`'


def _in_order(kernel: _Kernel, axis: For, write: Access, other: Access) -> bool:
    """Whether the threads wait between two accesses, by the program or by what the compiler puts between blocks."""
    blocks = write.around.blocks, other.around.blocks
    in_block = any(realize.block.iter_vars for each in blocks for realize in each)
    in_block = in_block or all(own and own[-1] not in others for own, others in (blocks, blocks[::-1]))
    return (write.buffer.scope().startswith("shared") and in_block) or _waits(kernel, axis, write, other)


def _met(survey: Survey, meetings: Meetings, write: Access, other: Access) -> Meeting | None:
    """Two threads of which one makes the store and the other the other access, at the same element."""
    if other.around.in_init or other.buffer is not write.buffer or len(other.indices) != len(write.indices):
        return None
    if other.is_write and is_constant(survey, write) and is_constant(survey, other):
        return None
    if any(not index.dtype.is_integer or index.dtype.is_vector for index in (*write.indices, *other.indices)):
        return None
    return meetings.find(write, other)


def _same_value(kernel: _Kernel, axis: For, write: Access, other: Access, met: Meeting) -> bool:
    """Whether two threads that store to one element store the same."""
    if other is write and isinstance(write.node, BufferStore) and _holds_own(kernel, axis, write.node.value):
        return False
    first = _value_at(kernel.survey, axis, write, met.first)
    second = _value_at(kernel.survey, axis, other, met.second)
    if first is None or second is None:
        return False
    return deep_equal(first, second) or deep_equal(simplify(Facts(), first), simplify(Facts(), second))


def _value_at(survey: Survey, axis: For, access: Access, at: int) -> Expr | None:
    variable = _own(access, axis)
    if variable is None or not isinstance(access.node, BufferStore):
        return None
    value = in_loop_variables(survey, access.node.value)
    return substitute(value, {variable: const(at, variable.dtype)})


def _waits(kernel: _Kernel, axis: For, write: Access, other: Access) -> bool:
    """Whether the threads wait between two accesses, and in the next iteration of a loop around both before the first of them again."""
    first, last = sorted((kernel.accesses[write], kernel.accesses[other]))
    waits = [wait for wait in kernel.survey.waits if _joins(wait, axis)]
    if not any(first < wait.after <= last for wait in waits):
        return False
    common = [loop for loop in write.around.loops if loop in other.around.loops and not thread_tag(loop)]
    if not common or any(
        common[-1].loop_var in variables_of(in_loop_variables(kernel.survey, i))
        for i in (*write.indices, *other.indices)
    ):
        return True
    again = (wait.after > last or wait.after <= first for wait in waits if common[-1] in wait.around.loops)
    return any(again) or (isinstance(common[-1].extent, IntImm) and common[-1].extent.value <= 1)


WARP = 32


def _joins(wait: Wait, axis: For) -> bool:
    """Whether all threads of an axis wait there: those of one warp only at a sync of "warp"."""
    if not is_of_warp(wait.call):
        return True
    return thread_tag(axis) == "threadIdx.x" and isinstance(axis.extent, IntImm) and axis.extent.value <= WARP


def is_of_warp(call: Call) -> bool:
    """Whether the call is `T.tvm_storage_sync("warp")`."""
    scope = call.args[0] if call.args and callee_name(call) == "tir.tvm_storage_sync" else None
    return isinstance(scope, StringImm) and scope.value == "warp"


def _unseen(
    kernel: _Kernel, meetings: Meetings, axis: For, write: Access, other: Access, others: list[Access]
) -> Finding | None:
    """A read of an element that another thread, or block, has written in its own memory, and this one in none of its stores."""
    if other.is_write or other.buffer is not write.buffer or any(_writes_itself(each, other) for each in others):
        return None
    met = _met(kernel.survey, meetings, write, other)
    if met is None or any(_may_write(kernel.survey, axis, each, met) for each in others if each.is_write):
        return None
    kernel.survey.unseen.add(write.buffer.data)
    owner = "thread" if thread_tag(axis).startswith("threadIdx") else "block of threads"
    sentence = f'{_witness(write, other, met, axis)}; each {owner} has "{write.buffer.scope()}" memory of its own'
    return "unseen-memory", sentence


def _writes_itself(write: Access, read: Access) -> bool:
    """Whether a thread that comes to a read comes to this store of the same element too, as far as bounds can tell."""
    if not write.is_write or write.place != read.place:
        return False
    if write.around == read.around:
        return True
    same = {key(guard) for guard in write.around.guards} <= {key(guard) for guard in read.around.guards}
    return same and all(isinstance(index, IntImm) for index in write.indices)


def _may_write(survey: Survey, axis: For, access: Access, met: Meeting) -> bool:
    """Whether the thread that reads may have written the element itself."""
    variable = _own(access, axis)
    if variable is None:
        return True
    guards = (in_loop_variables(survey, guard) for guard in access.around.guards)
    if any(evaluate(guard, {variable: met.second}) == 0 for guard in guards):
        return False
    facts = facts_at(survey, access.around)
    restore = facts.snapshot()
    facts.narrow(variable, (met.second, met.second))
    ends = [bound(facts, in_loop_variables(survey, index)) for index in access.indices]
    restore()
    return all(low <= at <= high for (low, high), at in zip(ends, met.place))


def _witness(write: Access, other: Access, met: Meeting, axis: For) -> str:
    name = thread_tag(axis)
    element = f"{write.buffer.name}[{', '.join(map(str, met.place))}]"
    verb = "writes too" if other.is_write else "reads"
    return f"{name} = {met.first} writes `{element}`, which {name} = {met.second} {verb}"
