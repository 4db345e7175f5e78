"""`relax.op.masked_fill`: a number where a mask holds."""

from __future__ import annotations

import numpy as np

from tests.relax.numeric import Case, check
from tilewright import relax


def test_masked_fill() -> None:
    x, mask = np.arange(6, dtype="float32").reshape(2, 3), np.array([[True, False, True]] * 2)
    case = Case(
        "masked_fill",
        lambda x, m: relax.op.masked_fill(x, m, -1),
        lambda x, m: np.where(m, -1, x).astype("float32"),
        (x, mask),
    )
    check(case, symbolic=False)
    check(case, symbolic=True)
