"""The pytest plugin: correlated parameters, targets, marks, and `import tvm` as Tilewright on request.

pytest loads it by itself where Tilewright is installed; `-p tilewright.core.testing.plugin` and `pytest_plugins = ["tvm.testing.plugin"]` load it too.
With `--as-tvm`, or `tilewright_as_tvm = true` in the configuration, test files that import tvm are given Tilewright.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tilewright")
    group.addoption("--as-tvm", action="store_true", help="let `import tvm` in tests mean Tilewright")
    parser.addini("tilewright_as_tvm", "let `import tvm` in tests mean Tilewright", type="bool", default=False)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Take the name tvm, if asked to, before the first `conftest.py` imports it."""
    _install_if_asked(early_config, bool(early_config.known_args_namespace.as_tvm))


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks, and take the name tvm if asked to."""
    from tilewright.core.testing.requirements import FEATURES

    kinds = ("c", "composite", "ext_dev", "hybrid", "llvm", "requires_package", "slow")
    for name in dict.fromkeys((*FEATURES, *kinds)):
        config.addinivalue_line("markers", f"{name}: a test that concerns {name}, from tilewright.core.testing")
    _install_if_asked(config, bool(config.getoption("--as-tvm")))


def _install_if_asked(config: pytest.Config, asked: bool) -> None:
    if asked or config.getini("tilewright_as_tvm"):
        from tilewright.core.ir.node import ports
        from tilewright.core.testing.conversions import register_conversions

        ports.install_as_tvm.call()
        register_conversions()
        _lend_to_programs()


def _lend_to_programs() -> None:
    """Let `import tvm` mean Tilewright in the Python programs that tests start, too."""
    folder, given = str(Path(__file__).parents[2] / "face" / "children"), os.environ.get("PYTHONPATH", "")
    if folder not in given.split(os.pathsep):
        os.environ["PYTHONPATH"] = os.pathsep.join(part for part in (folder, given) if part)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test by the groups and the targets that its arguments name."""
    _parametrize_groups(metafunc)
    if "target" in metafunc.fixturenames and not _is_parametrized(metafunc, "target"):
        _parametrize_targets(metafunc)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the target that they are given, however they are given it, so that those of machines which are not here are skipped."""
    for item in items:
        parameters: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
        if "target" not in parameters:
            continue
        target = parameters["target"]
        known = list(item.iter_markers())
        for decorator in (*_target_to_requirement(target), *_marks_of_test(item, _kind_of(target))):
            if decorator.mark not in known:
                item.add_marker(decorator)


def _target_to_requirement(target: object) -> list[pytest.MarkDecorator]:
    """The marks of what a target requires; none for what is no target."""
    from tilewright.core.testing.requirements import FEATURES

    kind = _kind_of(target)
    return FEATURES[kind].marks() if kind in FEATURES else []


def _marks_of_test(item: pytest.Item, kind: str) -> list[pytest.MarkDecorator]:
    """The marks of a test for one kind of target."""
    from tilewright.core.testing.targets import EXCLUDED, FAILING

    function = getattr(item, "function", None)
    if kind in getattr(function, EXCLUDED, ()):
        return [pytest.mark.skip(reason=f"the test excludes the target {kind}")]
    failing = kind in getattr(function, FAILING, ())
    return [pytest.mark.xfail(reason=f"known to fail for the target {kind}")] if failing else []


def _kind_of(target: Any) -> str:
    """The name of a target's kind, "" for what is no target."""
    from tilewright.core.target import Target

    try:
        return Target(target).kind.name
    except (TypeError, ValueError, RuntimeError):
        return ""


def _parametrize_groups(metafunc: pytest.Metafunc) -> None:
    groups: dict[Any, list[tuple[str, int]]] = {}
    for name in metafunc.fixturenames:
        group = _group_of(metafunc, name)
        if group is not None and not _is_parametrized(metafunc, name):
            groups.setdefault(group[0], []).append((name, group[1]))
    for group, members in groups.items():
        values = [tuple(chosen[position] for _, position in members) for chosen in group.sets]
        names = [name for name, _ in members]
        metafunc.parametrize(names, values, indirect=True, ids=group.ids)


def _group_of(metafunc: pytest.Metafunc, name: str) -> Any:
    """The group and position of the fixture that `name` means in this test, None when it is no correlated parameter."""
    found: object = metafunc._arg2fixturedefs.get(name)  # pyright: ignore[reportPrivateUsage]
    return getattr(found[-1].func, "parameter_group", None) if found else None


def _is_parametrized(metafunc: pytest.Metafunc, name: str) -> bool:
    """Whether a mark gives the argument its values."""
    for mark in metafunc.definition.iter_markers("parametrize"):
        names = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
        if name in (names.replace(" ", "").split(",") if isinstance(names, str) else names):
            return True
    return False


def _parametrize_targets(metafunc: pytest.Metafunc) -> None:
    """Values for `target`, unless a fixture of the user's own gives it."""
    from tilewright.core.testing.targets import EXCLUDED, FAILING, chosen_targets, target_params

    own: object = metafunc._arg2fixturedefs.get("target")  # pyright: ignore[reportPrivateUsage]
    if own and own[-1].func.__module__ != __name__:
        return
    excluded, failing = (tuple(getattr(metafunc.function, name, ())) for name in (EXCLUDED, FAILING))
    metafunc.parametrize("target", target_params(list(chosen_targets()), excluded, failing), indirect=bool(own))


@pytest.fixture
def dev(target: Any) -> Any:
    """The device of `target`."""
    from tilewright.core.runtime.device import device
    from tilewright.core.target import Target

    return device(Target(target).kind.device, 0)
