"""`tilewright migrate`: what is rewritten, and what stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright import tir
from tilewright.cli.main import app
from tilewright.core.analyze import analyze
from tilewright.core.dialects import TIRX
from tilewright.core.dialects.host_names import PACKAGES
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.migrate import migrate
from tilewright.core.migrate.host_code import host_code
from tilewright.face.table import face
from tilewright.hybrid import from_source as from_hybrid
from tilewright.ir.function import IRModule
from tilewright.script import from_source

HYBRID = '''\
"""A kernel of 2020."""
import tvm

@tvm.hybrid.script
class Module:  # the module
    def f(a: ty.handle, n: ty.int32) -> None:
        tir.func_attr({"tir.noalias": True})
        A = tir.buffer_bind(a, [16],
                            align=128)   # aligned
        for i in tir.range(0, 16, "parallel"):
            A[i] = tir.float32(0)
        x: ty.int32 = n
        tir.evaluate(x)

mod = Module()
block = {"tir.noalias": 1}   # not a script
'''
CLASSIC = """\
from tvm.script import ir as I, tir as T
import numpy as np  # stays


def block(T_block):
    return T_block.block, "tir.noalias"


@T.prim_func(private=True)
def f(A: T.Buffer[(16,), "float32"]):
    T.func_attr({"tir.noalias": True})
    C = T.alloc_buffer((16,))   # a block's
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            x: T.int32 = vi
            C[vi] = A[x]
    D = T.decl_buffer((4,), "float32")
    E = T.decl_buffer((4,), "float32", data=D.data)
    E[0] = A[0]
    D[1] = A[1]
"""
FIRST = CLASSIC.replace('T.Buffer[(16,), "float32"]', 'T.Buffer((16,), "float32")')


def definition(text: str) -> str:
    """The text from the decorator on, as a reader without the imports gets it."""
    return text[text.index("@T.prim_func") :]


def test_hybrid_script_becomes_classic() -> None:
    made = migrate(HYBRID)
    for line in (
        *('"""A kernel of 2020."""', "import tvm\nfrom tvm.script import tir as T", "class Module:  # the module"),
        *(
            "    @T.prim_func\n    def f(a: T.handle, n: T.int32) -> None:",
            "align=128)   # aligned",
            "in T.parallel(0, 16):",
        ),
        *("mod = Module\n", 'block = {"tir.noalias": 1}   # not a script'),
    ):
        assert line in made
    assert not analyze(made).diagnostics


def test_hybrid_script_keeps_its_meaning() -> None:
    before = from_hybrid(HYBRID.split("mod =")[0])["f"]
    assert_structural_equal(before, from_source(migrate(HYBRID).split("mod =")[0])["f"])


def test_classic_becomes_tirx() -> None:
    made = migrate(CLASSIC, "tirx")
    for part in (
        *("import ir as I, tirx as T", "import numpy as np  # stays", "@T.prim_func(private=True, s_tir=True)"),
        *('A: T.Buffer((16,), "float32")', '{"tirx.noalias": True}', "T.sblock_alloc_buffer((16,))   # a block's"),
        *(
            'with T.sblock("C"):',
            "x: T.let[T.int32] = vi",
            'D = T.alloc_buffer((4,), "float32")',
            'E = T.decl_buffer((4,), "float32", data',
        ),
        'return T_block.block, "tir.noalias"',
    ):
        assert part in made


def test_the_meaning_stays() -> None:
    before = from_source(definition(CLASSIC))
    assert_structural_equal(before, from_source(definition(migrate(CLASSIC, "tirx"))))


POINTERS = """\
from tvm.script import tir as T


@T.prim_func
def f(a: T.handle, B: T.Buffer[(4, 4), "float32"], n: T.int32) -> None:
    \"\"\"Loads and stores of 2021.\"\"\"
    A = T.match_buffer(a, [16], dtype="float32")
    p = T.allocate([4, 4], "int32", "global")
    for i in T.serial(0, 15):
        T.store(A.data, i, T.load("float32", B.data, i + 1) + 1.0, True)  # shifted
        T.store(p, i, T.load("int32", p, 2) + n, True)
    T.evaluate(T.call_extern("int32", "use", p))
    with T.allocate([4], "float16", "local") as q:
        T.store(q, T.ramp(0, 1, 4), T.broadcast(T.float16(0), 4))
        T.store(q, 0, T.float16(1), n > 1)
