"""`tilewright.topi.image`: operators on images under TVM's names."""

from __future__ import annotations

from tilewright.topi.image.resize import resize2d

__all__ = ["resize2d"]
