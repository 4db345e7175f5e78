# Generated from tilewright.meta_schedule.feature_extractor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import FeatureExtractor as _FeatureExtractor
from tvm.meta_schedule import FeatureExtractor as FeatureExtractor
from tvm.meta_schedule import FeatureExtractor as _PyFeatureExtractor_

PyFeatureExtractor = _PyFeatureExtractor_

class PerStoreFeature(_FeatureExtractor):
    """Logarithms of: iterations by kind of loop, extents of the innermost loops, bytes between what consecutive iterations access, operations, bytes stored; and what is asked of register tiling.

    The features are fewer than TVM's 164 and others.
    """
    def extract_from(self, context: _Any, candidates: _Any) -> _Any:
        """For each candidate an array of float64, of the shape (stores, features)."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
