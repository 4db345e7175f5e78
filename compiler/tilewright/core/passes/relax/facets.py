"""Which facets each Relax op has, and which it waives: what the rows name is compared with the rules of every floor."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Literal

from tilewright.core.analysis.infer import INFER
from tilewright.core.ops.relax_op import FACETS, RelaxOp
from tilewright.core.passes.relax.gradients.table import RULES as GRADIENT_RULES
from tilewright.core.passes.relax.layout.rules import LAYOUTS
from tilewright.core.passes.relax.legalize import LEGALIZE

_TABLES: Mapping[str, tuple[Literal["infer", "legalize", "gradient", "layout"], Container[str]]] = {
    "inference": ("infer", INFER),
    "legalization": ("legalize", LEGALIZE),
    "gradient": ("gradient", GRADIENT_RULES),
    "layout": ("layout", LAYOUTS),
}


def has_facet(row: RelaxOp, facet: str) -> bool:
    """Whether the rule that the row names, or one of the name of the op, is there."""
    if facet == "torch form":
        return row.torch_form is not None
    field, rules = _TABLES[facet]
    name: str | None = getattr(row, field) or row.script
    return name is not None and name in rules


def facet_mistakes(row: RelaxOp) -> list[str]:
    """A sentence for each mistake in the facets of an op: missing and not waived, both present and waived, waived without a reason, or none of `FACETS`."""
    found = [f"R.{row.script} waives `{facet}`, which is no facet" for facet in row.waives if facet not in FACETS]
    for facet in FACETS:
        there, reason = has_facet(row, facet), row.waives.get(facet)
        if there and reason is not None:
            found.append(f"R.{row.script} has the {facet} that it waives")
        elif not there and not reason:
            found.append(f"R.{row.script} has no {facet} and does not say why")
    return found
