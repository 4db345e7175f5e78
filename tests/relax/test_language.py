"""What programs of Relax may say, each by the smallest one: macros, te functions, functions from outside, devices, annotations."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import ir, relax, tir, topi
from tilewright.error import DiagnosticError
from tilewright.ir import VDevice
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


def reads_back(program: Any) -> None:
    ir.assert_structural_equal(from_source(program.script(show_meta=True)), program)


def test_emit_te_adds_a_function_to_the_module() -> None:
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((10, 20), "float32")) -> R.Tensor((10, 20), "float32"):
            y = R.emit_te(topi.add, x, x)
            z = R.emit_te(topi.add, y, y)
            return z

    built = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((10, 20), "float32"))
    with built.function("main", [x]):
        y = built.emit_te(topi.add, x, x)
        built.emit_func_output(built.emit_te(topi.add, y, y))
    ir.assert_structural_equal(Module, built.get())
    assert sorted(v.name_hint for v in Module.functions) == ["add", "main"]
    reads_back(Module)


def test_emit_te_takes_a_name_and_attributes() -> None:
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            y = R.emit_te(topi.exp, x, primfunc_name_hint="mine", primfunc_attrs={"kind": "unary"})
            return y

    assert Module["mine"].attrs["kind"] == "unary"


def test_a_macro_gives_what_it_returns() -> None:
    @R.macro
    def twice(value):
        doubled = R.add(value, value)
        return doubled

    @R.function
    def f(x: R.Tensor((4,), "float32")):
        y = twice(x)
        return y

    assert [b.value.op.name for b in f.body.blocks[0].bindings if isinstance(b.value, relax.Call)] == ["relax.add"]
    reads_back(f)


def test_names_of_a_hygienic_macro_mean_what_they_meant_at_its_definition() -> None:
    k = R.prim_value(2)

    @R.macro(hygienic=True)
    def filled(dtype: str):
        made = R.builtin.alloc_tensor(R.shape([4]), runtime_device_index=k, dtype=dtype)
        return made

    k = R.prim_value(1)

    @R.function
    def f(x: R.Tensor((4,), "float32")):
        y = filled("float32")
        return y

    assert f.body.blocks[0].bindings[0].value.args[2].value.value == 2


def test_what_a_macro_defines_ends_with_it() -> None:
    text = """
@R.macro
def inner(value):
    hidden = R.add(value, value)
    return hidden

@R.function
def f(x: R.Tensor((4,), "float32")):
    y = inner(x)
    return hidden
