"""Running one op: a function around it is built, once for the sizes of its arguments and once for symbolic ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright import relax, tir
from tilewright.runtime import cpu, tensor


@dataclass(frozen=True)
class Case:
    """`op` makes the call from values of Relax, `expected` the arrays from numpy's; `symbolic` says that sizes may be unknown when it is built."""

    name: str
    op: Callable[..., Any]
    expected: Callable[..., Any]
    args: tuple[Any, ...]
    symbolic: bool = True
    rtol: float = 1e-5

    def __str__(self) -> str:
        return self.name


def run(op: Callable[..., Any], args: Sequence[np.ndarray], symbolic: bool) -> list[np.ndarray]:
    """What the op gives of the arrays, built and run by the virtual machine."""
    builder = relax.BlockBuilder()
    sizes: dict[int, Any] = {}
    params = [
        relax.Var(f"x{at}", relax.TensorStructInfo([_size(n, sizes, symbolic) for n in array.shape], str(array.dtype)))
        for at, array in enumerate(args)
    ]
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit_output(op(*params))
        builder.emit_func_output(result)
    machine = relax.VirtualMachine(relax.build(builder.get(), "llvm"), cpu())
    found = machine["main"](*[tensor(array) for array in args])
    return [item.numpy() for item in (found if isinstance(found, (list, tuple)) else [found])]


def _size(number: int, known: dict[int, Any], symbolic: bool) -> Any:
    """One variable for all sizes that are the same number; ones stay, since they broadcast."""
    if not symbolic or number == 1:
        return number
    return known.setdefault(number, tir.Var(f"n{number}", "int64"))


def check(case: Case, symbolic: bool) -> None:
    """Compare with numpy."""
    expected = case.expected(*case.args)
    wanted = list(expected) if isinstance(expected, (list, tuple)) else [expected]
    found = run(case.op, case.args, symbolic)
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted):
        want = np.asarray(want)
        assert got.shape == want.shape
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=case.rtol, atol=case.rtol)