"""


def test_loads_and_stores_through_pointers_become_elements() -> None:
    made = migrate(POINTERS)
    for line in (
        '    """Loads and stores of 2021."""\n    B_view = T.Buffer((16,), "float32", data=B.data)\n',
        "        A[i] = B_view[i + 1] + 1.0  # shifted\n        p_view[i] = p_view[2] + n\n",
        '        q_view = T.Buffer((4,), "float16", data=q)\n        q_view[T.ramp(0, 1, 4)] = T.broadcast(T.float16(0), 4)\n',
        "        T.store(q, 0, T.float16(1), n > 1)\n",
    ):
        assert line in made
    plain = "".join(line for line in POINTERS.splitlines(keepends=True) if "n > 1" not in line)
    before, after = (from_source(definition(text)) for text in (plain, migrate(plain)))
    assert_structural_equal(simplified(before), simplified(after))


def simplified(func: tir.PrimFunc) -> tir.PrimFunc:
    """The function with one buffer for each pointer and type, as passes make it."""
    return tir.transform.FlattenBuffer()(IRModule({"f": func}))["f"]


def test_allocations_are_buffers_in_tirx() -> None:
    text = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((4,), "float32"), n: T.int32):
    p = T.allocate([4], "float32", "local")  # kept
    B = T.decl_buffer((4,), "float32", data=p, scope="local")
    # inner
    with T.allocate([8], "int32") as q:
        T.call_extern("int32", "use", q, p)
    m = T.int32()
    with T.LetStmt(n + 1, var=m):
        B[m] = A[m]
"""
    made = migrate(text, "tirx")
    for lines in (
        '    p = T.alloc_buffer([4], "float32", scope="local")  # kept\n    B = T.decl_buffer((4,), "float32", data=p.data, scope="local")\n',
        '    # inner\n    q = T.alloc_buffer([8], "int32")\n    T.call_extern("int32", "use", q.data, p.data)\n',
        "    T.bind(n + 1, var=m)\n    B[m] = A[m]\n",
    ):
        assert lines in made
    assert not analyze(made).diagnostics


def test_there_and_back() -> None:
    assert migrate(migrate(CLASSIC, "tirx")) == FIRST
    assert migrate(FIRST) == FIRST


def test_a_file_without_scripts_stays() -> None:
    text = "T = 1\nx = T.block  # mine\n"
    assert migrate(text, "tirx") == text


def test_only_known_dialects() -> None:
    with pytest.raises(ValueError, match="classic, tirx or hybrid"):
        migrate("", "modern")


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(CLASSIC)
    runner = CliRunner()
    shown = runner.invoke(app, ["migrate", str(path), "--to", "tirx", "--diff"])
    assert shown.exit_code == 0
    assert '-        with T.block("C"):\n+        with T.sblock("C"):' in shown.output
    assert path.read_text() == CLASSIC
    path.chmod(0o640)
    written = runner.invoke(app, ["migrate", str(path), "--to", "tirx", "--write"])
    assert written.exit_code == 0
    assert "kernel.py: rewritten, " in written.output
    assert path.read_text() == migrate(CLASSIC, "tirx")
    assert path.stat().st_mode & 0o777 == 0o640
    again = runner.invoke(app, ["migrate", str(path), "--to", "tirx", "--write"])
    assert "is in that dialect already" in again.output


