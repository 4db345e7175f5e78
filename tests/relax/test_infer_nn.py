"""The struct info of convolutions, pooling, norms, losses, images and quantisation: what is known of the result, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.relax.test_infer import R, inferred, n, ranked, var
from tilewright.core.base.diagnostics import UserError
from tilewright.core.ir.relax import Call

IMAGE, KERNEL = var(2, 3, 28, 28), var(8, 3, 3, 3)
MATRIX, VECTOR = var(4, 6), var(6)
UNKNOWN = ranked(-1)


def conv(data: Any = IMAGE, weight: Any = KERNEL, **settings: Any) -> Call:
    return R["nn.conv2d"](data, weight, **settings)


def tensor(shape: str, dtype: str = "float32") -> str:
    return f'R.Tensor({shape}, dtype="{dtype}")'


KNOWN = [
    (conv(), tensor("(2, 8, 26, 26)")),
    (conv(strides=2, padding=(1, 2), dilation=2), tensor("(2, 8, 13, 14)")),
    (conv(var(n, 3, n, 28), strides=2), tensor("(n, 8, (n - 3) // 2 + 1, 13)")),
    (conv(var(n, 3, n, 28)), tensor("(n, 8, n - 2, 26)")),
    (conv(var(2, 28, 28, 3), data_layout="NHWC"), tensor("(2, 26, 26, 8)")),
    (conv(out_layout="NCHW4c"), tensor("(2, 2, 26, 26, 4)")),
    (conv(UNKNOWN), 'R.Tensor(dtype="float32", ndim=4)'),
    (R["nn.conv1d_transpose"](var(2, 3, 5), var(3, 4, 3), strides=2, output_padding=1), tensor("(2, 4, 12)")),
    (R["nn.max_pool2d"](var(1, 3, n, 9), 3, 2, ceil_mode=True), tensor("(1, 3, n // 2, 4)")),
    (R["nn.avg_pool2d"](var(1, 3, n, 9), 2, 2), tensor("(1, 3, n // 2, 4)")),
    (R["nn.adaptive_avg_pool2d"](IMAGE), tensor("(2, 3, 28, 28)")),
    (R["nn.layer_norm"](MATRIX, VECTOR, VECTOR, -1), tensor("(4, 6)")),
    (R["nn.layer_norm"](MATRIX, var(n), var(n), -1), 'R.Tensor(dtype="float32", ndim=2)'),
    (R["nn.group_norm"](IMAGE, var(3), var(3), 3, 1, [2, 3]), tensor("(2, 3, 28, 28)")),
    (R["nn.nll_loss"](var(4, 6, 5), var(4, 5, dtype="int64"), reduction="none"), tensor("(4, 5)")),
    (R["nn.nll_loss"](var(4, 6), ranked(1, "int64"), VECTOR, reduction="none"), tensor("(4,)")),
    (R["nn.attention"](var(2, 8, 4, 16), var(2, 9, 4, 16), var(2, 9, 4, 5)), tensor("(2, 8, 4, 5)")),
    (R["image.resize2d"](UNKNOWN, (8, 9)), 'R.Tensor(dtype="float32", ndim=4)'),
    (R["vision.roi_pool"](IMAGE, var(n, 5), (7, 6), 0.5), tensor("(n, 3, 7, 6)")),
    (R["vision.roi_pool"](UNKNOWN, var(n, 5), 7, 0.5), 'R.Tensor(dtype="float32", ndim=4)'),
    (R["vision.roi_align"](var(2, 6, 8, 3), var(n, 5), (7, 6), 0.5, layout="NHWC"), tensor("(n, 7, 6, 3)")),
    (R["quantize"](MATRIX, VECTOR, var(6, dtype="int8")), tensor("(4, 6)", "int8")),
    (R["reshape"](var(n, 3, 4), (n, -1)), tensor("(n, 12)")),
]


@pytest.mark.parametrize(("call", "text"), KNOWN, ids=str)
def test_what_is_known_of_the_result(call: Call, text: str) -> None:
    assert inferred(call).removeprefix("n = T.int64()\n") == text


MISTAKES: list[tuple[Callable[[], Call], str]] = [
    (lambda: R["vision.roi_pool"](IMAGE, var(2, 4), 7, 0.5), "each region has 5 numbers, not 4"),
    (lambda: R["vision.roi_pool"](MATRIX, var(2, 5), 7, 0.5), "`data` must have 4 dimensions, and has 2"),
    (lambda: R["vision.roi_pool"](IMAGE, var(2, 5), 7, 0.5, layout="NHWC"), "the layout is NCHW, not NHWC"),
    (lambda: R["vision.roi_align"](IMAGE, var(2, 5), 7, 0.5, layout="CHWN"), "the layout is NCHW or NHWC, not CHWN"),
    (lambda: R["vision.roi_align"](IMAGE, var(2, 5), 7, 0.5, mode="min"), "the modes are avg and max, not min"),
    (lambda: conv(weight=var(8, 4, 3, 3)), "the data has 3 channels, and the weight is for 4"),
    (lambda: conv(weight=var(8, 1, 3, 3), groups=3), "8 channels of the result are not divisible by 3 groups"),
    (lambda: conv(groups=0), "`groups` of `R.nn.conv2d`: there must be at least one"),
    (lambda: conv(var(3, 28, 28)), "`data` has 3 dimensions, and the layout NCHW has 4"),
    (lambda: conv(data_layout="OIHW"), "the layout OIHW is not one of the dimensions N, C, H, W"),
    (lambda: conv(padding=(1, 1, 1)), "`padding` of `R.nn.conv2d`: 4 numbers are needed"),
    (lambda: conv(strides=(1, 1, 1)), "`strides` of `R.nn.conv2d`: 2 numbers are needed"),
    (lambda: conv(strides=0), "moves by 0"),
    (lambda: conv(weight=var(8, 3, 3, 3, dtype="int8")), "the data types float32 and int8 differ"),
    (lambda: R["nn.conv1d_transpose"](var(2, 3, 5), var(3, 4, 3), output_padding=1), "must be less than `strides`"),
    (lambda: R["nn.conv1d_transpose"](var(2, 3, 5), var(4, 4, 3)), "the weight is for 4"),
    (lambda: R["nn.max_pool2d"](IMAGE, (1, 2, 3)), "`pool_size` of `R.nn.max_pool2d`: 2 numbers are needed"),
    (lambda: R["nn.adaptive_avg_pool2d"](IMAGE, (1, 2, 3)), "`output_size` of `R.nn.adaptive_avg_pool2d`: 2 numbers are needed"),
    (lambda: R["nn.softmax"](MATRIX, axis=2), "axis 2 does not exist"),
    (lambda: R["nn.prelu"](MATRIX, VECTOR, axis=-3), "axis -3 does not exist"),
    (lambda: R["nn.layer_norm"](MATRIX, VECTOR, var(5), -1), "`beta` has the shape (5,), and (6,) is needed"),
    (lambda: R["nn.layer_norm"](MATRIX, VECTOR, VECTOR, [0, 1]), "`gamma` has 1 dimensions, and 2 axes"),
    (lambda: R["nn.layer_norm"](MATRIX, VECTOR, var(6, dtype="float16"), -1), "`beta` float16; they must be the same"),
    (lambda: R["nn.group_norm"](IMAGE, var(3), var(3), 2, 1, [2, 3]), "3 channels are not divisible by 2 groups"),
    (lambda: R["nn.group_norm"](IMAGE, var(3), var(3), 3, 1, [1, 2]), "the axis of the channels, 1, is among"),
    (lambda: R["nn.instance_norm"](IMAGE, var(4), var(4), 1, [2, 3]), "`gamma` has 4 elements, and there are 3 channels"),
    (lambda: R["nn.batch_norm"](IMAGE, *[var(4)] * 4, axis=1), "`gamma` has the shape (4,), and (3,) is needed"),
    (lambda: R["nn.cross_entropy_with_logits"](MATRIX, var(4, 5)), "are not the same"),
    (lambda: R["nn.nll_loss"](var(4, 6), var(5, dtype="int64")), "targets of the shape (4,), not (5,)"),
    (lambda: R["nn.nll_loss"](var(4, 6), var(4)), "`targets` must hold integers"),
    (lambda: R["nn.nll_loss"](var(4, 6), var(4, dtype="int64"), var(5)), "there are 6 classes, and 5 weights"),
    (lambda: R["nn.nll_loss"](var(4, 6), var(4, dtype="int64"), reduction="all"), "none, sum or mean, not all"),
    (lambda: R["nn.attention"](var(2, 8, 4, 16), var(2, 9, 4, 17), var(2, 9, 4, 5)), "the size is 16, and that of `key` is 17"),
    (lambda: R["nn.pixel_shuffle"](var(1, 7, 2, 2), 2), "7 channels are not divisible by 4"),
    (lambda: R["image.resize2d"](IMAGE, (1, 2, 3)), "a height and a width are expected, not 3 sizes"),
    (lambda: R["quantize"](MATRIX, var(4), var(4, dtype="int8")), "`scale` has 4 elements, and the data 6 along axis 1"),
    (lambda: R["quantize"](MATRIX, VECTOR, var(6, dtype="int8"), out_dtype="float16"), "the result cannot be float16"),
    (lambda: R["dequantize"](MATRIX, VECTOR, var(6, dtype="int8"), out_dtype="int8"), "the result cannot be int8"),
    (lambda: R["ccl.allreduce"](MATRIX, "xor"), "workers reduce by sum, prod, min, max, avg, not xor"),
    (lambda: R["ccl.scatter_from_worker0"](MATRIX, 3), "4 elements along axis 0 are not divisible by 3 workers"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "sentence"), MISTAKES, ids=[sentence for _, sentence in MISTAKES])
def test_mistakes(call: Callable[[], Call], sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        inferred(call())
    assert sentence in str(caught.value)
