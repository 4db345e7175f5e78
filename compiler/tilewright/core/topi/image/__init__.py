"""`tilewright.core.topi.image`: operators on images under TVM's names."""

from __future__ import annotations

from tilewright.core.topi.image.grid import affine_grid, grid_sample
from tilewright.core.topi.image.resize import resize2d, resize3d

__all__ = ["affine_grid", "grid_sample", "resize2d", "resize3d"]
