"""Constants that are computed from other constants when an executable is made, by its own kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.driver.native import build_module
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.relax.parameters.lift_constants import NAME
from tilewright.core.passes.relax.parameters.lifted import LiftedConstants
from tilewright.core.runtime.product_tensor import ProductTensor
from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.runtime.module import Module
    from tilewright.core.vm.graph_entry import GraphEntry


def compute_constants(lifted: LiftedConstants, entry: GraphEntry, kernels: IRModule, native: Module | None) -> None:
    """Fill the tensors of lifted constants; code for another machine is built for this one too, to do that."""
    here = native if native is not None and native.runs_here else build_module(kernels, Target("llvm"))
    given = [each if isinstance(each, Tensor) else tensor(each) for each in entry.constants]
    here[entry.name](*given, *lifted.tensors)


def write_constants(entries: Mapping[str, GraphEntry]) -> None:
    """Write the products that native graphs are called with."""
    for entry in entries.values():
        for each in entry.constants:
            if isinstance(each, ProductTensor):
                each.numpy_view()


def without_constants(module: IRModule) -> IRModule:
    """The module without the function that computes constants."""
    kept = {variable: each for variable, each in module.functions.items() if variable.name_hint != NAME}
    return IRModule(kept, module.attrs, module.global_infos)
