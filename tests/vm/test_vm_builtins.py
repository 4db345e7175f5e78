"""The functions of the machine that programs call by name, called as Python calls them."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright.relax.testing.runtime_builtin import MakeShapeCode as Make
from tilewright.relax.testing.runtime_builtin import MatchShapeCode as Match
from tilewright.runtime import ShapeTuple, empty, get_global_func, tensor


def builtin(name: str):
    return get_global_func(f"vm.builtin.{name}")


def test_shapes_come_from_the_call_and_from_the_heap():
    heap = tensor(np.arange(5))
    made = builtin("make_shape")(heap, 3, Make.USE_IMM, 9, Make.LOAD_SHAPE, 2, Make.LOAD_SHAPE, 4)
    assert made == ShapeTuple((9, 2, 4))
    assert builtin("make_prim_value")(heap, Make.LOAD_SHAPE, 3) == 3


def test_sizes_are_kept_compared_and_skipped():
    heap, match = builtin("alloc_shape_heap")(None, 3), builtin("match_shape")
    match(ShapeTuple((4, 5, 6)), heap, 3, Match.STORE_TO_HEAP, 1, Match.NO_OP, 0, Match.ASSERT_EQUAL_TO_IMM, 6, "")
    assert heap.numpy().tolist() == [0, 4, 0]
    match(tensor(np.zeros(4)), heap, 1, Match.ASSERT_EQUAL_TO_LOAD, 1, "")
    with pytest.raises(RuntimeError, match=r"here: shape\[0\] is 5, and has to be 4"):
        match(tensor(np.zeros(5)), heap, 1, Match.ASSERT_EQUAL_TO_LOAD, 1, "here: ")
    with pytest.raises(RuntimeError, match="ndim 2"):
        match(tensor(np.zeros(5)), heap, 2, Match.NO_OP, 0, Match.NO_OP, 0, "")
    builtin("match_prim_value")(8, heap, Match.STORE_TO_HEAP, 2, "")
    assert heap.numpy().tolist() == [0, 4, 8]


X = tensor(np.zeros((2, 3), "int32"))
GOOD = [
    ("check_tensor_info", (X, 2, "int32", "")),
    ("check_tensor_info", (X, -1, "", "")),
    ("check_tensor_info", (X, 2, "")),
    ("check_shape_info", (ShapeTuple((1, 2)), -1, "")),
    ("check_tuple_info", (tilewright.runtime.convert([X, X]), 2, "")),
    ("check_func_info", (tilewright.runtime.convert(len), "")),
    ("check_prim_value_info", (3, "int64", "")),
    ("check_prim_value_info", (3, "float32", "")),
    ("check_string_info", ("a", "")),
]
BAD = [
    ("check_tensor_info", (X, 3, "int32", "here"), ValueError, "here .* ndim 3 "),
    ("check_tensor_info", (X, 2, "int8", "here"), ValueError, "here .* dtype int8 "),
    ("check_tensor_info", ([], 2, "here"), TypeError, "here a tensor"),
    ("check_shape_info", (ShapeTuple((1, 2)), 3, ""), ValueError, "ndim 3"),
    ("check_shape_info", ([1, 2], 2, ""), TypeError, "a shape"),
    ("check_tuple_info", ((X, X), 3, ""), ValueError, "3 elements"),
    ("check_tuple_info", (X, 2, ""), TypeError, "a tuple"),
    ("check_func_info", (X, "here"), TypeError, "here"),
    ("check_prim_value_info", (2.5, "int64", ""), TypeError, "a number"),
    ("check_string_info", (1, ""), TypeError, "a string"),
]


@pytest.mark.parametrize(("name", "args"), GOOD)
def test_values_that_are_what_they_should_be(name: str, args: tuple[object, ...]):
    assert builtin(name)(*args) is None


@pytest.mark.parametrize(("name", "args", "kind", "sentence"), BAD)
def test_values_that_are_not(name: str, args: tuple[object, ...], kind: type, sentence: str):
    with pytest.raises(kind, match=sentence):
        builtin(name)(*args)


def test_tensors_in_storage_share_its_memory():
    storage = builtin("alloc_storage")(None, ShapeTuple((32,)), 0, "uint8", "global")
    one = builtin("alloc_tensor")(storage, 0, ShapeTuple((2, 4)), "float32")
    other = builtin("alloc_tensor")(storage, 16, (4,), "int32")
    one[1] = np.array([1, 2, 3, 4], "float32")
    assert other.numpy().tobytes() == one.numpy()[1].tobytes()
    assert get_global_func("runtime.TVMTensorIsStorageShared")(one, other)
    with pytest.raises(tilewright.TVMError, match="does not fit"):
        builtin("alloc_tensor")(storage, 0, (1 << 20,), "float32")


def test_views():
    x = tensor(np.arange(6, dtype="int32"))
    assert builtin("reshape")(x, ShapeTuple((3, 2))).numpy().tolist() == [[0, 1], [2, 3], [4, 5]]
    with pytest.raises(ValueError, match="cannot be seen"):
        builtin("reshape")(x, ShapeTuple((4,)))
    view = get_global_func("runtime.TVMTensorCreateView")(x, (2, 2), "int32", 8)
    view[0, 0] = 9
    assert x.numpy().tolist() == [0, 1, 9, 3, 4, 5]
    with pytest.raises(ValueError, match="beyond"):
        get_global_func("runtime.TVMTensorCreateView")(x, (2, 2), "int64", 0)


def test_tuples_conditions_and_functions():
    assert builtin("tuple_getitem")(builtin("make_tuple")(1, 2), 1) == 2
    assert builtin("tuple_reset_item")((1, 2, 3), 1) == (1, None, 3)
    assert [builtin("read_if_cond")(each) for each in (tensor(np.array(True)), 0, tensor(np.array([2])))] == [1, 0, 1]
    closure = builtin("make_closure")(lambda *args: args, 3)
    assert builtin("invoke_closure")(None, closure, 1, 2) == (1, 2, 3)
    assert builtin("tensor_to_shape")(tensor(np.array([4, 5]))) == ShapeTuple((4, 5))
    assert builtin("copy")(X) is X
    assert builtin("null_value")() is None
    builtin("register_py_func")("own", lambda x: x + 1)
    assert builtin("call_py_func")(("own", (4,))) == 5
    builtin("clear_py_func_registry")()
    with pytest.raises(ValueError, match="'own'"):
        builtin("get_py_func")("own")


def test_windows_of_caches_keep_their_first_rows():
    create, view = builtin("attention_kv_cache_create"), builtin("attention_kv_cache_view")
    write = builtin("attention_kv_cache_window_override_with_sinks")
    cache = create(empty((4, 1), "int32"), ShapeTuple((4, 1)), 0)
    for number in range(7):
        cache = write(cache, tensor(np.full((1, 1), number, "int32")), 4, 2)
    assert view(cache, ShapeTuple((4, 1))).numpy().ravel().tolist() == [0, 1, 6, 5]
    cache = create(tensor(np.arange(4, dtype="int32").reshape(4, 1)), ShapeTuple((4, 1)), 4)
    cache = builtin("attention_kv_cache_window_override")(cache, tensor(np.array([[8], [9]], "int32")), 4)
    assert view(cache, ShapeTuple((4, 1))).numpy().ravel().tolist() == [8, 9, 2, 3]
    builtin("attention_kv_cache_array_popn")([cache], 3)
    assert view(cache, ShapeTuple((1, 1))).numpy().ravel().tolist() == [8]
    builtin("attention_kv_cache_array_clear")([cache])
    assert cache.fill_count == 0


@pytest.mark.parametrize("axis", [None, 1])
def test_different_elements_as_they_first_appear(axis: int | None) -> None:
    array = np.array([[3, 1, 3], [1, 2, 1]])
    values, first, inverse, counts = get_global_func("relax.run.unique")(tensor(array), False, True, True, True, axis)
    if axis is None:
        np.testing.assert_array_equal(values.numpy(), [3, 1, 2])
        np.testing.assert_array_equal(values.numpy()[inverse.numpy().reshape(array.shape)], array)
    else:
        np.testing.assert_array_equal(values.numpy(), array[:, :2])
        np.testing.assert_array_equal(values.numpy()[:, inverse.numpy().reshape(-1)], array)
    np.testing.assert_array_equal(first.numpy(), [0, 1, 4] if axis is None else [0, 1])
    np.testing.assert_array_equal(counts.numpy(), [2, 3, 1] if axis is None else [2, 1])
