"""`tir.build`, the name of `tilewright.build` in older programs."""

from __future__ import annotations

from typing import Any

from tilewright.core.driver.build import as_module
from tilewright.core.driver.build import build as compile_module
from tilewright.core.ir.function import BaseFunc, IRModule


def build(mod: BaseFunc | IRModule, target: Any = None, pipeline: Any = None) -> Any:
    """Native code of a function or module; the same as `tilewright.build`.  `pipeline` may be a pass that is run before."""
    module = as_module(mod)
    made: Any = pipeline(module) if callable(pipeline) else module
    return compile_module(made, target)
