"""BindTarget: functions say what they are compiled for."""

from __future__ import annotations

from typing import Any

from tilewright.ir.function import PrimFunc
from tilewright.transform.pass_ import Pass, tir_pass


def bind_target_to(target: Any) -> Pass:
    """The pass that says of each function what it is compiled for, unless it says so itself; `target` is a `Target` or its text."""

    def bind(func: PrimFunc) -> PrimFunc:
        """Say what functions are compiled for."""
        from tilewright.target import Target

        return func if func.attrs.get("target") is not None else func.with_attr("target", Target(target))

    return tir_pass("tir.BindTarget")(bind)


bind_target = bind_target_to("llvm")
