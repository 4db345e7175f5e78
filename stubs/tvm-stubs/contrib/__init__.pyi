# Generated from tilewright.contrib by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import cblas as cblas
from . import cc as cc
from . import clang as clang
from . import ndk as ndk
from . import nvcc as nvcc
from . import pickle_memoize as pickle_memoize
from . import popen_pool as popen_pool
from . import tar as tar
from . import thrust as thrust
from . import tvmjs as tvmjs
from . import utils as utils
from . import xcode as xcode

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
