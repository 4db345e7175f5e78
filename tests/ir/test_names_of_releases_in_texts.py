"""What the later release says otherwise: names of passes, attributes, metadata, buffers and axes that schedules make, and how comparisons show themselves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tilewright import instrument, relax, te, tir, topi, transform
from tilewright.arith import Analyzer
from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.relax_values import const
from tilewright.core.dialects.pass_names import classic_pass_name, pass_name
from tilewright.core.dialects.releases import choose, default_dialect
from tilewright.core.passes.tir import PASSES
from tilewright.error import TVMError
from tilewright.ir import IRModule, PrimType, Range
from tilewright.relax import transform as relax_transform
from tilewright.relax.analysis import check_well_formed, well_formed
from tilewright.relax.dpl import is_const, is_op, wildcard
from tilewright.relax.testing.ast_printer import ASTPrinter, dump_ast
from tilewright.script import from_source
from tilewright.script import relax as R
from tilewright.target import Target
from tilewright.tir import PrimFunc, Var

# Names of passes in the wheel of 0.27.
S_TIR = """
    AnnotateIrregularLoop CanonicalizeLoop CompactBufferAllocation ConvertBlocksToOpaque DecorateDeviceScope HoistExpression HoistIfThenElse
    InferFragment InjectDoubleBuffer InjectPTXAsyncCopy InjectPTXLDG32 InjectPermutedLayout InjectSoftwarePipeline InjectVirtualThread
    InstrumentBoundCheckers InstrumentProfileIntrinsics LiftThreadBinding LoopPartition LowerAsyncDMA LowerAutoCopy LowerCrossThreadReduction
    LowerInitBlock LowerMatchBuffer LowerOpaqueBlock LowerThreadAllreduce LowerVtcmAlloc ManifestSharedMemoryLocalStage
    MergeSharedMemoryAllocations PlanAndUpdateBufferAllocationLocation RemoveStoreUndef RemoveWeightLayoutRewriteBlock RenormalizeSplitPattern
    RewriteUnsafeSelect ThreadSync TransformMmaBufferLayout UnifyThreadBinding UseAssumeToReduceBranches
""".split()
TIRX = """
    AnnotateEntryFunc BF16ComputeLegalize BF16StorageLegalize ConvertSSA FP8ComputeLegalize FP8StorageLegalize FlattenBuffer
    InlinePrivateFunctions LowerIntrin LowerTVMBuiltin LowerWarpMemory MakePackedAPI NarrowDataType PointerValueTypeRewrite RemoveAssume
    RemoveNoOp SkipAssert SplitHostDevice StorageRewrite UnrollLoop VectorizeLoop VerifyMemory
