# Generated from tilewright.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.testing.before_after import CompareBeforeAfter as CompareBeforeAfter
from tilewright.testing.callbacks import ErrorTest as ErrorTest
from tilewright.testing.requirements import Feature as Feature
from tilewright.testing.assertions import assert_allclose as assert_allclose
from tilewright.testing.assertions import assert_prim_expr_equal as assert_prim_expr_equal
from tilewright.testing.assertions import check_bool_expr_is_true as check_bool_expr_is_true
from tilewright.testing.assertions import check_int_constraints_trans_consistency as check_int_constraints_trans_consistency
from tilewright.testing.targets import device_enabled as device_enabled
from tilewright.testing.callbacks import echo as echo
from tilewright.testing.targets import enabled_targets as enabled_targets
from tilewright.testing.targets import exclude_targets as exclude_targets
from tilewright.testing.fixtures import fixture as fixture
from tilewright.testing.callbacks import identity_after as identity_after
from tilewright.testing.targets import known_failing_targets as known_failing_targets
from tilewright.testing.running import main as main
from tilewright.testing.callbacks import nop as nop
from tilewright.testing.callbacks import object_use_count as object_use_count
from tilewright.testing.fixtures import parameter as parameter
from tilewright.testing.fixtures import parameters as parameters
from tilewright.testing.targets import parametrize_targets as parametrize_targets
from tilewright.testing import requires_gpu as requires_gpu
from tilewright.testing import requires_llvm as requires_llvm
from tilewright.testing.requirements import requires_package as requires_package
from tilewright.testing.requirements import skip_if_32bit as skip_if_32bit
from tilewright.testing.requirements import slow as slow
from tilewright.testing.callbacks import terminate_self as terminate_self
from tilewright.testing.callbacks import test_check_eq_callback as test_check_eq_callback
from tilewright.testing.callbacks import test_raise_error as test_raise_error
from tilewright.testing.callbacks import test_wrap_callback as test_wrap_callback
from tilewright.testing.requirements import uses_gpu as uses_gpu
from . import plugin as plugin

def __getattr__(name: _str) -> _Any: ...
