# Generated from tilewright.script.parser.core.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def get_func_nonlocals(func: _Any) -> _Any:
    """The variables of enclosing functions that `func` uses and that have values, by name."""

def inspect_class_capture(cls: _Any) -> _Any:
    """Every name that the functions of `cls` see."""

def inspect_function_capture(func: _Any) -> _Any:
    """Every name that `func` sees: the globals of its module, and what it uses of the functions around it."""

def is_defined_in_class(frames: _Any, obj: _Any) -> _Any:
    """Whether `obj` is defined in the body of a class: `frames` are the calls around its decorator, innermost first, as `inspect.stack` gives them."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
