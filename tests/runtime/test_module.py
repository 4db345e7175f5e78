"""Modules, tensors, devices, and the registry of global functions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tilewright
import tilewright.ir.operators
from tilewright import nd
from tilewright.core.codegen.llvm import compile_module
from tilewright.core.ir.buffer import decl_buffer
from tilewright.ir.expr import BufferLoad, Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import BufferStore, For, ForKind
from tilewright.runtime import (
    ArgumentError,
    Device,
    Module,
    Tensor,
    cpu,
    device,
    empty,
    from_dlpack,
    get_global_func,
    list_global_func_names,
    register_global_func,
    remove_global_func,
    tensor,
)


def adding(amount: float, symbol: str | None) -> PrimFunc:
    """A[i] = A[i] + amount"""
    a, i = decl_buffer((4,), "float32", "A"), Var("i", "int32")
    body = For(i, 0, 4, ForKind.SERIAL, BufferStore(a, BufferLoad(a, (i,)) + amount, (i,)))
    return PrimFunc((a,), body, attrs={"global_symbol": symbol} if symbol else {})


def compiled(**functions: PrimFunc) -> Module:
    return Module(compile_module(IRModule(functions)))


def applied(function: Any) -> list[float]:
    values = np.zeros(4, "float32")
    function(values)
    return values.tolist()


def test_functions_by_name_and_the_entry() -> None:
    module = compiled(one=adding(1, "one"), main=adding(2, "main"), hidden=adding(3, None))
    assert module.function_names == ("one", "main")
    assert applied(module["one"]) == [1] * 4
    assert applied(module.get_function("one")) == [1] * 4
    assert applied(module) == [2] * 4
    assert "one" in module
    assert "hidden" not in module
    with pytest.raises(AttributeError, match="the module has no function 'hidden'; it has one, main"):
        module["hidden"]


def test_entry_is_the_only_function() -> None:
    assert applied(compiled(anything=adding(1, "anything"))) == [1] * 4
    with pytest.raises(ValueError, match=r"the module has several functions \(one, two\): choose one"):
        applied(compiled(one=adding(1, "one"), two=adding(2, "two")))


def test_built_functions_have_the_names_of_their_symbols() -> None:
    """As in TVM; a module of one function has a `main` too."""
    one = tilewright.build(IRModule({"main": adding(1, "mm")}))
    assert one.function_names == ("mm",)
    assert applied(one["mm"]) == applied(one["main"]) == [1] * 4
    two = tilewright.build(IRModule({"main": adding(1, "mm"), "b": adding(2, "nn")}))
    assert two.function_names == ("mm", "nn")
    with pytest.raises(AttributeError, match="no function 'main'"):
        two["main"]


def test_two_functions_cannot_have_the_same_symbol() -> None:
    with pytest.raises(ValueError, match="`a` and `b` have the same `global_symbol`, 'mm'"):
        tilewright.build(IRModule({"a": adding(1, "mm"), "b": adding(2, "mm")}))


def test_function_outlives_its_module() -> None:
    import gc

    function = compiled(f=adding(1, "f"))["f"]
    gc.collect()
    assert applied(function) == [1] * 4


def test_sources() -> None:
    module = compiled(f=adding(1, "f"))
    assert "define" in module.get_source()
    assert "load <4 x float>" in module.get_source("raw")
    assert "tilewright_f:" in module.get_source("asm")
    with pytest.raises(ValueError, match="'cuda' is no format"):
        module.get_source("cuda")


def test_time_evaluator() -> None:
    module = compiled(f=adding(1, "f"))
    values = np.zeros(4, "float32")
    result = module.time_evaluator("f", cpu(), number=3, repeat=5)(values)
    assert len(result.results) == 5
    assert 0 < result.min <= result.median <= result.max
    assert result.min <= result.mean <= result.max
    assert values[0] == 16


def test_exported_library_runs_in_another_process(tmp_path: Path) -> None:
    """The C convention: a pointer for each buffer; null comes back when all went well."""
    path = tmp_path / "adding.so"
    compiled(f=adding(1, "f")).export_library(path)
    program = (
        "import ctypes\n"
        f"f = ctypes.CDLL({str(path)!r}).tilewright_f\n"
        "f.restype = ctypes.c_void_p\n"
        "values = (ctypes.c_float * 4)()\n"
        "assert f(values) is None\n"
        "print(list(values))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[1.0, 1.0, 1.0, 1.0]"


def test_tensor_holds_what_it_was_given() -> None:
    made = tensor([[1, 2], [3, 4]])
    assert (made.shape, made.dtype, made.ndim) == ((2, 2), "int64", 2)
    assert tensor([1.5]).dtype == "float32"
    assert tensor(np.ones(3, ml_dtypes.bfloat16)).dtype == "bfloat16"
    assert nd.array(np.ones(3)).dtype == "float64"
    assert made[1, 0] == 3
    made[1, 0] = 7
    np.testing.assert_array_equal(made.numpy(), [[1, 2], [7, 4]])
    np.testing.assert_array_equal(np.asarray(made), [[1, 2], [7, 4]])


def test_numpy_is_a_copy_and_the_view_is_not() -> None:
    made = tensor(np.zeros(3))
    made.numpy()[0] = 1
    assert made[0] == 0
    made.numpy_view()[0] = 1
    assert made[0] == 1


@pytest.mark.parametrize("shape", [(), (0,), (3,), (5, 7)])
def test_memory_is_aligned(shape: tuple[int, ...]) -> None:
    made = empty(shape, "float16")
    assert made.shape == shape
    assert not made.numpy_view().size or made.numpy_view().ctypes.data % 64 == 0


def test_copies_between_tensors() -> None:
    source, target = tensor(np.arange(3)), empty(3, "float32")
    source.copyto(target)
    assert target.numpy().tolist() == [0, 1, 2]
    target.copyfrom([4, 5, 6])
    assert target.copyto(cpu()).numpy().tolist() == [4, 5, 6]
    with pytest.raises(ValueError, match=r"the source has shape \(2,\) and the tensor \(3,\)"):
        target.copyfrom([1, 2])


def test_dlpack_shares_the_memory_both_ways() -> None:
    array = np.zeros(3, "float32")
    shared = from_dlpack(array)
    shared[0] = 5
    assert array[0] == 5
    np.from_dlpack(tensor(array))  # pyright: ignore[reportArgumentType]
    with pytest.raises(ArgumentError, match="from_dlpack: the argument must be an array"):
        from_dlpack("text")


class OnlyDlpack:
    """A foreign tensor, strided."""

    def __init__(self, inner: np.ndarray[Any, Any]) -> None:
        self.inner = inner

    def __dlpack__(self, **options: Any) -> Any:
        return self.inner.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def test_tensor_over_foreign_memory() -> None:
    inner = np.arange(12, dtype="int16").reshape(3, 4)
    shared = from_dlpack(OnlyDlpack(inner[:, ::2]))
    assert isinstance(shared, Tensor)
    assert shared.strides == (4, 2)
    np.testing.assert_array_equal(shared.numpy(), inner[:, ::2])
    shared[0, 0] = 99
    assert inner[0, 0] == 99


@pytest.mark.parametrize(
    ("text", "expected"),
    [("cpu", "cpu:0"), ("cpu:1", "cpu:1"), ("llvm", "cpu:0"), ("llvm -mcpu=x", "cpu:0"), ("cuda(2)", "cuda:2")],
)
def test_devices_by_name(text: str, expected: str) -> None:
    assert str(device(text)) == expected


def test_only_the_cpu_is_there() -> None:
    assert cpu().exist
    assert device("cuda") == Device(2, 0)
    assert not device("cuda").exist
    with pytest.raises(ValueError, match="'toaster' is not a device"):
        device("toaster")
    with pytest.raises(ValueError, match="not on cuda:0"):
        empty((2,), "float32", device("cuda"))


def test_global_functions() -> None:
    @register_global_func("test.twice")
    def twice(x: int) -> int:
        return 2 * x

    assert get_global_func("test.twice") is twice
    assert "test.twice" in list_global_func_names()
    with pytest.raises(ValueError, match="registered already"):
        register_global_func("test.twice", twice)
    register_global_func("test.twice", abs, override=True)
    assert get_global_func("test.twice") is abs
    remove_global_func("test.twice")
    assert get_global_func("test.twice", allow_missing=True) is None
    with pytest.raises(ValueError, match=r"Cannot find global function test.twice"):
        get_global_func("test.twice")


def test_functions_of_graphs_are_found_before_a_graph_has_run() -> None:
    program = """
import tilewright
print(callable(tilewright.get_global_func("vm.builtin.kv_state_clear")))
print(tilewright.get_global_func("vm.builtin.no_such", allow_missing=True))
import tilewright.runtime
print("relax.run.print" in tilewright.runtime.list_global_func_names())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "None", "True"]
