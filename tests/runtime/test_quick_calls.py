"""The quick way from Python into native functions: it takes what it knows, and leaves all else to the documented way."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright.core.base.cache_folder import VARIABLE
from tilewright.core.codegen.llvm.gil import keeps_gil
from tilewright.ir.function import PrimFunc, prim_funcs
from tilewright.runtime import ArgumentError, Function, tensor
from tilewright.script import from_source
from tilewright.script import tir as T


@T.prim_func
def shifted(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n - 1):
        B[i] = A[i + 1] + T.float32(1)


@T.prim_func
def asserting(A: T.Buffer((2,), "int64")):
    assert A[0] > T.int64(0), "must be positive"
    A[1] = A[0]


@T.prim_func
def added(A: T.Buffer((4,), "float32"), K: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = A[i] + K[i]


def refused(*_: Any) -> None:
    raise LookupError


def quick(function: Any) -> Any:
    built: Function = tilewright.build(function)[function.name]
    return built.quick_or(refused)


def test_arrays_and_tensors_are_taken() -> None:
    call = quick(shifted)
    a, b = np.arange(8, dtype="float32"), np.zeros(8, "float32")
    call(a, b)
    np.testing.assert_array_equal(b[:7], a[1:] + 1)
    made = tensor(np.zeros(3, "float32"))
    call(tensor(a[:3].copy()), made)
    np.testing.assert_array_equal(made.numpy(), [2, 3, 0])


def test_fixed_arrays_are_not_given() -> None:
    built: Function = tilewright.build(added)["added"]
    held, a, b = np.arange(4, dtype="float32"), np.ones(4, "float32"), np.zeros(4, "float32")
    call = built.quick_or(refused, {1: held.ctypes.data})
    call(a, b)
    np.testing.assert_array_equal(b, [1, 2, 3, 4])
    held[:] = 7
    call(tensor(a), b)
    np.testing.assert_array_equal(b, [8, 8, 8, 8])
    for wrong in ((a, held, b), (a,), (a, a), (a, np.zeros(5, "float32"))):
        with pytest.raises(LookupError):
            call(*wrong)


def copies(size: int, kind: str) -> Any:
    @T.prim_func
    def copied(A: T.Buffer((size,), kind), B: T.Buffer((size,), kind)):
        for i in range(size):
            B[i] = A[i]

    return quick(copied)


def test_functions_that_share_their_way_know_their_own_types_and_sizes() -> None:
    forms = [(4, "float32"), (5, "float32"), (4, "int32"), (4, "float64"), (3, "uint8")]
    calls = {form: copies(*form) for form in forms}
    for form, call in calls.items():
        for size, kind in forms:
            a, b = np.arange(size).astype(kind), np.zeros(size, kind)
            if (size, kind) == form:
                call(a, b)
                np.testing.assert_array_equal(a, b)
            else:
                with pytest.raises(LookupError):
                    call(a, b)


AT_ONCE = """
import sys, threading
import numpy as np
from tilewright.core.driver.build import build
from tilewright.script import from_source
text = '@T.prim_func\\ndef main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):\\n    for i in range(4):\\n        B[i] = A[i] + 1.0'
function = build(from_source(text))["main"]

def run():
    a, b = np.ones(4, "float32"), np.zeros(4, "float32")
    for _ in range(200):
        function(a, b)
    print(*b)

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=run) for _ in range(16)]
for each in threads:
    each.start()
for each in threads:
    each.join()
