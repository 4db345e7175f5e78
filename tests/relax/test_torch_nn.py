"""The PyTorch spelling of each op of neural networks gives what its definition gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.numeric import Case
from tests.relax.test_nn_ops import CASES, IMAGE, c, floats
from tests.relax.test_torch_names import _text
from tilewright import relax
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.printer.relax_torch import torch_call
from tilewright.script import relax as R

torch = pytest.importorskip("torch")
WITHOUT_TORCH = {row.name for row in RELAX_OPS.values() if row.torch_form is None}


def _run(op: Any, args: tuple[Any, ...]) -> Any:
    params = [
        relax.Var(f"x{at}", relax.TensorStructInfo(array.shape, str(array.dtype))) for at, array in enumerate(args)
    ]
    text = torch_call(op(*params), _text)
    assert text is not None
    return eval(
        text,
        {"torch": torch, "F": torch.nn.functional, **{f"x{at}": torch.tensor(array) for at, array in enumerate(args)}},
    )


@pytest.mark.parametrize(
    "case", [case for case in CASES if f"relax.{case.name.split()[0]}" not in WITHOUT_TORCH], ids=str
)
def test_the_spelling_computes_the_same(case: Case) -> None:
    found, expected = _run(case.op, case.args), case.expected(*case.args)
    several = isinstance(expected, (list, tuple))
    for got, want in zip(found if several else [found], expected if several else [expected]):
        assert (tuple(got.shape), str(got.dtype)) == (np.shape(want), f"torch.{np.asarray(want).dtype}")
        np.testing.assert_allclose(got.numpy(), want, rtol=1e-4, atol=1e-4)


# Settings that PyTorch's own functions do not have: our kernels are the reference.
SETTINGS = [
    c(
        "conv2d padded on one side",
        lambda x, w: R.nn.conv2d(x, w, padding=(1, 0, 0, 2)),
        None,
        IMAGE,
        floats(3, 4, 2, 2),
    ),
    c(
        "conv2d_transpose padded on one side",
        lambda x, w: R.nn.conv2d_transpose(x, w, strides=2, padding=(1, 0, 0, 1)),
        None,
        IMAGE,
        floats(4, 2, 3, 3),
    ),
    c("max_pool2d channels last", lambda x: R.nn.max_pool2d(x, 3, 2, (1, 0, 2, 1), layout="NHWC"), None, IMAGE),
    c(
        "avg_pool2d that counts its padding",
        lambda x: R.nn.avg_pool2d(x, 2, 1, (1, 0, 0, 1), count_include_pad=True),
        None,
        IMAGE,
    ),
    c(
        "layer_norm in the middle",
        lambda x, g, b: R.nn.layer_norm(x, g, b, axes=[1, 2]),
        None,
        IMAGE,
        floats(4, 6),
        floats(4, 6),
    ),
    c(
        "group_norm channels last",
        lambda x, g, b: R.nn.group_norm(x, g, b, 5, 3, [1, 2]),
        None,
        IMAGE,
        floats(5),
        floats(5),
    ),
    c(
        "attention in a window",
        lambda q, k, v: R.nn.attention(q, k, v, causal_mask="TopLeft", window_size=2),
        None,
        floats(1, 4, 2, 3),
        floats(1, 4, 2, 3),
        floats(1, 4, 2, 3),
    ),
    *(
        c(
            f"resize2d {method} {mode}",
            lambda x, method=method, mode=mode: R.image.resize2d(
                x, (9, 7), method=method, coordinate_transformation_mode=mode
            ),
            None,
            IMAGE,
        )
        for method in ("linear", "cubic")
        for mode in ("half_pixel", "align_corners")
    ),
    c("resize3d", lambda x: R.image.resize3d(x, (3, 5, 4)), None, floats(1, 2, 2, 3, 4)),
    *(
        c(
            f"affine_grid {corners}",
            lambda x, corners=corners: R.image.affine_grid(x, (2, 3, 4), align_corners=corners),
            None,
            floats(2, 3, 4),
        )
        for corners in (True, False)
    ),
    *(
        c(
            f"grid_sample {method} {padding} {corners}",
            lambda x, g, how=(method, padding, corners): R.image.grid_sample(
                x, g, method=how[0], padding_mode=how[1], align_corners=how[2]
            ),
            None,
            IMAGE,
            floats(2, 2, 3, 4) * 1.5,
        )
        for method in ("nearest", "bilinear", "bicubic")
        for padding, corners in (("zeros", False), ("border", True), ("reflection", False))
    ),
]


@pytest.mark.parametrize("case", SETTINGS, ids=str)
def test_kernels_compute_what_the_spelling_of_their_settings_does(case: Case) -> None:
    from tests.relax.numeric import run

    (got,) = run(case.op, case.args, symbolic=False)
    np.testing.assert_allclose(got, _run(case.op, case.args).numpy(), rtol=1e-4, atol=1e-4)


def test_what_pytorch_has_no_words_for_has_no_spelling() -> None:
    x = relax.Var("x", relax.TensorStructInfo((1, 2, 6, 6), "float32"))
    assert torch_call(R.nn.avg_pool2d(x, 2, dilation=2), _text) is None
    assert torch_call(R.image.resize2d(x, (3, 3), coordinate_transformation_mode="asymmetric"), _text) is None
