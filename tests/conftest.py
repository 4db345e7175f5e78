"""Tests compile into a cache of their own, so that they neither use nor fill the user's."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, settings

os.environ["TILEWRIGHT_CACHE_DIR"] = os.path.join(tempfile.gettempdir(), f"tilewright-tests-{os.getuid()}")

# A busy machine is no failure: nothing here depends on time.
settings.register_profile("tilewright", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tilewright")
