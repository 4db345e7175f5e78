"""Models of ONNX: each operator against the package's own cases, and whole models with weights, sizes of a run and constants."""

from __future__ import annotations

import copy
import sys
import warnings
from functools import cache
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from tilewright.relax.frontend.onnx import from_onnx  # noqa: E402

# One case an operator, or a few where there are several ways to read it.
CASES = (
    "abs acos acosh add add_bcast and2d argmax_default_axis_example argmax_negative_axis_keepdims_example_select_last_index "
    "argmin_no_keepdims_random asin asinh atan atanh averagepool_1d_default lppool_1d_default lppool_2d_same_upper lppool_2d_pads "
    "lppool_2d_dilations lppool_2d_strides lppool_3d_default averagepool_2d_pads_count_include_pad averagepool_2d_same_upper "
    "basic_conv_with_padding batchnorm_example bitshift_left_uint8 bitwise_and_i32_2d bitwise_not_2d bitwise_or_i16_4d bitwise_xor_i32_2d ceil "
    "celu clip_default_min clip_example clip_expanded concat_2d_axis_1 conv_with_autopad_same conv_with_strides_and_asymmetric_padding "
    "convtranspose convtranspose_autopad_same convtranspose_dilations convtranspose_output_shape convtranspose_pads cos cosh cumsum_1d_exclusive "
    "cumsum_2d_axis_1 cumsum_1d_reverse_exclusive depthtospace_crd_mode_example depthtospace_example dequantizelinear dequantizelinear_axis div "
    "div_int32_trunc dropout_default dropout_default_mask einsum_batch_matmul einsum_transpose elu equal erf exp expand_dim_changed "
    "expand_dim_unchanged eyelike_with_dtype flatten_axis2 flatten_negative_axis3 floor gather_2d_indices gather_elements_negative_indices "
    "gather_negative_indices gathernd_example_int32 gelu_default_1 gelu_tanh_1 gemm_all_attributes gemm_default_no_bias globalaveragepool "
    "globalmaxpool greater greater_equal group_normalization_example hardmax_axis_1 hardsigmoid hardswish identity instancenorm_example isinf "
    "isinf_negative isnan layer_normalization_2d_axis0 leakyrelu less less_equal log logsoftmax_axis_1 lrn matmul_2d matmul_4d matmulinteger "
    "max_example maxpool_2d_ceil maxpool_2d_dilations maxpool_2d_same_lower maxpool_3d_default mean_example min_example mish mod_mixed_sign_int32 "
    "mod_mixed_sign_float32 mul mvn neg not_3d onehot_negative_indices onehot_with_axis constant_pad constant_pad_negative_axes edge_pad "
    "reflect_pad pow_example pow_types_int32_float32 prelu_broadcast quantizelinear quantizelinear_axis reciprocal reduce_l1_keep_dims_example "
    "reduce_l2_do_not_keepdims_example reduce_log_sum_desc_axes reduce_log_sum_exp_keepdims_example reduce_max_keepdims_example "
    "reduce_mean_default_axes_keepdims_example reduce_prod_do_not_keepdims_example reduce_sum_empty_axes_input_noop_example "
    "reduce_sum_square_keepdims_example relu reshape_allowzero_reordered reshape_zero_and_negative_dim resize_upsample_scales_nearest "
    "resize_upsample_sizes_nearest_floor_align_corners reversesequence_batch round scatter_elements_with_negative_indices "
    "scatter_elements_with_reduction_max scatternd scatternd_add selu shape_clip_start shrink_hard sigmoid sign sin sinh size slice "
    "slice_neg_steps slice_end_out_of_bounds softmax_negative_axis softplus softsign spacetodepth_crd_mode_example spacetodepth_example split_equal_parts_2d "
    "split_variable_parts_1d_opset18 sqrt squeeze_negative_axes sub sum_example tan tanh thresholdedrelu tile top_k top_k_smallest "
    "transpose_all_permutations_3 tril_neg triu unsqueeze_two_axes where_example xor3d "
    "compress_0 compress_1 compress_default_axis compress_negative_axis maxunpool_export_without_output_shape "
    "nonmaxsuppression_suppress_by_IOU nonmaxsuppression_flipped_coordinates "
    "nonmaxsuppression_limit_output_size nonmaxsuppression_center_point_box_format nonmaxsuppression_two_batches unique_sorted_without_axis "
    "unique_sorted_with_axis_3d unique_sorted_with_negative_axis unique_length_1"
).split()


