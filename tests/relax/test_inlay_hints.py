"""What an editor shows behind the names of Relax."""

from __future__ import annotations

from tilewright.core.analyze import analyze
from tilewright_server.answers import Extent
from tilewright_server.features.inlay_hints import inlay_hints

TEXT = """\
from tvm.script import relax as R, tir as T

@R.function
def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")):
    n = T.int64()
    y = R.matmul(x, w)
    annotated: R.Tensor((n, 3), "float32") = R.nn.relu(y)
    a, b = R.split(annotated, 2, axis=0)
    pair = (R.add(x, x), R.add(x, x), R.add(x, x))
    return a
"""


def shown(text: str, first: int = 0, last: int | None = None) -> dict[str, str]:
    """The hints by the name before them."""
    found = inlay_hints(analyze(text), Extent(first, len(text) if last is None else last))
    return {text[: hint.offset].split()[-1].strip("(,"): hint.label for hint in found}


def test_what_was_deduced_stands_behind_names_without_annotation() -> None:
    labels = shown(TEXT)
    assert labels["y"] == ': R.Tensor((n, 3), dtype="float32")'
    assert set(labels) == {"y", "a", "b", "pair"}


def test_long_ones_are_cut_and_said_whole_in_the_tooltip() -> None:
    found = inlay_hints(analyze(TEXT), Extent(0, len(TEXT)))
    (pair,) = [hint for hint in found if hint.whole]
    assert pair.label.endswith("…")
    assert pair.whole == f"R.Tuple({', '.join(['R.Tensor((n, 4), dtype=' + chr(34) + 'float32' + chr(34) + ')'] * 3)})"


def test_only_the_part_that_is_shown() -> None:
    line = TEXT.index("    y =")
    assert set(shown(TEXT, line, line + 10)) == {"y"}


def test_none_where_a_value_is_not_known() -> None:
    assert "y" not in shown(TEXT.replace("R.matmul(x, w)", "R.matmul(x)"))
