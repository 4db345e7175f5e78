"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

FACES = (
    Face(
        "te",
        "`tilewright.te`: tensor expressions under TVM's names: stages, the functions they are written with, and `create_prim_func`.",
        {
            "builder.namespace:TIR": (
                "abs acos acosh asin asinh atan atanh ceil cos cosh erf exp floor fmod if_then_else isfinite "
                "isinf isnan log log10 log2 max_value min_value nearbyint popcount round rsqrt sigmoid sin sinh "
                "sqrt tan tanh trunc"
            ),
            "builder.reducers": "comm_reducer max min sum",
            "builder.tir_functions": (
                "all any div floordiv floormod indexdiv indexmod logaddexp multiply power subtract trace truncdiv truncmod"
            ),
            "ir.expr.iteration": "CommReducer Reduce",
            "ir.index_map": "AXIS_SEPARATOR",
            "te.extern": "extern extern_primfunc",
            "te.operation": "compute const placeholder reduce_axis size_var thread_axis var",
            "te.prim_func": "create_prim_func",
            "te.scan": "ScanOp scan",
            "te.tag": "tag_scope",
            "te.tensor": "ComputeOp ExternOp PlaceholderOp Tensor TensorSlice",
        },
        absent={
            "create_schedule": "TVM removed it before release 0.22; `te.create_prim_func` makes a function of the stages, and `tir.Schedule` schedules it",
        },
    ),
    Face(
        "te.operation",
        "Making stages: `placeholder`, `compute`, `reduce_axis`, and the variables that they are written with.",
        {
            "ir.operators": "convert",
            "te.extern": "extern extern_primfunc",
            "te.operation": "compute const placeholder reduce_axis shape_of size_var thread_axis var",
            "te.prim_func": "create_prim_func",
            "te.scan": "scan",
        },
    ),
    Face(
        "te.tag",
        'Tags: words that say what kind of computation a stage is, such as "broadcast" or "elemwise"; given one by one or for all stages made in a scope.',
        {
            "te.tag": "TagScope scoped_tag tag_scope",
        },
    ),
    Face(
        "te.tensor",
        "Tensors of tensor expressions, and the operations that make them.",
        {
            "te.scan": "ScanOp",
            "te.tensor": "ComputeOp ExternOp Operation PlaceholderOp Tensor TensorSlice",
        },
    ),
    Face(
        "topi",
        "`tilewright.topi`: the operator library, as tensor expressions under TVM's names.",
        {
            "topi.broadcast": (
                "add atan2 bitwise_and bitwise_or bitwise_xor broadcast_to divide equal floor_divide floor_mod "
                "greater greater_equal left_shift less less_equal log_add_exp logical_and logical_or logical_xor "
                "maximum minimum mod multiply not_equal power right_shift subtract"
            ),
            "topi.creation": "arange eye full full_like hamming_window",
            "topi.dynamic": "dynamic_strided_slice shape_func_dynamic_strided_slice",
            "topi.elementwise": (
                "cast abs acos acosh asin asinh atan atanh bitwise_not ceil clip cos cosh elemwise_sum erf exp floor "
                "identity isfinite isinf isnan log log10 log2 logical_not negative reinterpret round rsqrt "
                "sigmoid sign sin sinh sqrt tan tanh trunc"
            ),
            "topi.fast": "fast_erf fast_exp fast_tanh",
            "topi.linear": "einsum matmul tensordot",
            "topi.reduction": "all any argmax argmin collapse_sum max min prod sum",
            "topi.scan": "cumprod cumsum scanop",
            "topi.scatter": "scatter_elements",
            "topi.slicing": "gather gather_nd strided_slice take unravel_index",
            "topi.sorting": "argsort searchsorted sort topk",
            "topi.transform": (
                "concatenate expand_dims flip matrix_set_diag meshgrid one_hot repeat reshape reverse_sequence "
                "sequence_mask shape split squeeze stack tile transpose trilu where"
            ),
            "topi.writing": "adv_index index_put index_tensor scatter_nd slice_scatter",
        },
        absent={
            **dict.fromkeys(
                "binary_search dft dyn_tile expand_like fixed_point_multiply fixed_point_multiply_per_axis layout_transform sliding_window "
                "sparse_reshape sparse_to_dense stft strided_set tensor_size unique vision".split(),
                "no operator of `R` is made of it here; `te.compute` or `te.extern` says it",
            ),
            **dict.fromkeys(("cpp", "gpu"), "the operators are written in Python, for the CPU"),
        },
    ),
    Face(
        "topi.broadcast",
        "Operators of two tensors, or of a tensor and a number, whose shapes are broadcast as in numpy.",
        {
            "topi.broadcast": (
                "add atan2 bitwise_and bitwise_or bitwise_xor broadcast_index broadcast_shapes broadcast_to "
                "divide equal floor_divide floor_mod greater greater_equal left_shift less less_equal log_add_exp "
                "logical_and logical_or logical_xor maximum minimum mod multiply not_equal power right_shift "
                "subtract with_broadcast"
            ),
            "topi.elementwise": "bitwise_not logical_not",
        },
    ),
    Face(
        "topi.image",
        "`tilewright.topi.image`: operators on images under TVM's names.",
        {
            "topi.image.grid": "affine_grid grid_sample",
            "topi.image.resize": "resize2d resize3d",
        },
    ),
    Face(
        "topi.image.resize",
        "Images in another size.",
        {
            "topi.image.resize": "cubic_weights linear_weights resize2d resize3d",
        },
    ),
    Face(
        "topi.math",
        "Operators of one tensor, element by element: functions of numbers, rounding, signs, limits, casts.",
        {
            "topi.broadcast": "left_shift right_shift",
            "topi.elementwise": (
                "abs acos acosh asin asinh atan atanh cast ceil clip cos cosh erf exp floor identity isfinite isinf "
                "isnan log log10 log2 negative reinterpret round rsqrt sigmoid sign sin sinh sqrt tan tanh trunc"
            ),
            "topi.fast": "fast_erf fast_exp fast_tanh",
        },
    ),
    Face(
        "topi.nn",
        "`tilewright.topi.nn`: operators of neural networks under TVM's names.",
        {
            "topi.nn.activation": "leaky_relu prelu relu softplus",
            "topi.nn.borders": "circular_pad mirror_pad reflect_pad replicate_pad",
            "topi.nn.convolution": (
                "conv1d conv1d_ncw conv2d conv2d_nchw conv2d_nhwc conv3d_ncdhw depthwise_conv2d_nchw group_conv2d_nchw"
            ),
            "topi.nn.dense": "batch_matmul dense matmul",
            "topi.nn.normalization": "batch_norm group_norm instance_norm layer_norm rms_norm",
            "topi.nn.padding": "dilate flatten pad",
            "topi.nn.pooling": "adaptive_pool global_pool pool1d pool2d pool3d",
            "topi.nn.softmax": "fast_softmax log_softmax softmax",
            "topi.nn.upsampling": "upsampling upsampling3d",
        },
    ),
    Face(
        "topi.nn.dense",
        "Products with weights: `matmul`, `dense`, `batch_matmul`.  The weights' layout may be changed by the compiler, and the stage says so.",
        {
            "topi.broadcast": "add",
            "topi.nn.dense": "batch_matmul dense matmul",
        },
        modules={"tag": "topi.tag"},
    ),
    Face(
        "topi.nn.pooling",
        "Pooling: the largest or the mean of each window, of windows of fixed size or of a fixed number of them.",
        {
            "topi.nn.pooling": "adaptive_pool dimensions_of global_pool pool1d pool2d pool3d",
        },
    ),
    Face(
        "topi.nn.softmax",
        "Softmax and its logarithm along an axis, by way of the largest element, so that nothing overflows.",
        {
            "topi.nn.softmax": "fast_softmax log_softmax softmax",
        },
    ),
    Face(
        "topi.reduction",
        "Reductions over some axes of a tensor, or over all of them.",
        {
            "topi.reduction": "Reduced all any argmax argmin collapse_sum max min prod sum",
        },
    ),
    Face(
        "topi.scan",
        "Running totals along an axis.",
        {
            "builder.frames": "IRBuilder",
            "ir.buffer": "decl_buffer",
            "te.extern": "extern",
            "topi.elementwise": "cast",
            "topi.scan": "cumprod cumsum element_at indices_of scanop",
        },
        modules={"T": "script.tir"},
    ),
    Face(
        "topi.scatter",
        "Writing elements to places that another tensor names.",
        {
            "builder.frames": "IRBuilder",
            "topi.scatter": "scatter_elements",
            "topi.writing": "scatter_nd",
        },
        modules={"T": "script.tir"},
    ),
    Face(
        "topi.sorting",
        "Order along an axis: sorting, the positions that sort, the largest or smallest few, and searching in what is sorted.",
        {
            "topi.sorting": "argsort order searchsorted sort topk",
        },
        today="",
    ),
    Face(
        "topi.tag",
        "Tags: the kind of computation of a stage.",
        {
            "topi.tag": "BROADCAST COMM_REDUCE COMM_REDUCE_IDX ELEMWISE INJECTIVE",
        },
    ),
    Face(
        "topi.testing",
        "Reference results of operators in numpy: tests compare compiled results with these.",
        {
            "topi.testing.attention": "attention_python",
            "topi.testing.blocks": (
                "batch_to_space_nd_python depth_to_space_python reorg_python space_to_batch_nd_python "
                "space_to_depth_python"
            ),
            "topi.testing.boxes": "get_valid_counts_python non_max_suppression_python",
            "topi.testing.convolutions": (
                "conv1d_ncw_python conv2d_backward_weight_python conv2d_hwcn_python conv2d_nchw_python "
                "conv2d_nhwc_python conv3d_ncdhw_python conv3d_ndhwc_python depthwise_conv2d_python_nchw "
                "depthwise_conv2d_python_nchwc depthwise_conv2d_python_nhwc group_conv1d_ncw_python"
            ),
            "topi.testing.deformable": (
                "correlation_nchw_python deformable_conv2d_nchw_python deformable_conv2d_nhwc_python"
            ),
            "topi.testing.grid": "affine_grid_python grid_sample_python",
            "topi.testing.linear": "batch_matmul dense log_softmax_python softmax_python",
            "topi.testing.lookup": "matrix_set_diag nll_loss one_hot searchsorted_ref sequence_mask",
            "topi.testing.moving": (
                "dilate_python gather_nd_python gather_python slice_axis_python strided_set_python strided_slice_python"
            ),
            "topi.testing.norms": (
                "batch_norm group_norm_python instance_norm_python l2_normalize_python layer_norm_python lrn_python "
                "rms_norm_python"
            ),
            "topi.testing.pooling": "adaptive_pool pool_grad_nchw poolnd_python",
            "topi.testing.recurrent": "lstm_python",
            "topi.testing.regions": "roi_align_nchw_python roi_align_nhwc_python roi_pool_nchw_python",
            "topi.testing.resize": "crop_and_resize_python resize1d_python resize2d_python resize3d_python",
            "topi.testing.transposed": (
                "conv1d_transpose_ncw_python conv2d_transpose_nchw_python conv2d_transpose_nhwc_python "
                "conv3d_transpose_ncdhw_python group_conv1d_transpose_ncw_python"
            ),
        },
    ),
    Face(
        "topi.transform",
        "Operators that move elements: other shapes, other orders, several tensors in one and one in several.",
        {
            "topi.transform": (
                "concatenate expand_dims flip matrix_set_diag meshgrid one_hot repeat reshape reverse_sequence "
                "sequence_mask shape split squeeze stack tile transpose trilu where"
            ),
        },
        modules={"tag": "topi.tag"},
        rest=("topi",),
    ),
    Face(
        "topi.utils",
        "Helpers of the operator library.",
        {
            "topi.shapes": (
                "axes_of axis_of choose elements get_const_tuple known like named product ravel required same "
                "simplified unravel"
            ),
        },
    ),
)