"""
    with pytest.raises(DiagnosticError, match="hidden"):
        from_source(text)


def test_a_function_from_outside_in_a_module() -> None:
    @I.ir_module
    class Module:
        outside = R.ExternFunc("outside")

        @R.function
        def f(x: R.Tensor((4,), "float32")):
            return x

    assert isinstance(Module["outside"], relax.ExternFunc)
    reads_back(Module)


def test_devices_of_the_module_by_kind_and_number() -> None:
    @I.ir_module
    class Module:
        I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0), I.vdevice("cuda -arch=sm_80", 0)]})

        @R.function
        def f(x: R.Tensor((4,), "float32", "cuda:1"), y: R.Tensor((4,), "float32", "vdevice:2")):
            z = R.add(x, y)
            return z

    (device,) = {id(v.struct_info.vdevice): v.struct_info.vdevice for v in Module["f"].params}.values()
    ir.assert_structural_equal(device, VDevice("cuda -arch=sm_80", 0))
    assert Module["f"].ret_struct_info.vdevice is not None
    reads_back(Module)


def test_an_annotation_tells_what_a_call_gives() -> None:
    @R.function
    def f(x: R.Tensor((4,), "float32")):
        y: R.Tensor(ndim=1) = R.add(x, x)
        z: R.Object = x
        return (y, z)

    y, z = f.body.blocks[0].bindings
    assert y.value.struct_info.shape is None
    ir.assert_structural_equal(z.var.struct_info, R.Tensor((4,), "float32"))


def test_the_result_is_what_the_body_gives_where_that_says_more() -> None:
    @R.function
    def f(x: R.Tensor((4,), "float32")) -> R.Tensor(ndim=1):
        y = R.add(x, x)
        return y

    @R.function
    def g(x: R.Tensor) -> R.Tensor(ndim=2):
        m = T.int64()
        y = R.match_cast(x, R.Tensor((m, m), "float32"))
        return y

    ir.assert_structural_equal(f.ret_struct_info, R.Tensor((4,), "float32"))
    ir.assert_structural_equal(g.ret_struct_info, R.Tensor(ndim=2, dtype="float32"))


def test_comparisons_of_tensors_are_calls() -> None:
    @R.function
    def f(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        a = x > y
        b = x <= y
        return (a, b)

    assert [b.value.op.name for b in f.body.blocks[0].bindings] == ["relax.greater", "relax.less_equal"]


def test_references_are_replaced_everywhere() -> None:
    @I.ir_module
    class Module:
        @T.prim_func
        def g(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
            for i in range(4):
                B[i] = A[i]

        @R.function
        def f(x: R.Tensor((4,), "float32")):
            y = R.call_tir(Module.g, (x,), R.Tensor((4,), "float32"))
            z = Module.h(y)
            return z

        @R.function
        def h(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            return x

    changed = Module.replace_global_vars({"g": "copy", "h": "same"})
    assert sorted(v.name_hint for v in changed.functions) == ["copy", "f", "same"]
    assert "cls.copy" in changed.script()
    assert "cls.same(" in changed.script()
    assert changed["same"].attrs["global_symbol"] == "same"
    reads_back(changed)


def test_the_tensors_of_a_primitive_function() -> None:
    @T.prim_func
    def f(A: T.Buffer((4,), "float32"), n: T.int64):
        T.evaluate(0)

    expected = R.Callable((R.Tensor((4,), "float32"), R.Prim("int64")), R.Tuple(), True)
    ir.assert_structural_equal(f.struct_info, expected)


@pytest.mark.parametrize(
    ("base", "derived", "expected"),
    [
        (R.Object(), R.Tensor((4,), "float32"), "PASS"),
        (R.Tensor((4,), "float32"), R.Object(), "FAIL_L1"),
        (R.Tensor(ndim=1), R.Tensor((4,), "float32"), "PASS"),
        (R.Tensor((4,), "float32"), R.Tensor(ndim=1, dtype="float32"), "FAIL_L2"),
        (R.Tensor((4,), "float32"), R.Tensor((5,), "float32"), "FAIL_L0"),
        (R.Tensor((4,), "float32"), R.Tensor((4,), "float16"), "FAIL_L0"),
        (R.Tensor((4,), "float32"), R.Tensor((4,)), "FAIL_L1"),
        (R.Tensor((4,), "float32"), R.Shape([4]), "FAIL_L0"),
        (R.Shape(ndim=2), R.Shape([1, 2]), "PASS"),
        (R.Shape(ndim=2), R.Shape([1]), "FAIL_L0"),
        (R.Shape(ndim=2), R.Shape(), "FAIL_L1"),
        (R.Prim("int64"), R.Prim(value=tir.IntImm("int64", 4)), "PASS"),
        (R.Prim(value=tir.IntImm("int64", 4)), R.Prim("int64"), "FAIL_L2"),
        (R.Tuple(R.Object(), R.Tensor(ndim=1)), R.Tuple(R.Shape([1]), R.Tensor((4,))), "PASS"),
        (R.Tuple(R.Object()), R.Tuple(), "FAIL_L0"),
        (R.Callable((R.Tensor((4,)),), R.Object(), False), R.Callable((R.Tensor(),), R.Shape(), True), "PASS"),
        (R.Callable((R.Object(),), R.Object(), True), R.Callable((R.Object(),), R.Object(), False), "FAIL_L1"),
    ],
)
def test_whether_one_struct_info_holds_the_values_of_another(base: Any, derived: Any, expected: str) -> None:
    assert relax.analysis.struct_info_base_check(base, derived).name == expected


def test_sizes_are_compared_by_what_can_be_proven() -> None:
    n = tir.Var("n", "int64")
    check = relax.analysis.struct_info_base_check
    assert check(R.Tensor((n + n,)), R.Tensor((n * 2,))).name == "PASS"
    assert check(R.Tensor((n + 1,)), R.Tensor((n,))).name == "FAIL_L0"
    assert check(R.Tensor((n,)), R.Tensor((4,))).name == "FAIL_L2"


def test_names_of_tirx_mean_the_classic_ones() -> None:
    classic = """
