"""`caller`: the frame of the program that called a decorator."""

from __future__ import annotations

import inspect
from types import FrameType


def caller() -> FrameType:
    """The frame from which the function that asks was called."""
    here = inspect.currentframe()
    frame = here.f_back.f_back if here is not None and here.f_back is not None else None
    if frame is None:
        raise RuntimeError("this Python has no frames to look into")
    return frame