"""


def test_threads_may_make_the_quick_way_at_once() -> None:
    environment = {**os.environ, VARIABLE: "off"}  # so that each thread compiles for a while
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["2.0"] * 64


READ_ONLY = np.zeros(4, "float32")
READ_ONLY.flags.writeable = False
A = np.zeros(4, "float32")


class Subclass(np.ndarray[Any, Any]):
    pass


@pytest.mark.parametrize(
    "arguments",
    [
        (A,),
        (A, A.copy(), A),
        (A, A),
        (A, READ_ONLY),
        (A, np.zeros(5, "float32")),
        (A, np.zeros(4, "float64")),
        (A, np.zeros((4, 1), "float32")),
        (A, np.zeros(8, "float32")[::2]),
        (A, np.zeros(4, ">f4")),
        (A, np.zeros(4, "float32").view(Subclass)),
        (A, np.zeros(17, "uint8")[1:].view("float32")),
        (A, None),
        (1, 2.5),
        ([1.0], "text"),
    ],
)
def test_all_else_is_handed_on(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(LookupError):
        quick(shifted)(*arguments)


def test_messages_become_exceptions() -> None:
    call = quick(asserting)
    call(np.array([1, 0]))
    with pytest.raises(AssertionError, match="must be positive"):
        call(np.array([0, 0]))


def test_function_goes_the_quick_way_and_says_what_is_wrong() -> None:
    function = tilewright.build(shifted)["shifted"]
    a, b = np.arange(4, dtype="float32"), np.zeros(4, "float32")
    for _ in range(20):
        function(a, b)
    assert type(function.quick()).__name__ == "builtin_function_or_method"
    with pytest.raises(ArgumentError, match="`B` has shape"):
        function(a, np.zeros(3, "float32"))
    function(a, a)
    np.testing.assert_array_equal(a, [2, 3, 4, 3])


def test_names_are_taken_after_many_calls_too() -> None:
    function = tilewright.build(shifted)["shifted"]
    a, b = np.arange(4, dtype="float32"), np.zeros(4, "float32")
    for _ in range(20):
        function(B=b, A=a)
    np.testing.assert_array_equal(b, [2, 3, 4, 0])
    assert isinstance(function, Function)
    with pytest.raises(ArgumentError, match="no parameter `c`"):
        function(a, c=b)


@T.prim_func
def counting(A: T.Buffer((4, 8), "int64")):
    for i, j in T.grid(4, 8):
        A[i, j] = A[i, j] + T.int64(1)


@T.prim_func
def long(A: T.Buffer((1 << 20,), "int64")):
    for i in range(1 << 20):
        A[i] = T.int64(1)


@T.prim_func
def calling(A: T.Buffer((4,), "int32")):
    for i in range(4):
        A[i] = T.call_extern("int32", "abs", A[i])


@T.prim_func
def returning(x: T.float64) -> T.float64:
    T.ret(x * x)


@pytest.mark.parametrize(
    ("function", "keeps"), [(counting, True), (returning, True), (long, False), (calling, False), (shifted, False)]
)
def test_only_short_functions_keep_the_gil(function: PrimFunc, keeps: bool) -> None:
    assert keeps_gil(next(func for _, func in prim_funcs(tilewright.lower(function)))) is keeps


def test_tensors_of_pytorch_are_taken_once_they_are_known() -> None:
    torch = pytest.importorskip("torch")
    built: Function = tilewright.build(shifted)["shifted"]
    way: list[str] = []

    def documented(*args: Any) -> None:
        way.append("documented")
        built(*args)

    call = built.quick_or(documented)
    a, b = torch.arange(8, dtype=torch.float32), torch.zeros(8)
    call(a, b)
    assert way == ["documented"], "the first call shows the class"
    b.zero_()
    call(a, b)
    assert way == ["documented"]
    assert b.tolist() == [2, 3, 4, 5, 6, 7, 8, 0]
    call(a.numpy(), b)
    assert len(way) == 1


def test_tensors_of_pytorch_that_do_not_fit_are_refused_as_ever() -> None:
    torch = pytest.importorskip("torch")
    call = tilewright.build(shifted)["shifted"].quick()
    a, b = torch.arange(8, dtype=torch.float32), torch.zeros(8)
    call(a, b)
    call(a, b)
    for wrong, said in (
        (torch.zeros(8, dtype=torch.float64), "holds float64"),
        (torch.zeros(16)[::2], "not compact"),
        (torch.zeros(8, requires_grad=True), "gradient"),
        (torch.zeros(2, 4), "2 dimensions"),
        (torch.zeros(7), "shape"),
    ):
        with pytest.raises(ArgumentError, match=said):
            call(wrong, b)
    same = torch.arange(8, dtype=torch.float32)
    call(same, same)
    assert same.tolist() == [2, 3, 4, 5, 6, 7, 8, 7]
    part = torch.arange(9, dtype=torch.float32)[1:]
    call(part, b)
    assert b.tolist()[:7] == [3, 4, 5, 6, 7, 8, 9]


class Shared:
    """An array that only DLPack shows, of the present protocol."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None
    ) -> Any:
        return self.array.__dlpack__(max_version=max_version)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


