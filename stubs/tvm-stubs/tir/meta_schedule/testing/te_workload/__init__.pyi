# Generated from tilewright.meta_schedule.testing.te_workload by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.meta_schedule.testing.te_workload import CONFIGS as CONFIGS
from tvm.meta_schedule.testing.te_workload import batch_matmul_nkkm as batch_matmul_nkkm
from tvm.meta_schedule.testing.te_workload import conv1d_nlc as conv1d_nlc
from tvm.meta_schedule.testing.te_workload import conv2d_capsule_nhwijc as conv2d_capsule_nhwijc
from tvm.meta_schedule.testing.te_workload import conv2d_nchw as conv2d_nchw
from tvm.meta_schedule.testing.te_workload import conv2d_nchw_bias_bn_relu as conv2d_nchw_bias_bn_relu
from tvm.meta_schedule.testing.te_workload import conv2d_nhwc as conv2d_nhwc
from tvm.meta_schedule.testing.te_workload import conv2d_nhwc_bn_relu as conv2d_nhwc_bn_relu
from tvm.meta_schedule.testing.te_workload import conv2d_transpose_nhwc as conv2d_transpose_nhwc
from tvm.meta_schedule.testing.te_workload import conv3d_ndhwc as conv3d_ndhwc
from tvm.meta_schedule.testing.te_workload import create_te_workload as create_te_workload
from tvm.meta_schedule.testing.te_workload import depthwise_conv2d_nhwc as depthwise_conv2d_nhwc
from tvm.meta_schedule.testing.te_workload import matmul as matmul
from tvm.meta_schedule.testing.te_workload import matmul_relu as matmul_relu
from tvm.meta_schedule.testing.te_workload import norm_bmn as norm_bmn
from tvm.meta_schedule.testing.te_workload import softmax_mn as softmax_mn
from tvm.meta_schedule.testing.te_workload import transpose_batch_matmul as transpose_batch_matmul

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
