"""A function of Relax that is run: its sizes, its executable, its arguments, and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.core.base.dtype import FLOAT32, DType
from tilewright.core.driver.relax_build import build
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function, ShapeExpr
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.struct_info import (
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.runtime.device import cpu
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.vm.machine import VirtualMachine
from tilewright.core.vm.profiling import Report
from tilewright.runner.data import Data, data_of
from tilewright.runner.inputs import chosen_array, random_array, require_memory
from tilewright.runner.load import Loaded
from tilewright.runner.parameters import evaluate
from tilewright.runner.report import ArrayReport, ScalarReport, array_report
from tilewright.runner.request import CannotRun, ProfileRequest, RunRequest
from tilewright.runner.sizes import chosen_sizes, odd_sizes

Array = NDArray[np.generic]


def prepared_graph(loaded: Loaded, request: RunRequest | ProfileRequest) -> Graph:
    """The function with its sizes."""
    assert isinstance(loaded.func, Function)
    assert isinstance(loaded.target, IRModule)
    sizes = symbols(param.struct_info_ for param in loaded.func.params)
    chosen = chosen_sizes(sizes, request.sizes, request.default_size)
    return Graph(loaded.target, loaded.func, loaded.entry, chosen, request.seed, data_of(request))


class Graph:
    """A function of tensors; `build` and `make_arguments` come before `call`."""

    def __init__(
        self, module: IRModule, func: Function, entry: str, chosen: Mapping[Var, int], seed: int, data: Data
    ) -> None:
        self._module = module
        self._func = func
        self._entry = entry
        self._chosen = chosen
        self.data = data
        self._generator = np.random.default_rng(seed)
        self._others = odd_sizes()
        self._machine: VirtualMachine | None = None
        self._function: Callable[..., Any] = lambda *_: None
        self._given: list[Any] = []
        self.sizes = {variable.name: size for variable, size in chosen.items()}

    def build(self) -> None:
        """Compile it."""
        self._machine = VirtualMachine(build(self._module), cpu())
        self._function = self._machine[self._entry]

    def make_arguments(self) -> None:
        """The chosen data, or seeded random arguments."""
        self.data.require_names([param.name_hint for param in self._func.params])
        require_memory(sum(self._bytes(param.struct_info_) for param in self._func.params))
        self._given = [self._argument(param.name_hint, param.struct_info_) for param in self._func.params]

    def call(self) -> Any:
        """Call it once more on the same arguments."""
        return self._function(*self._given)

    def profile(self) -> Report:
        """Call it and time each call in it; `build` and `make_arguments` come before."""
        assert self._machine is not None
        return self._machine.profile(self._entry, *self._given)

    @property
    def inputs(self) -> list[Any]:
        """The arguments."""
        return self._given

    def results(self, result: object) -> list[tuple[str, Array]]:
        """The tensors that a call has returned, by name."""
        return [*_tensors("result", result)]

    def number(self, result: object) -> str | None:
        """The result, when it holds no tensors."""
        return None if any(True for _ in _tensors("", result)) else str(result)

    def arrays(self, result: object) -> tuple[ArrayReport, ...]:
        """The tensors that it got and those that it returned."""
        given = [
            pair for param, value in zip(self._func.params, self._given) for pair in _tensors(param.name_hint, value)
        ]
        made = list(_tensors("result", result))
        return tuple(
            array_report(name, role, str(value.dtype), None, value)
            for role, found in (("input", given), ("output", made))
            for name, value in found
        )

    def scalars(self) -> tuple[ScalarReport, ...]:
        """The numbers that were passed."""
        return tuple(
            ScalarReport(param.name_hint, str(param.struct_info_.dtype), str(value))
            for param, value in zip(self._func.params, self._given)
            if isinstance(param.struct_info_, PrimStructInfo)
        )

    def costs(self) -> tuple[float | None, float | None]:
        """Not known of a graph."""
        return None, None

    def _bytes(self, info: StructInfo | None) -> int:
        if isinstance(info, TupleStructInfo):
            return sum(self._bytes(field) for field in info.fields)
        if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
            return 0
        return prod(self._size(size) for size in info.shape.values) * (info.dtype.nbytes or 4)

    def _argument(self, name: str, info: StructInfo | None) -> Any:
        if isinstance(info, TupleStructInfo):
            return tuple(self._argument(f"{name}[{at}]", field) for at, field in enumerate(info.fields))
        if isinstance(info, ShapeStructInfo) and info.values is not None:
            return tuple(self._size(size) for size in info.values)
        if isinstance(info, PrimStructInfo):
            return self._number(info)
        if isinstance(info, TensorStructInfo):
            return chosen_array(self.data, name, _element(info), self._shape(name, info), self._generator, None)
        raise CannotRun(f"`{name}` is no tensor, number or shape, and no data can be made for it.")

    def _number(self, info: PrimStructInfo) -> Any:
        return (
            random_array(info.dtype, (), self._generator, None).item() if info.value is None else self._size(info.value)
        )

    def _shape(self, name: str, info: TensorStructInfo) -> tuple[int, ...]:
        if isinstance(info.shape, ShapeExpr):
            shape = tuple(self._size(size) for size in info.shape.values)
            if any(size < 0 for size in shape):
                raise CannotRun(f"`{name}` would have the shape {shape}; choose other sizes.")
            return shape
        if info.ndim < 0:
            raise CannotRun(f"`{name}` has neither a shape nor a number of dimensions, and no data can be made for it.")
        return tuple(next(self._others) for _ in range(info.ndim))

    def _size(self, size: Expr) -> int:
        return evaluate(size, self._chosen)


def _element(info: TensorStructInfo) -> DType:
    """The element type; float32 where the program leaves it open."""
    return FLOAT32 if info.dtype.kind == "void" else info.dtype


def _tensors(name: str, value: object) -> Iterator[tuple[str, Array]]:
    """The arrays in a value, by name."""
    if isinstance(value, Tensor):
        yield name, value.numpy()
    elif isinstance(value, np.ndarray):
        yield name, value
    elif isinstance(value, (tuple, list)) or type(value).__name__ == "Array":
        items: Any = value
        for at, item in enumerate(items):
            yield from _tensors(f"{name}[{at}]", item)
