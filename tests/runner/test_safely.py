"""Runs that go wrong say where: sizes that were chosen, signals, time limits, interrupts, arguments that nothing takes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tilewright.core.analyze import analyze
from tilewright.ir.expr import Var
from tilewright.runner.parameters import bind
from tilewright.runner.request import CannotRun, RunRequest
from tilewright.runner.run import run
from tilewright.runner.sizes import chosen_sizes

HEADER = "from tvm.script import ir as I, relax as R, tir as T\n\n\n"
COPY = """@T.prim_func
def copy(a: T.handle, b: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    B = T.match_buffer(b, (n, m), "float32")
    for i, j in T.grid(n, m):
        B[i, j] = A[i, j]
"""
CRASH = """@T.prim_func
def crash(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "int64")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        B[(A[i] + 9) * T.int64(10000000000)] = 1.0
"""
ENDLESS = """@T.prim_func
def endless(A: T.Buffer((8,), "float32")):
    while A[0] < 2.0:
        A[0] = A[1]
"""
GRAPH = """@R.function
def graph(x: R.Tensor(("n", "m"), "float32"), w: R.Tensor(("m", "k"), "float16"), s: R.Shape(["n", "m"]), p: R.Prim("int64"), t: R.Tuple(R.Tensor(("n",), "int32"), R.Tensor(ndim=2))):
    y = R.matmul(x, R.astype(w, "float32"))
    return (y, t[0])
"""


def outcome(text: str, name: str, **options: object) -> tuple[bool, str, str]:
    """How a run in this process ends."""
    found = run(RunRequest(HEADER + text, "k.py", name, repeat=1, **options), lambda *_: None)  # type: ignore[arg-type]
    return found.ok, found.title, found.text


def command(tmp_path: Path, text: str, *arguments: str, name: str = "k.py") -> subprocess.CompletedProcess[str]:
    """`tilewright run` with the arguments, in which FILE is a file with the text."""
    file = tmp_path / name
    file.write_text(HEADER + text)
    given = [argument.replace("FILE", str(file)) for argument in arguments]
    return subprocess.run(
        [sys.executable, "-m", "tilewright", "run", *given], capture_output=True, text=True, timeout=120, check=False
    )


def test_sizes_are_odd_unequal_and_said() -> None:
    ok, _, text = outcome(COPY, "copy")
    assert ok
    found = dict(re.findall(r"(\w) = (\d+)", text))
    assert found.keys() == {"n", "m"}
    assert found["n"] != found["m"]
    assert all(int(size) % 2 for size in found.values())
    assert "(chosen; --size NAME=NUMBER sets one)" in text


def test_sizes_of_the_user_stay_and_no_other_gets_one_of_them() -> None:
    variables = [Var(name, "int32") for name in "nmk"]
    assert list(chosen_sizes(variables, {"m": 67}, None).values()) == [129, 67, 35]
    assert list(chosen_sizes(variables, {"m": 67}, 8).values()) == [8, 67, 8]
    assert "chosen" not in outcome(COPY, "copy", sizes={"n": 4, "m": 2})[2]


def test_two_hundred_sizes_differ_and_a_small_type_holds_its_own() -> None:
    many = chosen_sizes([Var(f"n{at}", "int32") for at in range(200)], {}, None)
    assert len(set(many.values())) == 200
    assert all(size % 2 for size in many.values())
    small = chosen_sizes([Var(f"n{at}", "int8") for at in range(4)], {}, None)
    assert all(size % 2 and size <= 127 for size in small.values())


def test_one_size_in_two_names_is_one() -> None:
    func = analyze(HEADER + COPY).functions["copy"]
    assert list(bind(func, {}, None).values()) == [67, 129]


def test_an_access_outside_is_named_where_bounds_are_checked() -> None:
    ok, title, _ = outcome(CRASH, "crash", check_bounds=True)
    assert not ok
    assert re.search(
        r"`B` is stored to at index \d+, whose extent is 67 \(k\.py:10: B\[\(A\[i\] \+ 9\) \* T\.int64\(10000000000\)\] = 1\.0\)",
        title,
    )


def test_a_signal_is_named_with_the_stage_the_sizes_and_an_offer(tmp_path: Path) -> None:
    found = command(tmp_path, CRASH, "FILE::crash")
    assert found.returncode == 1
    assert "was ended by signal 11 (SIGSEGV) while `crash` was running" in found.stderr
    assert f"tilewright run --check-bounds {tmp_path / 'k.py'}::crash" in found.stderr
    assert "n = 67" in found.stderr


def test_a_signal_in_a_checked_run_offers_nothing_more(tmp_path: Path) -> None:
    body = "@T.prim_func\ndef f(A: T.Buffer((1,), 'int32')):\n    T.evaluate(T.call_extern('int32', 'raise', 11))\n"
    found = command(tmp_path, body, "--check-bounds", "FILE::f")
    assert "SIGSEGV" in found.stderr
    assert "it was none of them" in found.stderr
    assert "--check-bounds" not in found.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a script runs in this process where there is no fork")
def test_a_script_that_dies_by_a_signal_is_named_and_checks_find_it(tmp_path: Path) -> None:
    script = CRASH + "import numpy as np, tvm\ntvm.build(crash)(np.ones(4, 'int64'), np.ones(4, 'float32'))\n"
    found = command(tmp_path, script, "FILE")
    assert found.returncode == 128 + signal.SIGSEGV
    assert (
        f"ended by signal 11 (SIGSEGV)\nTo see which access it was: tilewright run --check-bounds {tmp_path / 'k.py'}"
        in found.stderr
    )
    checked = command(tmp_path, script, "--check-bounds", "FILE")
    assert checked.returncode == 1
    assert "`B` is stored to at index 100000000000, whose extent is 4" in checked.stderr


def test_a_script_keeps_its_exit_code_and_its_output(tmp_path: Path) -> None:
    text = "import atexit, sys\natexit.register(lambda: print('end'))\nprint('begin')\nsys.exit(7)\n"
    found = command(tmp_path, text, "FILE")
    assert (found.returncode, found.stdout) == (7, "begin\nend\n")
    assert command(tmp_path, "import sys\nsys.exit('why')\n", "FILE").stderr == "why\n"


@pytest.mark.parametrize(
    ("text", "name", "where"),
    [
        (ENDLESS, "endless", "while `endless` was running"),
        ("import time\nk = int(time.time())\ntime.sleep(600)\ndef make():\n    @T.prim_func\n    def g(A: T.Buffer((k,), 'int32')):\n        A[0] = 1\n", "make.g", "k.py was being executed, before anything was built"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_a_time_limit_says_where_it_struck(tmp_path: Path, text: str, name: str, where: str) -> None:
    found = command(tmp_path, text, "--timeout", "4", f"FILE::{name}")
    assert found.returncode == 1
    assert f"{name}: stopped after 4 s" in found.stderr
    assert where in found.stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_says_where_it_struck_and_ends_the_worker(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "k.py"
    file.write_text(HEADER + ENDLESS)
    arguments = [sys.executable, "-m", "tilewright", "run", f"{file}::endless"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, start_new_session=True) as started:
        workers: list[str] = []
        while not workers:  # the loop runs for ever, so the worker is found sooner or later
            time.sleep(0.5)
            listed = subprocess.run(
                ["ps", "-o", "pid=,time=", "--ppid", str(started.pid)], capture_output=True, text=True, check=False
            )
            workers = [line.split()[0] for line in listed.stdout.splitlines() if line.split()[1] >= "00:00:03"]
        started.send_signal(number)
        _, said = started.communicate(timeout=60)
    assert started.returncode == 130
    assert "endless: interrupted while it was running" in said
    assert not Path(f"/proc/{workers[0]}").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("FILE::copy", "extra"), "a function takes no arguments, and 'extra' is one"),
        (("FILE::copy", "--", "-x"), "a function takes no arguments, and '-x' is one"),
        (("--nonsense", "FILE::copy"), "run has no option --nonsense"),
        (("FILE::copy", "--nonsense"), "a function takes no arguments, and '--nonsense' is one"),
    ],
)
def test_arguments_that_nothing_takes_are_refused(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    found = command(tmp_path, COPY, *arguments)
    assert found.returncode == 2
    assert said in found.stderr


def test_a_graph_gets_arguments_of_every_kind() -> None:
    ok, title, text = outcome(GRAPH, "graph", check_bounds=True)
    assert ok, title + text
    for line in ("sizes    n = 67, m = 129, k = 35", "input    w: 129×35 float16", "input    t[1]: 67×129 float32", "output   result[0]: 67×35 float32", "output   result[1]: 67 int32"):  # fmt: skip
        assert line in text
    assert "scalar   p: int64" in text


@pytest.mark.parametrize(
    ("parameter", "sentence"),
    [
        ("R.Object", "`x` is no tensor, number or shape"),
        ("R.Tensor(dtype='float32')", "`x` has neither a shape nor a number of dimensions"),
        ("R.Tensor((1 << 40, 1 << 10), 'float32')", "GiB; choose smaller sizes"),
    ],
)
def test_a_graph_whose_arguments_cannot_be_made_says_why(parameter: str, sentence: str) -> None:
    ok, title, _ = outcome(f"@R.function\ndef graph(x: {parameter}):\n    return x\n", "graph")
    assert not ok
    assert sentence in title


def test_a_size_that_a_graph_does_not_have_is_refused() -> None:
    assert "`q` is not a symbolic size" in outcome(GRAPH, "graph", sizes={"q": 3})[1]
    with pytest.raises(CannotRun):
        chosen_sizes([], {"q": 3}, None)
