"""Rename, references and highlights follow the binding rules of Python and of the script: `$0` is the cursor, `<` and `>` stand around what it means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.cursors import at_cursor
from tests.server.law import applied, broken_law, keeps_the_law
from tests.server.programs import CALLS, HEADER, MATMUL, MODULE
from tilewright.core.analyze import analyze
from tilewright_server.features.references import references
from tilewright_server.features.rename import rename

EXAMPLES = Path(__file__).parents[2] / "examples"
ONE = """\
    @I.ir_module
    class {}:
        @T.prim_func
        def main(A: T.Buffer((4,), "float32")):
            A[0] = T.float32(1)
"""
TWO_TESTS = f"""\
def test_one():
{ONE.format("$0<Before>")}
    return <Before>, Other


def test_two():
{ONE.format("Before")}
    return Before["main"], lambda Before: Before, [Before for Before in ()]
"""
CLOSURES = """\
def make():
    @T.prim_func
    def <$0kernel>(A: T.Buffer((4,), "float32")):
        A[0] = T.float32(1)

    class Holder:
        kernel = 1
        again = kernel, change

        def method(self):
            return <kernel>, self.kernel, change

    def change():
        nonlocal <kernel>
        <kernel> = [<kernel> for _ in (<kernel>,)]

    def other():
        global kernel
        kernel = 1

    return <kernel>, [kernel for kernel in <kernel>]


kernel = 2
"""
MEMBERS = f"""\
def test_one():
{ONE.format("First").replace("main", "<$0main>")}
    return First["<main>"], First.<main>, First.other, First.get_global_var("<main>")


def test_two():
{ONE.format("First")}
    return First["main"], First.main, "main", First.get_global_var("main")
"""
REBOUND = """\
@T.prim_func
def <$0f>(A: T.Buffer((4,), "float32")):
    A[0] = T.float32(1)


<f> = build(<f>)


def use(f, g=<f>):
    return f
"""
SIZES = """\
from tvm.script import relax as R


@R.function
def f(x: R.Tensor(("<n>", "<n> + m", 4), "float32")) -> R.Tensor(("<n>", 4), "float32"):
    <$0n> = T.int64()
    m = T.int64()
    y = R.zeros((<n>, 4), "float32")
    return y


@R.function
def g(x: R.Tensor(("n", 4), "float32")):
    n = T.int64()
    return R.zeros((n, 4), "float32")
"""
VALUES = """\
from tvm.script import relax as R, tir as T


@R.function
def f(n: R.Prim("int64")):
    @R.function
    def g(at: R.Prim(value="<$0i>")) -> R.Prim(value="2 * <i>"):
        <i> = T.int64()
        return R.prim_value(2 * <i>)
    return g(n)
"""
BRANCHES = """\
from tvm.script import relax as R


