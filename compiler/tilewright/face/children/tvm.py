"""`import tvm` in Python programs that a test starts: they find this file on their path, and Tilewright takes the name in its place."""

from __future__ import annotations

import sys

import tilewright

del sys.modules[__name__]
tilewright.install_as_tvm()
