"""Looking into networks while they run; modules are exported with `debug=True` for it."""

from __future__ import annotations

import inspect
from typing import Any

from tilewright.core.builder.relax_calls import call_pure_packed
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.relax import StringImm
from tilewright.core.ir.struct_info import ObjectStructInfo
from tilewright.core.nn.tensor import Tensor
from tilewright.core.nn.values import as_value


def debug_func(name: str, *args: object, _line_info: str | None = None) -> None:
    """Call a registered function when the network runs; it gets the place in the source text, and then the arguments.

    Raises `RuntimeError` when the module is not exported with `debug=True`.
    """
    from tilewright.core.nn.exporter import Exporter

    io, builder = Exporter.current().io_effect, BlockBuilder.current()
    if io is None or io.effect is None or builder is None:
        raise RuntimeError("Debugging is only supported when debug mode is on.")
    place = _line_info or _caller(inspect.currentframe())
    given = [as_value(arg, "float32") for arg in args]
    made = call_pure_packed(
        "vm.builtin.invoke_debug_func",
        io.effect,
        StringImm(name),
        StringImm(place),
        *given,
        sinfo_args=[ObjectStructInfo()],
    )
    io.effect = builder.emit(made, io.effect.name_hint)


def print_(tensor: Tensor) -> None:
    """Print a tensor when the network runs, with the place in the source text."""
    debug_func("vm.builtin.debug_print", tensor, _line_info=_caller(inspect.currentframe()))


def _caller(frame: Any) -> str:
    """The file and line of who called the function of this frame."""
    outside = frame.f_back
    return f"{outside.f_code.co_filename}:{outside.f_lineno}"
