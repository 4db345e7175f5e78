"""Kernels that Python makes: every command that takes FILE::NAME finds them in the same way, and none ends without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import Result

from tests.cli.test_command_line import invoke

FACTORY = """from tilewright.script import tir as T


def make(n, dtype):
    @T.prim_func
    def soft(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in range(n):
            B[i] = T.exp(A[i])

    return soft


"""
MODULES = """from tilewright.script import ir as I, relax as R, tir as T


def make(n):
    @I.ir_module
    class Made:
        @T.prim_func
        def add(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
            for i in range(n):
                with T.block("add"):
                    v = T.axis.spatial(n, i)
                    B[v] = A[v] + T.float32(1)

        @R.function
        def main(x: R.Tensor((n,), "float32")):
            with R.dataflow():
                y = R.call_tir(Made.add, (x,), out_sinfo=R.Tensor((n,), "float32"))
                R.output(y)
            return y

    return Made


mod = make(24)
"""
# What `lower` shows is chosen after the kernel has been found.
SHOWN = [
    pytest.param("lower", options, marks=pytest.mark.slow)
    for options in (("--all",), ("--to", "llvm"), ("--to", "asm"))
]
LOWER = (("lower", ()), *SHOWN, ("print", ()))
RUN = (("run", ("--repeat", "1")), ("profile", ("--repeat", "1")))
TUNE = ("tune", ("--trials", "2"))


def said_of(part: str | tuple[str, ...]) -> str:
    return part if isinstance(part, str) else " ".join(part) or "-"


def command(folder: Path, name: str, target: str, options: tuple[str, ...]) -> Result:
    more = ("--work-dir", str(folder / "tuning")) if name == "tune" else ()
    return invoke(name, target, *options, *more)


def written(folder: Path, text: str) -> Path:
    file = folder / "k.py"
    file.write_text(text)
    return file


@pytest.mark.parametrize(("name", "options"), [*LOWER, *RUN, TUNE], ids=said_of)
@pytest.mark.parametrize(
    ("assigned", "asked"),
    [("soft", "soft"), ("f", "f"), ("f", "soft"), ("f", "make.soft")],
)
def test_a_kernel_is_found_by_its_variable_and_by_its_own_name(
    tmp_path: Path, name: str, options: tuple[str, ...], assigned: str, asked: str
) -> None:
    file = written(tmp_path, f'{FACTORY}{assigned} = make(24, "float32")\n')
    result = command(tmp_path, name, f"{file}::{asked}", options)
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()


def test_the_values_of_the_call_are_in_what_is_shown(tmp_path: Path) -> None:
    file = written(tmp_path, FACTORY + 'f = make(24, "float16")\ng = make(48, "float32")\n')
    for name, size, dtype in (("f", 24, "float16"), ("g", 48, "float32")):
        for shown in ("lower", "print"):
            assert f'A: T.Buffer(({size},), "{dtype}")' in invoke(shown, f"{file}::{name}").output


@pytest.mark.parametrize(("name", "options"), [*LOWER, *RUN, TUNE], ids=said_of)
@pytest.mark.parametrize(
    ("rest", "asked", "said"),
    [
        ("", "soft", "such as `soft = make(...)`"),
        ("", "f", "`make`: assign a result to a variable at the top level"),
        ('f = make(8, "float32")\n', "g", "t has `f`"),
        ('kernel = make(8, "float32")\n', "kernl", "id you mean `kernel`?"),
        ('f = make(8, "float32")\ng = make(16, "float32")\n', "soft", "the one: `f`, `g`"),
        ("", "make", "`make` is a Python function that makes one"),
        ("f = 3\n", "f", "a value of the type int"),
        ('f = make("x", "float32")\n', "f", "error"),
        ('f = make(8, "float32")\nraise ValueError("no")\n', "f", "ValueError: no"),
        ('f = make(8, "float32")\nimport os\nos._exit(3)\n', "f", "ended with exit code 3"),
    ],
)
def test_no_command_ends_without_the_reason(
    tmp_path: Path, name: str, options: tuple[str, ...], rest: str, asked: str, said: str
) -> None:
    file = written(tmp_path, FACTORY + rest)
    result = command(tmp_path, name, f"{file}::{asked}", options)
    assert result.exit_code in (1, 2)
    assert said in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("name", "asked"),
    [(name, asked) for name in ("lower", "print", "run") for asked in ("mod.main", "mod.add")]
    + [("profile", "mod.add"), ("lower", "mod"), ("print", "mod")]
    + [pytest.param("debug", asked, marks=pytest.mark.torch) for asked in ("mod", "mod.main")],
)
def test_modules_that_a_factory_makes(tmp_path: Path, name: str, asked: str) -> None:
    file = written(tmp_path, MODULES)
    result = invoke(name, f"{file}::{asked}")
    assert result.exit_code == 0, result.output
    assert "24" in result.output or name in ("debug", "profile")


@pytest.mark.parametrize("name", ["lower", "print", "run", "profile", "debug"])
def test_a_function_that_a_made_module_lacks(tmp_path: Path, name: str) -> None:
    file = written(tmp_path, MODULES)
    result = invoke(name, f"{file}::mod.nothing")
    assert result.exit_code in (1, 2)
    assert "nothing" in result.output
    assert "main" in result.output


@pytest.mark.parametrize("name", ["lower", "run", "profile", "tune"])
def test_a_file_alone_gets_the_commands_for_what_it_makes(tmp_path: Path, name: str) -> None:
    file = written(tmp_path, FACTORY + 'f = make(8, "float32")\n')
    assert (
        f"tilewright {name} {file}::f" in command(tmp_path, name, str(file), ()).output.replace("\n", "")
        or name == "run"
    )


def test_print_of_a_file_whose_functions_are_made_says_so(tmp_path: Path) -> None:
    file = written(tmp_path, FACTORY + 'f = make(8, "float32")\n')
    result = invoke("print", file)
    assert f"tilewright print {file}::f" in result.output


def test_a_name_that_the_text_tells_executes_nothing(tmp_path: Path) -> None:
    plain = 'raise SystemExit("executed")\n\n\n@T.prim_func\ndef plain(A: T.Buffer((4,), "float32")):\n    A[0] = T.float32(1)\n'
    file = written(tmp_path, FACTORY + plain)
    for name in ("lower", "print", "run"):
        assert invoke(name, f"{file}::plain").exit_code == 0
    result = invoke("lower", f"{file}::plian")
    assert result.exit_code == 2
    assert "executed" not in result.output


LOOP = """from tilewright.script import tir as T

for size in (16, 32):

    @T.prim_func
    def last(A: T.Buffer((size,), "float32"), B: T.Buffer((size,), "float32")):
        for i in range(size):
            B[i] = A[i]
"""


def test_a_function_in_a_loop_of_the_file_is_the_last_one(tmp_path: Path) -> None:
    file = written(tmp_path, LOOP)
    assert f"tilewright lower {file}::last" in invoke("lower", file).output.replace("\n", "")
    for name in ("lower", "print"):
        assert "T.Buffer((32,)" in invoke(name, f"{file}::last").output


@pytest.mark.parametrize(
    ("text", "said"), [("x = 1\n", "it has no TVMScript"), (FACTORY, "made by `make`: assign a result")]
)
def test_a_file_alone_that_has_no_function_to_name(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)
    for name in ("lower", "profile", "tune"):
        result = invoke(name, file)
        assert result.exit_code == 2
        assert said in " ".join(result.output.split())


BOUND = """from tilewright.script import tir as T


def make(n):
    @T.prim_func
    def bound(A: T.Buffer((n,), "float32")):
        for i in T.thread_binding(n, thread="threadIdx.x"):
            A[i] = T.float32(1)

    return bound


f = make(8)
"""


@pytest.mark.parametrize(("name", "options"), [("lower", ("--to", "asm")), ("run", ()), ("profile", ())])
def test_what_cannot_be_built_is_shown_at_its_place(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    file = written(tmp_path, BOUND)
    result = invoke(name, f"{file}::f", *options)
    assert result.exit_code == 1
    assert "thread-binding-on-cpu" in result.output
    assert f"{file}:7:9" in result.output.replace("\n", "")


TIRX = """from tilewright.script import tirx as T


def make(n):
    @T.prim_func(s_tir=True)
    def k(A: T.Buffer((n,), "float32")):
        for i in range(n):
            with T.sblock("b"):
                v = T.axis.spatial(n, i)
                A[v] = T.float32(1)

    return k


f = make(8)
"""


def test_a_made_function_stays_in_its_dialect(tmp_path: Path) -> None:
    file = written(tmp_path, TIRX)
    for name in ("print", "lower"):
        assert "import tirx as T" in invoke(name, f"{file}::f").output
    assert 'T.sblock("b")' in invoke("print", f"{file}::f").output
