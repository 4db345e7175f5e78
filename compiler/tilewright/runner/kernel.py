"""A TensorIR function that is run: its sizes, its native code, its arguments, and what a call has done to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.core.analysis.cost import bytes_moved, flops
from tilewright.core.analysis.roles import roles
from tilewright.core.driver.build import build
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.runner.data import Data, data_of
from tilewright.runner.inputs import Argument, arguments
from tilewright.runner.load import Loaded
from tilewright.runner.parameters import bind, evaluate, parameters
from tilewright.runner.report import ArrayReport, ScalarReport, array_report
from tilewright.runner.request import CallRequest, CannotRun


def prepared_kernel(loaded: Loaded, request: CallRequest) -> Kernel:
    """The function with its sizes."""
    assert isinstance(loaded.func, PrimFunc)
    data = data_of(request)
    sizes = {**_sizes_of_files(loaded.func, data), **request.sizes}
    return Kernel(loaded, loaded.func, bind(loaded.func, sizes, request.default_size), request.seed, data)


def _sizes_of_files(func: PrimFunc, data: Data) -> dict[str, int]:
    """The symbolic sizes that the shapes of files say."""
    found: dict[str, int] = {}
    for parameter in parameters(func):
        array = data.of_file(parameter.name) if parameter.buffer is not None else None
        if parameter.buffer is not None and array is not None:
            sizes = zip(parameter.buffer.shape, array.shape)
            found.update({size.name: number for size, number in sizes if isinstance(size, Var)})
    return found


class Kernel:
    """A function of buffers and numbers; `build` and `make_arguments` come before `call`."""

    def __init__(self, loaded: Loaded, func: PrimFunc, chosen: Mapping[Var, int], seed: int, data: Data) -> None:
        self._loaded = loaded
        self.func = func
        self.chosen = chosen
        self._seed = seed
        self.data = data
        self.native: Callable[..., Any] = lambda *_: None
        self._given: list[Argument] = []
        self._before: list[Argument] = []
        self.sizes = {variable.name: size for variable, size in chosen.items()}

    def build(self) -> None:
        """Compile it."""
        self.native = build(self._loaded.target)[self._loaded.entry]

    def make_arguments(self) -> None:
        """The arguments, and a copy of them."""
        self._given = self.new_arguments()
        self._before = [np.array(value) if isinstance(value, np.ndarray) else value for value in self._given]

    def new_arguments(self) -> list[Argument]:
        """The chosen data, or seeded random numbers."""
        return arguments(self.func, self.chosen, self._seed, self.data)

    @property
    def values(self) -> tuple[Sequence[Argument], Sequence[Argument]]:
        """The arguments before the first call, and as they are now."""
        return self._before, self._given

    def call(self) -> Any:
        """Call it once more on the same arguments."""
        return self.native(*self._given)

    def number(self, result: object) -> str | None:
        """The result."""
        return None if result is None else str(result)

    def arrays(self, result: object) -> tuple[ArrayReport, ...]:
        """Its buffers after the first call."""
        found = roles(self.func)
        return tuple(
            array_report(
                parameter.name, found[parameter.buffer], str(parameter.dtype), old, new, bool(parameter.buffer.strides)
            )
            for parameter, old, new in zip(parameters(self.func), self._before, self._given)
            if parameter.buffer is not None and isinstance(old, np.ndarray) and isinstance(new, np.ndarray)
        )

    def scalars(self) -> tuple[ScalarReport, ...]:
        """The numbers that were passed, without those that are listed as sizes."""
        return tuple(
            ScalarReport(parameter.name, str(parameter.dtype), str(value))
            for parameter, value in zip(parameters(self.func), self._given)
            if parameter.kind == "scalar" and parameter.variable not in self.chosen
        )

    def costs(self) -> tuple[float | None, float | None]:
        """Operations and bytes of one call, where they do not depend on data."""
        return self.evaluated(flops(self.func)), self.evaluated(bytes_moved(self.func))

    def evaluated(self, value: Expr | None) -> float | None:
        """A cost with the chosen sizes, where it is one."""
        if value is None:
            return None
        try:
            return float(evaluate(value, self.chosen))
        except CannotRun:
            return None
