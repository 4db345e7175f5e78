"""The native function of a graph: a TensorIR function that makes a workspace and calls the kernels of the graph one after the other.

    main.entry(inputs..., constants..., results...)

The kernels are called directly; that their arguments fit is proved here, once, and a graph of which it cannot be proved is left to the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import BOOL, HANDLE, VOID, dtype
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import Call, Expr, GlobalVar, IntImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.inlining import NOINLINE
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.relax import Function
from tilewright.core.ir.stmt import Allocate, Evaluate, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.runtime.signature import result_type, symbols
from tilewright.core.runtime.writes import WRITTEN, written_buffers
from tilewright.core.vm.graph_memory import MemoryPlan, Storage, plan_memory
from tilewright.core.vm.graph_values import Graph, GraphTensor, GraphValue, KernelCall, graph_of, leaves


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """The call of the native function of a graph: its name, the data of constants, the tensors that it makes, and what of them is the result."""

    name: str
    inputs: tuple[GraphTensor, ...]
    constants: tuple[Any, ...]
    results: tuple[GraphTensor, ...]
    result: GraphValue


def with_entries(module: IRModule) -> tuple[IRModule, dict[str, GraphEntry]]:
    """The TensorIR functions of a module and, for each of its Relax functions that is a graph of kernels, its native function."""
    kernels = {variable.name_hint: each for variable, each in module.functions.items() if isinstance(each, PrimFunc)}
    made: dict[str, PrimFunc] = dict(kernels)
    entries: dict[str, GraphEntry] = {}
    for variable, function in module.functions.items():
        if isinstance(function, Function):
            graph = graph_of(function, module)
            written = None if graph is None else _Writer(kernels, graph).function(f"{variable.name_hint}.entry")
            if graph is None or written is None:
                continue
            made.update(written[0])
            results = tuple(dict.fromkeys(leaves(graph.result)))
            data = tuple(each for _, each in graph.constants)
            entries[variable.name_hint] = GraphEntry(
                f"{variable.name_hint}.entry", graph.inputs, data, results, graph.result
            )
    return IRModule(made, module.attrs), entries


class _Unproved(Exception):
    """A kernel of which it is not certain that its arguments fit."""


class _Writer:
    """Writes the function of one graph; holds where each tensor lies."""

    def __init__(self, kernels: Mapping[str, PrimFunc], graph: Graph) -> None:
        self.kernels, self.graph = kernels, graph
        self.results = tuple(dict.fromkeys(leaves(graph.result)))
        self.plan: MemoryPlan = plan_memory(graph, self.results)
        self.pointers: dict[GraphTensor, Expr] = {}
        self.changed: dict[str, PrimFunc] = {}
        self.written: dict[str, frozenset[Var]] = {}
        self.returning: dict[str, bool] = {}

    def function(self, name: str) -> tuple[dict[str, PrimFunc], str] | None:
        """The function and the kernels that it calls, by name; None when a call is not certain to fit."""
        outside = (*self.graph.inputs, *(each for each, _ in self.graph.constants), *self.results)
        buffers = [self._buffer(each) for each in outside]
        params = tuple(Var(buffer.name, HANDLE) for buffer in buffers)
        self.pointers = dict(zip(outside, params))
        bytes_ = PointerType(PrimType(dtype("uint8")))
        space = Var("workspace", bytes_)
        own = {each: Var("storage", bytes_) for each in self.plan.unknown}
        for tensor, storage in self.plan.places.items():
            self.pointers[tensor] = _at(own.get(storage, space), storage)
        try:
            body: Stmt = seq([self._call(each) for each in self.graph.calls])
        except _Unproved:
            return None
        for storage, pointer in own.items():
            assert not isinstance(storage.size, int)
            body = _allocated(pointer, storage.size, body)
        if self.plan.workspace:
            body = _allocated(space, const(self.plan.workspace, "int64"), body)
        places = list(range(len(outside) - len(self.results), len(outside)))
        attrs = {"global_symbol": name, "tir.noalias": True, WRITTEN: places}
        entry = PrimFunc(params, body, buffer_map=dict(zip(params, buffers)), attrs=attrs)
        return {**self.changed, name: entry}, name

    def _buffer(self, tensor: GraphTensor) -> Buffer:
        return decl_buffer(tensor.shape, str(tensor.dtype), tensor.name)

    def _call(self, call: KernelCall) -> Stmt:
        kernel = self.kernels[call.kernel]
        tensors = (*call.inputs, *call.outputs)
        if len(kernel.params) != len(tensors) + len(call.numbers) or self._returns(call.kernel, kernel):
            raise _Unproved
        sizes = _sizes(kernel, tensors, call.numbers)
        self._require_inputs_unwritten(call.kernel, kernel, len(call.inputs))
        hidden = [each.variable for each in symbols(kernel)]
        name = self._callee(call.kernel, kernel, hidden)
        numbers = [cast(number, param.dtype) for number, param in zip(call.numbers, kernel.params[len(tensors) :])]
        learnt = [cast(sizes[variable], variable.dtype) for variable in hidden]
        pointers = [self.pointers[each] for each in tensors]
        return Evaluate(Call(VOID, GlobalVar(name), (*pointers, *numbers, *learnt)))

    def _returns(self, name: str, kernel: PrimFunc) -> bool:
        if name not in self.returning:
            self.returning[name] = result_type(kernel) is not None
        return self.returning[name]

    def _require_inputs_unwritten(self, name: str, kernel: PrimFunc, inputs: int) -> None:
        if name not in self.written:
            self.written[name] = written_buffers(kernel)
        if any(kernel.buffer_map[param].data in self.written[name] for param in kernel.params[:inputs]):
            raise _Unproved

    def _callee(self, name: str, kernel: PrimFunc, hidden: list[Var]) -> str:
        """The kernel as the graph calls it: its memory is apart, and sizes that it would learn from its arguments are passed.

        It stays a function of its own, which is compiled once for all its calls: a call costs nothing beside its loops.
        """
        chosen = f"{name}.sized" if hidden else name
        if chosen in self.changed:
            return chosen
        made = kernel.replace(params=(*kernel.params, *hidden)).with_attr("tir.noalias", True).with_attr(NOINLINE, True)
        self.changed[chosen] = made.without_attr("global_symbol") if hidden else made
        return chosen


def _sizes(kernel: PrimFunc, tensors: tuple[GraphTensor, ...], numbers: tuple[Expr, ...]) -> dict[Var, Expr]:
    """The values of a kernel's symbolic sizes in the graph; proves that each tensor is as the kernel declares it."""
    count = len(tensors)
    known: dict[Var, Expr] = dict(zip(kernel.params[count:], numbers))
    buffers = [kernel.buffer_map.get(param) for param in kernel.params[:count]]
    for buffer, tensor in zip(buffers, tensors):
        if (
            buffer is None
            or buffer.strides
            or buffer.dtype is not tensor.dtype
            or len(buffer.shape) != len(tensor.shape)
        ):
            raise _Unproved
        for size, given in zip(buffer.shape, tensor.shape):
            if isinstance(size, Var):
                known.setdefault(size, given)
    analyzer = Analyzer()
    for buffer, tensor in zip(buffers, tensors):
        assert buffer is not None
        offset = buffer.elem_offset
        if not isinstance(offset, IntImm) or offset.value:
            raise _Unproved
        for size, given in zip(buffer.shape, tensor.shape):
            if not _is_equal(size if isinstance(size, IntImm) else substitute(size, known), given, analyzer):
                raise _Unproved
    return known


def _is_equal(a: Expr, b: Expr, analyzer: Analyzer) -> bool:
    if isinstance(a, IntImm) and isinstance(b, IntImm):
        return a.value == b.value
    return analyzer.can_prove_equal(a, b)


def _at(space: Var, storage: Storage) -> Expr:
    """The beginning of storage: a pointer to no certain elements."""
    return Call(HANDLE, "tir.handle_add_byte_offset", (space, const(storage.offset, "int64")))  # pyright: ignore[reportArgumentType]


def _allocated(pointer: Var, size: Expr, body: Stmt) -> Stmt:
    return Allocate(pointer, dtype("uint8"), (size,), IntImm(BOOL, 1), body)
