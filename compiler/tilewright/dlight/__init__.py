"""`tvm.dlight`: rules that schedule the functions of a module, tried one after the other.

Rules of a program's own apply as in TVM.  TVM's for graphics processors leave functions for the CPU alone, there as here; those for other
machines are not in Tilewright, which builds for the CPU.
"""

from __future__ import annotations

from tilewright.core.schedule.dlight import gpu
from tilewright.core.schedule.dlight.rules import ApplyDefaultSchedule, ScheduleRule
from tilewright.face.absent import refuser

__all__ = ["ApplyDefaultSchedule", "ScheduleRule", "gpu"]

__getattr__ = refuser("dlight")
