"""The data that the user chooses for the arguments of a run: a kind for each parameter, or a file of numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tilewright.core.base.dtype import DType, int_range
from tilewright.core.base.names import nearest
from tilewright.runner.dtypes import numpy_dtype
from tilewright.runner.request import CallRequest, CannotRun

Array = NDArray[np.generic]
OTHERS: Final = "*"
RANDOM: Final = "random"
KINDS: Final[dict[str, Callable[[tuple[int, ...]], NDArray[Any]]]] = {
    "ones": lambda shape: np.ones(shape, np.int64),
    "zeros": lambda shape: np.zeros(shape, np.int64),
    "arange": lambda shape: np.arange(prod(shape), dtype=np.int64).reshape(shape),
}


@dataclass(frozen=True, slots=True)
class Data:
    """The choices by parameter; files are those beside the program."""

    chosen: Mapping[str, str]
    folder: Path
    loaded: dict[str, Array] = field(default_factory=dict[str, Array])

    def require_names(self, names: list[str]) -> None:
        """Raise `CannotRun` for a choice that is none, or for a parameter that there is not."""
        for name, kind in self.chosen.items():
            if name != OTHERS and name not in names:
                close = nearest(name, names)
                known = (
                    f"did you mean `{close}`?"
                    if close
                    else f"there are {', '.join(f'`{each}`' for each in names) or 'none'}."
                )
                raise CannotRun(f"There is no parameter `{name}`; {known}")
            if kind not in KINDS and kind != RANDOM and not kind.endswith(".npy"):
                place = "parameters" if name == OTHERS else f"`{name}`"
                listed = ", ".join((RANDOM, *KINDS))
                raise CannotRun(f"`{kind}` is no data for {place}: choose {listed}, or a file that ends with .npy.")

    def of_file(self, name: str) -> Array | None:
        """The array of the file that was chosen for a parameter."""
        kind = self.chosen.get(name, "")
        if not kind.endswith(".npy"):
            return None
        if name not in self.loaded:
            try:
                self.loaded[name] = np.load(self.folder / kind, allow_pickle=False)
            except (OSError, ValueError, EOFError) as error:
                raise CannotRun(f"`{name}` cannot be read from {kind}: {error}") from error
        return self.loaded[name]

    def made(self, name: str, dtype: DType, shape: tuple[int, ...], limit: int | None) -> Array | None:
        """The array for a parameter; None where random numbers are wanted.  Integers are kept in the range of their type, and below `limit`."""
        array = self.of_file(name)
        if array is not None:
            return _fitting(name, array, dtype, shape)
        kind = self.chosen.get(name, self.chosen.get(OTHERS, RANDOM))
        if kind == RANDOM:
            return None
        values = KINDS[kind](shape)
        if dtype.is_bool or dtype.is_integer:
            top = 1 if dtype.is_bool else int_range(dtype.element)[1]
            values = values % max(min(top + 1, 1 << 62 if limit is None else limit), 1)
        return values.astype(numpy_dtype(dtype))

    @property
    def sentence(self) -> str:
        """The choices in words; "" where there are none."""
        named = [f"{name} {kind}" for name, kind in self.chosen.items() if name != OTHERS]
        others = self.chosen.get(OTHERS, RANDOM)
        rest = [f"others {others}" if named else others] if others != RANDOM else []
        return ", ".join([*named, *rest])


# Nothing is chosen.
RANDOMLY: Final = Data({}, Path())


def data_of(request: CallRequest) -> Data:
    """The choices of a request, whose files lie beside its program."""
    return Data(request.data, Path(request.path).parent)


def _fitting(name: str, array: Array, dtype: DType, shape: tuple[int, ...]) -> Array:
    wanted = numpy_dtype(dtype)
    if array.shape != shape or array.dtype != wanted:
        said = f"{array.shape} {array.dtype}"
        raise CannotRun(f"`{name}` is {shape} {wanted}, and its file holds {said}.")
    return np.array(array)