@cache
def cases() -> dict[str, Any]:
    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {case.name.removeprefix("test_"): case for case in collect_testcases(None)}


def results(model: Any, *inputs: np.ndarray, **options: Any) -> list[np.ndarray]:
    """What the built model gives."""
    module = from_onnx(model, **options)
    machine = relax.VirtualMachine(tilewright.compile(module, "llvm"), tilewright.cpu())
    found = machine["main"](*inputs)
    return [each.numpy() for each in (found if isinstance(found, (tuple, list)) else [found])]


def with_constants(case: Any) -> tuple[Any, list[np.ndarray]]:
    """The model with its small integer inputs as constants: axes, shapes, bounds; and the inputs that are left."""
    model, left = copy.deepcopy(case.model), []
    kinds = {node.op_type for node in model.graph.node}
    for at, (info, value) in enumerate(zip(model.graph.input, case.data_sets[0][0])):
        array = np.asarray(value)
        whole = array.dtype.kind in "iu" and array.ndim <= 1 and array.size <= 32
        if at and (whole or kinds & {"Clip", "Pad", "OneHot", "Resize"}):
            model.graph.initializer.append(numpy_helper.from_array(array, info.name))
        else:
            left.append(array)
    return model, left


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_an_operator_gives_what_the_package_says(name: str) -> None:
    case = cases()[name]
    model, inputs = with_constants(case)
    for found, wanted in zip(results(model, *inputs), case.data_sets[0][1], strict=True):
        assert found.dtype == np.asarray(wanted).dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-4)