@R.function(pure=False)
def f(x: R.Tensor(("n", 4), "float32"), o: R.Object, p: R.Prim("int64")) -> R.Object:
    n = T.int64()
    y = R.call_packed("g", x, sinfo_args=R.Tensor((n, 4), "float32"))
    z = R.call_dps_packed("h", (y,), out_sinfo=R.Tensor((n,), "float32"))
    k: R.Prim("int64") = R.prim_value(3)
    return o
"""
    later = """
from typing import TypeVar
n = TypeVar("n")

@R.function(pure=False)
def f(x: R.Tensor((n, 4), "float32"), o: R.Any, p: T.int64) -> R.Any:
    y = R.call_packed("g", x, ty_args=R.Tensor((n, 4), "float32"))
    z = R.call_dps_packed("h", (y,), out_ty=R.Tensor((n,), "float32"))
    k: T.int64 = 3
    return o
"""
    ir.assert_structural_equal(from_source(later), from_source(classic))


def test_printed_in_tirx() -> None:
    @R.function(pure=False)
    def f(x: R.Object):
        y = R.call_packed("g", x, sinfo_args=R.Object)
        z = R.call_dps_packed("h", (y,), R.Tensor((4,), "float32"))
        return (x, z)

    assert f.script(dialect="tirx").splitlines()[3:] == [
        'def f(x: R.Any) -> R.Tuple(R.Any, R.Tensor((4,), dtype="float32")):',
        '    y: R.Any = R.call_packed("g", x, ty_args=(R.Any,))',
        '    z = R.call_dps_packed("h", (y,), out_ty=R.Tensor((4,), dtype="float32"))',
        "    return (x, z)",
    ]
    ir.assert_structural_equal(from_source(f.script(dialect="tirx")), f)


def test_an_annotation_that_says_more_is_printed_where_others_are_not() -> None:
    @R.function
    def f(x: R.Tensor((4,), "float32"), y: R.Tensor(ndim=1, dtype="float32")):
        a = R.add(x, x)
        b: R.Tensor((4,), "float32") = R.add(a, y)
        return b

    lines = f.script(show_all_struct_info=False).splitlines()
    assert "    a = R.add(x, x)" in lines
    assert '    b: R.Tensor((4,), dtype="float32") = R.add(a, y)' in lines


# One constant, [1.0, 2.0] as float32, in each of the forms that TVM has written its metadata in.
_TENSOR = "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA="
_METADATA = {
    "ir.GenericConst": {
        "root_index": 4,
        "nodes": [
            {"type": "ffi.String", "data": "ir.GenericConst"},
            {"type": "ffi.Tensor", "data": _TENSOR},
            {"type": "ir.GenericConst", "data": {"value": 1}},
            {"type": "ffi.Array", "data": [2]},
            {"type": "ffi.Map", "data": [0, 3]},
        ],
    },
    "relax.expr.Constant": {
        "root": 1,
        "nodes": [
            {"type_key": ""},
            {"type_key": "Map", "keys": ["relax.expr.Constant"], "data": [2]},
            {"type_key": "Array", "data": [3]},
            {"type_key": "relax.expr.Constant", "attrs": {"data": "0"}},
        ],
        "b64ndarrays": [_TENSOR],
    },
}


@pytest.mark.parametrize("kind", list(_METADATA))
def test_constants_in_the_metadata_that_tvm_wrote(kind: str) -> None:
    import json

    text = f"""
metadata = tvm.ir.load_json({json.dumps(json.dumps(_METADATA[kind]))})

@R.function
def f(x: R.Tensor((2,), "float32")):
    y = R.add(x, metadata["{kind}"][0])
    return y
"""
    constant = from_source(text).body.blocks[0].bindings[0].value.args[1]
    assert constant.data.numpy().tolist() == [1.0, 2.0]


def test_a_function_with_an_unknown_value_is_not_built() -> None:
    from tilewright.core.analyze import analyze

    found = analyze(
        'from tvm.script import relax as R\nk = outside()\n@R.function\ndef f(x: R.Tensor((2,), "float32")):\n    y = k\n    return x\n'
    )
    assert [d for d in found.diagnostics if d.severity.name == "ERROR"] == []
    assert "f" not in {name for part in found.definitions for name in part.values}