def test_a_file_that_cannot_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(CLASSIC)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    result = CliRunner().invoke(app, ["migrate", str(path), "--to", "tirx", "--write"])
    assert result.exit_code == 2
    assert "cannot be written: No space left on device" in result.output
    assert path.read_text() == CLASSIC
    assert [each.name for each in tmp_path.iterdir()] == ["kernel.py"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "kernel.py", tmp_path / "link.py"
    path.write_text(CLASSIC)
    link.symlink_to(path)
    assert CliRunner().invoke(app, ["migrate", str(link), "--to", "tirx", "--write"]).exit_code == 0
    assert link.is_symlink()
    assert path.read_text() == migrate(CLASSIC, "tirx")


def test_the_command_says_what_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n")
    assert CliRunner().invoke(app, ["migrate", str(path)]).exit_code == 2


AXES_OF_2021 = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((16, 16)), B: T.Buffer((16, 16))):
    # first
    with T.block([16, T.reduce_axis(0, 16)], "u") as [vi, vk]:  # a sum
        with T.init():
            B[vi, 0] = T.float32(0)
        B[vi, 0] = B[vi, 0] + A[vi, vk]
    for i, j in T.grid(16, 16):
        with T.block([16, 16], "v") as [vi, vj]:
            B[vi, vj] = A[vi, vj]
    for i in range(0, 256):
        with T.block([16, T.range(0, 16)], "w") as [vi, vj]:
            T.bind(vi, i // 16)
            T.bind(vj, i % 16)
            B[vi, vj] = A[vi, vj]
    for i in range(4):
        with T.block([T.scan_axis(2, 6)], "x") as [vi]:
            T.bind(vi, i + 2)
            B[vi, 0] = A[vi, 0]
    with T.block([T.range(1, 5)], "y") as [vi]:
        B[vi, 1] = A[vi, 1]
"""


@pytest.mark.parametrize("to", ["classic", "tirx"])
def test_blocks_that_are_called_with_their_axes(to: str) -> None:
    written = migrate(AXES_OF_2021, to)
    assert not analyze(written).diagnostics
    assert "as [" not in written
    assert "# first" in written
    assert "# a sum" in written
    assert_structural_equal(from_source(written), from_source(AXES_OF_2021))
    assert migrate(written, to) == written


def test_returns_and_variables_of_tirx() -> None:
    text = """\
from tvm.script import tir as T


@T.prim_func
def f(n: T.int32) -> T.int32:
    # the next one
    with T.LetStmt(n + 1) as m:
        T.evaluate(m)
        T.ret(m * 2)
"""
    written = migrate(text, "tirx")
    assert "    # the next one\n    m = T.bind(n + 1)\n    T.evaluate(m)\n    return m * 2\n" in written
    assert_structural_equal(from_source(written), from_source(text))
    assert "T.LetStmt" in migrate(text, "classic")


MODULES_OF_ITS_AGE = """\
import tvm
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((16,), "int32"), n: T.int32):
    x = T.int32()
    with T.let(x, n + 1):
        A[0] = x  # kept
        A[1] = x


sch = tvm.tir.Schedule(f)
mod = tvm.tir.transform.LowerInitBlock()(tvm.tir.transform.Simplify()(sch.mod))
region = tvm.tir.analysis.get_block_access_region
"""


def test_lets_and_what_stands_in_other_modules_in_tirx() -> None:
    made = migrate(MODULES_OF_ITS_AGE, "tirx")
    for part in (
        *("    T.bind(n + 1, var=x)\n    A[0] = x  # kept\n    A[1] = x\n", "tvm.s_tir.Schedule(f)"),
        *("tvm.s_tir.transform.LowerInitBlock()(tvm.tirx.transform.StmtSimplify()", "get_sblock_access_region"),
    ):
        assert part in made
    assert not analyze(made).diagnostics
    back = migrate(made, "classic")
    assert "    T.LetStmt(n + 1, var=x)\n    A[0] = x  # kept\n" in back
    assert not analyze(back).diagnostics
    assert_structural_equal(analyze(back).functions["f"], analyze(MODULES_OF_ITS_AGE).functions["f"])
    assert "tvm.tir.Schedule(f)" in back
    assert "tvm.tir.transform.LowerInitBlock" in migrate(made, "classic")


def test_lines_that_end_as_on_the_old_macintosh_stay_as_many() -> None:
    text = 'from tvm.script import tir as T\r\r\r@T.prim_func\rdef f(A: T.Buffer((4,), "float32")):\r    A[0] = T.float32(1)\r'
    made = migrate(text, "tirx")
    assert made.count("\r") == text.count("\r")
    assert "\r\r\r@T.prim_func" in made


HOST = """\
import numpy as np
import tvm
from tvm import meta_schedule as ms
from tvm import relax, tir
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            A[vi] = T.float32(0)


def schedule(given: tir.Schedule, other):
    sch = tir.Schedule(f)
    copy = sch.copy()
    blocks = sch.get_block("A"), copy.get_block("é"), given.get_block("A"), other.get_block("A")
    sch = sch if other else other
    return blocks


def tune(sch=None):
    a = tvm.nd.array(np.ones(16, "float32"))
    if isinstance(other.struct_info, relax.TensorStructInfo):
        return ms.tune_tir(f, "llvm", "work", 4)
    return a
