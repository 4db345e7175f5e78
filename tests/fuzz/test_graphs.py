"""A few of the graphs that `make fuzz-graphs` runs by the thousand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.a_few import A_FEW
from tests.fuzz.graphs import Graph, graph_disagreement, graphs


@A_FEW
@given(graphs(), st.booleans())
def test_built_graphs_agree_with_numpy(graph: Graph, symbolic: bool) -> None:
    assert graph_disagreement(graph, symbolic) is None, graph
