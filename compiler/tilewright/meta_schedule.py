"""`tvm.meta_schedule`, which Tilewright does not have: see `absent`."""

from __future__ import annotations

from tilewright.face.absent import refuser

__getattr__ = refuser("meta_schedule")
