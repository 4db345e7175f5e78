# Generated from tilewright.topi.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def adaptive_pool(np_data: _Any, out_size: _Any, pool_type: _Any, layout: _Any) -> _Any:
    """The largest element or the mean of each of `out_size` windows, which together cover the input."""

def affine_grid_python(data: _Any, target_shape: _Any) -> _Any:
    """The images of the points of a regular grid over [-1, 1] under matrices of two rows and three columns: x and y planes a matrix."""

def attention_python(q: _Any, k: _Any, v: _Any, bias: _Any = ..., qk_scale: _Any = ..., causal: _Any = ..., window_size: _Any = ..., layout: _Any = ...) -> _Any:
    """Softmax over keys of scaled products with queries, times values; heads stand third in `layout` "BSNH" and second in "BNSH".

    `causal` is "none", "TopLeft" or "BottomRight", the corner where the diagonal of what a query sees ends; with it, `window_size` is how many keys
    up to that diagonal it sees.  Raises `ValueError` for another layout or corner.
    """

def batch_matmul(x: _Any, y: _Any, out_dtype: _Any = ..., trans_x: _Any = ..., trans_y: _Any = ...) -> _Any:
    """The products of matrices in a batch; the second ones are given transposed unless `trans_y` is false."""

def batch_norm(x: _Any, gamma: _Any, beta: _Any, moving_mean: _Any, moving_var: _Any, axis: _Any, epsilon: _Any, center: _Any, scale: _Any, training: _Any, momentum: _Any) -> _Any:
    """The data with mean 0 and variance 1 for each channel, and the moving mean and variance afterwards.

    With `training` mean and variance are those of the data, and the moving ones go a part `momentum` of the way towards them; without, they are the moving ones.
    """

def batch_to_space_nd_python(data: _Any, block_shape: _Any, crop_begin_list: _Any, crop_end_list: _Any) -> _Any:
    """Members of a batch as blocks of the dimensions after the first, without what is cropped: the inverse of `space_to_batch_nd_python`."""

def conv1d_ncw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, dilation: _Any) -> _Any:
    """The convolution of sequences (N, C, W) by kernels (O, I, W)."""

def conv1d_transpose_ncw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, output_padding: _Any) -> _Any:
    """The transposed convolution of sequences (N, C, W) by kernels (I, O, W)."""

def conv2d_backward_weight_python(dy_np: _Any, x_np: _Any, kernel_size: _Any, stride: _Any, padding: _Any, layout: _Any = ..., groups: _Any = ..., channels: _Any = ...) -> _Any:
    """The gradient of a convolution's kernels from that of its result, in the layout (O, I, H, W), or (O, H, W, I) for "NHWC".

    Raises `ValueError` where the result has not `channels` channels.
    """

def conv2d_hwcn_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any) -> _Any:
    """The convolution of images (H, W, C, N) by kernels (H, W, I, O)."""

def conv2d_nchw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, groups: _Any = ...) -> _Any:
    """The convolution of images (N, C, H, W) by kernels (O, I, H, W)."""

def conv2d_nhwc_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, groups: _Any = ...) -> _Any:
    """The convolution of images (N, H, W, C) by kernels (H, W, I, O)."""

def conv2d_transpose_nchw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, output_padding: _Any, groups: _Any = ...) -> _Any:
    """The transposed convolution of images (N, C, H, W) by kernels (I, O, H, W)."""

def conv2d_transpose_nhwc_python(a_nhwc: _Any, weight: _Any, weight_format: _Any, stride: _Any, padding: _Any, output_padding: _Any = ...) -> _Any:
    """The transposed convolution of images (N, H, W, C) by kernels whose dimensions `weight_format` names, such as "HWIO"."""

def conv3d_ncdhw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, groups: _Any = ...) -> _Any:
    """The convolution of volumes (N, C, D, H, W) by kernels (O, I, D, H, W)."""

def conv3d_ndhwc_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, groups: _Any = ...) -> _Any:
    """The convolution of volumes (N, D, H, W, C) by kernels (D, H, W, I, O)."""

def conv3d_transpose_ncdhw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, output_padding: _Any, groups: _Any = ...) -> _Any:
    """The transposed convolution of volumes (N, C, D, H, W) by kernels (I, O, D, H, W)."""

def correlation_nchw_python(data1: _Any, data2: _Any, kernel_size: _Any, max_displacement: _Any, stride1: _Any, stride2: _Any, padding: _Any, is_multiply: _Any) -> _Any:
    """The mean product, or absolute difference, of each window of one image and the windows of another that lie at most `max_displacement` away.

    Windows of the first lie `stride1` apart, displacements, one a channel of the result, `stride2` apart.
    """

