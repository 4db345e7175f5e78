"""Blocks: what axes are bound to, declared regions, reductions that start from nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from tilewright.core.analysis.checks.axes import RUNNING, axis_span, bindings
from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey, loads_in
from tilewright.core.analysis.wording import access_span, access_text, name_span
from tilewright.core.arith.key import key
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, IterVarKind, Mul, Var
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore
from tilewright.core.ir.walk import variables_of, walk


def non_affine_bindings(survey: Survey) -> Iterator[Diagnostic]:
    """Bindings that multiply loop variables or read memory: such a block runs, and cannot be scheduled."""
    for binding in bindings(survey):
        reason = _not_affine(survey, binding.value)
        if reason is not None:
            sentence = f"the axis `{binding.axis.var.name}` is bound to a value that {reason}"
            yield diagnose("non-affine-binding", sentence, axis_span(survey, binding))
    yield from _doubled(survey)


def _doubled(survey: Survey) -> Iterator[Diagnostic]:
    """Two axes of one block that one loop runs: only the diagonal of their domains is computed."""
    for realize, _ in survey.realizes:
        first: dict[Var, IterVar] = {}
        for axis, value in zip(realize.block.iter_vars, realize.iter_values):
            if axis.iter_type not in RUNNING or not isinstance(value, Var) or _runs_once(survey, value):
                continue
            other = first.setdefault(value, axis)
            if other is not axis and other.var.name != axis.var.name:
                both = f"`{other.var.name}` and `{axis.var.name}`"
                sentence = f"the axes {both} are both bound to `{value.name}`, so that only the diagonal of their domains is computed"
                span = name_span(axis.var.name, axis.span, realize.block.span) or survey.somewhere
                yield diagnose("non-affine-binding", sentence, span)


def _runs_once(survey: Survey, var: Var) -> bool:
    domain = survey.domains.get(var)
    return domain is None or (isinstance(domain[1], IntImm) and domain[1].value <= 1)


def _not_affine(survey: Survey, value: Expr) -> str | None:
    if isinstance(value, (Var, IntImm)):
        return None
    for node in walk(value):
        if isinstance(node, BufferLoad):
            return f"is read from `{node.buffer.name}`"
        if isinstance(node, Mul) and _runs(survey, node.a) and _runs(survey, node.b):
            return "multiplies loop variables"
    return None


def _runs(survey: Survey, e: Expr) -> bool:
    return any(var in survey.domains or var in survey.values for var in variables_of(e))


def undeclared_accesses(survey: Survey) -> Iterator[Diagnostic]:
    """Accesses of buffers that an enclosing block, which says what it reads and writes, does not name."""
    reported: set[tuple[Block, Var, bool]] = set()
    blocks = [realize.block for realize, _ in survey.realizes]
    inferred = {True: {each for each in blocks if _is_inferred(each.writes)}}
    inferred[False] = {each for each in blocks if _is_inferred(each.reads)}
    for access in survey.accesses:
        for realize in reversed(access.around.blocks):
            block = realize.block
            if block in inferred[access.is_write] or not (block.reads or block.writes):
                continue
            name = (block, access.buffer.data, access.is_write)
            if name in reported or _is_named(block, access) or _is_cell(survey, access.buffer):
                continue
            reported.add(name)
            span = access_span(access) or survey.somewhere
            yield diagnose("undeclared-access", _undeclared(access, block), span, _block_note(block))


def _is_inferred(regions: tuple[BufferRegion, ...]) -> bool:
    """Whether no text gave the regions: they are what the blocks inside declare."""
    return bool(regions) and all([region.span is None for region in regions])


def _is_cell(survey: Survey, buffer: Buffer) -> bool:
    """Whether the memory is that of a name to which values are assigned: no program declares that it reads a variable."""
    single = all(isinstance(size, IntImm) and size.value == 1 for size in buffer.shape)
    return single and buffer.scope() == "local" and buffer.data in survey.origins and buffer not in survey.allocated


def _is_named(block: Block, access: Access) -> bool:
    """Whether the block names the memory of an access, or owns it; what it writes it may also read."""
    data = access.buffer.data
    own = {buffer.data for buffer in block.alloc_buffers} | {match.buffer.data for match in block.match_buffers}
    regions = block.writes if access.is_write else (*block.reads, *block.writes)
    return data in own or any(region.buffer.data is data for region in regions) or _is_local(block, data)


def _is_local(block: Block, data: Var) -> bool:
    """Whether the memory comes from inside the block: a block inside it, or an allocation."""
    named = {region.buffer.data for region in (*block.reads, *block.writes)}
    if data in named:
        return False
    for node in walk(block.body):
        if isinstance(node, Block) and any(buffer.data is data for buffer in node.alloc_buffers):
            return True
        if isinstance(node, Block) and any(match.buffer.data is data for match in node.match_buffers):
            return True
        if getattr(node, "buffer_var", None) is data:
            return True
    return False


def _undeclared(access: Access, block: Block) -> str:
    verb, form = ("written", "T.writes") if access.is_write else ("read", "T.reads")
    where = f"the block `{block.name_hint}`" if block.name_hint else "the block"
    return f"`{access.buffer.name}` is {verb} here, and {form} of {where} does not name it"


def _block_note(block: Block) -> tuple[Note, ...]:
    return () if block.span is None else (Note("the block is here", block.span),)


def missing_init(survey: Survey) -> Iterable[Diagnostic]:
    """Reductions that read their own output although nothing wrote it before: they start from whatever the memory holds."""
    if survey.uninitialised is None:
        survey.uninitialised = list(_missing_init(survey))
    return survey.uninitialised


def _missing_init(survey: Survey) -> Iterator[Diagnostic]:
    written: set[Var] = set(survey.opaque)
    whole = {
        part.buffer.data: part.source.buffer.data
        for realize, _ in survey.realizes
        for part in realize.block.match_buffers
    }
    for access in survey.accesses:
        if not access.is_write:
            continue
        realize = access.around.blocks[-1] if access.around.blocks else None
        data = access.buffer.data
        while data in whole:
            data = whole[data]
        fresh = realize is not None and data not in written and not _read_from_outside(access)
        if realize is not None and fresh and _accumulates(access, realize):
            span = access_span(access) or survey.somewhere
            yield diagnose("missing-init", _uninitialised(access, realize.block), span, _block_note(realize.block))
        written.add(data)


def _read_from_outside(access: Access) -> bool:
    """Whether an outer block says that it reads the buffer: what is added up there was begun elsewhere, as in descriptions of intrinsics."""
    outer = access.around.blocks[:-1]
    return any(region.buffer is access.buffer for realize in outer for region in realize.block.reads)


def _accumulates(access: Access, realize: BlockRealize) -> bool:
    """Whether a store adds to what it reads at the same place, over a reduction axis that its indices do not mention."""
    block = realize.block
    reduced = reduction_axes(block)
    if not reduced or access.around.in_init or not isinstance(access.node, BufferStore):
        return False
    if any(var in reduced for index in access.indices for var in variables_of(index)):
        return False
    if any(guard is not realize.predicate for guard in access.around.guards):
        return block.init is not None and any(_reads_element(access, guard) for guard in access.around.guards)
    return adds_in_place(access)


def _uninitialised(access: Access, block: Block) -> str:
    where = f"the block `{block.name_hint}`" if block.name_hint else "the block"
    return f"{where} adds to `{access.buffer.name}` before anything is stored in it; give the block a `with T.init():`"


def spatial_sums(survey: Survey) -> Iterator[Diagnostic]:
    """Spatial axes over which a block adds up: each of their points is taken to be computed on its own."""
    reported: set[Var] = set()
    for access in survey.accesses:
        blocks = access.around.blocks
        if not access.is_write or not blocks or access.around.in_init or not adds_in_place(access):
            continue
        realize = blocks[-1]
        if _allocated_in(survey, access, realize):
            continue
        used = used_by(survey, (*access.indices, *access.around.guards))
        for axis in realize.block.iter_vars:
            extent = None if axis.dom is None else axis.dom.extent
            apart = axis.iter_type is not IterVarKind.DataPar or axis.var in used or axis.var in reported
            if apart or extent is None or (isinstance(extent, IntImm) and extent.value <= 1):
                continue
            if not isinstance(access.node, BufferStore) or axis.var not in used_by(survey, (access.node.value,)):
                continue
            if _begun_for(survey, access, axis.var):
                continue
            reported.add(axis.var)
            span = access_span(access) or survey.somewhere
            notes = _axis_note(survey, axis, realize.block)
            yield diagnose("spatial-sum", _summed(access, axis, realize.block), span, notes)


def _begun_for(survey: Survey, access: Access, axis: Var) -> bool:
    """Whether an earlier store begins the sum anew for each point of the axis: it stands in all loops that the axis is bound to."""
    loops = survey.domains.keys() & variables_of(in_loop_variables(survey, axis))
    return bool(loops) and any(
        each.is_write
        and each.order < access.order
        and not each.around.in_init
        and not adds_in_place(each)
        and loops <= {loop.loop_var for loop in each.around.running}
        for each in survey.by_memory[access.buffer.data]
    )


def _allocated_in(survey: Survey, access: Access, realize: BlockRealize) -> bool:
    """Whether each point of the block has the accessed memory for itself."""
    origin = survey.origins.get(access.buffer.data)
    return origin is not None and realize in origin.blocks


def reduction_axes(block: Block) -> Set[Var]:
    """The variables of the reduction axes of a block, in their order."""
    return dict.fromkeys(axis.var for axis in block.iter_vars if axis.iter_type is IterVarKind.CommReduce).keys()


def adds_in_place(access: Access) -> bool:
    """Whether a store computes its value from the element that it replaces."""
    if access.adds is None:
        written = access.node.value if isinstance(access.node, BufferStore) else None
        loads = [] if written is None else [*access.loads]  # their lets stand in the indices of the store too
        loads += [] if access.value is None or access.value is written else loads_in(access.value)
        access.adds = any([is_element(access, load) for load in loads])
    return access.adds


def _reads_element(access: Access, e: Expr) -> bool:
    """Whether an expression loads the element that is accessed."""
    return any(is_element(access, load) for load in loads_in(e))


def is_element(access: Access, e: Expr) -> bool:
    """Whether an expression is a load of the element that is accessed."""
    if not isinstance(e, BufferLoad) or e.buffer is not access.buffer:
        return False
    return [key(index) for index in e.indices] == access.place


def _axis_note(survey: Survey, axis: IterVar, block: Block) -> tuple[Note, ...]:
    span = name_span(axis.var.name, axis.span, block.span) or survey.somewhere
    return (Note(f"`{axis.var.name}` is a spatial axis", span),)


def _summed(access: Access, axis: IterVar, block: Block) -> str:
    text, name = access_text(access), axis.var.name
    if block.init is not None:
        return f"`T.init` sets `{text}` again in every iteration of the axis `{name}`; to sum over it, make it a reduction axis"
    return f"`{text}` is summed over the spatial axis `{name}`; make it a reduction axis"
