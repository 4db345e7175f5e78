"""Parameters, correlated parameters, cached fixtures, targets and requirements, as pytest sees them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest_plugins = ["pytester"]

Run = Callable[..., pytest.RunResult]


def passed(result: pytest.RunResult) -> list[str]:
    """The ids of the tests that passed, without the file."""
    lines = [line for line in result.outlines if line.startswith("PASSED ")]
    return sorted(line.split("::", 1)[1] for line in lines)


def test_parameters_are_crossed(outcome: Run) -> None:
    result = outcome(
        """
size = tvm.testing.parameter(1, 16)
dtype = tvm.testing.parameter("int8", "float32", ids=["i", "f"])
kind = tvm.testing.parameter(by_dict={"plain": 0, "odd": 1})

def test_two(size, dtype):
    assert size in (1, 16)
    assert dtype in ("int8", "float32")

def test_named(kind):
    assert kind in (0, 1)
"""
    )
    crossed = [f"test_two[{size}-{kind}]" for size in (1, 16) for kind in "fi"]
    assert passed(result) == sorted([*crossed, "test_named[odd]", "test_named[plain]"])


def test_correlated_parameters_change_together(outcome: Run) -> None:
    result = outcome(
        """
x, y = tvm.testing.parameters((1, 10), (2, 20))
other = tvm.testing.parameter("a", "b")

def test_both(x, y, other):
    assert y == 10 * x

def test_one(y):
    assert y in (10, 20)

class TestInside:
    p, q = tvm.testing.parameters(("c", "C"), ids=["only"])

    def test_inside(self, p, q):
        assert p.upper() == q

@pytest.fixture
def total(x, y):
    return x + y

def test_through_a_fixture(total):
    assert total in (11, 22)
"""
    )
    assert result.parseoutcomes() == {"passed": 4 + 2 + 1 + 2}


def test_what_parameters_refuse(outcome: Run) -> None:
    result = outcome(
        """
def test_lengths():
    with pytest.raises(ValueError, match="sets of one length"):
        tvm.testing.parameters((1,), (1, 2))
    with pytest.raises(ValueError, match="by_dict gives names and values"):
        tvm.testing.parameter(1, by_dict={"a": 1})
    with pytest.raises(TypeError, match="only returned values"):
        @tvm.testing.fixture(cache_return_value=True)
        def generator():
            yield 1
"""
    )
    assert result.parseoutcomes() == {"passed": 1}


def test_cached_fixtures_are_made_once_and_given_as_copies(outcome: Run) -> None:
    result = outcome(
        """
made = []
size = tvm.testing.parameter(1, 2)
turn = tvm.testing.parameter("first", "second")

@tvm.testing.fixture(cache_return_value=True)
def data(size):
    made.append(size)
    return [size]

@tvm.testing.fixture
def fresh(size):
    return [size]

def test_use(data, fresh, turn, size):
    assert data == fresh == [size]
    data.append("spoilt")

def test_made_once():
    assert sorted(made) == [1, 2]

@tvm.testing.fixture
def unhashable():
    return []

@tvm.testing.fixture(cache_return_value=True)
def never(unhashable):
    return 1

def test_never(never):
    pass
"""
    )
    assert result.parseoutcomes() == {"passed": 5, "errors": 1}
    result.stdout.fnmatch_lines(["*TypeError: never caches by its arguments, and one cannot be hashed*"])


def test_targets(outcome: Run) -> None:
    result = outcome(
        """
def test_all(target, dev):
    assert (target, dev) == ("llvm", tvm.cpu(0))

@tvm.testing.parametrize_targets("llvm", "cuda")
def test_given(target, dev):
    assert target == "llvm"

@tvm.testing.parametrize_targets
def test_bare(target):
    assert tvm.testing.device_enabled(target)

@tvm.testing.exclude_targets("llvm")
def test_excluded(target):
    assert False

@tvm.testing.known_failing_targets("llvm")
def test_failing(target):
    assert False

def test_enabled():
    assert tvm.testing.enabled_targets() == [("llvm", tvm.cpu(0))]
    assert not tvm.testing.device_enabled("cuda")
"""
    )
    assert result.parseoutcomes() == {"passed": 4, "skipped": 2, "xfailed": 1}
    result.stdout.fnmatch_lines(["*Tilewright does not build for cuda*"])


def test_targets_of_the_environment(outcome: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TVM_TEST_TARGETS", "llvm -mcpu=core-avx2; cuda")
    result = outcome("def test_all(target):\n    assert target == 'llvm -mcpu=core-avx2'\n")
    assert result.parseoutcomes() == {"passed": 1, "skipped": 1}


def test_a_target_of_ones_own_stays(outcome: Run) -> None:
    result = outcome(
        "@pytest.fixture\ndef target():\n    return 'c'\n\ndef test_own(target):\n    assert target == 'c'\n"
    )
    assert result.parseoutcomes() == {"passed": 1}


def test_requirements(outcome: Run) -> None:
    result = outcome(
        """
