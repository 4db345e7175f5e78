"""The public namespaces, and `import tvm` that means them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tilewright
from tests.printer.hand_built import function, matmul, nop, var
from tilewright import ir, tir
from tilewright.core.ir.structural import assert_structural_equal


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("module", [tilewright, ir, tir, tir.transform, tir.analysis, tir.stmt_functor])
def test_every_name_is_there(module: Any) -> None:
    names = set(dir(module)) | set(getattr(module, "__all__", ()))
    public = [name for name in names if not name.startswith("_")]
    assert all(getattr(module, name) is not None for name in public)
    with pytest.raises(AttributeError, match="nonsense"):
        module.nonsense  # noqa: B018


def test_importing_the_package_imports_the_wiring_and_the_table_alone() -> None:
    done = run("import sys, tilewright; print(*sorted(m for m in sys.modules if m.startswith('tilewright.core.')))")
    assert done.stdout.split() == [
        "tilewright.core.base",
        "tilewright.core.base.version",
        "tilewright.core.base.wires",
        "tilewright.core.wiring",
    ]


def test_importing_the_package_loads_no_typing() -> None:
    done = run("import sys, tilewright; print(*sorted({'collections', 'functools', 'typing'} & sys.modules.keys()))")
    assert done.stdout.split() == []


def test_tvm_is_tilewright() -> None:
    done = run(
        "import tilewright\n"
        "tilewright.install_as_tvm(); tilewright.install_as_tvm()\n"
        "import tvm, tvm.tir.transform, tvm.ir.base, tvm.tir.expr\n"
        "from tvm import tir\n"
        "from tvm.ir import IRModule, assert_structural_equal\n"
        "assert tir is tvm.tir is tilewright.tir and dir(tvm) == dir(tilewright)\n"
        "assert tvm.ir.base.assert_structural_equal is assert_structural_equal\n"
        "assert tvm.tir.expr.Var is tir.Var and tvm.IRModule is IRModule\n"
        "assert tilewright.tir.__spec__.name == tilewright.tir.__name__ == 'tilewright.tir'\n"
        "import importlib\n"
        "assert importlib.import_module('tvm.tir') is tir\n"
        "try:\n    import tvm.nonsense\n"
        "except ModuleNotFoundError as error:\n    print(error)\n"
    )
    assert done.stderr == ""
    assert done.stdout == "No module named 'tvm.nonsense' (Tilewright has no tilewright.nonsense)\n"


@pytest.mark.parametrize(("release", "version"), [("0.22", "0.22.0"), ("0.27", "0.27.0")])
def test_tvm_has_the_version_of_the_release_it_stands_for(release: str, version: str) -> None:
    done = run(
        f"import tilewright; tilewright.install_as_tvm(release={release!r})\n"
        "import tvm\n"
        "from tvm import __version__\n"
        "print(__version__, tvm.__version__ == __version__, tilewright.__version__ == __version__)\n"
    )
    assert done.stdout == f"{version} True False\n"


def test_what_is_set_in_tvm_is_set_in_tilewright() -> None:
    done = run(
        "import tilewright; tilewright.install_as_tvm()\n"
        "import tvm\n"
        "tvm.mark = 1\n"
        "print(tilewright.mark)\n"
        "del tvm.mark\n"
        "print(hasattr(tilewright, 'mark'))\n"
    )
    assert done.stdout == "1\nFalse\n"


@pytest.mark.parametrize(
    "text", ["from tvm import relay", "import tvm.relay", "import tvm.relay.op", "import tvm; tvm.relay"]
)
def test_a_module_that_tvm_removed_says_what_replaces_it(text: str) -> None:
    done = run(f"import tilewright; tilewright.install_as_tvm()\n{text}")
    assert (
        "TVM's relay is not in Tilewright: TVM removed it before release 0.22; graphs are written in Relax"
        in done.stderr
    )


def test_two_tvms_cannot_share_the_name() -> None:
    done = run(
        "import sys, types\n"
        "sys.modules['tvm'] = types.ModuleType('tvm')\n"
        "import tilewright\n"
        "try:\n    tilewright.install_as_tvm()\n"
        "except ImportError as error:\n    print(error)\n"
    )
    assert done.stdout.startswith(
        "tvm is already imported from an unknown place; call tilewright.install_as_tvm() before"
    )


x, y = var("x"), var("y")
f = var("f", "float32")
p, q = var("p", "bool"), var("q", "bool")
k = tir.IterVar((0, 4), "k", tir.IterVar.CommReduce)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: tir.add(x, 1), "x + 1"),
        (lambda: tir.subtract(x, 1), "x - 1"),
        (lambda: tir.multiply(x, 2), "x * 2"),
        (lambda: tir.div(x, 2), "T.Div(x, 2)"),
        (lambda: tir.indexdiv(x, 2), "x // 2"),
        (lambda: tir.indexmod(x, 2), "x % 2"),
        (lambda: tir.floordiv(x, 2), "x // 2"),
        (lambda: tir.truncmod(x, 2), "T.truncmod(x, 2)"),
        (lambda: tir.power(f, f), "T.pow(f, f)"),
        (lambda: tir.exp(f), "T.exp(f)"),
        (
            lambda: tir.logaddexp(f, tir.const(1.0)),
            "T.max(f, T.float32(1.0)) + T.log1p(T.exp(T.min(f, T.float32(1.0)) - T.max(f, T.float32(1.0))))",
        ),
        (lambda: tir.all(p, q, x < y), "p and q and x < y"),
        (lambda: tir.any([p, q]), "p or q"),
        (lambda: tir.max(x, y), "T.max(x, y)"),
        (lambda: tir.min(x, y, 3), "T.min(T.min(x, y), 3)"),
        (lambda: tir.sum(x, y), "x + y"),
        (lambda: tir.const(1, "int64"), "T.int64(1)"),
        (lambda: tir.convert(1), "1"),
        (lambda: tir.call_tir(ir.GlobalVar("g"), x, 1), "g(x, 1)"),
        (lambda: tir.stmt_seq(x, tir.Evaluate(1)), "x = T.int32()\nT.evaluate(x)\nT.evaluate(1)"),  # pyright: ignore[reportArgumentType]
        (
            lambda: tir.sum(f, axis=k, where=p, init=1.0),
            "T.Reduce(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), [f], "
            '[T.iter_var(k, T.Range(0, 4), "CommReduce", "")], p, 0, [T.float32(1.0)])',
        ),
    ],
)
def test_functions_of_tir(made: Callable[[], Any], expected: str) -> None:
    assert made().script() == expected


def test_a_reducer_of_two_values() -> None:
    argmax = tir.comm_reducer(
        lambda a, b: (tir.Select(a[1] > b[1], a[0], b[0]), tir.Select(a[1] > b[1], a[1], b[1])),
        lambda index, value: (tir.const(-1, index), tir.min_value(value)),
        name="argmax",
    )
    first, second = argmax((x, f), axis=k)
    assert (first.value_index, second.value_index) == (0, 1)
    assert (first.dtype, second.dtype) == ("int32", "float32")


def test_conditions_without_any() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        tir.all()


def test_passes_are_made_by_functions_of_their_names() -> None:
    module = ir.IRModule({"main": function(nop())})
    assert tir.transform.Simplify()(module) is not None
    assert tir.transform.Simplify.__name__ == "Simplify"
    renamed = tir.transform.Apply(lambda func: func.with_attr("k", 1))(module)
    assert renamed["main"].attrs["k"] == 1


def test_walking_and_rewriting() -> None:
    seen: list[str] = []
    tir.stmt_functor.post_order_visit(x + y, lambda node: seen.append(str(node)))
    assert seen == ["x", "y", "x + y"]
    before: list[str] = []

    def down_to_sums(node: tir.PrimExpr) -> bool:
        before.append(str(node))
        return not isinstance(node, tir.Add)

    tir.stmt_functor.pre_order_visit((x + y) * 2, down_to_sums)
    assert before == ["(x + y) * 2", "x + y", "2"]
    assert str(tir.stmt_functor.substitute(x + y, {x: 1})) == "1 + y"
    stmt = tir.SeqStmt((tir.Evaluate(x), tir.Evaluate(y)))
    made = tir.stmt_functor.ir_transform(stmt, None, lambda node: tir.Evaluate(node.value + 1), ["tir.Evaluate"])
    assert str(made.seq[0].value) == "x + 1"
    kept = tir.stmt_functor.ir_transform(
        stmt, lambda node: node if isinstance(node, tir.SeqStmt) else None, lambda node: None
    )
    assert kept is stmt


def test_analyses() -> None:
    assert tir.analysis.undefined_vars(x + y, [x]) == (y,)
    assert tir.analysis.expr_deep_equal(x + y, x + y)
    func = matmul(4)
    body: Any = func.body
    block = body.block.body.body.body.body.block
    reads, writes, opaque = tir.analysis.get_block_access_region(block, {b.data: b for b in func.buffer_map.values()})
    assert [str(region) for region in (*reads, *writes)] == ["A[vi, vk]", "B[vk, vj]", "C[vi, vj]"]
    assert not opaque


def test_dtypes_are_classes_too() -> None:
    made = tilewright.DataType("float32x4")
    assert (made.lanes, made.bits, made.kind) == (4, 32, "float")
    assert made is tilewright.DataType("float32x4")
    assert isinstance(made, tilewright.DataType)


def test_names_of_the_script_package() -> None:
    from tilewright.runtime.script_printer import PrinterConfig, Scriptable, _script
    from tilewright.script.parser import ir_module
    from tilewright.tir.schedule.testing import assert_structural_equal_ignore_global_symbol

    @ir_module
    class Named:
        pass

    assert Named.__name__ == "Named"
    assert isinstance(Named, Scriptable)
    config = PrinterConfig(name="Other", extra_config={"tir.prefix": "X"})
    assert (config.binding_names, config.tir_prefix, config.indent_spaces) == (("Other",), "X", 4)
    assert "class Other:" in _script(Named, config)
    with pytest.raises(TypeError, match="no option 'colour'"):
        PrinterConfig(colour="red")
    with pytest.raises(tilewright.TVMError, match="must be a Python name"):
        Named.script(ir_prefix="2I")
    func = tir.PrimFunc([], tir.Evaluate(0)).with_attr("global_symbol", "f")  # pyright: ignore[reportArgumentType]
    assert_structural_equal_ignore_global_symbol(func, func.with_attr("global_symbol", "g"))
    with pytest.raises(ValueError, match="StructuralEqual check failed"):
        assert_structural_equal_ignore_global_symbol(func, func.with_attr("other", 1))
    assert tilewright.core.ir.containers.Map is dict


def test_showing(capsys: pytest.CaptureFixture[str]) -> None:
    func = matmul(4)
    for style in (None, "light", "dark", "ansi"):
        func.show(style=style)
        func.show(style, black_format=True)
    shown = capsys.readouterr().out
    assert shown.count("def matmul(") == 8
    assert func.script() in shown


def test_colours_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    matmul(4).show(style="light")
    assert "\x1b[" in capsys.readouterr().out


def test_equality_is_where_tvm_keeps_it() -> None:
    assert ir.assert_structural_equal is assert_structural_equal
    assert ir.structural_hash(matmul()) == ir.structural_hash(matmul())
    assert ir.structural_equal(ir.load_json(ir.save_json(matmul())), matmul())


def test_static_reading_is_the_same_where_the_library_stands_in_for_tvm() -> None:
    code = (
        "import tilewright; tilewright.install_as_tvm()\n"
        "from tilewright.core.analyze import analyze\n"
        "text = 'from tvm.script import tir as T\\n@T.prim_func\\ndef f(A: T.Buffer((64,), \"float32\")):\\n    A[T.ramp(0, 1, 16)] = T.broadcast(1.0, 16)\\n'\n"
        "print(list(analyze(text).functions))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "['f']"


def test_names_where_tvm_keeps_them() -> None:
    program = """