class SharedOfOld(Shared):
    """The same, of the protocol before versions."""

    def __dlpack__(self, stream: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.array.__dlpack__()


@pytest.mark.parametrize("kind", [Shared, SharedOfOld])
def test_objects_with_dlpack_are_taken_once_they_are_known(kind: type[Shared]) -> None:
    built: Function = tilewright.build(shifted)["shifted"]
    way: list[str] = []

    def documented(*args: Any) -> None:
        way.append("documented")
        built(*args)

    call = built.quick_or(documented)
    a, b = np.arange(8, dtype="float32"), np.zeros(8, "float32")
    before = sys.getrefcount(a), sys.getrefcount(b)
    for _ in range(20):
        call(kind(a), kind(b))
    assert way == ["documented"], "the first call shows the class"
    np.testing.assert_array_equal(b, [2, 3, 4, 5, 6, 7, 8, 0])
    assert (sys.getrefcount(a), sys.getrefcount(b)) == before, "capsules are given back"
    call(kind(a), b)
    assert way == ["documented"]


def test_objects_with_dlpack_that_do_not_fit_are_refused_as_ever() -> None:
    call = tilewright.build(shifted)["shifted"].quick()
    a, b = np.arange(8, dtype="float32"), np.zeros(8, "float32")
    frozen = a.copy()
    frozen.flags.writeable = False
    call(Shared(a), Shared(b))
    call(Shared(a), Shared(b))
    for first, second, said in (
        (Shared(a), Shared(frozen), "read-only|cannot be shared"),
        (Shared(a.astype("float64")), Shared(b), "holds float64"),
        (Shared(a[::2]), Shared(b), "not compact"),
        (Shared(a), Shared(b[:7]), "shape"),
        (Shared("no array"), Shared(b), "does not tell its device"),
    ):
        with pytest.raises(ArgumentError, match=said):
            call(first, second)
    call(Shared(frozen), SharedOfOld(b))
    call(SharedOfOld(a), SharedOfOld(b))
    call(Shared(a), Shared(a))
    np.testing.assert_array_equal(a, [2, 3, 4, 5, 6, 7, 8, 7])


def test_module_goes_the_quick_way_too() -> None:
    module = tilewright.build(shifted)
    a, b = np.arange(4, dtype="float32"), np.zeros(4, "float32")
    for _ in range(20):
        module(a, b)
    np.testing.assert_array_equal(b, [2, 3, 4, 0])
    assert isinstance(module, type(tilewright.build(shifted)))
    module(B=b, A=a)
    with pytest.raises(ArgumentError, match="`B` has shape"):
        module(a, np.zeros(3, "float32"))


INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
NUMBERS: list[Any] = [
    *(0, 1, -1, 127, 128, -128, -129, 255, 256, 1 << 15, 1 << 16, (1 << 31) - 1, 1 << 31, -(1 << 31), 1 << 32),
    *((1 << 53) + 1, (1 << 62) + 513, (1 << 63) - 1, 1 << 63, -(1 << 63), -(1 << 63) - 1, (1 << 64) - 1, 1 << 64),
    *(True, False, 0.1, -0.0, 1e-46, 1e300, -1e39, float("inf"), float("nan"), None, "1", 1j),
    *(np.dtype(kind).type(1) for kind in ("bool", *INTEGERS, "float16", "float32", "float64")),
    *(np.int64(1 << 40), np.float64(0.1), np.float64(1e300), np.array(3), np.ones(1)),
]


def stored(kind: str) -> Function:
    text = f'@T.prim_func\ndef store(x: T.{kind}, B: T.Buffer((1,), "{kind}")):\n    B[0] = x'
    return tilewright.build(from_source(text))["store"]


def outcome(call: Any, value: Any, kind: str) -> Any:
    made = np.zeros(1, kind)
    try:
        return call(value, made), made.tobytes()
    except ArgumentError as error:
        return str(error)


@pytest.mark.parametrize("kind", ["bool", *INTEGERS, "float16", "float32", "float64"])
def test_numbers_are_taken_and_refused_as_the_documented_way_does(kind: str) -> None:
    documented, function = stored(kind), stored(kind)
    call = function.quick()
    for value in NUMBERS:
        documented._calls = 0  # never often enough for the quick way
        assert outcome(call, value, kind) == outcome(documented, value, kind), repr(value)


@pytest.mark.parametrize("kind", ["bool", *INTEGERS, "float32", "float64"])
def test_numbers_of_the_kind_of_the_parameter_go_the_quick_way(kind: str) -> None:
    call = stored(kind).quick_or(refused)
    made = np.zeros(1, kind)
    for value in (True, 1, np.dtype(kind).type(1), np.int64(1), *((1.0, np.float64(1)) if "float" in kind else ())):
        made[0] = 0
        call(value, made)
        assert made[0] == 1, repr(value)
    with pytest.raises(LookupError):
        call("1", made)
    with pytest.raises(LookupError):
        call(1 << 64, made)


def test_numbers_are_compared_with_sizes() -> None:
    @T.prim_func
    def filled(a: T.handle, n: T.int32, x: T.float32):
        A = T.match_buffer(a, (n,), "float32")
        for i in range(n):
            A[i] = x

    call = quick(filled)
    a = np.zeros(3, "float32")
    call(a, 3, 2)
    assert a.tolist() == [2, 2, 2]
    for wrong in (2, 4, -3, 3 + (1 << 32)):
        with pytest.raises(LookupError):
            call(a, wrong, 2)


@pytest.mark.parametrize("kind", ["bool", *INTEGERS, "float32", "float64"])
def test_results_are_numbers_of_python(kind: str) -> None:
    call = quick(from_source(f"@T.prim_func\ndef same(x: T.{kind}) -> T.{kind}:\n    T.ret(x)"))
    highest = True if kind == "bool" else 0.1 if "float" in kind else int(np.iinfo(kind).max)
    lowest = False if kind == "bool" else -1.5 if "float" in kind else int(np.iinfo(kind).min)
    for value in (lowest, np.dtype(kind).type(highest)):
        found = call(value)
        assert type(found) is {"b": bool, "f": float}.get(np.dtype(kind).kind, int)
        assert found == value
