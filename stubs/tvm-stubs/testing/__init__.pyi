# Generated from tilewright.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.testing import DEFAULT_TEST_TARGETS as DEFAULT_TEST_TARGETS
from tilewright.testing import requires_gpu as requires_gpu
from tilewright.testing import requires_llvm as requires_llvm
from . import env as env
from . import plugin as plugin
from . import tir as tir
from . import utils as utils

class CompareBeforeAfter(_Any):  # type: ignore[misc, unused-ignore]
    """Base of test classes with three things: `before`, `expected` and `transform`.

    `before` (or `Before`) and `expected` (or `Expected`) are each a TensorIR function, decorated or not, an `IRModule`, a class whose functions are
    those of a module, a method that gives one of these, or a fixture.  `expected` may also be the type of the exception that the pass raises.
    `transform` is a pass, a fixture or method that gives one, or a method `transform(self, mod)`.  Names under which functions are linked do
    not count.  A function alone is compared with what the pass makes of a module of it.

    With `check_well_formed = False` functions that are not decorated may break the rules of TensorIR.
    """
    check_well_formed: _Any
    def test_compare(self, before: _Any, expected: _Any, transform: _Any) -> _Any:
        """Checks that the pass turns `before` into `expected`, or raises it."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ErrorTest(_Any):  # type: ignore[misc, unused-ignore]
    """Errors whose text is made to be looked for; made of two values it is one itself where they differ."""
    def raise_error(self, kind: _Any, message: _Any) -> _Any:
        """Raise the error of that name."""
    def __init__(self, left: _Any = ..., right: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Feature(_Any):  # type: ignore[misc, unused-ignore]
    """Something that a test may require.  `missing` says why it is not there, None where it is.

    It decorates tests; `marks()` gives the marks for `pytestmark` and `pytest.param`.
    """
    def marks(self, support_required: _Any = ...) -> _Any:
        """A mark with the feature's name, and one that skips where the feature is missing, unless it is "optional".

        Raises `ValueError` when `support_required` is none of "compile-and-run", "compile-only" and "optional".
        """
    def run_time_check(self) -> _Any:
        """Whether the feature is there."""
    def __init__(self, name: _Any, long_name: _Any, missing: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def assert_allclose(actual: _Any, desired: _Any, rtol: _Any = ..., atol: _Any = ..., verbose: _Any = ...) -> _Any:
    """Raise `AssertionError` unless both have the same shape and |actual - desired| <= atol + rtol * |desired| everywhere.

    Takes arrays, tensors of the runtime, lists and numbers.
    """

def assert_prim_expr_equal(lhs: _Any, rhs: _Any) -> _Any:
    """Raise `ValueError` unless the two can be proved to have the same value everywhere."""

def check_bool_expr_is_true(bool_expr: _Any, vranges: _Any, cond: _Any = ...) -> _Any:
    """Raise `AssertionError` with a counterexample unless the condition holds at all points of `vranges` where `cond` does.

    What cannot be proved is tried at all points, so the ranges have to be constant and small.
    """

def check_int_constraints_trans_consistency(constraints_trans: _Any, vranges: _Any = ...) -> _Any:
    """Raise `AssertionError` unless a transformation of integer constraints and its inverse match solutions one to one.

    `constraints_trans` has the constraints `src` and `dst` (`variables`, `ranges`, `relations`), `src_to_dst`, which gives the variables of `src`
    in terms of those of `dst`, and `dst_to_src`; `vranges` are the ranges of all other variables.
    """

def check_numerical_grads(function: _Any, input_values: _Any, grad_values: _Any, function_value: _Any = ..., delta: _Any = ..., atol: _Any = ..., rtol: _Any = ...) -> _Any:
    """Raises `AssertionError` unless `grad_values` are the slopes of `function`, which gives a number, at `input_values`.

    Inputs are given by position or by name.  A slope is taken from both sides of the input, `delta` away; where the function has a corner between them, the
    slope of either side alone is right too.  How far the slopes of one input are off is measured over all its elements together, since each is as inexact as
    the function's own arithmetic.
    """

def device_enabled(target: _Any) -> _Any:
    """Whether tests run for that kind of target."""

def device_test(device: _Any, device_type: _Any, device_id: _Any) -> _Any:
    """The device again; raises `ValueError` where its kind or its number is another."""

def echo(value: _Any) -> _Any:
    """The value itself."""

def enabled_targets() -> _Any:
    """The targets that tests run for, each with its device."""

def exclude_targets(*args: _Any) -> _Any:
    """Skip a test for these kinds of target."""

def fixture(func: _Any = ..., *, cache_return_value: _Any = ...) -> _Any:
    """Make a function a fixture, as `pytest.fixture` does.

    With `cache_return_value` it is called once for the same arguments, whatever test asks, and each test is given a deep copy; its arguments must
    be hashable then, else it raises `TypeError`.
    """

def identity_after(value: _Any, sleep: _Any) -> _Any:
    """The value, after that many seconds."""

def known_failing_targets(*args: _Any) -> _Any:
    """Expect a test to fail for these kinds of target."""

def main() -> _Any:
    """Run the tests of the calling file with pytest, with the arguments of the command line, and end the process with the result.

    Stands at the end of a test file: `if __name__ == "__main__": tvm.testing.main()`.
    """

def nop(*_: _Any) -> _Any:
    """Nothing, whatever it is given."""

def object_use_count(value: _Any) -> _Any:
    """The number of references to the value besides the caller's argument."""

def parameter(*values: _Any, ids: _Any = ..., by_dict: _Any = ...) -> _Any:
    """A fixture that takes each of the values in turn: `size = tvm.testing.parameter(1, 16)`; a test that has an argument `size` runs twice.

    `by_dict` gives the values with their names instead.
    """

def parameters(*value_sets: _Any, ids: _Any = ...) -> _Any:
    """Fixtures that change together: `x, y = tvm.testing.parameters((1, 2), (3, 4))` runs a test with x=1, y=2 and with x=3, y=4.

    A test that uses only some of them runs once for each set too.  Needs the plugin `tilewright.core.testing.plugin`, which pytest loads by itself where
    Tilewright is installed.  Raises `ValueError` when the sets differ in length.
    """

def parametrize_targets(*args: _Any) -> _Any:
    """Run a test that has the arguments `target` and `dev` for each of the targets: `@tvm.testing.parametrize_targets("llvm", "cuda")`.

    Without targets, with or without brackets, for those of the environment.
    """

def requires_llvm_minimum_version(major_version: _Any) -> Feature | _Any:
    """Require at least that version of LLVM."""

def requires_package(*packages: _Any) -> Feature | _Any:
    """Require packages that can be imported."""

def skip_if_32bit(reason: _Any) -> _Any:
    """Skip the test, with that reason, where pointers have 32 bits."""

def slow(func: _Any) -> _Any:
    """Mark a test that takes long."""

def terminate_self() -> _Any:
    """End the process that calls it, with status -1."""

def test_check_eq_callback(message: _Any) -> _Any:
    """A function that raises `ValueError` with the message unless its two arguments are equal; the message may begin with the name of another error."""

def test_raise_error(kind: _Any, message: _Any) -> _Any:
    """Raise the error of Python's, or of TVM's, that has this name; `RuntimeError` for names that are neither."""

def test_wrap_callback(callback: _Any) -> _Any:
    """A function that calls `callback` and gives nothing."""

def uses_gpu(func: _Any) -> _Any:
    """Mark a test that uses a GPU where there is one, and runs without too."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
