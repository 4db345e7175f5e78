"""`CompareBeforeAfter`: a test class that says what a pass makes of a program."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import pytest

from tilewright.core.frontend.live import from_source
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.passes.core.pass_ import Pass


class CompareBeforeAfter:
    """Base of test classes with three things: `before`, `expected` and `transform`.

    `before` (or `Before`) and `expected` (or `Expected`) are each a TensorIR function, decorated or not, an `IRModule`, a class whose functions are
    those of a module, a method that gives one of these, or a fixture.  `expected` may also be the type of the exception that the pass raises.
    `transform` is a pass, a fixture or method that gives one, or a method `transform(self, mod)`.  Names under which functions are linked do
    not count.  A function alone is compared with what the pass makes of a module of it.

    With `check_well_formed = False` functions that are not decorated may break the rules of TensorIR.
    """

    check_well_formed: ClassVar[bool] = True
    transform: Any

    def __init_subclass__(cls) -> None:
        for name in ("before", "expected"):
            given = [cls.__dict__[key] for key in (name, name.capitalize()) if key in cls.__dict__]
            if len(given) > 1:
                raise TypeError(f"{cls.__name__} has both `{name}` and `{name.capitalize()}`")
            if given:
                setattr(cls, name, _program_fixture(cls, given[0]))
        if "transform" in cls.__dict__:
            cls.transform = _transform_fixture(cls.__dict__["transform"])

    @classmethod
    def _normalize_before(cls, given: object) -> Any:
        """The fixture that gives a program, for test classes which make their own of it."""
        return _program_fixture(cls, given)

    def test_compare(self, before: object, expected: Any, transform: Any) -> None:
        """Checks that the pass turns `before` into `expected`, or raises it."""
        if inspect.isclass(expected) and issubclass(expected, BaseException):
            with pytest.raises(expected):
                _apply(transform, before)
        else:
            _compare(before, _unlinked(_apply(transform, before)), _unlinked(expected))


def _compare(before: Any, after: Any, expected: Any) -> None:
    try:
        assert_structural_equal(after, expected)
    except ValueError as error:
        texts = (("before", before), ("after the pass", after), ("expected", expected))
        shown = "\n\n".join(f"{title}:\n{program.script()}" for title, program in texts)
        raise ValueError(f"the pass did not give what was expected\n\n{shown}\n\n{error}") from error


def _apply(transform: Callable[[IRModule], IRModule], program: Any) -> Any:
    """The module after the pass, or the function of a module of it alone."""
    if isinstance(program, IRModule):
        return transform(program)
    return transform(IRModule({"main": program}))["main"]


def _unlinked(program: object) -> Any:
    """The program without the names under which its functions are linked, since they follow from the names of Python."""
    if isinstance(program, PrimFunc):
        return program.without_attr("global_symbol")
    return program


def _is_fixture(value: object) -> bool:
    return hasattr(value, "_pytestfixturefunction") or type(value).__name__ == "FixtureFunctionDefinition"


def _takes_self(function: object) -> bool:
    return inspect.isfunction(function) and "self" in inspect.signature(function).parameters


def _program_fixture(cls: type[Any], given: Any) -> Any:
    """A fixture that gives the program, made when a test asks for it."""
    if _is_fixture(given):
        return given
    if _takes_self(given):
        return pytest.fixture(given)

    def program(self: Any) -> Any:
        return given if _is_error(given) else _program(given, self.check_well_formed)

    return pytest.fixture(program)


def _is_error(given: object) -> bool:
    return inspect.isclass(given) and issubclass(given, BaseException)


def _program(given: object, check: bool) -> BaseFunc | IRModule:
    if isinstance(given, (PrimFunc, IRModule)):
        return _unlinked(given)
    if inspect.isclass(given):
        functions = {name: value for name, value in vars(given).items() if not name.startswith("_")}
        return IRModule({name: _function(value, check) for name, value in functions.items()})
    return _function(given, check)


def _function(given: object, check: bool) -> BaseFunc:
    if isinstance(given, BaseFunc):
        return _unlinked(given)
    if not inspect.isfunction(given):
        raise TypeError(f"CompareBeforeAfter compares functions and modules, not {type(given).__name__}")
    made = from_source(given, check_well_formed=check)
    assert isinstance(made, PrimFunc), "a function is a program"
    by_python = made.attrs.get("global_symbol") == given.__name__
    return _unlinked(made) if by_python else made  # one that says its own name can be called from outside


def _transform_fixture(given: Any) -> Any:
    if _is_fixture(given):
        return given
    if isinstance(given, Pass):
        return pytest.fixture(lambda self: partial(_apply, given))
    if not _takes_self(given):
        raise TypeError("`transform` is a pass, a fixture, or a method that takes self")
    if len(inspect.signature(given).parameters) == 1:
        return pytest.fixture(given)

    def bound(self: Any) -> Any:
        return partial(_apply, lambda mod: given(self, mod))

    return pytest.fixture(bound)
