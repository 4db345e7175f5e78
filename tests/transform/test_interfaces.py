"""MakeUnpackedAPI and ExtractPrimFuncConstants, and passes whose factories take options."""

from __future__ import annotations

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.base.diagnostics import UserError
from tilewright.core.driver.build import build
from tilewright.core.interpret import run
from tilewright.core.ir.structural import assert_structural_equal, structural_equal
from tilewright.core.ir.walk import walk
from tilewright.error import TVMError
from tilewright.ir.expr import Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import AllocateConst, BufferStore, Evaluate, For
from tilewright.transform import PassContext

ADD = """
@T.prim_func
def main(A: T.Buffer((4,), "int32"), x: T.int32):
    for i in range(4):
        A[i] = A[i] + x
"""
WIDE = """
@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    for i in T.serial(T.int64(4)):
        A[i] = A[i] + 1
"""
SYMBOLIC = """
@T.prim_func
def main(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "int32")
    A[0] = n
"""


def only(module: IRModule) -> PrimFunc:
    (func,) = module.functions.values()
    assert isinstance(func, PrimFunc)
    return func


def unpacked(text: str) -> IRModule:
    return tir.transform.MakeUnpackedAPI()(tir.transform.BindTarget("llvm")(program(text)))


def test_pointers_stand_for_buffers() -> None:
    func = only(unpacked(ADD))
    assert [param.name for param in func.params] == ["A", "x"]
    assert not func.buffer_map
    array = np.arange(4, dtype="int32")
    assert build(func)(array, 3) == 0
    assert array.tolist() == [3, 4, 5, 6]


def test_unpacked_function_reads_back() -> None:
    module = unpacked(ADD)
    assert_structural_equal(program(only(module).script()), module)
    assert tir.transform.MakeUnpackedAPI()(module) is module


def test_sizes_that_pointers_do_not_tell() -> None:
    with pytest.raises(UserError, match="size `n` of `A` is no parameter"):
        unpacked(SYMBOLIC)


def test_a_function_that_says_no_target_is_refused() -> None:
    with pytest.raises(TVMError, match="annotated with tvm::attr::kTarget"):
        tir.transform.MakeUnpackedAPI()(program(ADD))


def test_calls_pass_pointers_in_place_of_tensors() -> None:
    text = """
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4,), "float32")):
        Module.sub(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), T.reinterpret("handle", T.uint64(0)), T.uint32(1), T.float32(0), 0))

    @T.prim_func
    def sub(B: T.Buffer((4,), "float32")):
        T.evaluate(B.data)
"""
    assert "Module.sub(A)" in unpacked(text).script()


def test_functions_without_symbol_and_packed_ones_stay() -> None:
    internal = IRModule({"main": only(program(ADD)).without_attr("global_symbol")})
    assert tir.transform.MakeUnpackedAPI()(internal) is internal
    packed = tir.transform.MakePackedAPI()(program(ADD))
    assert tir.transform.MakeUnpackedAPI()(packed) is packed


