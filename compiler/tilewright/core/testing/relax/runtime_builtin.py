"""The codes of `vm.builtin.match_shape` and `vm.builtin.make_shape`, where TVM's tests find them."""

from __future__ import annotations

from tilewright.core.base.shape_codes import MakeShapeCode, MatchShapeCode

__all__ = ["MakeShapeCode", "MatchShapeCode"]
