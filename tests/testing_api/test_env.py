"""The conftest files of TVM's tests: they import `tvm` before anything else, and watch passes."""

from __future__ import annotations

import pytest

from tilewright import relax, transform
from tilewright.ir import IRModule
from tilewright.relax.ir.instrument import WellFormedInstrument
from tilewright.relax.transform import DeadCodeElimination
from tilewright.script import from_source
from tilewright.testing import env


def test_env_answers_without_a_gpu() -> None:
    assert env.has_llvm()
    assert env.has_llvm_min_version(1)
    assert not env.has_llvm_min_version(1000)
    assert not env.has_gpu()
    assert not env.has_cuda_compute(9)
    assert env.build_flag_enabled("USE_LLVM")
    assert not env.build_flag_enabled("USE_CUTLASS")
    assert not env.has_cpu_feature("no-such-feature")


def test_a_conftest_may_import_tvm(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "from tvm.relax.ir.instrument import WellFormedInstrument\nfrom tvm_ffi.access_path import AccessPath"
    )
    pytester.makepyfile("import tvm, tilewright\n\ndef test_name():\n    assert tvm.tir is tilewright.tir")
    pytester.runpytest_subprocess("-p", "tilewright.core.testing.plugin", "--as-tvm").assert_outcomes(passed=1)


def test_modules_are_checked_around_passes() -> None:
    fine = from_source(
        "from tvm.script import relax as R\n@R.function\ndef main(x: R.Tensor((2,), 'float32')) -> R.Tensor((2,), 'float32'):\n    return x\n"
    )
    undefined = relax.Function([], relax.Var("v", relax.TensorType((2,))), relax.TensorType((2,)))
    well = IRModule({"main": fine})
    broken = IRModule({"main": undefined})
    breaks = transform.module_pass(lambda mod, context: broken, opt_level=0)
    with transform.PassContext(instruments=[WellFormedInstrument()]):
        assert DeadCodeElimination()(well) is not None
        with pytest.raises(AssertionError, match="after the pass"):
            breaks(well)
        with pytest.raises(AssertionError, match="before the pass"):
            DeadCodeElimination()(broken)
