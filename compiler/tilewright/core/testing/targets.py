"""The targets that tests run for.

The environment variable TVM_TEST_TARGETS lists them, separated by semicolons; without it there is "llvm".  Tests for targets that cannot be built for
are skipped with the reason.
"""

from __future__ import annotations

import os
from typing import Any

from tilewright.core.runtime.device import Device, cpu
from tilewright.core.target import Target

DEFAULT_TEST_TARGETS = ["llvm"]
EXCLUDED, FAILING = "tvm_excluded_targets", "tvm_known_failing_targets"


def chosen_targets() -> list[str]:
    """The targets that tests are to run for, whether or not they can."""
    listed = os.environ.get("TVM_TEST_TARGETS", "")
    found = [target.strip() for target in listed.split(";") if target.strip()]
    return found or list(DEFAULT_TEST_TARGETS)


def enabled_targets() -> list[tuple[str, Device]]:
    """The targets that tests run for, each with its device."""
    return [(target, cpu(0)) for target in chosen_targets() if Target(target).kind.builds]


def device_enabled(target: str | Target) -> bool:
    """Whether tests run for that kind of target."""
    kind = Target(target).kind.name
    return any(Target(enabled).kind.name == kind for enabled, _ in enabled_targets())


def target_params(targets: list[Any], excluded: tuple[str, ...] = (), failing: tuple[str, ...] = ()) -> list[Any]:
    """The targets as parameters of pytest, with marks for those that are skipped or expected to fail."""
    import pytest

    found: list[Any] = []
    for target in targets:
        kind = Target(target).kind
        marks = [getattr(pytest.mark, kind.name)]
        if kind.name in excluded:
            marks.append(pytest.mark.skip(reason=f"the test excludes the target {kind.name}"))
        elif not kind.builds:
            marks.append(pytest.mark.skip(reason=f"Tilewright does not build for {kind.name}"))
        elif kind.name in failing:
            marks.append(pytest.mark.xfail(reason=f"known to fail for the target {kind.name}"))
        found.append(pytest.param(target, marks=marks, id=str(target)))
    return found


def parametrize_targets(*args: object) -> Any:
    """Run a test that has the arguments `target` and `dev` for each of the targets: `@tvm.testing.parametrize_targets("llvm", "cuda")`.

    Without targets, with or without brackets, for those of the environment.
    """
    import pytest

    if len(args) == 1 and callable(args[0]):
        return pytest.mark.parametrize("target", target_params(list(chosen_targets())))(args[0])
    return pytest.mark.parametrize("target", target_params(list(args) or list(chosen_targets())))


def exclude_targets(*args: str) -> Any:
    """Skip a test for these kinds of target."""
    return _listing(EXCLUDED, args)


def known_failing_targets(*args: str) -> Any:
    """Expect a test to fail for these kinds of target."""
    return _listing(FAILING, args)


def _listing(attribute: str, kinds: tuple[str, ...]) -> object:
    def decorate(func: object) -> object:
        setattr(func, attribute, kinds)
        return func

    return decorate