@R.function
def f(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
    if c:
        <$0r> = R.add(x, x)
    else:
        <r> = R.multiply(x, x)
    return <r>
"""
LOOPS = """\
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for <$0i> in range(4):
        A[<i>] = T.float32(1)
    for i in range(4):
        A[i] = T.float32(2)
"""
# Branches that Python chooses between are open: what they define is known behind them.
OPEN = """\
from tvm.script import tirx


def make(flag, n):
    @tirx.prim_func
    def f(A: tirx.Buffer((n,), "float32")):
        if flag:
            <$0p> = A[0] + 1.0
        elif n > 4:
            <p> = A[1] + 1.0
        else:
            <p> = A[2] + 1.0
        A[0] = <p> + <p>

    return f
"""
CAPTURED = """\
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    @T.macro
    def store(i):
        <A>[i] = T.float32(1)
    for i in range(4):
        store(i)
        <$0A>[i] = T.float32(2)


<A> = 1
""".replace("<A> = 1", "A = 1").replace("f(A:", "f(<A>:")


def unmarked(marked: str) -> tuple[str, int, list[int]]:
    """The program without marks, the cursor, and where the marked names begin."""
    plain, offset = at_cursor(re.sub(r"<(\$0)?(\w+)>", r"\1\2", HEADER + marked))
    found: list[int] = []
    without = (HEADER + marked).replace("$0", "")
    for match in re.finditer(r"<\w+>", without):
        found.append(match.start() - 2 * len(found))
    return plain, offset, found


@pytest.mark.parametrize(
    "marked", [TWO_TESTS, CLOSURES, MEMBERS, REBOUND, SIZES, VALUES, BRANCHES, LOOPS, OPEN, CAPTURED]
)
def test_what_a_name_means(marked: str) -> None:
    text, offset, wanted = unmarked(marked)
    analysis = analyze(text)
    assert [mention.extent.start for mention in references(analysis, offset)] == wanted
    assert broken_law(analysis, offset) is None


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.py")), ids=lambda path: path.name)
def test_a_fresh_name_changes_nothing(path: Path) -> None:
    keeps_the_law(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", [MATMUL, MODULE, CALLS])
def test_a_fresh_name_changes_nothing_in_programs_of_the_tests(text: str) -> None:
    keeps_the_law(text)


@pytest.mark.parametrize(
    ("marked", "name", "why"),
    [
        (LOOPS, "print", "`print` is a builtin"),
        (LOOPS, "A", "in this function, on line 6"),
        (LOOPS, "T", "in this function, on line 5"),
        (TWO_TESTS, "Other", "in this file, on line 12"),
        (TWO_TESTS, "T", "in this file, on line 8"),
        (MEMBERS.replace("return", "f = print\n    return"), "First", None),
        (SIZES, "m", "in this function, on line 9"),
        (REBOUND, "g", None),
        (REBOUND, "use", "in this file, on line 13"),
        (REBOUND, "build", "in this file, on line 10"),
        (CLOSURES, "Holder", "in this file, on line 10"),
        (CLOSURES, "method", None),
    ],
)
def test_conflicts_are_refused_with_their_place(marked: str, name: str, why: str | None) -> None:
    text, offset, _ = unmarked(marked)
    found = rename(analyze(text), offset, name)
    assert isinstance(found, tuple) if why is None else isinstance(found, str) and why in found, found


def test_a_name_in_a_broken_statement_cannot_be_renamed() -> None:
    text, offset, _ = unmarked(LOOPS.replace("= T.float32(1)", "= (i +"))
    found = rename(analyze(text), offset, "j")
    assert isinstance(found, str)
    assert "`i` is referenced on line 8" in found


def test_an_attribute_of_a_python_class_cannot_be_renamed() -> None:
    text, offset, _ = unmarked("class Case:\n" + ONE.format("$0Before"))
    found = rename(analyze(text), offset, "fresh")
    assert isinstance(found, str)
    assert "attribute of the class `Case`" in found


HIDDEN = """\
@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    B[0] = T.float32(0)
    for <$0i> in range(4):
        A[<i>] = T.float32(1)
"""


def test_a_name_that_hides_another_is_allowed_when_every_name_keeps_its_meaning() -> None:
    text, offset, _ = unmarked(HIDDEN)
    analysis = analyze(text)
    changes = rename(analysis, offset, "B")
    assert isinstance(changes, tuple)
    hidden = applied(text, changes)
    back = rename(analyze(hidden), offset, "i")
    assert isinstance(back, tuple)
    assert applied(hidden, back) == text
    assert isinstance(rename(analysis, offset, "A"), str)
    assert isinstance(rename(analysis, text.index("B: T"), "i"), tuple)


CELLS = """\
from tvm.script import tirx


def make(value, use, which):
    if which:
        @tirx.prim_func
        def f():
            <$0cell>: tirx.uint32
            <cell> = value
            use(<cell>)
    else:
        @tirx.prim_func
        def f():
            cell: tirx.uint32
            use(cell)
    return f
"""


def test_cells_of_unknown_values() -> None:
    text, offset, wanted = unmarked(CELLS)
    analysis = analyze(text)
    assert [mention.extent.start for mention in references(analysis, offset)] == wanted
    assert broken_law(analysis, offset) is None


BOUND_AGAIN = """from tvm.script import relax as R


@R.function
def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
    @R.function
    def twice(y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        return R.add(y, y)

    twice: R.Tensor((4,), "float32") = twice(x)
    return twice
"""


def test_a_function_inside_another_whose_name_becomes_a_variable_keeps_it() -> None:
    analysis = analyze(BOUND_AGAIN)
    assert rename(analysis, BOUND_AGAIN.index("twice(y"), "new") == "`twice` gets another meaning on line 10."
    assert isinstance(rename(analysis, BOUND_AGAIN.index("twice:"), "new"), tuple)
    keeps_the_law(BOUND_AGAIN)


SCHEDULED = """from tilewright import tir
from tilewright.script import tir as T


@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = A[vi]


sch = tir.Schedule(f)
sch.cache_write(sch.get_block("B"), 0, "local")
sch.vectorize(sch.get_loops("B_local")[-1])
"""


def test_a_buffer_after_which_a_schedule_names_a_block_keeps_its_name() -> None:
    analysis = analyze(SCHEDULED)
    found = rename(analysis, SCHEDULED.index("B: T"), "C")
    assert found == "A schedule names the block `B_local` after `B` on line 15."
    assert isinstance(rename(analysis, SCHEDULED.index("A: T"), "C"), tuple)
