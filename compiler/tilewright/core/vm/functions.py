"""The functions of the machine for tuples, conditions and function values, and those that print and assert."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.core.base.registry import PackedFunction, get_global_func, register_global_func
from tilewright.core.runtime.tensor import Tensor

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tilewright.core.ir.containers import ShapeTuple

T = TypeVar("T")


class VMClosure:
    """A function value: a function of the machine, with values that it captures as its last arguments."""

    __slots__ = ("call", "captured", "name")

    def __init__(self, name: str, call: PackedFunction, captured: tuple[object, ...] = ()) -> None:
        self.name = name
        self.call = call
        self.captured = captured

    def __call__(self, *args: object) -> Any:
        return self.call(*args, *self.captured)


def make_tuple(*values: object) -> tuple[object, ...]:
    """A tuple."""
    return values


def tuple_getitem(values: Sequence[T], index: int) -> T:
    """An item of a tuple."""
    return values[index]


def tuple_reset_item(values: Sequence[object], index: int) -> tuple[object, ...]:
    """The tuple without the value of one item."""
    return (*values[:index], None, *values[index + 1 :])


def read_if_cond(value: object) -> bool:
    """A condition as the machine branches on it."""
    return truth(value)


def truth(value: object) -> bool:
    """Whether a tensor of one element, or a number, is true."""
    return bool(value.numpy_view().reshape(()).item()) if isinstance(value, Tensor) else bool(value)


def make_closure(function: PackedFunction, *captured: object) -> VMClosure:
    """A function value."""
    return VMClosure(getattr(function, "name", "closure"), function, captured)


def invoke_closure(machine: object, closure: Callable[..., T], *args: object) -> T:
    """Call a function value."""
    return closure(*args)


def call_tir_dyn(function: PackedFunction, *args: Unpack[tuple[Unpack[tuple[object, ...]], ShapeTuple]]) -> None:
    """Call a kernel whose last arguments are given as a shape."""
    function(*args[:-1], *args[-1])


_PYTHON: dict[str, PackedFunction] = {}


def register_py_func(name: str, function: PackedFunction) -> None:
    """Make a Python function known to graphs."""
    _PYTHON[name] = function


def get_py_func(name: str) -> PackedFunction:
    """A Python function known to graphs, or a registered one; raises `ValueError` when there is none."""
    found = _PYTHON.get(name) or get_global_func(name, allow_missing=True)
    if found is None:
        raise ValueError(f"no Python function {name!r} is registered")
    return found


def clear_py_func_registry() -> None:
    """Forget the Python functions known to graphs."""
    _PYTHON.clear()


def call_py_func(call: tuple[str, Sequence[object]]) -> object:
    """Call a Python function: its name, and its arguments as a tuple."""
    name, args = call
    return get_py_func(name)(*args)


def shown(values: Iterable[object]) -> list[object]:
    """Values as they are printed: tensors as arrays, also in tuples."""
    return [_shown(value) for value in values]


def _shown(value: object) -> object:
    if type(value) is tuple:
        inner = ", ".join(str(_shown(each)) for each in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return f"({inner},)" if len(value) == 1 else f"({inner})"  # pyright: ignore[reportUnknownArgumentType]
    return value.numpy() if isinstance(value, Tensor) else value


def print_values(form: str, *values: object) -> None:
    """Print values, by a format with {} for each, or one after the other."""
    print(form.format(*shown(values)) if form else " ".join(map(str, shown(values))))


def assert_that(condition: object, form: str = "", *values: object) -> None:
    """Stop unless the condition holds."""
    if not truth(condition):
        written = ": ".join(["Assertion Failed", *filter(None, [", ".join(map(str, shown(values)))])])
        raise AssertionError(form.format(*shown(values)) if form else written)


def debug_print(line: str, value: Tensor) -> None:
    """Print a tensor with its shape and type."""
    print(f"{line}: shape = {value.shape}, dtype = {value.dtype}, data =\n{value.numpy()}")


def invoke_debug_func(io: T, name: str, line_info: str, *values: object) -> T:
    """Call a registered function with the place in the source text; the state of input and output stays as it is."""
    found = get_global_func(name)
    assert found is not None
    found(line_info, *values)
    return io


def clear_memory_manager() -> None:
    """Give back memory that is kept for later: none is."""


for _function in (
    make_tuple,
    tuple_getitem,
    tuple_reset_item,
    read_if_cond,
    make_closure,
    invoke_closure,
    call_tir_dyn,
    register_py_func,
    get_py_func,
    clear_py_func_registry,
    call_py_func,
    debug_print,
    invoke_debug_func,
):
    register_global_func(f"vm.builtin.{_function.__name__}", _function, override=True)
register_global_func("relax.run.print", print_values, override=True)
register_global_func("relax.run.assert_op", assert_that, override=True)
register_global_func("vm.builtin.memory_manager.clear", clear_memory_manager, override=True)
