"""`tilewright.core.testing`: what tests of TensorIR programs use, under the names of `tvm.testing`.

Names are fetched when they are first used: assertions need no pytest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.core.testing.requirements import FEATURES

if TYPE_CHECKING:
    from tilewright.core.testing.assertions import (
        assert_allclose,
        assert_prim_expr_equal,
        check_bool_expr_is_true,
        check_int_constraints_trans_consistency,
    )
    from tilewright.core.testing.before_after import CompareBeforeAfter
    from tilewright.core.testing.callbacks import (
        ErrorTest,
        echo,
        identity_after,
        nop,
        object_use_count,
        terminate_self,
        test_check_eq_callback,
        test_raise_error,
        test_wrap_callback,
    )
    from tilewright.core.testing.fixtures import fixture, parameter, parameters
    from tilewright.core.testing.gradients import check_numerical_grads
    from tilewright.core.testing.requirements import (
        Feature,
        requires_gpu,
        requires_llvm,
        requires_package,
        skip_if_32bit,
        slow,
        uses_gpu,
    )
    from tilewright.core.testing.running import main
    from tilewright.core.testing.targets import (
        device_enabled,
        enabled_targets,
        exclude_targets,
        known_failing_targets,
        parametrize_targets,
    )

_MODULES: dict[str, tuple[str, ...]] = {
    "assertions": (
        "assert_allclose",
        "assert_prim_expr_equal",
        "check_bool_expr_is_true",
        "check_int_constraints_trans_consistency",
    ),
    "before_after": ("CompareBeforeAfter",),
    "callbacks": (
        "ErrorTest",
        "echo",
        "identity_after",
        "nop",
        "object_use_count",
        "terminate_self",
        "test_check_eq_callback",
        "test_raise_error",
        "test_wrap_callback",
    ),
    "gradients": ("check_numerical_grads",),
    "fixtures": ("fixture", "parameter", "parameters"),
    "requirements": (
        "Feature",
        "requires_package",
        "skip_if_32bit",
        "slow",
        "uses_gpu",
        *(f"requires_{name}" for name in FEATURES),
    ),
    "running": ("main",),
    "targets": (
        "DEFAULT_TEST_TARGETS",
        "device_enabled",
        "enabled_targets",
        "exclude_targets",
        "known_failing_targets",
        "parametrize_targets",
    ),
}
_NAMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "plugin":
        return import_module("tilewright.core.testing.plugin")
    if name not in _NAMES:
        raise AttributeError(f"module 'tilewright.core.testing' has no attribute {name!r}")
    value = getattr(import_module(f"tilewright.core.testing.{_NAMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES, "plugin"})


__all__ = [
    "CompareBeforeAfter",
    "ErrorTest",
    "Feature",
    "assert_allclose",
    "assert_prim_expr_equal",
    "check_bool_expr_is_true",
    "check_int_constraints_trans_consistency",
    "check_numerical_grads",
    "device_enabled",
    "echo",
    "enabled_targets",
    "exclude_targets",
    "fixture",
    "identity_after",
    "known_failing_targets",
    "main",
    "nop",
    "object_use_count",
    "parameter",
    "parameters",
    "parametrize_targets",
    "requires_gpu",
    "requires_llvm",
    "requires_package",
    "skip_if_32bit",
    "slow",
    "terminate_self",
    "test_check_eq_callback",
    "test_raise_error",
    "test_wrap_callback",
    "uses_gpu",
]
