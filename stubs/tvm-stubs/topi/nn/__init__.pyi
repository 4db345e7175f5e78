# Generated from tilewright.topi.nn by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.topi.nn.pooling import adaptive_pool as adaptive_pool
from tilewright.topi.nn.dense import batch_matmul as batch_matmul
from tilewright.topi.nn.normalization import batch_norm as batch_norm
from tilewright.topi.nn.convolution import conv1d as conv1d
from tilewright.topi.nn.convolution import conv1d_ncw as conv1d_ncw
from tilewright.topi.nn.convolution import conv2d as conv2d
from tilewright.topi.nn.convolution import conv2d_nchw as conv2d_nchw
from tilewright.topi.nn.convolution import conv2d_nhwc as conv2d_nhwc
from tilewright.topi.nn.convolution import conv3d_ncdhw as conv3d_ncdhw
from tilewright.topi.nn.dense import dense as dense
from tilewright.topi.nn.convolution import depthwise_conv2d_nchw as depthwise_conv2d_nchw
from tilewright.topi.nn.padding import dilate as dilate
from tilewright.topi.nn.softmax import fast_softmax as fast_softmax
from tilewright.topi.nn.padding import flatten as flatten
from tilewright.topi.nn.pooling import global_pool as global_pool
from tilewright.topi.nn.convolution import group_conv2d_nchw as group_conv2d_nchw
from tilewright.topi.nn.normalization import group_norm as group_norm
from tilewright.topi.nn.normalization import instance_norm as instance_norm
from tilewright.topi.nn.normalization import layer_norm as layer_norm
from tilewright.topi.nn.activation import leaky_relu as leaky_relu
from tilewright.topi.nn.softmax import log_softmax as log_softmax
from tilewright.topi.nn.dense import matmul as matmul
from tilewright.topi.nn.padding import pad as pad
from tilewright.topi.nn.pooling import pool1d as pool1d
from tilewright.topi.nn.pooling import pool2d as pool2d
from tilewright.topi.nn.pooling import pool3d as pool3d
from tilewright.topi.nn.activation import prelu as prelu
from tilewright.topi.nn.activation import relu as relu
from tilewright.topi.nn.normalization import rms_norm as rms_norm
from tilewright.topi.nn.softmax import softmax as softmax
from tilewright.topi.nn.activation import softplus as softplus

def __getattr__(name: _str) -> _Any: ...