""".split()
OTHERS = {
    "tir.Simplify": "tirx.StmtSimplify",
    "tir.CommonSubexprElimTIR": "tirx.CommonSubexprElim",
    "tir.ForceNarrowIndexToInt32": "tirx.NarrowDataType",
    "BindSymbolicVars": "relax.BindSymbolicVars",
    "DataflowUseInplaceCalls": "DataflowInsertInPlaceCalls",
    "DecomposeOpsForInference": "DecomposeOps",
    "UpdateParamStructInfo": "UpdateParamType",
    "FuseOps": "FuseOps",
}
NAMES = {**{f"tir.{n}": f"s_tir.{n}" for n in S_TIR}, **{f"tir.{n}": f"tirx.{n}" for n in TIRX}, **OTHERS}


@pytest.fixture
def later() -> Iterator[None]:
    choose("0.27")
    try:
        yield
    finally:
        choose("0.22")


def test_passes_have_the_names_of_the_release(later: None) -> None:
    assert {name: pass_name(name, default_dialect()) for name in NAMES} == NAMES
    for name in (*S_TIR, *TIRX, "Simplify"):
        found = PASSES.get(name)
        if isinstance(found, transform.Pass):
            assert found.info.name == NAMES[f"tir.{name}"]
    assert relax_transform.FuseOps().info.name == "FuseOps"
    choose("0.22")
    assert tir.transform.Simplify().info.name == "tir.Simplify"
    assert {name: pass_name(name, default_dialect()) for name in NAMES} == {name: name for name in NAMES}


def test_both_names_of_a_pass_find_it() -> None:
    for name, other in NAMES.items():
        if other not in ("tirx.NarrowDataType", "DecomposeOps") or name == "tir.NarrowDataType":
            assert classic_pass_name(other) == classic_pass_name(name) == name


def _module() -> IRModule:
    text = "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    for i in range(4):\n        A[i] = i + 1 - 1\n"
    func = from_source("from tvm.script import tir as T\n" + text)
    assert isinstance(func, PrimFunc)
    return IRModule.from_expr(func)


@pytest.mark.parametrize("name", ["tir.Simplify", "tirx.StmtSimplify", "Simplify", "StmtSimplify"])
@pytest.mark.parametrize("release", ["0.22", "0.27"])
def test_lists_of_passes_take_the_names_of_both_releases(name: str, release: str, later: None) -> None:
    choose(release)
    seen: list[str] = []

    @instrument.pass_instrument
    class Noting:
        def run_before_pass(self, mod: IRModule, info: transform.PassInfo) -> None:
            seen.append(info.name)

    own = "tir.Simplify" if release == "0.22" else "tirx.StmtSimplify"
    steps = transform.Sequential([tir.transform.Simplify()], opt_level=0, name="whole")
    with transform.PassContext(disabled_pass=[name], instruments=[Noting()]):
        steps(_module())
    assert seen == ["whole"]
    with transform.PassContext(required_pass=[name], opt_level=-1, instruments=[Noting()]):
        steps(_module())
    assert seen[1:] == ["whole", own]


def test_a_pass_of_the_user_keeps_its_name(later: None) -> None:
    @transform.module_pass(opt_level=0, name="tir.Simplify")
    def mine(mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return mod

    assert mine.info.name == "tir.Simplify"


def test_a_comparison_shows_what_it_compares() -> None:
    x = tir.Var("x", "int32")
    assert str(x + 3 == 5) == str(tir.EQ(x + 3, 5)) == "x + 3 == 5"
    assert str(x != 1) == "x != 1"
    assert "EqualOp" not in repr(x == 1)


def test_attributes_of_functions_that_te_makes_print_as_in_the_release(later: None) -> None:
    A = te.placeholder((4,), name="A")
    B = te.compute((4,), lambda i: A[i] + 1.0, name="B")
    assert 'T.func_attr({"tirx.noalias": True})' in te.create_prim_func([A, B]).script()
    choose("0.22")
    assert 'T.func_attr({"tir.noalias": T.bool(True)})' in te.create_prim_func([A, B]).script()


def test_constants_stand_in_the_metadata_under_the_name_of_the_dialect() -> None:
    constant = const(np.ones(2, "float32"))
    assert 'metadata["relax.expr.Constant"][0]' in constant.script(dialect="classic")
    assert 'metadata["ir.GenericConst"][0]' in constant.script(dialect="tirx")


PRODUCT = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):
    C = T.alloc_buffer((8,))
    for i, k in T.grid(8, 8):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk]
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = C[vi]
"""


def test_names_that_schedules_make_are_those_of_the_release(later: None) -> None:
    def made() -> str:
        func = from_source(PRODUCT)
        assert isinstance(func, PrimFunc)
        sch = tir.Schedule(func)
        sch.set_scope("C", 0, "shared")
        sch.decompose_reduction("C", sch.get_loops("C")[1])
        return sch.mod["main"].script(dialect="classic")

    assert 'C_shared = T.alloc_buffer((8,), scope="shared")' in made()
    assert "C_shared[vi] = T.float32(0.0)" in made()
    choose("0.22")
    assert "C_shared[vi_init] = T.float32(0.0)" in made()


def test_objects_show_themselves_as_the_later_release_does(later: None) -> None:
    target = Target("cuda")
    assert (
        str(target)
        == '{"kind":"cuda","tag":"","keys":["cuda","gpu"],"arch":"sm_50","max_num_threads":1024,"thread_warp_size":32}'
    )
    assert Target(str(target)) == target
    assert str(PrimType("int32")) == "int32"
    assert repr(PrimType("int32")) == "T.int32"
    assert str(te.placeholder((4, 2), name="A")) == "Tensor(shape=(4, 2), op.name=A)"
    assert (
        repr(transform.Sequential([]).info)
        == 'transform.PassInfo(opt_level=0, name="sequential", required=(), traceable=False)'
    )
    func = from_source(
        "@T.prim_func\ndef main(n: T.int32):\n    T.func_attr({'tir.noalias': True, 'k': [1, 'a']})\n    T.evaluate(n)\n"
    )
    assert str(func.attrs) == '{"global_symbol": "main", "k": [1, "a"], "tirx.noalias": True}'
    x = Var("x", "int32")
    analyzer = Analyzer()
    analyzer.bind(x, Range(0, 8))
    assert str(analyzer.const_int_bound(x)) == "sym.ConstIntBound(min_value=0, max_value=7)"
    assert str(analyzer.int_set(x + 1)) == "sym.IntervalSet(min_value=1, max_value=8)"
    assert repr(is_op("relax.add")(wildcard(), is_const())) == "Op(relax.add)(*, ConstantPattern())"


