"""Relax programs are equal up to names; symbolic sizes are defined by the signature."""

from __future__ import annotations

from tilewright.core.ir.relax import DataflowBlock, DataflowVar, Function, SeqExpr, Tuple, TupleGetItem, Var, VarBinding
from tilewright.core.ir.struct_info import TensorStructInfo, TupleStructInfo
from tilewright.ir import load_json, save_json, structural_equal, structural_hash
from tilewright.ir.expr import Var as SymbolicVar


def pair_and_pick(name: str, dtype: str = "float32") -> Function:
    """A function of one matrix that makes a pair of it and takes it out again."""
    rows = SymbolicVar("n", "int64")
    matrix = TensorStructInfo([rows, 4], dtype)
    x, pair, picked = Var(name, matrix), DataflowVar("lv", TupleStructInfo([matrix, matrix])), Var("gv", matrix)
    block = DataflowBlock((VarBinding(pair, Tuple((x, x))), VarBinding(picked, TupleGetItem(pair, 0))))
    return Function((x,), SeqExpr((block,), picked), matrix)


def of_shape(*shape: SymbolicVar) -> Function:
    return Function((Var("x", TensorStructInfo(shape)),), SeqExpr((), Tuple(())), TupleStructInfo(()))


def test_names_do_not_count_and_types_do() -> None:
    assert structural_equal(pair_and_pick("x"), pair_and_pick("other"))
    assert structural_hash(pair_and_pick("x")) == structural_hash(pair_and_pick("other"))
    assert not structural_equal(pair_and_pick("x"), pair_and_pick("x", "int32"))


def test_symbolic_sizes_map_one_to_one() -> None:
    n, m = SymbolicVar("n", "int64"), SymbolicVar("m", "int64")
    assert structural_equal(of_shape(n, m), of_shape(m, n))
    assert structural_hash(of_shape(n, m)) == structural_hash(of_shape(m, n))
    assert not structural_equal(of_shape(n, n), of_shape(n, m))
    assert not structural_equal(of_shape(n, m), of_shape(n, n))


def test_struct_infos_compare_by_what_they_say() -> None:
    n, m = SymbolicVar("n", "int64"), SymbolicVar("m", "int64")
    assert TensorStructInfo([2, n]) == TensorStructInfo([2, n])
    assert TensorStructInfo([2, n]) != TensorStructInfo([2, m])


def test_json_gives_the_program_back() -> None:
    assert structural_equal(load_json(save_json(pair_and_pick("x"))), pair_and_pick("x"))