import tilewright; tilewright.install_as_tvm()
from tvm import s_tir, sym, tirx
from tvm._ffi.base import TVMError
from tvm.contrib.utils import tempdir
from tvm.ir.base import save_json, structural_equal
from tvm.runtime import DataType, Object, String, const
from tvm.script.ir_builder import IRBuilder, tirx as T
from tvm.script.parser.core.utils import inspect_function_capture
from tvm.sym import Analyzer
from tvm.tir.buffer import decl_buffer
from tvm.tir.expr import Add, ConstExpr, EqualOp, ExprOp
from tvm.tir.function import IndexMap, PrimFunc, TensorIntrin
from tvm.tirx.expr import IntImm
from tvm.tirx.stmt_functor import post_order_visit

assert isinstance(IntImm("int32", 1), ConstExpr) and isinstance(const(1), ExprOp) and Add.__module__ == "tvm.tir.expr"
with tempdir() as folder:
    open(folder.relpath("a"), "w").close()
    assert folder.listdir() == ["a"]
with IRBuilder() as ib:
    with T.prim_func(s_tir=True):
        T.func_name("main")
        with T.sblock("root"):
            T.evaluate(0)
assert isinstance(ib.get(), PrimFunc)
offset = 3
def f():
    return offset
assert inspect_function_capture(f)["offset"] == 3
"""
    done = run(program)
    assert done.returncode == 0, done.stderr


# What programs import, from places where Tilewright keeps it elsewhere.
IMPORTS = """
from tvm.base import TVMError
from tvm.contrib import cc, utils
from tvm.error import InternalError, OpNotImplemented
from tvm.ir import Array, Map
from tvm.ir.base import EnvFunc, Span, assert_structural_equal, load_json
from tvm.ir.container import Array
from tvm.relax import AnyType, DataflowBlockRewrite, DynTensorType, FuncType, ShapeType, TensorType, TupleType, VDevice
from tvm.relax.binding_rewrite import DataflowBlockRewrite
from tvm.relax.expr import extern, get_shape_of, prim_value, te_tensor
from tvm.relax.global_info import DummyGlobalInfo, VDevice
from tvm.relax.op.grad import no_grad
from tvm.relax.op.image import resize2d
from tvm.relax.op.memory import alloc_storage
from tvm.relax.op.nn import conv2d, softmax
from tvm.relax.ty import DynTensorType, ObjectType
from tvm.relax.type import TensorType
from tvm.relax.utils import convert_to_expr, copy_with_new_vars, gen_call_tir_inputs
from tvm.s_tir import SBlock, SBlockRealize
from tvm.s_tir.analysis import get_sblock_access_region
from tvm.s_tir.transform import LowerInitBlock
from tvm.testing.utils import assert_allclose
from tvm.tirx.analysis import verify_tirx_well_formed
from tvm.tirx.expr import IntImm
from tvm.tirx.op import exp
from tvm.tir.transform.transform import Simplify
from tvm.tirx.stmt import For
from tvm.tirx.transform.transform import Simplify
""".strip().splitlines()


def test_names_are_found_where_tvm_has_them() -> None:
    tries = "".join(f"try:\n    {line}\nexcept Exception as error:\n    print({line!r}, error)\n" for line in IMPORTS)
    done = run("import tilewright\ntilewright.install_as_tvm()\n" + tries)
    assert done.stderr == ""
    assert done.stdout == ""


def test_groups_of_ops_are_modules() -> None:
    done = run(
        "import tilewright\ntilewright.install_as_tvm()\n"
        "import tvm.relax.op.nn\nfrom tvm import relax\n"
        "assert relax.op.nn.relu is tvm.relax.op.nn.relu\n"
        "from tvm.script import relax as R\nassert R.nn.relu is not None\n"
        "try:\n    import tvm.relax.op.add\nexcept ModuleNotFoundError as error:\n    print(error)\n"
    )
    assert done.stderr == ""
    assert done.stdout == "No module named 'tvm.relax.op.add' (Tilewright has no tilewright.relax.op.add)\n"