def test_well_formed_raises_in_the_later_release(later: None) -> None:
    x = relax.Var("x", relax.TensorType((2,), "float32"))
    wrong = relax.Function([x], relax.Var("y", relax.TensorType((2,), "float32")), relax.TensorType((2,), "float32"))
    assert not check_well_formed(wrong)
    with pytest.raises(TVMError, match="not well formed"):
        well_formed(wrong)


def test_conditions_get_no_name_in_the_later_pass() -> None:
    func = from_source(
        "@T.prim_func\ndef main(A: T.Buffer((4,), 'int32'), n: T.int32):\n"
        "    A[0] = T.Select(n > 3, n * 2, 1)\n    A[1] = T.Select(n > 3, n * 2, 2)\n"
    )
    made = str(tir.transform.CommonSubexprElim()(IRModule({"main": func})))
    assert "cse_v1" in made
    assert "cse_v2" not in made
    assert made.count("n > 3") == 2


def test_trees_of_graphs_have_the_words_of_the_release(later: None) -> None:
    n, v = Var("n", "int64"), relax.Var("v", relax.TensorStructInfo((4,), "int8"))
    assert dump_ast(v, include_ty_annotations=False) == 'Var(name="v")'
    assert dump_ast(v).splitlines()[1:4] == ['    name="v",', "    ty=TensorType(", "        dtype=int8,"]
    assert dump_ast(relax.const(1), include_ty_annotations=False) == "GenericConst(value=1)"
    assert dump_ast(relax.expr.prim_value(2.5)) == "Expr(value=`T.float64(2.5)`)"
    assert dump_ast(n, indent_str="").split() == ["Var(", 'name="n",', "ty=PrimType(dtype=int64)", ")"]
    printer = ASTPrinter(include_ty_annotations=False)
    assert printer.visit_ty_(relax.ShapeStructInfo([n])) == "ShapeType(\n    ndim=1,\n    values=[Expr(value=`n`)]\n)"
    assert printer.visit_type_(relax.ObjectStructInfo()) == "AnyType()"
    made = relax.ShapeExpr([n])
    relax.expr._update_type(made, relax.ShapeStructInfo(ndim=1))  # pyright: ignore[reportAttributeAccessIssue]
    assert made.struct_info == relax.ShapeStructInfo(ndim=1)
    with pytest.raises(UserError, match="the value in ShapeType can only have dtype of int64"):
        R.Shape([Var("k", "float32")])


def test_divisions_by_constants_stay_divisions(later: None) -> None:
    assert str(Analyzer().simplify(Var("f", "float32") / 8.0)) == "f / T.float32(8.0)"
    a = te.placeholder((4, 8), name="A")
    gamma, beta = te.placeholder((8,), name="g"), te.placeholder((8,), name="b")
    assert (
        "A_sum[v_ax0] / T.float32(8.0)"
        in te.create_prim_func([a, gamma, beta, topi.nn.layer_norm(a, gamma, beta, [1])]).script()
    )
    image = te.placeholder((1, 4, 8, 8), name="X")
    assert "/ T.float32(64.0)" in te.create_prim_func([image, topi.nn.global_pool(image, "avg")]).script()
    builder, x = relax.BlockBuilder(), relax.Var("x", relax.TensorStructInfo((4, 10), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.mean(x, [1])))
    assert "x_red[v_ax0] / T.float32(10.0)" in relax_transform.LegalizeOps()(builder.get()).script()


def test_views_are_lowered_with_the_rule_of_the_release(later: None) -> None:
    builder, x = relax.BlockBuilder(), relax.Var("x", relax.TensorStructInfo((4, 10), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.memory.view(x, relax.ShapeExpr([40]))))
    lowered = relax_transform.LowerRuntimeBuiltin()(builder.get())
    assert 'derive_func="tvm.relax.type.infer_view_ty"' in lowered.script()
