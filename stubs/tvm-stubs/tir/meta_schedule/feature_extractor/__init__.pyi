# Generated from tilewright.meta_schedule.feature_extractor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import FeatureExtractor as FeatureExtractor
from tvm.meta_schedule.feature_extractor import PerStoreFeature as PerStoreFeature
from tvm.meta_schedule import FeatureExtractor as _PyFeatureExtractor_

PyFeatureExtractor = _PyFeatureExtractor_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
