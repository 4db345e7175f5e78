"""Every Relax op has each facet or waives it with a reason; the rules stand in the files of its topic; the manual lists them."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.ops.relax import RELAX_OPS, TOPICS
from tilewright.core.ops.relax_op import AS_WRITTEN, FACETS, RelaxOp, relax
from tilewright.core.passes.relax.facets import facet_mistakes, has_facet

ROOT = Path(__file__).parents[2]
# The folders of rules, the field of a row that names a rule, and the files of each that are no topic.
FLOORS: Mapping[str, tuple[str, frozenset[str]]] = {
    "tilewright.core.analysis.infer": ("infer", frozenset({"axis_links", "layouts", "support"})),
    "tilewright.core.passes.relax.legalize": ("legalize", frozenset({"rule"})),
    "tilewright.core.passes.relax.gradients": (
        "gradient",
        frozenset({"adjoints", "checkpoints", "simplify", "support", "table", "te_gradients", "through"}),
    ),
    "tilewright.core.passes.relax.layout.rules": ("layout", frozenset({"rule", "words"})),
}
# Rules that stand beside the topics.
SHARED = {"call_tir_with_grad"}


def topics(folder: str, others: frozenset[str] = frozenset()) -> dict[str, Any]:
    package = import_module(folder)
    names = {item.name for item in pkgutil.iter_modules(package.__path__)} - others
    return {name: import_module(f"{folder}.{name}") for name in sorted(names)}


TOPIC_OF = {row.name: topic for topic, rows in TOPICS.items() for row in rows}


def test_every_facet_is_there_or_waived() -> None:
    assert [mistake for row in RELAX_OPS.values() for mistake in facet_mistakes(row)] == []


def _row(**facets: Any) -> RelaxOp:
    return relax("nothing(x)", "same", "Nothing.", group="unary", **facets)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (_row(waives=AS_WRITTEN), ["no legalization", "no gradient", "no torch form"]),
        (_row(legalize="abs", gradient="zero", torch_form="{x}", layout="same"), []),
        (
            _row(legalize="abs", gradient="zero", torch_form="{x}", layout="same", waives={"torch form": "so"}),
            ["has the torch form that it waives"],
        ),
        (_row(legalize="abs", gradient="zero", torch_form="{x}", waives={"layout": ""}), ["no layout"]),
        (_row(legalize="abs", gradient="zero", torch_form="{x}", layout="same", waives={"x": "so"}), ["no facet"]),
    ],
    ids=["missing", "all", "both", "no reason", "unknown"],
)
def test_mistakes_are_found(row: RelaxOp, expected: list[str]) -> None:
    found = facet_mistakes(row)
    assert len(found) == len(expected)
    assert all(part in text for part, text in zip(expected, found))


def test_the_rule_of_the_name_of_an_op_counts_though_it_is_waived() -> None:
    row = relax("exp(x)", "same", "", group="unary", torch_form="{x}", waives={**AS_WRITTEN, "gradient": "so"})
    assert facet_mistakes(row) == ["R.exp has the gradient that it waives"]


@pytest.mark.parametrize("folder", FLOORS)
def test_every_floor_has_the_same_topics(folder: str) -> None:
    assert sorted(topics(folder, FLOORS[folder][1]).keys() - TOPICS.keys()) == []


@pytest.mark.parametrize("folder", [folder for folder in FLOORS if not folder.endswith("infer")])
def test_the_rule_of_an_op_stands_in_the_file_of_its_topic(folder: str) -> None:
    field, others = FLOORS[folder]
    standing = {name: topic for topic, module in topics(folder, others).items() for name in module.RULES}
    named = {row.name: getattr(row, field) for row in RELAX_OPS.values()}
    own = {name: rule for name, rule in named.items() if rule == name.removeprefix("relax.") and rule not in SHARED}
    assert [name for name, rule in own.items() if standing.get(rule) != TOPIC_OF[name]] == []


@pytest.mark.parametrize("folder", FLOORS)
def test_every_rule_is_named_by_a_row(folder: str) -> None:
    field, others = FLOORS[folder]
    named = {getattr(row, field) for row in RELAX_OPS.values()}
    assert [name for module in topics(folder, others).values() for name in module.RULES if name not in named] == []


def test_the_manual_lists_every_op() -> None:
    lines = (ROOT / "docs" / "relax_ops.md").read_text().splitlines()
    for row in RELAX_OPS.values():
        marks = " | ".join("yes" if has_facet(row, facet) else "–" for facet in FACETS)
        print(f"{row.script:45} {marks}")
        assert f"| `R.{row.script}` | {marks} | {row.precision} |" in lines
