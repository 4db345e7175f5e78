"""Every op and each of its parameters says what it means; the manual lists them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.ops.relax import RELAX_OPS

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parents[2]


def test_every_parameter_says_what_it_means() -> None:
    assert [f"{row.script}.{param.name}" for row in RELAX_OPS.values() for param in row.params if not param.doc] == []


def test_the_documentation_of_an_op_lists_its_parameters() -> None:
    assert RELAX.members["topk"].doc.split("\n\n")[1].split("\n")[1] == "- `k`: How many; all when it is below 1."
    assert "- `k`: The diagonal" in RELAX.members["triu"].doc


@pytest.mark.parametrize("name", ["add", "topk", "call_tir", "Tensor", "dataflow"])
def test_the_manual_has_a_heading(name: str) -> None:
    page = (ROOT / "docs" / "ops.md").read_text().splitlines()
    assert f"#### `R.{name}`" in page
    assert RELAX.members[name].signature in page
