"""A few of the graphs that `make fuzz-graphs` runs by the thousand."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.graphs import Graph, graph_disagreement, graphs


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(graphs(), st.booleans())
def test_built_graphs_agree_with_numpy(graph: Graph, symbolic: bool) -> None:
    assert graph_disagreement(graph, symbolic) is None, graph