def crop_and_resize_python(image: _Any, boxes: _Any, box_indices: _Any, crop_size: _Any, layout: _Any, method: _Any = ..., extrapolation_value: _Any = ...) -> _Any:
    """The part of an image in each box (top, left, bottom, right, as parts of the image) in the size `crop_size`, "bilinear" or "nearest_neighbor"."""

def deformable_conv2d_nchw_python(a_np: _Any, offset_np: _Any, w_np: _Any, stride: _Any, padding: _Any, dilation: _Any, deformable_groups: _Any, groups: _Any) -> _Any:
    """A convolution of images (N, C, H, W) by kernels (O, I, H, W) whose taps are moved by offsets, interpolated, for each place of the result.

    The channels of the offsets are the deformable groups, the taps, and for each its moves along rows and columns.
    A tap before the first row or column is 0.
    """

def deformable_conv2d_nhwc_python(a_np: _Any, offset_np: _Any, w_np: _Any, stride: _Any, padding: _Any, dilation: _Any, deformable_groups: _Any, groups: _Any) -> _Any:
    """`deformable_conv2d_nchw_python` of images and offsets (N, H, W, C) by kernels (H, W, I, O)."""

def dense(x: _Any, y: _Any, bias: _Any = ..., use_bias: _Any = ..., use_relu: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """x times y transposed, plus `bias` with `use_bias`, not below 0 with `use_relu`."""

def depth_to_space_python(data: _Any, block_size: _Any, mode: _Any = ...) -> _Any:
    """Groups of channels of images (N, C, H, W) as blocks of pixels.

    In `mode` "DCR" the position in the block is the outer part of the channel, in "CRD" the inner one.
    """

def depthwise_conv2d_python_nchw(input_np: _Any, filter_np: _Any, stride: _Any, padding: _Any) -> _Any:
    """Each channel of images (N, C, H, W) convolved by its kernels (C, M, H, W)."""

def depthwise_conv2d_python_nchwc(input_np: _Any, filter_np: _Any, stride: _Any, padding: _Any) -> _Any:
    """Each channel of images in blocks of channels (N, C, H, W, c) convolved by its kernels, which are in blocks of output channels (O, 1, H, W, 1, o)."""

def depthwise_conv2d_python_nhwc(input_np: _Any, filter_np: _Any, stride: _Any, padding: _Any) -> _Any:
    """Each channel of images (N, H, W, C) convolved by its kernels (H, W, C, M)."""

def dilate_python(input_np: _Any, strides: _Any, dilation_value: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """The data with `dilation_value` between its elements, so that they are `strides` apart."""

def gather_nd_python(a_np: _Any, indices_np: _Any) -> _Any:
    """The parts of the data at places whose coordinates are the rows of `indices_np`."""

def gather_python(data: _Any, axis: _Any, indices: _Any) -> _Any:
    """For each index the element there along the axis, at the index's own place along the others."""

def get_valid_counts_python(data: _Any, score_threshold: _Any = ..., id_index: _Any = ..., score_index: _Any = ...) -> _Any:
    """The number of boxes of each image with a greater score and a class that is not negative; those boxes first, then -1; and their old positions.

    With a negative `id_index` boxes have no class.
    """

def grid_sample_python(data: _Any, grid: _Any, method: _Any = ..., layout: _Any = ..., padding_mode: _Any = ..., align_corners: _Any = ...) -> _Any:
    """Images or volumes at the positions of `grid`, whose dimension 1 is column, row and, in volumes, plane.

    `method` is "nearest", "bilinear" or "bicubic"; outside there are "zeros", the "border", or the image mirrored ("reflection").  With `align_corners` -1 and
    1 are the middles of the first and last elements, else their outer edges.
    """

def group_conv1d_ncw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, dilation: _Any, groups: _Any) -> _Any:
    """The convolution of sequences (N, C, W) by kernels (O, I, W), where I is the number of channels in each group."""

def group_conv1d_transpose_ncw_python(a_np: _Any, w_np: _Any, stride: _Any, padding: _Any, output_padding: _Any, groups: _Any = ...) -> _Any:
    """The transposed convolution of sequences (N, C, W) by kernels (I, O, W), where O is the number of output channels of each group."""

def group_norm_python(data: _Any, gamma: _Any, beta: _Any, num_groups: _Any, channel_axis: _Any, axes: _Any, epsilon: _Any = ...) -> _Any:
    """Mean 0 and variance 1 over the axes and each group of channels, then scaled and shifted by parameters of the channels."""

def instance_norm_python(data: _Any, gamma: _Any, beta: _Any, axis: _Any, epsilon: _Any = ...) -> _Any:
    """Mean 0 and variance 1 over the axes, then scaled and shifted by parameters of the channels, which are dimension 1."""

def l2_normalize_python(a_np: _Any, eps: _Any, axis: _Any = ...) -> _Any:
    """The data over its length along the axes, or along all; lengths whose square is under `eps` count as its root."""

def layer_norm_python(data: _Any, gamma: _Any, beta: _Any, axis: _Any, epsilon: _Any = ...) -> _Any:
    """Mean 0 and variance 1 over the axes, then scaled by `gamma` and shifted by `beta`, which have those axes."""

def log_softmax_python(a_np: _Any, axis: _Any = ...) -> _Any:
    """The logarithm of softmax along an axis."""

def lrn_python(a_np: _Any, size: _Any, axis: _Any, bias: _Any, alpha: _Any, beta: _Any) -> _Any:
    """Each element over a power of `bias` and `alpha` times the mean square of the `size` elements around it along an axis."""

def lstm_python(Xs: _Any, Wi: _Any, Wh: _Any, Bi: _Any = ..., Bh: _Any = ..., h_init: _Any = ..., c_init: _Any = ..., proj: _Any = ..., p_i: _Any = ..., p_f: _Any = ..., p_o: _Any = ..., f_act: _Any = ..., g_act: _Any = ..., h_act: _Any = ..., reverse: _Any = ..., weight_layout: _Any = ...) -> _Any:
    """The outputs and the cells of an LSTM after each step of a sequence (steps, batch, features).

    The rows of the weights are the input gate, the forget gate, the cell's input and the output gate in the order of `weight_layout`.  `p_i`, `p_f` and
    `p_o` let the gates see the cell, `proj` maps outputs to fewer features, and `reverse` begins with the last step.
    """

def matrix_set_diag(input_np: _Any, diagonal: _Any, k: _Any = ..., align: _Any = ...) -> _Any:
    """Matrices with diagonals `k`, one or from the first to the second, replaced; the rows of `diagonal` are the diagonals, the highest first.

    `align` says at which end diagonals above and below the main one are short in their row.
    """

def nll_loss(predictions: _Any, targets: _Any, weights: _Any, reduction: _Any = ..., ignore_index: _Any = ...) -> _Any:
    """Minus the log-likelihood that predictions (N, C, ...) give to targets (N, ...), times the weight of each class; ignored targets give 0.

    `reduction` is "none", "sum", or "mean" by weight.
    """

def non_max_suppression_python(data: _Any, valid_count: _Any, indices: _Any, max_output_size: _Any = ..., iou_threshold: _Any = ..., force_suppress: _Any = ..., top_k: _Any = ..., coord_start: _Any = ..., score_index: _Any = ..., id_index: _Any = ..., return_indices: _Any = ..., invalid_to_bottom: _Any = ..., soft_nms_sigma: _Any = ..., score_threshold: _Any = ...) -> _Any:
    """Without the boxes which overlap one of a higher score, and of their class unless `force_suppress`, in at least a part `iou_threshold`.

    The first `valid_count` boxes of each image count, of these the `top_k` with the highest scores.  With `soft_nms_sigma` a smaller overlap lowers the
    score, and a box whose score is not over `score_threshold` is left out.  Returns the boxes by score with -1 for those left out, which
    `invalid_to_bottom` puts last; or with `return_indices` the `indices` of the chosen ones and their number, in soft suppression after the boxes.
    """

def one_hot(indices: _Any, on_value: _Any, off_value: _Any, depth: _Any, axis: _Any, dtype: _Any) -> _Any:
    """A new axis of `depth` elements: `on_value` at the index, else `off_value`."""

def pool_grad_nchw(a_np: _Any, out_grad_np: _Any, pool_size: _Any, strides: _Any, padding: _Any, pool_type: _Any, ceil_mode: _Any, count_include_pad: _Any = ...) -> _Any:
    """The gradient of a pool's input (N, C, H, W): of "max" it goes to the first largest element of each window, of "avg" to all in equal parts.

    `padding` is that before rows and columns, then that after them.
    """

def poolnd_python(np_data: _Any, kernel: _Any, strides: _Any, dilation: _Any, padding_before: _Any, padding_after: _Any, pool_type: _Any, count_include_pad: _Any = ..., ceil_mode: _Any = ..., dtype: _Any = ..., layout: _Any = ...) -> _Any:
    """The largest element or the mean, as `pool_type` "max" or "avg" says, of each window; by default images and channels come first."""

def reorg_python(a_np: _Any, stride: _Any) -> _Any:
    """Images (N, C, H, W) as `stride` times `stride` the channels of as many times fewer pixels, in the order of the network YOLO.

    The memory is read as as many times fewer channels of larger images, whose blocks `space_to_depth_python` takes apart, and the result's again as smaller ones.
    """

def resize1d_python(data: _Any, scale: _Any, layout: _Any = ..., method: _Any = ..., coordinate_transformation_mode: _Any = ..., rounding_method: _Any = ...) -> _Any:
    """Sequences `scale` times as long: see `resize3d_python`."""

def resize2d_python(data: _Any, scale: _Any, layout: _Any = ..., method: _Any = ..., coordinate_transformation_mode: _Any = ..., rounding_method: _Any = ...) -> _Any:
    """Images with `scale` times their rows and columns: see `resize3d_python`."""

def resize3d_python(data: _Any, scale: _Any, layout: _Any = ..., method: _Any = ..., coordinate_transformation_mode: _Any = ..., rounding_method: _Any = ...) -> _Any:
    """Volumes with `scale` times their planes, rows and columns, by "nearest_neighbor", "linear" or "cubic".

    `coordinate_transformation_mode` says how positions correspond, `rounding_method` which neighbor is the nearest.
    """

def rms_norm_python(data: _Any, weight: _Any, axis: _Any, epsilon: _Any = ...) -> _Any:
    """The data over the root of its mean square along the axes, times a weight with those axes."""

def roi_align_nchw_python(a_np: _Any, rois_np: _Any, pooled_size: _Any, spatial_scale: _Any, sample_ratio: _Any, mode: _Any = ..., aligned: _Any = ...) -> _Any:
    """The mean or, in `mode` "max", the greatest of interpolated samples in each cell of the regions of images (N, C, H, W).

    A cell has `sample_ratio` samples along each edge, or without one as many as it has pixels.  With `aligned` positions are those of middles of pixels.
    """

def roi_align_nhwc_python(a_np: _Any, rois_np: _Any, pooled_size: _Any, spatial_scale: _Any, sample_ratio: _Any, mode: _Any = ..., aligned: _Any = ...) -> _Any:
    """`roi_align_nchw_python` of images (N, H, W, C)."""

def roi_pool_nchw_python(a_np: _Any, rois_np: _Any, pooled_size: _Any, spatial_scale: _Any) -> _Any:
    """The greatest element of each cell of the regions of images (N, C, H, W), whose edges are rounded to pixels; 0 in a cell without any."""

def searchsorted_ref(sorted_sequence: _Any, values: _Any, right: _Any, out_dtype: _Any) -> _Any:
    """The positions where values would be put into sequences along the last axis, which are sorted; behind equal elements with `right`."""

def sequence_mask(data: _Any, valid_length: _Any, mask_value: _Any, axis: _Any) -> _Any:
    """The data with `mask_value` after the first `valid_length` elements of each sequence; one of dimensions 0 and 1 is time, `axis`, the other counts sequences."""

def slice_axis_python(data: _Any, axis: _Any, begin: _Any, end: _Any = ...) -> _Any:
    """The elements from `begin` to `end`, or to the last, along an axis."""

def softmax_python(a_np: _Any, axis: _Any = ...) -> _Any:
    """Exponentials over their sum along an axis."""

def space_to_batch_nd_python(data: _Any, block_shape: _Any, pad_before: _Any, pad_after: _Any, pad_value: _Any = ...) -> _Any:
    """Blocks of the dimensions after the first, padded, as more members of the batch; the position in the block is the outer part."""

def space_to_depth_python(data: _Any, block_size: _Any) -> _Any:
    """Blocks of pixels of images (N, C, H, W) as groups of channels; the position in the block is the outer part of the channel."""

def strided_set_python(data: _Any, v: _Any, begin: _Any, end: _Any, strides: _Any = ...) -> _Any:
    """A copy of the data whose slice from `begin` to `end` is `v`."""

def strided_slice_python(data: _Any, begin: _Any, end: _Any, strides: _Any = ..., slice_mode: _Any = ..., axes: _Any = ...) -> _Any:
    """The slice as numpy computes it.  In `slice_mode` "size", `end` has sizes, and -1 there means up to the end."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
