"""A few of the edits that `make fuzz-edits` makes by the ten thousand."""

from __future__ import annotations

import pytest

from tests.server.random_edits import run


@pytest.mark.slow
def test_edited_documents_are_seen_as_new_ones_are() -> None:
    edits, probes, wrong = run(400, 3)
    assert wrong is None, wrong
    assert (edits, probes) == (400, 40)
