"""`import tvm` in Python programs that a test starts: they find this file on their path, and Tilewright takes the name in its place."""

from __future__ import annotations

import sys

from tilewright.face.install import install_as_tvm

del sys.modules[__name__]
install_as_tvm()
