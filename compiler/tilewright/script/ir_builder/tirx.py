"""The builder of TensorIR in tirx: the builder of `tilewright.core.builder.tir`, with the names and meanings of that dialect where they differ."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from tilewright.core.builder import older, tirx
from tilewright.core.builder import tir as _names
from tilewright.core.builder.dialects import TIRX
from tilewright.core.builder.frames import Frame, IRBuilder, PrimFuncFrame


def prim_func(is_private: bool = False, s_tir: bool = False, persistent: bool = False) -> PrimFuncFrame:
    """A function, with `s_tir` one that may have blocks; see `tilewright.core.builder.tir.prim_func`."""
    frame = _names.prim_func(is_private)
    frame.plain, frame.dialect = not s_tir, "tirx"
    return frame


def _for_the_rest(form: Callable[..., Frame]) -> Callable[..., Any]:
    """The form as a line of its own: what it makes is there until the frame around it closes.  Outside all frames it gives its frame."""

    @wraps(form)
    def said(*args: object, **keywords: object) -> Frame:
        frame = form(*args, **keywords)
        if not IRBuilder.current().frames:
            return frame
        frame.add_callback(lambda: frame.__exit__(None, None, None))
        return frame.__enter__()

    return said


_FLAT: Final = {
    "alloc_buffer": _for_the_rest(tirx.alloc_buffer),
    "alloc_local": _for_the_rest(tirx.alloc_local),
    "alloc_shared": _for_the_rest(tirx.alloc_shared),
    "decl_buffer": _for_the_rest(_names.decl_buffer),
    "bind": _for_the_rest(older.flat_let),
    "Bind": _for_the_rest(older.flat_let),
}


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _FLAT:
        return _FLAT[name]
    if name in TIRX.members:
        return TIRX.members[name].value
    return getattr(_names, name)


def __dir__() -> list[str]:
    return sorted({*(name for name in dir(_names) if not name.startswith("__")), *TIRX.members})