def with_constants(*arrays: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> IRModule:
    body: Evaluate | AllocateConst = Evaluate(0)  # pyright: ignore[reportArgumentType]
    for array in arrays:
        body = AllocateConst(Var("c", "handle"), "int32", array.shape, array, body)  # pyright: ignore[reportArgumentType]
    return IRModule({"main": PrimFunc((), body)})


@pytest.mark.parametrize(
    ("arrays", "places"),
    [((), []), ((1,), [0]), ((1, 2), [1, 0]), ((1, 1), [0, 0]), ((1, 2, 1), [0, 1, 0]), ((3, 3, 3), [0, 0, 0])],
)
def test_constants_move_into_the_module(arrays: tuple[int, ...], places: list[int]) -> None:
    module = with_constants(*[np.full(4, value, "int32") for value in arrays])
    found = tir.transform.ExtractPrimFuncConstants()(module)
    indices = [node.data_or_idx for node in walk(only(found)) if isinstance(node, AllocateConst)]
    assert sorted(indices) == sorted(places)
    assert len(found.attrs.get("constants") or ()) == len(set(arrays))
    assert tir.transform.ExtractPrimFuncConstants()(found) is found


def test_constants_of_the_module_are_those_of_the_program() -> None:
    before = program("""
@T.prim_func
def main(A: T.Buffer((2,), "int32")):
    first = T.allocate_const([1, 2], "int32", [2])
    C = T.decl_buffer((2,), "int32", data=first)
    second = T.allocate_const([3, 4], "int32", [2])
    D = T.decl_buffer((2,), "int32", data=second)
    A[1] = C[0] + D[1]
""")
    after = tir.transform.ExtractPrimFuncConstants()(before)
    for call in (build(before), build(after), lambda a: run(after, a)):
        array = np.zeros(2, "int32")
        call(array)
        assert array.tolist() == [0, 5]


def test_width_is_an_option() -> None:
    for bits in (8, 16, 32):
        func = only(tir.transform.NarrowDataType(bits)(program(WIDE)))
        (loop,) = [node for node in walk(func) if isinstance(node, For)]
        assert loop.loop_var.dtype == f"int{bits}"
        (store,) = [node for node in walk(func) if isinstance(node, BufferStore)]
        assert store.indices == (loop.loop_var,)
    assert structural_equal(tir.transform.NarrowDataType(64)(program(WIDE)), program(WIDE))
    with pytest.raises(ValueError, match="not 7"):
        tir.transform.NarrowDataType(7)


def test_target_is_an_option() -> None:
    func = only(tir.transform.BindTarget("llvm -mcpu=core-avx2")(program(ADD)))
    assert func.attrs["target"].mcpu == "core-avx2"


def test_common_subexpressions_can_be_left_alone() -> None:
    module = program("@T.prim_func\ndef main(A: T.Buffer((8,), 'int32'), x: T.int32):\n    A[x + 1] = x + 1\n")
    assert tir.transform.CommonSubexprElimTIR(False)(module) is module
    assert "cse_v1" in tir.transform.CommonSubexprElimTIR()(module).script()
    with PassContext(config={"tir.disable_cse_tir": True}):
        assert tir.transform.CommonSubexprElimTIR()(module) is module


@pytest.mark.parametrize(
    ("first", "second"),
    [("(x + y) * 2 + y", "x * 2 + y * 3"), ("x * (y + 1)", "x + y * x"), ("x - (y - x)", "x + x - y")],
)
def test_terms_that_are_equal_when_multiplied_out_count_as_one_on_request(first: str, second: str) -> None:
    text = f"@T.prim_func\ndef main(A: T.Buffer((8,), 'int32'), x: T.int32, y: T.int32):\n    A[0] = {first}\n    A[1] = {second}\n"
    named = tir.transform.CommonSubexprElimTIR(identify_equiv_terms=True)(program(text))
    assert "A[0] = cse_v1\n        A[1] = cse_v1" in named.script()
    assert "A[1] = cse_v1" not in tir.transform.CommonSubexprElimTIR()(program(text)).script()


def test_loops_of_known_extent_are_split_on_request() -> None:
    text = "@T.prim_func\ndef main(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        if T.likely(i < 6):\n            A[i] = 1\n"
    partition = tir.transform.LoopPartition()
    assert len([n for n in walk(only(partition(program(text)))) if isinstance(n, For)]) == 1
    with PassContext(config={"tir.LoopPartition": {"partition_const_loop": True}}):
        assert len([n for n in walk(only(partition(program(text)))) if isinstance(n, For)]) == 2


def test_the_only_function_is_the_entry_whatever_its_symbol() -> None:
    func = only(program(ADD)).without_attr("global_symbol")
    made = tir.transform.AnnotateEntryFunc()(IRModule({"f": func}))
    assert only(made).attrs["tir.is_entry_func"]
    two = IRModule({"f": func, "g": func})
    assert tir.transform.AnnotateEntryFunc()(two) is two
