"""An instrument that compares each kernel of a running graph with the function of that name in another library."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.base.registry import PackedFunction
from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.vm.machine import VMInstrumentReturnKind


class LibCompareVMInstrument:
    """Runs the function of `mod` on copies of the arguments of each call, and compares every argument afterwards.

    With `verbose` each compared call is printed.  Names that `mod` does not have are left alone.
    """

    def __init__(
        self, mod: Any, device: object = None, verbose: bool = True, rtol: float = 1e-5, atol: float = 1e-5
    ) -> None:
        self.mod, self.device, self.verbose = mod, device, verbose
        self.rtol, self.atol = rtol, atol
        self.counter = 0

    def compare(self, name: str, ref_args: list[Any], new_args: list[Any], ret_indices: Any) -> None:
        """Raises `AssertionError` when a tensor of one call differs from that of the other."""
        for at in ret_indices:
            np.testing.assert_allclose(
                new_args[at].numpy(),
                ref_args[at].numpy(),
                self.rtol,
                self.atol,
                err_msg=f"argument {at} of {name}",
            )
        if self.verbose:
            print(f"[{self.counter}] {name} is as in the library")
        self.counter += 1

    def __call__(
        self, func: PackedFunction, name: str, before_run: bool, ret_val: Any, *args: Any
    ) -> VMInstrumentReturnKind:
        if before_run or not self.mod.implements_function(name):
            return VMInstrumentReturnKind.NO_OP
        copies = [tensor(each) if isinstance(each, Tensor) else each for each in args]
        self.mod[name](*copies)
        self.compare(name, list(args), copies, [at for at, each in enumerate(args) if isinstance(each, Tensor)])
        return VMInstrumentReturnKind.NO_OP
