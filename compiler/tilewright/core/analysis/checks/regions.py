"""Checks the regions that blocks declare against their accesses, and parts of buffers that reach out of their source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilewright.core.analysis.complete import DETECT_ACCESS
from tilewright.core.analysis.counter_example import find_counter_example, in_loop_variables, split_guards
from tilewright.core.analysis.exact_counter_example import holds_somewhere, outside, place_at
from tilewright.core.analysis.regions import block_access_regions
from tilewright.core.analysis.survey import Access, Surroundings, Survey
from tilewright.core.analysis.wording import access_span, access_text, member_span, name_span, words
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import difference
from tilewright.core.arith.models import Undecided
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Range, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import CallEffectKind, Op


def narrow_regions(survey: Survey) -> Iterator[Diagnostic]:
    """Accesses outside of the region of their buffer that a block around declares."""
    said: set[tuple[Block, Buffer, bool]] = set()
    declaring = {realize.block for realize, _ in survey.realizes if _declares(realize.block)}
    for access in survey.accesses if declaring else ():
        for realize in access.around.blocks:
            block = realize.block
            if block not in declaring:
                continue
            name = (block, access.buffer, access.is_write)
            region = None if name in said else _declared(block, access)
            if region is not None and _outside(survey, access, region):
                said.add(name)
                form = "T.writes" if access.is_write else "T.reads"
                verb = "writes" if access.is_write else "reads"
                sentence = f"the block {verb} `{access_text(access)}`, and its {form} names `{_said(region)}` only"
                yield diagnose("region-too-narrow", sentence, access_span(access) or survey.somewhere, _note(block))
    yield from _narrow_for_parts(survey)


def _narrow_for_parts(survey: Survey) -> Iterator[Diagnostic]:
    """Parts with names of their own that reach out of the region that their block declares of the buffer."""
    for realize, around in survey.realizes:
        block = realize.block
        for match in block.match_buffers:
            source = match.source
            declared = [each for each in (*block.reads, *block.writes) if each.buffer is source.buffer]
            if len(declared) != 1 or declared[0].span is None or not _part_leaves(survey, around, source, declared[0]):
                continue
            form = "T.writes" if declared[0] in block.writes else "T.reads"
            sentence = f"the block matches `{_said(source)}`, and its {form} names `{_said(declared[0])}` only"
            span = name_span(match.buffer.name, match.buffer.span, block.span) or survey.somewhere
            yield diagnose("region-too-narrow", sentence, span, _note(block))


def _part_leaves(survey: Survey, around: Surroundings, part: BufferRegion, declared: BufferRegion) -> bool:
    """Whether the first or last element of a part is outside of the declared region in some dimension."""
    around, unknown = split_guards(survey, around)
    if unknown or len(part.region) != len(declared.region):
        return False
    return any(
        _leaves(survey, around, index, range_)
        for own, range_ in zip(part.region, declared.region)
        for index in (own.min, own.min + own.extent - 1)
    )


def _declares(block: Block) -> bool:
    """Whether the text of a block says what it reads or writes: a region without a place was inferred from the accesses."""
    return any([region.span is not None for region in (*block.reads, *block.writes)])


def _declared(block: Block, access: Access) -> BufferRegion | None:
    """The one region of the accessed buffer that a block declares; what it writes it may also read."""
    first = block.writes if access.is_write else block.reads
    found = [region for region in first if region.buffer is access.buffer and region.span is not None]
    if not access.is_write and any(region.buffer is access.buffer for region in block.writes):
        return None
    return found[0] if len(found) == 1 and len(found[0].region) == len(access.indices) else None


def _outside(survey: Survey, access: Access, region: BufferRegion) -> bool:
    around, unknown = split_guards(survey, access.around)
    if unknown:
        return False
    return any(_leaves(survey, around, index, range_) for index, range_ in zip(access.indices, region.region))


def _leaves(survey: Survey, around: Surroundings, index: Expr, range_: Range) -> bool:
    if not index.dtype.is_integer or index.dtype.is_vector or not isinstance(range_.extent, IntImm):
        return False
    extent = range_.extent.value
    if deep_equal(index, range_.min):
        return extent < 1
    index, low = in_loop_variables(survey, index), in_loop_variables(survey, range_.min)
    form = difference(index, low)
    if not form.terms and (not around.guards or 0 <= form.constant < extent):
        return not 0 <= form.constant < extent
    if find_counter_example(survey, around, index - low, lambda at: not 0 <= at < extent) is not None:
        return True
    try:
        beyond = outside(index - low, const(0, index.dtype), const(extent, index.dtype))
        place = place_at(survey, around)
        return not place.open and holds_somewhere(place, beyond) is not None
    except Undecided:
        return False


def wide_regions(survey: Survey) -> Iterator[Diagnostic]:
    """Regions that a block declares and does not use, or uses a part of only."""
    for realize, around in survey.realizes:
        block = realize.block
        if not _declares(block) or around.partitioned or not block.iter_vars or DETECT_ACCESS in block.annotations:
            continue
        if _is_used_element_by_element(survey, realize):
            continue
        known = _buffers(survey, block)
        inferred = block_access_regions(block, dict(known)) if known else None
        if inferred is None or inferred.opaque or _does_more(survey, realize):
            continue
        for form, declared, used in (
            ("reads", block.reads, (*inferred.reads, *inferred.writes)),
            ("writes", block.writes, inferred.writes),
        ):
            for region in declared:
                sentence = _too_wide(region, used, form) if region.buffer.data in known else None
                if sentence is not None:
                    span = member_span(form, block.span) or survey.somewhere
                    yield diagnose("region-too-wide", sentence, span, _note(block))


def _is_used_element_by_element(survey: Survey, realize: BlockRealize) -> bool:
    """Whether a block without blocks in it declares single elements, each of a buffer that it loads from or stores to: nothing of that is too wide."""
    block = realize.block
    regions = (*block.reads, *block.writes)
    if not all(
        isinstance(range_.extent, IntImm) and range_.extent.value == 1 for each in regions for range_ in each.region
    ):
        return False
    around = [access for access in survey.accesses if realize in access.around.blocks]
    used = {access.buffer for access in around}
    stored = {access.buffer for access in around if access.is_write}
    direct = all(access.around.blocks[-1] is realize for access in around)
    return (
        direct
        and all(each.buffer in used for each in block.reads)
        and all(each.buffer in stored for each in block.writes)
    )


def _buffers(survey: Survey, block: Block) -> dict[Var, Buffer]:
    """The buffers that a block declares, by their pointers, without those that calls get hold of and those that have other names."""
    hidden = survey.opaque | {match.source.buffer.data for match in block.match_buffers}
    found = {region.buffer.data: region.buffer for region in (*block.reads, *block.writes)}
    hidden |= {
        each.buffer.data for each in survey.accesses if found.get(each.buffer.data, each.buffer) is not each.buffer
    }
    return {data: buffer for data, buffer in found.items() if data not in hidden}


def _does_more(survey: Survey, realize: BlockRealize) -> bool:
    """Whether the block does what its loads and stores do not tell: calls that write, parts with names of their own, inner blocks that declare nothing."""
    inner = [each.block for each, around in survey.realizes if realize in around.blocks]
    if any(not (block.reads or block.writes) or block.match_buffers for block in inner):
        return True
    calls = (node for node in walk(realize.block) if isinstance(node, Call))
    return any(not isinstance(call.op, Op) or call.op.effect > CallEffectKind.ReadState for call in calls)


def _too_wide(region: BufferRegion, used: tuple[BufferRegion, ...], form: str) -> str | None:
    found = next((each for each in used if each.buffer is region.buffer), None)
    if found is None:
        verb = "read" if form == "reads" else "write"
        return f"T.{form} names `{region.buffer.name}`, but the block does not {verb} it"
    if any(isinstance(node, BufferLoad) for range_ in found.region for node in walk(range_.min)):
        return None  # what is read there may be anything
    for declared, needed in zip(region.region, found.region):
        extents = declared.extent, needed.extent
        if isinstance(extents[0], IntImm) and isinstance(extents[1], IntImm) and extents[1].value < extents[0].value:
            return f"T.{form} names `{_said(region)}`, and the block accesses `{_said(found)}` only"
    return None


def _said(region: BufferRegion) -> str:
    return f"{region.buffer.name}[{', '.join(map(_range, region.region))}]"


def _range(range_: Range) -> str:
    single = isinstance(range_.extent, IntImm) and range_.extent.value == 1
    if single:
        return words(range_.min)
    low, extent = range_.min, range_.extent
    both = isinstance(low, IntImm) and isinstance(extent, IntImm)
    end = str(low.value + extent.value) if both else f"{words(low)} + {words(extent, 1)}"  # pyright: ignore[reportAttributeAccessIssue]
    return f"{words(low)}:{end}"


def _note(block: Block) -> tuple[Note, ...]:
    return () if block.span is None else (Note("the block is here", block.span),)


def matched_parts(survey: Survey) -> Iterator[Diagnostic]:
    """Parts of a buffer that get a name of their own and reach outside of it."""
    for realize, beyond in survey.realizes:
        if not realize.block.match_buffers:
            continue
        guards = beyond.guards if isinstance(realize.predicate, IntImm) else (*beyond.guards, realize.predicate)
        around, unknown = split_guards(survey, replace(beyond, guards=guards))
        for match in () if unknown else realize.block.match_buffers:
            for position, (range_, size) in enumerate(zip(match.source.region, match.source.buffer.shape)):
                sentence = _reaches(survey, around, match.source, position, range_, size)
                if sentence is not None:
                    span = name_span(match.buffer.name, match.buffer.span, realize.block.span) or survey.somewhere
                    yield diagnose("index-out-of-bounds", sentence, span)
                    break


def tile_parts(survey: Survey) -> Iterator[Diagnostic]:
    """Parts of buffers of a tile primitive that reach outside of them."""
    for stmt, around in survey.tiles:
        around, unknown = split_guards(survey, around)
        for part in () if unknown else stmt.args:
            sentence = _first_reach(survey, around, part) if isinstance(part, BufferRegion) else None
            if sentence is not None:
                yield diagnose("index-out-of-bounds", sentence, part.span or stmt.span or survey.somewhere)


def _first_reach(survey: Survey, around: Surroundings, part: BufferRegion) -> str | None:
    for position, (range_, size) in enumerate(zip(part.region, part.buffer.shape)):
        sentence = _reaches(survey, around, part, position, range_, size)
        if sentence is not None:
            return sentence
    return None


def _reaches(
    survey: Survey, around: Surroundings, part: BufferRegion, position: int, range_: Range, size: Expr
) -> str | None:
    if not isinstance(size, IntImm) or not isinstance(range_.extent, IntImm):
        return None
    last = size.value - range_.extent.value
    found = find_counter_example(survey, around, range_.min, lambda low: not 0 <= low <= last)
    if found is None:
        return None
    low, end = found[1], found[1] + range_.extent.value
    place = f"`{part.buffer.name}`" if part.buffer.ndim == 1 else f"dimension {position} of `{part.buffer.name}`"
    return (
        f"the part `{_said(part)}` is {low} up to {end} in dimension {position}, and {place} has {size.value} elements"
    )
