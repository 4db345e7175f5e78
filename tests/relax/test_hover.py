"""What an editor shows over a function of Relax."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright_server.features.hover import hover

TEXT = """\
from tvm.script import relax as R, tir as T

@R.function
def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")):
    n = T.int64()
    y = R.matmul(x, w)
    with R.dataflow():
        z = R.nn.relu(y)
        out = R.sum(z, axis=0)
        R.output(out)
    return out
"""


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("x:", 'x: R.Tensor((n, 4), dtype="float32")'),
        ("w)", "48 bytes"),
        ("y = ", 'y: R.Tensor((n, 3), dtype="float32")'),
        ("z, axis", 'z: R.Tensor((n, 3), dtype="float32")'),
        ("out)", 'out: R.Tensor((3,), dtype="float32")'),
        ("matmul", "The matrix product"),
        ("relu", "R.nn.relu(data)"),
        ("main", "**function of Relax**"),
    ],
)
def test_hover(at: str, shown: str) -> None:
    found = hover(analyze(TEXT), TEXT.index(at))
    assert found is not None
    assert shown in found.markdown
