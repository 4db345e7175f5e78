"""What belongs to a target: kernels for sorting, and patterns by name."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright import relax
from tilewright.relax.dpl import is_op, wildcard
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.target import Target


def test_sorting_is_dispatched_before_the_rest():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            y = R.sort(x)
            z = R.exp(y)
            return z

    made = relax.backend.DispatchSampling()(relax.backend.DispatchSortScan()(Module))
    text = made.script()
    assert "R.sort" not in text
    assert "R.exp(y)" in text
    x = np.array([3, 1, 2, 0], "float32")
    passes = [*relax.pipeline.library_dispatch_passes(), *relax.pipeline.legalize_passes()]
    for each in (*passes, *relax.pipeline.dataflow_lower_passes(), *relax.pipeline.finalize_passes()):
        made = each(made)
    machine = relax.VirtualMachine(relax.build(made, relax_pipeline=None))
    np.testing.assert_allclose(machine["main"](x).numpy(), np.exp(np.sort(x)), rtol=1e-5)


@pytest.mark.parametrize("kind", ["c", "hexagon"])
def test_passes_are_refused_for_a_target_that_has_none(kind: str):
    steps = (
        relax.pipeline.library_dispatch_passes,
        relax.pipeline.legalize_passes,
        relax.pipeline.dataflow_lower_passes,
        relax.pipeline.finalize_passes,
        relax.pipeline.get_default_pipeline,
    )
    for step in steps:
        assert step(Target("llvm"))
        assert step(Target("cuda"))
        with pytest.raises(ValueError, match="not yet supported"):
            step(Target(kind))


def test_patterns_are_found_by_name_and_the_last_comes_first():
    relu = is_op("relax.nn.relu")(wildcard())
    pattern = relax.transform.FusionPattern("lib.one", relu)
    relax.backend.register_patterns([pattern, ("lib.two", relu), ("other", relu)])
    assert [each.name for each in relax.backend.get_patterns_with_prefix("lib.")] == ["lib.two", "lib.one"]
    assert relax.backend.get_pattern("lib.one") is pattern
    assert relax.backend.get_pattern("none") is None
    relax.backend.register_patterns([("lib.one", relu)])
    assert [each.name for each in relax.backend.get_patterns_with_prefix("lib.")] == ["lib.one", "lib.two"]
    with pytest.raises(TypeError, match="not int"):
        relax.backend.register_patterns([3])
