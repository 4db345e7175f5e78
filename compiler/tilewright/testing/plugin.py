"""The plugin that `pytest_plugins = ["tvm.testing.plugin"]` loads, under its one name, so that it is not registered twice."""

from __future__ import annotations

pytest_plugins = ["tilewright.core.testing.plugin"]
