# Generated from tilewright.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.testing import CompareBeforeAfter as CompareBeforeAfter
from tilewright.testing import DEFAULT_TEST_TARGETS as DEFAULT_TEST_TARGETS
from tvm.testing import ErrorTest as ErrorTest
from tvm.testing import Feature as Feature
from tvm.testing import assert_allclose as assert_allclose
from tvm.testing import assert_prim_expr_equal as assert_prim_expr_equal
from tvm.testing import check_bool_expr_is_true as check_bool_expr_is_true
from tvm.testing import check_int_constraints_trans_consistency as check_int_constraints_trans_consistency
from tvm.testing import check_numerical_grads as check_numerical_grads
from tvm.testing import device_enabled as device_enabled
from tvm.testing import device_test as device_test
from tvm.testing import echo as echo
from tvm.testing import enabled_targets as enabled_targets
from tvm.testing import exclude_targets as exclude_targets
from tvm.testing import fixture as fixture
from tvm.testing import identity_after as identity_after
from tvm.testing import known_failing_targets as known_failing_targets
from tvm.testing import main as main
from tvm.testing import nop as nop
from tvm.testing import object_use_count as object_use_count
from tvm.testing import parameter as parameter
from tvm.testing import parameters as parameters
from tvm.testing import parametrize_targets as parametrize_targets
from tilewright.testing import requires_gpu as requires_gpu
from tilewright.testing import requires_llvm as requires_llvm
from tvm.testing import requires_llvm_minimum_version as requires_llvm_minimum_version
from tvm.testing import requires_package as requires_package
from tvm.testing import skip_if_32bit as skip_if_32bit
from tvm.testing import slow as slow
from tvm.testing import terminate_self as terminate_self
from tvm.testing import test_check_eq_callback as test_check_eq_callback
from tvm.testing import test_raise_error as test_raise_error
from tvm.testing import test_wrap_callback as test_wrap_callback
from tvm.testing import uses_gpu as uses_gpu

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
