"""Types and ranks that the constructors let pass: the builder refuses them where it can, programs made by passes come here unseen."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.wording import access_span, name_span, words
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.names import counted
from tilewright.core.ir.stmt import BufferStore


def access_types(survey: Survey) -> Iterator[Diagnostic]:
    """As many indices as dimensions, all integers, and a stored value of the buffer's type."""
    for access in survey.accesses:
        found = _rank(access) or _indices(access) or _strides(access) or (_stored(access) if access.is_write else None)
        if found is not None:
            yield diagnose(found[0], found[1], access_span(access) or survey.somewhere)


def _rank(access: Access) -> tuple[str, str] | None:
    dimensions, given = access.buffer.ndim, len(access.indices)
    if dimensions == given:
        return None
    return "rank-mismatch", f"`{access.buffer.name}` has {counted(dimensions, 'dimension')} and is indexed with {given}"


def _indices(access: Access) -> tuple[str, str] | None:
    for index in access.indices:
        if not index.dtype.is_integer or index.dtype.is_bool:
            return (
                "index-type",
                f"`{access.buffer.name}` is indexed with `{words(index)}`, which is {index.dtype}; an index must be an integer",
            )
    return None


def _strides(access: Access) -> tuple[str, str] | None:
    for stride in access.buffer.strides:
        if not stride.dtype.is_integer:
            name = access.buffer.name
            return (
                "not-an-integer",
                f"a stride of `{name}` is `{words(stride)}`, which is {stride.dtype}; a stride must be an integer",
            )
    return None


def _stored(access: Access) -> tuple[str, str] | None:
    store = access.node
    if not isinstance(store, BufferStore):
        return None
    element, value = access.buffer.dtype, store.value.dtype
    lanes = element.lanes * (access.indices[-1].dtype.lanes if access.indices else 1)
    if value.element is element.element and value.lanes == lanes:
        return None
    if element.is_bool and value.element == "int8" and value.lanes == lanes:
        return None  # a bool is stored in a byte
    return (
        "value-type",
        f"`{access.buffer.name}` holds {element.with_lanes(lanes)} here, and the value stored is {value}",
    )


def condition_types(survey: Survey) -> Iterator[Diagnostic]:
    """Conditions are bool."""
    for condition, place in survey.conditions:
        if not condition.dtype.is_bool:
            span = condition.span or place or survey.somewhere
            yield diagnose("not-a-condition", f"a condition must be bool, not {condition.dtype}", span)


def loop_types(survey: Survey) -> Iterator[Diagnostic]:
    """Loop variables and their bounds are integers."""
    for loop, _ in survey.loops:
        types = {loop.loop_var.dtype, loop.min.dtype, loop.extent.dtype}
        wrong = next((type_ for type_ in types if not type_.is_integer or type_.is_vector), None)
        if wrong is not None:
            name = loop.loop_var.name
            span = name_span(name, loop.span) or survey.somewhere
            yield diagnose("not-an-integer", f"`{name}` has type {wrong}; a loop variable must be an integer", span)


def axis_types(survey: Survey) -> Iterator[Diagnostic]:
    """Block axes and what they are bound to are integers."""
    for realize, _ in survey.realizes:
        for axis, value in zip(realize.block.iter_vars, realize.iter_values):
            if not (axis.dtype.is_integer and value.dtype.is_integer):
                wrong = value.dtype if axis.dtype.is_integer else axis.dtype
                sentence = f"the axis `{axis.var.name}` is bound to a value of type {wrong}; an axis is an integer"
                span = name_span(axis.var.name, axis.span, realize.block.span) or survey.somewhere
                yield diagnose("not-an-integer", sentence, span)


THREAD_TAGS = frozenset(
    [f"{level}.{axis}" for level in ("blockIdx", "threadIdx", "vthread", "clusterCtaIdx") for axis in "xyz"]
    + ["vthread", "cthread", "pipeline", "cta", "warp"]
)


def thread_tags(survey: Survey) -> Iterator[Diagnostic]:
    """Loops bound to threads, and launches, name one that exists."""
    if not survey.has_threads:
        return
    launched = dict.fromkeys(loop for access in survey.accesses for loop in access.around.launched)
    for loop in (*(loop for loop, _ in survey.loops), *launched):
        tag = None if loop.thread_binding is None else loop.thread_binding.thread_tag
        if tag is not None and tag not in THREAD_TAGS:
            known = '"blockIdx.x", "threadIdx.x" and "vthread", also with .y and .z'
            yield diagnose(
                "unknown-thread-tag",
                f'"{tag}" is not a thread tag; the tags are {known}',
                loop.span or survey.somewhere,
            )