def model_of(
    nodes: list[Any], inputs: list[Any], outputs: list[Any], weights: dict[str, np.ndarray], opset: int = 18
) -> Any:
    constants = [numpy_helper.from_array(array, name) for name, array in weights.items()]
    graph = helper.make_graph(nodes, "g", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


def tensor_of(name: str, shape: list[Any] | None, kind: int = TensorProto.FLOAT) -> Any:
    return helper.make_tensor_value_info(name, kind, shape)


def flattening() -> Any:
    """A convolution whose result is flattened by its own sizes, and a product."""
    random = np.random.default_rng(0)
    nodes = [
        helper.make_node("Conv", ["x/0", "w", "b"], ["c"], pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"]),
        helper.make_node("Shape", ["r"], ["s"]),
        helper.make_node("Gather", ["s", "zero"], ["n"]),
        helper.make_node("Unsqueeze", ["n", "axis"], ["n1"]),
        helper.make_node("Concat", ["n1", "rest"], ["to"], axis=0),
        helper.make_node("Reshape", ["r", "to"], ["flat"]),
        helper.make_node("Gemm", ["flat", "v"], ["y"], transB=1),
    ]
    weights = {
        "w": random.standard_normal((4, 3, 3, 3)).astype("float32"),
        "b": random.standard_normal(4).astype("float32"),
        "v": random.standard_normal((5, 4 * 8 * 8)).astype("float32"),
        "zero": np.array(0, "int64"),
        "axis": np.array([0], "int64"),
        "rest": np.array([-1], "int64"),
    }
    return model_of(nodes, [tensor_of("x/0", ["batch", 3, 8, 8])], [tensor_of("y", None)], weights)


def evaluated(model: Any, **inputs: np.ndarray) -> Any:
    from onnx.reference import ReferenceEvaluator

    return ReferenceEvaluator(model).run(None, inputs)


def test_a_question_mark_is_another_size_each_time() -> None:
    nodes = [helper.make_node("MatMul", ["x", "y"], ["z"])]
    model = model_of(nodes, [tensor_of("x", ["?", "?"]), tensor_of("y", ["?", 2])], [tensor_of("z", None)], {})
    x, y = np.ones((4, 3), "float32"), np.ones((3, 2), "float32")
    np.testing.assert_allclose(results(model, x, y)[0], x @ y)


@pytest.mark.parametrize(
    ("names", "clean"),
    [([".", "7"], ["_", "input_7"]), ([".", "_"], ["_", "__1"]), (["7", "input_7"], ["input_7", "input_7_1"])],
)
def test_inputs_have_clean_names_and_different_ones(names: list[str], clean: list[str]) -> None:
    inputs = [tensor_of(name, [3]) for name in names]
    model = model_of([helper.make_node("Add", names, ["z"])], inputs, [tensor_of("z", None)], {})
    assert [param.name_hint for param in from_onnx(model)["main"].params] == clean


def test_a_norm_over_the_whole_picture() -> None:
    x = np.random.default_rng(0).standard_normal((2, 3, 4, 5)).astype("float32")
    model = model_of(
        [helper.make_node("GlobalLpPool", ["x"], ["y"], p=3)],
        [tensor_of("x", [2, 3, 4, 5])],
        [tensor_of("y", None)],
        {},
    )
    wanted = (abs(x) ** 3).sum((2, 3), keepdims=True) ** (1 / 3)
    np.testing.assert_allclose(results(model, x)[0], wanted, rtol=1e-4)


def test_a_model_of_any_batch() -> None:
    model = flattening()
    x = np.random.default_rng(1).standard_normal((2, 3, 8, 8)).astype("float32")
    (wanted,) = evaluated(model, **{"x/0": x})
    (found,) = results(model, x)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-4)
    (fixed,) = results(model, x, shape_dict={"x/0": [2, 3, 8, 8]})
    np.testing.assert_allclose(fixed, wanted, rtol=1e-4, atol=1e-4)
    main = from_onnx(model)["main"]
    assert main.params[0].name_hint == "x_0"
    assert main.attrs["num_input"] == 1
    assert "batch" in main.script()


def test_weights_as_parameters() -> None:
    model = flattening()
    module, params = relax.frontend.detach_params(from_onnx(model, keep_params_in_input=True))
    assert [var.name_hint for var in module["main"].params] == ["x_0", "w", "b", "v"]
    x = np.ones((1, 3, 8, 8), "float32")
    machine = relax.VirtualMachine(tilewright.compile(module, "llvm"), tilewright.cpu())
    np.testing.assert_allclose(
        machine["main"](x, *params["main"]).numpy(), evaluated(model, **{"x/0": x})[0], rtol=1e-4, atol=1e-4
    )


def test_a_branch_that_the_model_decides() -> None:
    def branch(kind: str) -> Any:
        return helper.make_graph([helper.make_node(kind, ["x"], ["o"])], kind, [], [tensor_of("o", [2])])

    nodes = [
        helper.make_node("Size", ["x"], ["n"]),
        helper.make_node("Greater", ["n", "one"], ["c"]),
        helper.make_node("If", ["c"], ["y"], then_branch=branch("Exp"), else_branch=branch("Neg")),
    ]
    model = model_of(nodes, [tensor_of("x", [2])], [tensor_of("y", [2])], {"one": np.array(1, "int64")})
    np.testing.assert_allclose(results(model, np.ones(2, "float32"))[0], np.exp(np.ones(2)), rtol=1e-5)


def test_what_is_not_read_is_named() -> None:
    nodes = [helper.make_node("StringNormalizer", ["x"], ["y"]), helper.make_node("Loop", ["", "", "x"], ["z"])]
    with pytest.raises(NotImplementedError, match="not supported for frontend ONNX: Loop, StringNormalizer"):
        from_onnx(model_of(nodes, [tensor_of("x", [2])], [tensor_of("z", [2])], {}))
    reshaped = [helper.make_node("Reshape", ["x", "s"], ["y"])]
    inputs = [tensor_of("x", [2]), tensor_of("s", [1], TensorProto.INT64)]
    with pytest.raises(ValueError, match="the shape must be known"):
        from_onnx(model_of(reshaped, inputs, [tensor_of("y", [2])], {}))


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ImportError, match="pip install onnx"):
        from_onnx(flattening())


