"""`tilewright.core.topi.nn`: operators of neural networks under TVM's names."""

from __future__ import annotations

from tilewright.core.topi.nn.activation import leaky_relu, prelu, relu, softplus
from tilewright.core.topi.nn.borders import circular_pad, mirror_pad, reflect_pad, replicate_pad
from tilewright.core.topi.nn.convolution import (
    conv1d,
    conv1d_ncw,
    conv2d,
    conv2d_nchw,
    conv2d_nhwc,
    conv3d_ncdhw,
    depthwise_conv2d_nchw,
    group_conv2d_nchw,
)
from tilewright.core.topi.nn.dense import batch_matmul, dense, matmul
from tilewright.core.topi.nn.normalization import batch_norm, group_norm, instance_norm, layer_norm, rms_norm
from tilewright.core.topi.nn.padding import dilate, flatten, pad
from tilewright.core.topi.nn.pooling import adaptive_pool, global_pool, pool1d, pool2d, pool3d
from tilewright.core.topi.nn.softmax import fast_softmax, log_softmax, softmax
from tilewright.core.topi.nn.upsampling import upsampling, upsampling3d

__all__ = [
    "adaptive_pool",
    "batch_matmul",
    "batch_norm",
    "circular_pad",
    "conv1d",
    "conv1d_ncw",
    "conv2d",
    "conv2d_nchw",
    "conv2d_nhwc",
    "conv3d_ncdhw",
    "dense",
    "depthwise_conv2d_nchw",
    "dilate",
    "fast_softmax",
    "flatten",
    "global_pool",
    "group_conv2d_nchw",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "leaky_relu",
    "log_softmax",
    "matmul",
    "mirror_pad",
    "pad",
    "pool1d",
    "pool2d",
    "pool3d",
    "prelu",
    "reflect_pad",
    "relu",
    "replicate_pad",
    "rms_norm",
    "softmax",
    "softplus",
    "upsampling",
    "upsampling3d",
]
