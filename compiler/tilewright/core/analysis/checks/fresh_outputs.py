"""Results of `R.call_tir`, which are new memory: kernels that read them before they store to them, or never store to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tilewright.core.analysis.checks.collected import STEPS
from tilewright.core.analysis.checks.initialisation import first_unset_read
from tilewright.core.analysis.survey import NOWHERE, Survey
from tilewright.core.analysis.surveyor import survey
from tilewright.core.analysis.wording import access_span, access_text, name_span
from tilewright.core.base.budget import OutOfBudget, current_budget
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.recursion import deep_recursion
from tilewright.core.ir.relax import Call, Function, ShapeExpr, Tuple
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import Op

_CALL_TIR = Op.get("relax.call_tir")
_Found = tuple[str, Note] | None


def fresh_output_mistakes(module: IRModule) -> Iterator[Diagnostic]:
    """Calls with `R.call_tir` of kernels that take the contents of their results to be something."""
    kernels = {variable.name_hint: func for variable, func in prim_funcs(module)}
    known: dict[tuple[str, int], _Found] = {}
    graphs = [func for func in module.functions.values() if isinstance(func, Function)]
    for call in (node for func in graphs for node in walk(func)):
        arguments = call.args[1] if isinstance(call, Call) and call.op is _CALL_TIR else None
        if not isinstance(call, Call) or not isinstance(arguments, Tuple):
            continue
        name = getattr(call.args[0], "name_hint", "")
        place = name, len(arguments.fields)
        if name in kernels and place not in known and _fits(call, kernels[name], place[1]):
            known[place] = _mistake(kernels[name], *place)
        found = known.get(place)
        if found is not None:
            yield diagnose("unset-output", found[0], call.span or NOWHERE, (found[1],))


def _fits(call: Call, kernel: PrimFunc, arguments: int) -> bool:
    """Whether the call gives the kernel as much as it takes; one that does not is reported as such."""
    results = call.sinfo_args[0] if call.sinfo_args else None
    count = len(results.fields) if isinstance(results, TupleStructInfo) else 1
    scalars = len(call.args[2].values) if len(call.args) > 2 and isinstance(call.args[2], ShapeExpr) else 0
    return len(kernel.params) == arguments + count + scalars


def _mistake(kernel: PrimFunc, name: str, arguments: int) -> _Found:
    """The first mistake that a kernel makes with its results, with the place in it; none where that takes too many steps."""
    buffers = [kernel.buffer_map.get(param) for param in kernel.params]
    outputs = [buffer for buffer in buffers[arguments:] if buffer is not None]
    doubtful = [buffer for buffer in outputs if _is_doubtful(kernel, buffer)]
    if not doubtful:
        return None
    around = current_budget()
    if around is None:
        return _looked_for(kernel, name, doubtful)
    part = around.part()
    with part.in_force():
        part.allow(STEPS)
        try:
            return _looked_for(kernel, name, doubtful)
        except OutOfBudget as error:
            if error.budget is not part:
                raise
            return None


def _is_doubtful(kernel: PrimFunc, buffer: Buffer) -> bool:
    """Whether a result is loaded from or never stored to, and no init sets it: what an init sets is judged with the kernel."""
    nodes = [node for node in walk(kernel.body) if isinstance(node, (BufferLoad, BufferStore, Block))]
    inits = [node.init for node in nodes if isinstance(node, Block) and node.init is not None]
    if any(isinstance(node, BufferStore) and node.buffer is buffer for init in inits for node in walk(init)):
        return False
    kinds = {type(node) for node in nodes if not isinstance(node, Block) and node.buffer.data is buffer.data}
    return BufferLoad in kinds or BufferStore not in kinds


def _looked_for(kernel: PrimFunc, name: str, outputs: Collection[Buffer]) -> _Found:
    with deep_recursion():
        found = survey(kernel)
        mistakes = (_unwritten(found, name, each) or _read_first(found, name, each) for each in outputs)
        return next(filter(None, mistakes), None)


def _unwritten(found: Survey, name: str, output: Buffer) -> _Found:
    """A result that the kernel does not store to, where it stores to what it is given to read."""
    stores = [access for access in found.accesses if access.is_write]
    inputs = {buffer.data: buffer for buffer in found.func.buffer_map.values() if buffer is not output}
    given = [store for store in stores if store.buffer.data in inputs]
    hidden = found.calls or found.opaque or found.tiles or found.aliased
    if hidden or not given or any(store.buffer.data is output.data for store in stores):
        return None
    instead = f"stores in `{inputs[given[0].buffer.data].name}`, which is given to it"
    sentence = f"`{name}` does not store to its result `{output.name}`, and {instead}"
    note = Note(f"it stores to `{access_text(given[0])}` here", access_span(given[0]) or found.somewhere)
    return sentence, note


def _read_first(found: Survey, name: str, output: Buffer) -> _Found:
    """A result of which an element is read before anything has been stored in it."""
    read = first_unset_read(found, output.data)
    if read is None:
        return None
    sentence = f"`{name}` reads its result `{output.name}` before it stores to it, and `R.call_tir` gives new memory for it; store to it first, or give `{output.name}` with `R.call_tir_inplace`"
    return sentence, Note(read.message, read.span or name_span(name, found.func.span) or NOWHERE)