@tvm.testing.requires_llvm
def test_here():
    assert tvm.testing.requires_llvm.run_time_check()

@tvm.testing.requires_gpu
def test_gpu():
    assert False

@tvm.testing.requires_cuda()
def test_cuda():
    assert False

@tvm.testing.requires_nvcc_version(11, 4)
def test_version():
    assert False

@tvm.testing.requires_package("numpy")
def test_package():
    pass

@tvm.testing.requires_package("numpy", "no_such_package")
def test_no_package():
    assert False

@tvm.testing.uses_gpu
@tvm.testing.slow
@tvm.testing.skip_if_32bit(reason="small")
def test_marked():
    pass

@pytest.mark.parametrize("kind", ["cpu", pytest.param("gpu", marks=tvm.testing.requires_rocm.marks())])
def test_param(kind):
    assert kind == "cpu"
""",
        "--strict-markers",
    )
    assert result.parseoutcomes() == {"passed": 4, "skipped": 5}
    result.stdout.fnmatch_lines(["*needs a GPU, and Tilewright builds for the CPU*"])
    result.stdout.fnmatch_lines(["*needs the package no_such_package, which is not installed*"])


def test_the_plugin_loads_under_the_name_of_tvms(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("import tilewright\ntilewright.install_as_tvm()\npytest_plugins = ['tvm.testing.plugin']\n")
    pytester.makepyfile(
        "import tvm.testing\nx, y = tvm.testing.parameters((1, 2))\ndef test_it(x, y):\n    assert (x, y) == (1, 2)\n"
    )
    assert pytester.runpytest_inprocess("-W", "ignore::pytest.PytestAssertRewriteWarning").parseoutcomes() == {
        "passed": 1
    }


def test_tests_written_for_tvm_run_with_an_option(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import tvm\n\ndef test_it():\n    assert tvm.tir.__name__ == 'tilewright.tir'\n\nif __name__ == '__main__':\n    tvm.testing.main()\n"
    )
    done = pytester.runpytest_subprocess("-p", "tilewright.testing.plugin", "--as-tvm")
    assert done.parseoutcomes() == {"passed": 1}


def test_main_runs_the_tests_of_its_file(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(
        "import tilewright.testing\n"
        "x, y = tilewright.testing.parameters((1, 2))\n"
        "def test_it(x, y):\n    assert x < y\n"
        "def test_other():\n    assert False\n"
        "if __name__ == '__main__':\n    tilewright.testing.main()\n"
    )
    done = pytester.runpython(path)
    assert done.ret == 1
    assert done.parseoutcomes() == {"passed": 1, "failed": 1}


def test_targets_of_plain_parameters_are_marked_and_skipped(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("pytest_plugins = ['tilewright.testing.plugin']\n")
    pytester.makepyfile(
        """
        import pytest
        import tilewright.testing as testing

        @pytest.mark.parametrize("target", ["llvm", "cuda", "no target"])
        def test_runs(target, request):
            assert target != "cuda"
            assert (target == "llvm") == any(mark.name == "llvm" for mark in request.node.iter_markers())

        @testing.parametrize_targets("llvm")
        @testing.known_failing_targets("llvm")
        def test_fails(target):
            raise AssertionError
        """
    )
    outcomes = pytester.runpytest_inprocess("-W", "ignore::pytest.PytestAssertRewriteWarning").parseoutcomes()
    assert outcomes == {"passed": 2, "skipped": 1, "xfailed": 1}


def test_requirements_of_versions_and_of_what_is_only_compiled(outcome: Run) -> None:
    result = outcome(
        """
@tvm.testing.requires_llvm_minimum_version(8)
def test_old():
    pass

@tvm.testing.requires_llvm_minimum_version(1000)
def test_new():
    assert False

@tvm.testing.requires_metal(support_required="compile-only")
def test_compiled():
    assert False

@tvm.testing.requires_metal(support_required="optional")
def test_optional():
    pass

@tvm.testing.requires_arm_dot
def test_processor():
    pass
"""
    )
    found = result.parseoutcomes()
    assert (found["passed"], found["skipped"]) in ((2, 3), (3, 2))


def test_programs_that_tests_start_find_tvm(outcome: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "")
    result = outcome(
        """
def test_program():
    import subprocess, sys
    subprocess.run([sys.executable, "-c", "import tvm; assert tvm.device('cuda').exist is False"], check=True)
""",
        "--as-tvm",
    )
    assert result.parseoutcomes() == {"passed": 1}