"""


def test_python_code_around_scripts_gets_the_names_of_the_release_where_they_are_certain(tmp_path: Path) -> None:
    file = tmp_path / "k.py"
    file.write_text(HOST.replace("    sch = sch if other else other\n", ""))
    result = CliRunner().invoke(app, ["migrate", str(file), "--to", "tirx", "--write"])
    assert result.exit_code == 0
    text = file.read_text()
    assert "from tvm.s_tir import meta_schedule as ms\n" in text
    assert 'sch.get_sblock("A"), copy.get_sblock("é"), given.get_sblock("A"), other.get_block("A")' in text
    assert "tvm.runtime.tensor(np.ones" in text
    assert "isinstance(other.struct_info, relax.TensorType)" in text
    line = 1 + text[: text.index("other.get_block")].count("\n")
    assert f"{file}:{line}:" in result.output
    assert "`other.get_block` is `get_sblock` of a schedule in 0.27" in result.output
    assert "`.struct_info` of a value of Relax is `.ty` in 0.27" in result.output
    assert result.output.count("look yourself") == 2
    back = migrate(text, "classic")
    assert "from tvm import meta_schedule as ms\n" in back
    assert 'sch.get_block("A"), copy.get_block("é"), given.get_block("A"), other.get_block("A")' in back


def test_names_are_found_behind_lines_that_only_other_tools_see_and_letters_of_several_bytes() -> None:
    before = "import tvm\n\x0c\n# \u2028\ny = 'é'; z = tvm.lower\ns = tvm.tir.Schedule(m)\nb = s.get_block('B')\n"
    after, left = host_code(before, before, TIRX)
    assert after == before.replace("get_block", "get_sblock").replace("tvm.tir", "tvm.s_tir")
    assert [(each.line, each.column) for each in left] == [(4, 14)]


def test_a_variable_that_may_be_something_else_than_a_schedule_is_left_and_named() -> None:
    text = migrate(HOST, "tirx")
    assert 'sch.get_block("A"), copy.get_block("é"), given.get_sblock("A"), other.get_block("A")' in text


def test_no_import_is_written_twice_and_later_packages_go_back() -> None:
    head = "import tvm\nfrom tvm import s_tir\nfrom tvm import tirx\nfrom tvm.s_tir import meta_schedule as ms\n"
    text = migrate(head + "from tvm.script import tirx as T\n\nsch = s_tir.Schedule(tirx.PrimFunc)\n", "classic")
    assert text.startswith(
        "import tvm\nfrom tvm import tir\nfrom tvm import meta_schedule as ms\nfrom tvm.script import tir as T\n"
    )


def test_the_names_of_python_code_are_those_of_the_public_packages() -> None:
    for path, module in PACKAGES.items():
        row = face(path.removeprefix("tvm."))
        if row is not None and row.today is not None:
            assert row.today == module.removeprefix("tvm.") or (not row.today and module in ("tvm.sym",))


OF_ONE_RELEASE = """\
import tvm
from tvm import arith, tir
from tvm.contrib import cc
from tvm.script import tir as T

@T.prim_func
def f(n: T.int32):
    T.evaluate(n)

same = tvm.ir.structural_equal(a, b) and tvm.tir.transform.Simplify() and arith.Analyzer()
made = isinstance(same, tir.PrimExpr) or tir.stmt_functor.substitute(same, {})
"""


def test_names_that_a_release_does_not_have_are_renamed_or_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(OF_ONE_RELEASE)
    result = CliRunner().invoke(app, ["migrate", str(tmp_path / "a.py"), "--to", "tirx", "--write"])
    after = (tmp_path / "a.py").read_text()
    assert "import tvm_ffi\nimport tvm\nfrom tvm import sym as arith, tirx\nfrom tvm.support import cc\n" in after
    assert "tvm_ffi.structural_equal(a, b) and tvm.tirx.transform.StmtSimplify() and arith.Analyzer()" in after
    assert "a.py:12:25: `tvm.tirx.PrimExpr` is not in 0.27; the nearest is `tvm.ir.Expr`\n" in result.output
    assert (
        "a.py:12:43: `tvm.tirx.stmt_functor.substitute` is not in 0.27; the nearest is `tvm_ffi.structural_map`\n"
        in result.output
    )
    CliRunner().invoke(app, ["migrate", str(tmp_path / "a.py"), "--to", "classic", "--write"])
    assert (tmp_path / "a.py").read_text() == "import tvm_ffi\n" + OF_ONE_RELEASE


LATER_ALONE = """\
import tvm
from tvm import tirx
from tvm.script import tirx as T

@T.prim_func
def f(n: T.int32):
    T.evaluate(n)

tirx.TileLayout, tvm.ir.prim, tirx.Var
"""


def test_names_of_the_later_release_alone_are_named_on_the_way_back(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(LATER_ALONE)
    result = CliRunner().invoke(app, ["migrate", str(tmp_path / "a.py"), "--to", "classic"])
    assert "a.py:9:1: `tvm.tir.TileLayout` is not in 0.22\n" in result.output
    assert "a.py:9:17: `tvm.ir.prim` is not in 0.22\n" in result.output
    assert "`tvm.tir.Var`" not in result.output
