# Generated from tilewright.meta_schedule.testing.te_workload by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.testing.te_workload import batch_matmul_nkkm as batch_matmul_nkkm
from tvm.meta_schedule.testing.te_workload import conv2d_nhwc as conv2d_nhwc
from tvm.meta_schedule.testing.te_workload import matmul as matmul
from tvm.meta_schedule.testing.te_workload import matmul_relu as matmul_relu
from tvm.meta_schedule.testing.te_workload import norm_bmn as norm_bmn
from tvm.meta_schedule.testing.te_workload import softmax_mn as softmax_mn

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
