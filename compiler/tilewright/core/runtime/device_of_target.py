"""`device_from_target`: the device on which programs for a target run."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.runtime.device import Device
from tilewright.core.target.target import Target


def device_from_target(target: str | Mapping[str, object] | Target, index: int | None = None) -> Device:
    """The device of a target, which may be given as its text or its fields, with that index (0 by default)."""
    given = target if isinstance(target, Target) else Target(target)
    return Device(given.get_target_device_type(), index or 0)
