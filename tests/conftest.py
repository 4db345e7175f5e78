"""Tests compile into a cache of their own, so that they neither use nor fill the user's."""

from __future__ import annotations

import os
import tempfile

os.environ["TILEWRIGHT_CACHE_DIR"] = os.path.join(tempfile.gettempdir(), f"tilewright-tests-{os.getuid()}")
