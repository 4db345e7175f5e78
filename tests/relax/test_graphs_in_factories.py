"""Graphs in factories: calls of kernels and sizes of ops are checked with the parameters of the factory as variables."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze

HEAD = "from tvm.script import ir as I, relax as R, tir as T\n\n\n"


def module(kernel: str, call: str, parameters: str = 'x: R.Tensor((n, 8), "float32")', before: str = "") -> str:
    return f"""{HEAD}def make(n, m, flag=True, dtype="float32"):
{before}    @I.ir_module
    class M:
        @T.prim_func
        def k({kernel}):
            T.evaluate(0)

        @R.function
        def main({parameters}):
            n_, cls = 0, M
            y = {call}
            return y

    return M
"""


def relax(text: str) -> list[tuple[str, str]]:
    """The codes and texts of what is reported, without what is said of the empty kernels."""
    found = analyze(text).diagnostics
    return [(each.code, each.span.text) for each in found if each.code in CODES]


CODES = ("call-tir", "size-mismatch", "sizes-may-differ", "unset-output", "relax-shape", "cast-never-holds")
KERNEL = 'A: T.Buffer((n, 8), "float32"), B: T.Buffer((n, 8), "float32")'
OUT = 'R.Tensor((n, 8), "float32")'
WRONG = {
    f"R.call_tir(M.k, (x, x), out_sinfo={OUT})": "",
    f"R.call_tir(cls.k, (x, x), out_sinfo={OUT})": "",
    f"R.call_tir(M.k, (x,), out_sinfo=[{OUT}, {OUT}])": "",
    'R.call_tir(M.k, (x,), out_sinfo=R.Tensor((n, 8), "float16"))': 'R.Tensor((n, 8), "float16")',
    'R.call_tir(M.k, (x,), out_sinfo=R.Tensor((n, 9), "float32"))': 'R.Tensor((n, 9), "float32")',
    'R.call_tir(M.k, (x,), out_sinfo=R.Tensor((n + 1, 8), "float32"))': 'R.Tensor((n + 1, 8), "float32")',
    'R.call_tir(M.k, (x,), out_sinfo=R.Tensor((n, 8, 1), "float32"))': 'R.Tensor((n, 8, 1), "float32")',
    f'R.call_tir(M.k, (R.astype(x, "int32"),), out_sinfo={OUT})': 'R.astype(x, "int32")',
}


@pytest.mark.parametrize("call", WRONG)
def test_a_call_that_does_not_fit_a_kernel_of_unknown_sizes(call: str) -> None:
    assert relax(module(KERNEL, call)) == [("call-tir", WRONG[call] or call)]


def test_a_call_that_fits() -> None:
    assert relax(module(KERNEL, f"R.call_tir(M.k, (x,), out_sinfo={OUT})")) == []
    free = "a: T.handle, b: T.handle, n_: T.int64"
    assert relax(module(free, f"R.call_tir(M.k, (x,), out_sinfo={OUT}, tir_vars=R.shape([n]))")) == []


EXCHANGED = 'A: T.Buffer((n, m), "float32"), B: T.Buffer((m, n), "float32")'
TURNED = 'R.call_tir(M.k, (x,), out_sinfo=R.Tensor((n, m), "float32"))'
PARAMETER = 'x: R.Tensor((n, m), "float32")'


def test_exchanged_sizes_of_a_factory_are_equal_only_by_chance() -> None:
    (found,) = relax(module(EXCHANGED, TURNED, PARAMETER))
    assert found == ("size-mismatch", 'R.Tensor((n, m), "float32")')


@pytest.mark.parametrize(
    "before",
    [
        "    assert n == m\n",
        "    assert n > 0 and m == n\n",
        "    if n != m:\n        raise ValueError\n",
        "    m = n\n",
        "    n = m = 16\n",
    ],
)
def test_sizes_that_python_demands_to_be_equal(before: str) -> None:
    assert relax(module(EXCHANGED, TURNED, PARAMETER, before)) == []


def test_sizes_that_a_condition_makes_equal() -> None:
    text = module(EXCHANGED, TURNED, PARAMETER)
    inner = text[text.index("    @I.ir_module") :].replace("\n    ", "\n        ")
    assert relax(f"{text[: text.index('    @I.ir_module')]}    if n == m:\n    {inner}") == []


def test_a_data_type_that_is_a_parameter() -> None:
    kernel = 'A: T.Buffer((n, 8), dtype), B: T.Buffer((n, 8), "float32")'
    parameter = "x: R.Tensor((n, 8), dtype)"
    assert relax(module(kernel, f"R.call_tir(M.k, (x,), out_sinfo={OUT})", parameter)) == []
    both = 'x: R.Tensor((n, 8), dtype), i: R.Tensor((n, 8), "int32")'
    wrong = f"R.call_tir(M.k, (x, i), out_sinfo={OUT})"
    assert relax(module(kernel, wrong, both)) == [("call-tir", wrong)]


def test_a_free_size_of_the_kernel_takes_that_of_the_argument() -> None:
    kernel = "a: T.handle, b: T.handle"
    body = """n_ = T.int64()
            A = T.match_buffer(a, (n_, m), "float32")
            B = T.match_buffer(b, (n_, m), "float32")
"""
    call = 'R.call_tir(M.k, (x,), out_sinfo=R.Tensor({}, "float32"))'
    texts = [
        module(kernel, call.format(shape), PARAMETER).replace("T.evaluate(0)\n", body)
        for shape in ("(n, m)", "(n + 1, m)", "(n, m + 1)")
    ]
    assert [len(relax(text)) for text in texts] == [0, 1, 1]


def test_a_reshape_of_unknown_sizes() -> None:
    parameter = 'x: R.Tensor((n, m * 4), "float32")'
    wrong = "R.reshape(x, R.shape([n, m, m]))"
    assert relax(module(KERNEL, wrong, parameter)) == [("size-mismatch", wrong)]
    assert relax(module(KERNEL, "R.reshape(x, R.shape([n, 4, m]))", parameter)) == []
    assert relax(module(KERNEL, wrong, parameter, "    assert m == 4\n")) == []


def test_ops_of_unknown_sizes() -> None:
    weights = 'x: R.Tensor((n, m), "float32"), w: R.Tensor((n, m), "float32"), c: R.Tensor((4, 8), "float32")'
    assert relax(module(KERNEL, "R.matmul(x, w)", weights)) == [("size-mismatch", "R.matmul(x, w)")]
    assert relax(module(KERNEL, "R.matmul(x, w)", weights, "    assert n == m\n")) == []
    assert relax(module(KERNEL, "R.matmul(x, R.permute_dims(w))", weights)) == []
    assert relax(module(KERNEL, "R.matmul(x, c)", weights)) == [("sizes-may-differ", "R.matmul(x, c)")]
    assert relax(module(KERNEL, "R.matmul(x, c)", weights, "    assert m == 4\n")) == []


HELPED = """
def make(n, m):
    @I.ir_module
    class M:
        @R.function
        def helper(x: R.Tensor((n, 8), "float32")) -> R.Tensor((n, 8), "float32"):
            y = R.exp(x)
            return y

        @R.function
        def main(x: R.Tensor((n, 8), "float32"), z: R.Tensor((m, 8), "float32"), w: R.Tensor((n + 1, 8), "float32")):
            y = M.helper({})
            return y
    return M
"""


def test_a_call_of_a_graph_of_unknown_sizes() -> None:
    found = {name: [each.code for each in analyze(HEAD + HELPED.format(name)).diagnostics] for name in "xzw"}
    assert found == {"x": [], "z": ["sizes-may-differ"], "w": ["relax-call"]}