def test_sequences_are_tuples() -> None:
    nodes = [
        helper.make_node("SplitToSequence", ["x", "two"], ["parts"]),
        helper.make_node("SequenceInsert", ["parts", "y", "first"], ["four"]),
        helper.make_node("SequenceErase", ["four"], ["three"]),
        helper.make_node("SequenceAt", ["three", "last"], ["item"]),
        helper.make_node("SequenceConstruct", ["item", "y"], ["pair"]),
        helper.make_node("ConcatFromSequence", ["pair"], ["joined"], axis=1),
        helper.make_node("SequenceLength", ["three"], ["length"]),
    ]
    outputs = [
        helper.make_tensor_sequence_value_info("three", TensorProto.FLOAT, None),
        tensor_of("joined", None),
        tensor_of("length", [], TensorProto.INT64),
    ]
    weights = {"two": np.array(2), "first": np.array(0), "last": np.array(-1)}
    model = model_of(nodes, [tensor_of("x", [5, 3]), tensor_of("y", [2, 3])], outputs, weights)
    x, y = np.arange(15, dtype="float32").reshape(5, 3), np.ones((2, 3), "float32")
    machine = relax.VirtualMachine(tilewright.compile(from_onnx(model), "llvm"), tilewright.cpu())
    three, joined, length = machine["main"](x, y)
    for found, wanted in zip(three, [y, x[:2], x[2:4]], strict=True):
        np.testing.assert_array_equal(found.numpy(), wanted)
    np.testing.assert_array_equal(joined.numpy(), np.concatenate([x[2:4], y], 1))
    assert length.numpy() == 3


def test_a_place_behind_a_sequence_is_refused() -> None:
    nodes = [helper.make_node("SequenceConstruct", ["x"], ["s"]), helper.make_node("SequenceAt", ["s", "far"], ["y"])]
    model = model_of(nodes, [tensor_of("x", [2])], [tensor_of("y", None)], {"far": np.array(3)})
    with pytest.raises(ValueError, match="a sequence of 1 items has no place 3"):
        from_onnx(model)


def test_elements_in_the_order_in_which_they_come() -> None:
    nodes = [helper.make_node("Unique", ["x"], ["y"], sorted=0)]
    model = model_of(nodes, [tensor_of("x", [6])], [tensor_of("y", None)], {})
    (found,) = results(model, np.array([2, 1, 1, 3, 4, 3], "float32"))
    assert found.tolist() == [2, 1, 3, 4]


@pytest.mark.parametrize(
    ("kind", "of"),
    [
        ("ReduceSumSquare", np.square),
        ("ReduceL1", np.abs),
        ("ReduceL2", np.abs),
        ("ReduceLogSum", np.log),
        ("ReduceLogSumExp", np.asarray),
    ],
)
def test_a_reduction_over_no_axes_still_changes_each_element(kind: str, of: Any) -> None:
    nodes = [helper.make_node(kind, ["x"], ["y"], noop_with_empty_axes=1)]
    model = model_of(nodes, [tensor_of("x", [2, 3])], [tensor_of("y", None)], {})
    x = np.random.default_rng(0).random((2, 3), "float32")
    np.testing.assert_allclose(results(model, x)[0], of(x), rtol=1e-5)


