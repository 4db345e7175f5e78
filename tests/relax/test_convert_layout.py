"""`ConvertLayout`: convolutions in another layout, and which ops follow them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import transform
from tilewright.script import from_source

NHWC = {"relax.nn.conv2d": ["NHWC", "OHWI"]}
PARAMS = "x: (2, 4, 8, 8); w: (4, 4, 3, 3); v: (4,); b: (2, 4, 6, 6)"
IN = "p = R.permute_dims(x, [0, 2, 3, 1]); q = R.permute_dims(w, [0, 2, 3, 1])"
CONV = "R.nn.conv2d(p, q, data_layout='NHWC', kernel_layout='OHWI', out_layout='NHWC')"
OUT = "z = R.permute_dims(r, [0, 3, 1, 2])"
BIAS = "u = R.permute_dims(b, [0, 2, 3, 1])"
# What follows the convolution `c`: as written, and in the other layout.
CASES: dict[str, tuple[str, str]] = {
    "elements": ("z = R.nn.relu(c)", f"r = R.nn.relu(c); {OUT}"),
    "two tensors": ("z = R.add(c, b)", f"{BIAS}; r = R.add(c, u); {OUT}"),
    "a number": ("z = R.add(R.const(1, 'float32'), c)", f"r = R.add(R.const(1, 'float32'), c); {OUT}"),
    "a vector along another dimension": (
        "o = R.ones((6,), 'float32'); z = R.add(c, o)",
        "o = R.ones((6,), 'float32'); y = R.permute_dims(c, [0, 3, 1, 2]); z = R.add(y, o)",
    ),
    "a reduction": ("z = R.sum(c, axis=[-1, 2])", "z = R.sum(c, axis=[1, 2])"),
    "dimensions of one": (
        "s = R.max(c, axis=[1], keepdims=True); z = R.squeeze(s, axis=[1])",
        "s = R.max(c, axis=[3], keepdims=True); z = R.squeeze(s, axis=[3])",
    ),
    "a permutation": ("z = R.permute_dims(c, [3, 2, 1, 0])", "z = R.permute_dims(c, [2, 1, 3, 0])"),
    "parts": (
        "t = R.concat((b, c), axis=1); s = R.split(t, 2, axis=1); z = s[0]",
        "y = R.permute_dims(c, [0, 3, 1, 2]); t = R.concat((b, y), axis=1); s = R.split(t, 2, axis=1); z = s[0]",
    ),
    "a slice": (
        "s = R.strided_slice(c, axes=[1], begin=[0], end=[2]); z = R.exp(s)",
        f"s = R.strided_slice(c, axes=[3], begin=[0], end=[2]); r = R.exp(s); {OUT}",
    ),
    "softmax": ("z = R.nn.softmax(c, axis=1)", f"r = R.nn.softmax(c, axis=3); {OUT}"),
    "a batch norm": (
        "s = R.nn.batch_norm(c, v, v, v, v, axis=1); z = s[0]",
        "s = R.nn.batch_norm(c, v, v, v, v, axis=3); r = s[0]; m = R.permute_dims(r, [0, 3, 1, 2]); n = s[1]; k = s[2]; z = m",
    ),
    "pooling": (
        "z = R.nn.max_pool2d(c, (2, 2))",
        f"r = R.nn.max_pool2d(c, (2, 2), layout='NHWC', out_layout='NHWC'); {OUT}",
    ),
    "new dimensions": (
        "s = R.expand_dims(c, axis=[0]); z = R.exp(s)",
        "s = R.expand_dims(c, axis=[0]); r = R.exp(s); z = R.permute_dims(r, [0, 1, 4, 2, 3])",
    ),
    "repeats": (
        "s = R.tile(c, (1, 2, 3, 1)); z = R.exp(s)",
        f"s = R.tile(c, (1, 3, 1, 2)); r = R.exp(s); {OUT}",
    ),
    "an op that knows nothing of layouts": (
        "s = R.reshape(c, (2, 144)); z = R.exp(s)",
        "y = R.permute_dims(c, [0, 3, 1, 2]); s = R.reshape(y, (2, 144)); z = R.exp(s)",
    ),
}


def module(lines: str) -> IRModule:
    return from_source(HEAD + program(PARAMS, lines))


@pytest.mark.parametrize("name", CASES)
def test_what_follows(name: str) -> None:
    before, after = CASES[name]
    made = transform.ConvertLayout(NHWC)(module(f"c = R.nn.conv2d(x, w); {before}"))
    assert_structural_equal(made, module(f"{IN}; c = {CONV}; {after}"))


def test_blocks_of_channels() -> None:
    made = transform.ConvertLayout({"relax.nn.conv2d": ["NCHW4c", "OIHW4o"]})(
        module("c = R.nn.conv2d(x, w); z = R.exp(c)")
    )
    blocks = "T.index_map(lambda n, c, h, w: {}, index_dtype='int32')"
    after = (
        f"p = R.layout_transform(x, index_map={blocks.format('(n, c // 4, h, w, c % 4)')}); "
        f"q = R.layout_transform(w, index_map={blocks.format('(n // 4, c, h, w, n % 4)')}); "
        "c = R.nn.conv2d(p, q, data_layout='NCHW4c', kernel_layout='OIHW4o', out_layout='NCHW4c'); r = R.exp(c); "
        "z = R.layout_transform(r, index_map=T.index_map(lambda n, c, h, w, k: (n, c * 4 + k, h, w), index_dtype='int32'))"
    )
    assert_structural_equal(made, module(after))


def test_blocks_that_would_need_padding() -> None:
    before = module("z = R.nn.conv2d(x, w)")
    assert_structural_equal(transform.ConvertLayout({"relax.nn.conv2d": ["NCHW8c", "OIHW8o"]})(before), before)


def test_a_layout_for_the_result() -> None:
    made = transform.ConvertLayout({"relax.nn.conv2d": ["NHWC", "OHWI", "NCHW"]})(module("z = R.nn.conv2d(x, w)"))
    conv = CONV.replace("out_layout='NHWC'", "out_layout='NCHW'")
    assert_structural_equal(made, module(f"{IN}; z = {conv}"))


def test_what_is_wanted_may_differ_from_call_to_call() -> None:
    seen: list[Any] = []

    def wanted(call: relax.Call) -> dict[str, list[str]]:
        seen.append(call.op)
        return NHWC if len(seen) > 1 else {}

    made = transform.ConvertLayout({}, layout_cb=wanted)(module("c = R.nn.conv2d(x, w); z = R.nn.conv2d(c, w)"))
    assert [op.name for op in seen] == ["relax.nn.conv2d"] * 2
    assert made.script().count('data_layout="NHWC"') == 1


def test_values_that_leave_the_block_are_as_they_were_written() -> None:
    before = module("c = R.nn.conv2d(x, w); t = (c, b); z = (t, c)")
    made = transform.ConvertLayout(NHWC)(before)
    assert made["main"].struct_info.ret.script() == before["main"].struct_info.ret.script()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def test_numbers_stay() -> None:
    before = module(
        "c = R.nn.conv2d(x, w, padding=1); n = R.nn.batch_norm(c, v, v, v, v, axis=1); d = n[0]; e = R.nn.avg_pool2d(d, (3, 3)); "
        "g = R.add(e, b); h = R.concat((g, b), axis=1); z = R.mean(h, axis=[2, 3])"
    )
    generator = np.random.default_rng(2)
    given: list[Any] = [
        generator.random(shape, "float32") for shape in ((2, 4, 8, 8), (4, 4, 3, 3), (4,), (2, 4, 6, 6))
    ]
    made = transform.ConvertLayout(NHWC)(before)
    assert made.script().count("permute_dims") > 2
    one, other = (relax.VirtualMachine(relax.build(mod))["main"](*given).numpy() for mod in (before, made))
    np.testing.assert_allclose(one, other, 1e-4)


def test_a_parameter_that_is_wrapped_follows_as_one_tensor() -> None:
    wrapped = "k = R.wrap_param(w, 'float32'); "
    module = from_source(HEAD + program(PARAMS, wrapped + "z = R.nn.conv2d(x, k)"))
    body = transform.ConvertLayout(NHWC)(module).script()
    assert body.count("R.wrap_param(") == 1
    assert body.count("R.permute_dims(") == 3


def test_a_transposed_convolution_of_volumes_takes_the_layout_that_is_wanted() -> None:
    module = from_source(HEAD + program("x: (1, 4, 5, 6, 7); w: (4, 3, 2, 2, 2)", "z = R.nn.conv3d_transpose(x, w)"))
    wanted = {"relax.nn.conv3d_transpose": ["NDHWC", "OIDHW"]}
    text = transform.ConvertLayout(wanted)(module).script()
    assert 'data_layout="NDHWC"' in text
