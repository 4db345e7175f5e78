"""Every pass of TVM's either is there or says why it is not."""

from __future__ import annotations

import pytest

from tilewright import tir
from tilewright.core.passes.tir import PASSES
from tilewright.face.table import face

ROW = face("tir.transform")
assert ROW is not None


@pytest.mark.parametrize("name", sorted({*ROW.absent, *PASSES}))
def test_every_name_answers(name: str) -> None:
    if name in PASSES:
        made = getattr(tir.transform, name)
        assert callable(made)
        assert made.__doc__
    else:
        with pytest.raises(AttributeError, match=rf"TVM's tir\.transform\.{name} is not in Tilewright: \w+"):
            getattr(tir.transform, name)
