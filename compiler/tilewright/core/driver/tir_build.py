"""`tir.build`, the name of `tilewright.build` in older programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.driver.build import as_module
from tilewright.core.driver.build import build as compile_module
from tilewright.core.ir.function import BaseFunc, IRModule

if TYPE_CHECKING:
    from tilewright.core.driver.native import PipelineLike, TargetLike
    from tilewright.core.runtime.module import Module


def build(mod: BaseFunc | IRModule, target: TargetLike = None, pipeline: PipelineLike = None) -> Module:
    """Native code of a function or module; the same as `tilewright.build`.  `pipeline` may be a pass that is run before."""
    module = as_module(mod)
    made = pipeline(module) if callable(pipeline) else module
    return compile_module(made, target)
