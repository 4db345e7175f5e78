"""`MergeKernels`: small kernels that follow one another become one native function, whose memory is planned as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import inf

from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Binding, Call, DataflowBlock, Function, Id, Tuple, TupleGetItem, Var, VarBinding
from tilewright.core.ir.stmt import BlockRealize, BufferStore, For, Stmt
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.fusion.grouping import Group, dataflow_blocks, grouped_into_functions, shown_outside

# Decides whether a kernel can be part of a run.
Chosen = Callable[[GlobalVar], bool]


def MergeKernels(max_kernels: int = 128, max_work: float = inf) -> Pass:
    """Make each run of `call_tir` in a dataflow block a function with the attribute "Primitive", which `FuseTIR` makes one TensorIR function.

    What is no such call ends a run; so do `max_kernels` of them, since compiling grows faster than what is compiled.  So does a kernel that stores more than
    `max_work` elements in one call, unknown sizes not counted: the call costs nothing beside its work, and apart it is compiled once for all that call it.
    """

    def run(mod: IRModule) -> IRModule:
        chosen = _is_small(mod, max_work)
        groups = {
            variable.name_hint: _groups(function, chosen, f"{variable.name_hint}_native", max_kernels)
            for variable, function in mod.functions.items()
            if isinstance(function, Function) and not function.attrs.get("Primitive")
        }
        return grouped_into_functions(mod, groups, {"Primitive": True})

    return Pass("MergeKernels", run)


def _is_small(mod: IRModule, most: float) -> Chosen:
    """Whether a kernel of the module stores at most so many elements."""

    kernels = {var.name_hint: each for var, each in mod.functions.items() if isinstance(each, PrimFunc)}

    @cache
    def small(name: str) -> bool:
        return name in kernels and _work(kernels[name].body) <= most

    return lambda callee: small(callee.name_hint)


def _work(stmt: Stmt) -> int:
    """The stores that a statement makes; an unknown extent counts as 1."""
    if isinstance(stmt, BufferStore):
        return 1
    if isinstance(stmt, BlockRealize):
        stmt = stmt.block
    inside = sum(_work(child) for child in stmt.children() if isinstance(child, Stmt))
    if not isinstance(stmt, For):
        return inside
    return inside * stmt.extent.value if isinstance(stmt.extent, IntImm) else inside


def _groups(function: Function, chosen: Chosen, name: str, most: int) -> dict[Id, Group]:
    """The run of each variable, by its identity."""
    found: dict[Id, Group] = {}
    for block in dataflow_blocks(function):
        for run in _runs(block, chosen, most):
            if _is_of_tensors(run, block):
                found.update(dict.fromkeys((item.var.vid for item in run), Group(name=name)))
    return found


def _runs(block: DataflowBlock, chosen: Chosen, most: int) -> Iterator[list[Binding]]:
    """The runs of at least two kernels."""
    run: list[Binding] = []
    for item in block.bindings:
        if not _is_native(chosen, item, run) or sum(map(_is_kernel, run)) >= most:
            if sum(map(_is_kernel, run)) > 1:
                yield run
            run = []
        if _is_native(chosen, item, run):
            run.append(item)
    if sum(map(_is_kernel, run)) > 1:
        yield run


def _is_of_tensors(run: Sequence[Binding], block: DataflowBlock) -> bool:
    """Whether everything that goes into a run and comes out of it is a tensor."""
    group = Group()
    own = {item.var.vid: group for item in run}
    groups: dict[Id, Group | None] = {item.var.vid: own.get(item.var.vid) for item in block.bindings}
    shown = shown_outside(block, groups)
    given = [var for item in run for var in free_vars(item.value) if var.vid not in own]
    given += [item.var for item in run if item.var.vid in shown]
    return all(isinstance(var.struct_info_, TensorStructInfo) for var in given)


def _is_native(chosen: Chosen, item: Binding, run: Sequence[Binding]) -> bool:
    """Whether a binding can be part of a run: a kernel, or another name of what the run computes."""
    value = item.value
    if not isinstance(item, VarBinding):
        return False
    if _is_kernel(item):
        assert isinstance(value, Call)
        callee = value.args[0]
        return isinstance(callee, GlobalVar) and chosen(callee) and isinstance(value.args[1], Tuple)
    source = value.tuple_value if isinstance(value, TupleGetItem) else value
    return isinstance(source, Var) and any(source.vid is other.var.vid for other in run)


def _is_kernel(item: Binding) -> bool:
    return isinstance(item.value, Call) and callee_name(item.value) == "relax.call_tir"
