"""A handler for the token "default" serves every dialect, and changes nothing for programs that do not need it."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import relax
from tilewright.core.frontend import dispatch
from tilewright.script import from_source

CALLS_A_FUNCTION = """
@I.ir_module
class Module:
    @R.function
    def g() -> R.Tensor((2,), "float32"):
        return R.zeros((2,), "float32")

    @R.function
    def main() -> R.Tensor((2,), "float32"):
        y = cls.g()
        return y
"""


@pytest.fixture
def default_handler(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A handler of `del`, which is refused without one; the names that it saw."""
    monkeypatch.setattr(dispatch, "_REGISTERED", dict(dispatch._REGISTERED))  # pyright: ignore[reportPrivateUsage]
    seen: list[str] = []

    @dispatch.register(token=dispatch.DEFAULT, type_name="Delete")
    def forget(parser: Any, node: Any) -> None:
        seen.extend(target.id for target in node.targets)

    return seen


def test_relax_calls_functions_of_its_module_while_a_default_handler_is_registered(default_handler: list[str]) -> None:
    module = from_source(CALLS_A_FUNCTION)
    (binding,) = module["main"].body.blocks[0].bindings
    assert isinstance(binding.value, relax.Call)
    assert not default_handler


def test_a_default_handler_reads_its_statement_in_relax(default_handler: list[str]) -> None:
    from_source(CALLS_A_FUNCTION.replace("        return y", "        del y\n        return y"))
    assert default_handler == ["y"]
