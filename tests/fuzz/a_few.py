"""How hypothesis tries a few of what the campaigns try by the thousand: the same ones each time, without a limit of time."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

UNHURRIED = settings(
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
A_FEW = settings(UNHURRIED, max_examples=40, derandomize=True)
