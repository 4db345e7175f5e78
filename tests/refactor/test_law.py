"""Every offer at every loop and block of every example, made smaller, keeps what the functions compute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.refactor.law import keeps_the_law
from tilewright.core.analyze import analyze

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
# Sizes of the examples, and smaller ones that divide each other as they do.
SMALLER = {
    "128": "16",
    "96": "12",
    "64": "8",
    "32": "8",
    "100": "10",
    "256": "8",
    "48": "12",
    "80": "10",
    "66": "10",
    "65": "9",
}
OWN = {
    "matmul_steps": {"512": "8"},
    "attention": {"96": "6", "64": "4", "32": "4"},
    "quantized_matmul": {"128": "6", "256": "6", "64": "4"},
    "transpose": {},
    "vector_add": {},
    "binary_search": {"1000": "1000", "64": "8"},
    "conv2d": {"16": "6", "14": "4", "15": "5", "8": "2"},
}


def smaller(path: Path) -> str:
    sizes = OWN.get(path.stem, SMALLER)
    text = path.read_text(encoding="utf-8")
    return re.sub(r"(?<![\w.])\d+(?![\w.])", lambda found: sizes.get(found[0], found[0]), text)


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_offers_keep_what_examples_compute(path: Path) -> None:
    text = smaller(path)
    assert analyze(text).diagnostics == ()
    assert keeps_the_law(text) > 0
