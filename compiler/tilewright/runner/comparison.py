"""The results of a run beside those of a reference: a numpy function of the file, or the interpreter.

A Python function at the top of the file that is called `numpy_f`, `f_numpy`, `reference_f` or `f_reference` is the reference of `f`.  It takes the inputs and gives the
outputs.  Without one the interpreter computes what is small enough for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.core.analysis.roles import roles
from tilewright.core.interpret.function import run
from tilewright.core.ir.function import PrimFunc
from tilewright.runner.inputs import Argument
from tilewright.runner.parameters import parameters
from tilewright.runner.request import CannotRun

# The interpreter takes some microseconds for each operation.
MOST_OPERATIONS = 400_000
INTERPRETER = "the interpreter"
INTERPRETED = "interpreter"  # asks for it

Array = NDArray[np.generic]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The largest difference from the values of a reference, and where it is; `is_equal` when it is one of rounding.

    Differences of numbers above 1 are compared in parts of them. `largest` is the difference itself, and `part` the part of the expected value that it is,
    0 where that is nothing to divide by. Arrays of other shapes have no difference; `place` names the shapes.
    """

    reference: str
    is_equal: bool
    largest: float
    place: str = ""
    part: float = 0.0
    has_other_shape: bool = False

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        if self.is_equal:
            return self.extent
        if self.has_other_shape:
            return f"differs from {self.reference}: {self.place}"
        return f"differs from {self.reference} at {self.place}"

    @property
    def extent(self) -> str:
        """The comparison with the largest difference and without a place; where shapes differ, with those."""
        if self.has_other_shape:
            return f"not equal to {self.reference}: {self.place}"
        part = f" ({self.part:.3g} of the value)" if self.part else ""
        return (
            f"{'' if self.is_equal else 'not '}equal to {self.reference}, largest difference {self.largest:.3g}{part}"
        )


def compared(
    func: PrimFunc, before: Sequence[Argument], after: Sequence[Argument], reference: Callable[..., object], name: str
) -> Comparison:
    """The results beside those of a function of numpy, which gets the inputs."""
    kinds = roles(func)
    buffers = [each.buffer for each in parameters(func)]
    takes = [value for value, buffer in zip(before, buffers) if buffer is None or kinds[buffer] != "output"]
    made = reference(*[np.array(value) if isinstance(value, np.ndarray) else value for value in takes])
    wanted = made if isinstance(made, tuple) else (made,)
    outputs = [at for at, buffer in enumerate(buffers) if buffer is not None and kinds[buffer] != "input"]
    if len(wanted) != len(outputs):
        raise CannotRun(f"`{name}` gives {len(wanted)} results, and the function has {len(outputs)} outputs.")
    names = [each.name for each in parameters(func)]
    return _worst(names, name, {at: np.asarray(value) for at, value in zip(outputs, wanted)}, after)


def compared_graph(
    inputs: Sequence[object], results: Sequence[tuple[str, Array]], reference: Callable[..., object], name: str
) -> Comparison:
    """The tensors that a graph returned beside those of a function of numpy, which gets the inputs."""
    made = reference(*[np.array(value) if isinstance(value, np.ndarray) else value for value in inputs])
    wanted = made if isinstance(made, tuple) else (made,)
    if len(wanted) != len(results):
        raise CannotRun(f"`{name}` gives {len(wanted)} results, and the function has {len(results)}.")
    arrays = {at: np.asarray(value) for at, value in enumerate(wanted)}
    return _worst([each for each, _ in results], name, arrays, [value for _, value in results])


def interpreted(func: PrimFunc, before: Sequence[Argument], after: Sequence[Argument]) -> Comparison:
    """The results beside those of the interpreter."""
    given = [np.array(value) if isinstance(value, np.ndarray) else value for value in before]
    run(func, *given)
    wanted = {at: value for at, value in enumerate(given) if isinstance(value, np.ndarray)}
    return _worst([each.name for each in parameters(func)], INTERPRETER, wanted, after)


def _worst(
    names: Sequence[str], name: str, wanted: Mapping[int, Array], after: Sequence[Argument | Array]
) -> Comparison:
    largest, found = 0.0, Comparison(name, True, 0.0)
    for at, expected in wanted.items():
        got = after[at]
        assert isinstance(got, np.ndarray)
        if expected.shape != got.shape:
            shapes = f"{names[at]}: shape {got.shape} instead of {expected.shape}"
            return Comparison(name, False, float("inf"), shapes, has_other_shape=True)
        difference = _relative(expected, got)
        if difference.size == 0:
            continue
        worst = int(np.argmax(difference))
        value, wants = got.reshape(-1)[worst], expected.reshape(-1)[worst]
        if not difference.reshape(-1)[worst] <= _tolerance(got):
            place = ", ".join(str(int(each)) for each in np.unravel_index(worst, got.shape))
            return Comparison(name, False, *_apart(value, wants, f"{names[at]}[{place}]: {value} instead of {wants}"))
        if difference.reshape(-1)[worst] > largest:
            largest = float(difference.reshape(-1)[worst])
            found = Comparison(name, True, *_apart(value, wants, ""))
    return found


def _apart(value: np.generic, wanted: np.generic, place: str) -> tuple[float, str, float]:
    """The difference of two numbers, the place as it is given, and the part of the wanted number that it is; 0 where that is 0 or not finite."""
    mine, wide = np.float64(value), np.float64(wanted)
    with np.errstate(invalid="ignore", over="ignore"):
        difference = float(abs(mine - wide))
    return difference, place, difference / abs(float(wide)) if wide and np.isfinite([difference, wide]).all() else 0.0


def _relative(expected: Array, got: Array) -> NDArray[np.float64]:
    """The differences, of numbers above 1 in parts of them; values that are no numbers are equal."""
    wide, mine = expected.astype(np.float64), got.astype(np.float64)
    with np.errstate(invalid="ignore"):
        found = np.abs(wide - mine) / np.maximum(1.0, np.abs(wide))
    same = (wide == mine) | (np.isnan(wide) & np.isnan(mine))
    return np.where(same, 0.0, np.where(np.isnan(found), np.inf, found))


def _tolerance(values: Array) -> float:
    """The rounding that sums in another order may leave."""
    if values.dtype.kind in "iub":
        return 0.0
    return {2: 0.05, 4: 1e-4, 8: 1e-9}.get(values.dtype.itemsize, 0.5)