def test_sizes_written_as_expressions() -> None:
    nodes = [helper.make_node("Identity", ["x"], ["y"])]
    model = model_of(nodes, [tensor_of("x", ["A", "B", "A + B", "(A * 2 - B) / 3"])], [tensor_of("y", None)], {})
    (x,) = from_onnx(model)["main"].params
    assert str(x.struct_info) == 'R.Tensor((A, B, A + B, (A * 2 - B) // 3), dtype="float32")'


def test_scales_that_became_parameters_still_decide_the_size() -> None:
    nodes = [helper.make_node("Resize", ["x", "", "scales"], ["y"], mode="nearest")]
    weights = {"scales": np.array([1, 1, 2, 2], "float32")}
    model = model_of(nodes, [tensor_of("x", [1, 1, 2, 2])], [tensor_of("y", None)], weights)
    made = from_onnx(model, keep_params_in_input=True)["main"]
    assert [int(size) for size in made.ret_struct_info.shape.values] == [1, 1, 4, 4]


def fused(kind: str, shapes: list[list[int]], **attrs: Any) -> Any:
    names = [f"i{at}" for at in range(len(shapes))]
    nodes = [helper.make_node(kind, names, ["y"], domain="com.microsoft", **attrs)]
    return model_of(nodes, [tensor_of(*each) for each in zip(names, shapes)], [tensor_of("y", None)], {})


def test_fused_layers_of_onnxruntime() -> None:
    random = np.random.default_rng(0)
    x, skip, gain, shift = (random.standard_normal(size).astype("float32") for size in ((2, 3, 4), (2, 3, 4), 4, 4))
    (found,) = results(fused("SkipLayerNormalization", [[2, 3, 4], [2, 3, 4], [4], [4]]), x, skip, gain, shift)
    total = x + skip
    middle = total - total.mean(-1, keepdims=True)
    wanted = middle / np.sqrt((middle**2).mean(-1, keepdims=True)) * gain + shift
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    (found,) = results(fused("FastGelu", [[2, 3, 4], [4]]), x, shift)
    y = x + shift
    np.testing.assert_allclose(found, y / 2 * (1 + np.tanh(0.7978845608 * (y + 0.044715 * y**3))), rtol=1e-4, atol=1e-6)


def test_results_that_are_left_out_are_no_inputs_of_what_follows() -> None:
    random = np.random.default_rng(0)
    shapes = [[2, 3, 4], [2, 3, 4], [4], [4]]
    names = [f"i{at}" for at in range(len(shapes))]
    nodes = [
        helper.make_node("SkipLayerNormalization", names, ["y", "", "", "total"], domain="com.microsoft"),
        helper.make_node("Clip", ["total", "", "high"], ["z"]),
    ]
    inputs = [tensor_of(*each) for each in zip(names, shapes)]
    model = model_of(nodes, inputs, [tensor_of("z", None)], {"high": np.array(0.5, "float32")})
    x, skip, gain, shift = (random.standard_normal(size).astype("float32") for size in shapes)
    (found,) = results(model, x, skip, gain, shift)
    np.testing.assert_allclose(found, np.minimum(x + skip, 0.5), rtol=1e-6)


def test_attention_of_onnxruntime() -> None:
    random = np.random.default_rng(0)
    x, weight = (random.standard_normal(size).astype("float32") for size in ((1, 3, 4), (4, 12)))
    bias = random.standard_normal(12).astype("float32")
    (found,) = results(fused("Attention", [[1, 3, 4], [4, 12], [12]], num_heads=2, unidirectional=1), x, weight, bias)
    parts = np.split(x @ weight + bias, 3, 2)
    query, key, value = (part.reshape(1, 3, 2, 2).transpose(0, 2, 1, 3) for part in parts)
    scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(2) + np.triu(np.full((3, 3), -np.inf), 1)
    share = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.testing.assert_allclose(found, (share @ value).transpose(0, 2, 1, 3).reshape(1, 3, 4), rtol=1e-3, atol=1e-5)
