"""The profile of a function: the time of each of its loop nests, run one after another on the same data, each built by itself; of a graph that of each call in it.

What the builder does across nests, such as running two of them in one parallel region, is in the time of the whole only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.analysis.cost import bytes_moved, flops
from tilewright.core.base.names import counted
from tilewright.core.base.source import Span
from tilewright.core.driver.build import build
from tilewright.core.ir.function import PrimFunc
from tilewright.runner.dtypes import numpy_dtype
from tilewright.runner.durations import duration
from tilewright.runner.inputs import Argument
from tilewright.runner.kernel import Kernel, prepared_kernel
from tilewright.runner.load import load
from tilewright.runner.measure import samples_in_turn
from tilewright.runner.nests import NAME, Nest, nests_of
from tilewright.runner.outcomes import Progress, Sizes, outcome_of
from tilewright.runner.parameters import evaluate
from tilewright.runner.parts import Part, said
from tilewright.runner.request import Outcome, ProfileRequest

if TYPE_CHECKING:
    from tilewright.core.vm.profiling import Report, Row
    from tilewright.runner.graph import Graph


def profile(request: ProfileRequest, on_progress: Progress, on_sizes: Sizes) -> Outcome:
    """The profile of a function, in this process."""
    return outcome_of(request, lambda: _profile(request, on_progress, on_sizes))


def _profile(request: ProfileRequest, on_progress: Progress, on_sizes: Sizes) -> Outcome:
    on_progress("loading", None)
    loaded = load(request, lambda: on_progress("importing", None))
    if not isinstance(loaded.func, PrimFunc):
        from tilewright.runner.graph import prepared_graph  # which builds graphs, for them alone

        return _of_graph(prepared_graph(loaded, request), request, on_progress, on_sizes)
    kernel = prepared_kernel(loaded, request)
    on_sizes(kernel.sizes)
    on_progress("building", None)
    kernel.build()
    kernel.make_arguments()
    return _outcome(request, *_timed(kernel, request, on_progress))


def _of_graph(graph: Graph, request: ProfileRequest, on_progress: Progress, on_sizes: Sizes) -> Outcome:
    """The calls of the fastest of `repeat` runs of a graph, those of one kernel on the same shapes as one."""
    on_sizes(graph.sizes)
    on_progress("building", None)
    graph.build()
    graph.make_arguments()
    reports: list[Report] = []
    for done in range(request.repeat):
        on_progress("running", 100 * done // request.repeat)
        reports.append(graph.profile())
    report = min(reports, key=lambda each: each.total)
    rows = report.rows()
    title = f"{request.name}: {duration(report.total)}, {counted(sum(row.count for row in rows), 'call')}"
    return Outcome(True, title, _calls(rows, report.total), {"whole": asdict(_whole(request, report)), "parts": []})


def _whole(request: ProfileRequest, report: Report) -> Part:
    return Part(request.name, 0, report.total, None, None)


def _calls(rows: Sequence[Row], total: float) -> str:
    """A line for each kernel that a graph calls, and one for the whole."""
    inside = sum(row.microseconds for row in rows) * 1e-6
    lines = [(row.name, row.microseconds * 1e-6, f"{counted(row.count, 'call')}  {row.shapes}") for row in rows]
    lines.append(("between them", max(total - inside, 0.0), ""))
    widest = max(len(name) for name, _, _ in lines)
    said = [
        f"{name:{widest}}  {duration(seconds):>8}  {100 * seconds / (total or 1.0):3.0f} %  {rest}".rstrip()
        for name, seconds, rest in lines
    ]
    said.append(f"{'whole':{widest}}  {duration(total):>8}  100 %")
    return "\n".join(said)


def _timed(kernel: Kernel, request: ProfileRequest, on_progress: Progress) -> tuple[Part, list[Part]]:
    """The whole, and the nests, each run on what those before it have left.

    Their samples are taken in turn, so that a machine that is busy for a while slows all of them; of a single nest, which is the whole, they are the same samples.
    """
    nests = nests_of(kernel.func)
    given: list[Argument] = kernel.new_arguments()
    given += [
        np.zeros([evaluate(size, kernel.chosen) for size in buffer.shape], numpy_dtype(buffer.dtype))
        for buffer in nests.between
    ]
    apart = [nest for nest in nests.parts if nest.func is not kernel.func]
    calls = [kernel.call, *(partial(build(nest.func)[NAME], *given) for nest in apart)]
    on_progress("running", 0)
    times = samples_in_turn(calls, request.repeat, lambda done: on_progress("running", 100 * done // request.repeat))
    whole, *seconds = map(min, times)
    parts = [_part(kernel, nest, time) for nest, time in zip(nests.parts, seconds or [whole])]
    return Part(request.name, 0, whole, *kernel.costs()), parts


def _part(kernel: Kernel, nest: Nest, seconds: float) -> Part:
    costs = (kernel.evaluated(value) for value in (flops(nest.own), bytes_moved(nest.own)))
    span = nest.first.span if nest.first is not None else None
    return Part(
        nest.name, 0 if span is None else span.line - 1, seconds, *costs, place="" if span is None else _in_cell(span)
    )


def _in_cell(span: Span) -> str:
    """The cell and the line of a statement in a notebook."""
    place = span.place
    return "" if place.cell is None else f"{place.cell}:{place.line}"


def _outcome(request: ProfileRequest, whole: Part, parts: Sequence[Part]) -> Outcome:
    total = sum(part.seconds for part in parts)
    title = f"{request.name}: {duration(whole.seconds)}, {counted(len(parts), 'loop nest')}"
    widest = max(len(part.name) for part in parts)
    lines = [f"{part.name:{widest}}  {duration(part.seconds):>8}  {said(part, total)}" for part in parts]
    lines.append(f"{'together':{widest}}  {duration(total):>8}  100 %")
    lines.append(f"{'whole':{widest}}  {duration(whole.seconds):>8}  the function as it is built, in one call")
    lines.append("A percentage is the share of a nest in the times of all nests together.")
    return Outcome(True, title, "\n".join(lines), {"whole": asdict(whole), "parts": [asdict(part) for part in parts]})
