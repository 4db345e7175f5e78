"""Code actions that write more: tests against numpy, modules of Relax, tensor intrinsics; and those that go from blocks to loops and back, through a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER, MATMUL
from tests.server.session import Document, vscode_capabilities
from tests.server.test_refactoring import applied, chosen, offered
from tilewright.core.analyze import analyze

pytestmark = pytest.mark.asyncio(loop_scope="module")

INTRINSIC = (
    HEADER
    + """\
from tilewright.tir import TensorIntrin


@T.prim_func
def four(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    with T.block("root"):
        T.reads(A[0:4])
        T.writes(B[0:4])
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi] + T.float32(1)


@T.prim_func
def four_at_once(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    with T.block("root"):
        T.reads(A[0:4])
        T.writes(B[0:4])
        for i in T.vectorized(4):
            B[i] = A[i] + T.float32(1)


TensorIntrin.register("add_four", four, four_at_once)


@T.prim_func
def add(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8, 4), "float32")):
    for i in range(8):
        for j in range(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
"""
)
ADD = (
    HEADER
    + """\
@T.prim_func
def add(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8, 4), "float32")):
    for i in range(8):
        for j in range(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
"""
)
DOT = (
    HEADER
    + """\
@T.prim_func
def dot(A: T.Buffer((4,), "uint8"), B: T.Buffer((16, 4), "int8"), C: T.Buffer((16,), "int32")):
    for i in range(16):
        for k in range(4):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                C[vi] = C[vi] + T.Cast("int32", A[vk]) * T.Cast("int32", B[vi, vk])
"""
)


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    params = lsp.InitializeParams(capabilities=vscode_capabilities(), process_id=None, root_uri=None)
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def test_a_test_against_numpy_is_written_and_passes(client: LanguageClient, tmp_path: Path) -> None:
    document = Document(client, MATMUL.replace("128", "16").replace("96", "8"))
    actions = await offered(client, document, "def $0matmul", "refactor.extract")
    text = await chosen(client, document, actions["Generate a test of `matmul` against numpy"])
    assert text.startswith(HEADER.rstrip("\n") + "\nimport numpy as np\nimport tilewright\n")
    assert (
        """\
def numpy_matmul(A, B):
    C = np.zeros((16, 64), "float32")
    for i in range(16):
        for j in range(64):
            for k in range(8):
                if (k == 0):
                    C[i, j] = np.float32(0.0)
                C[i, j] = (C[i, j] + (A[i, k] * B[k, j]))
    return C
"""
        in text
    )
    path = tmp_path / "test_matmul.py"
    path.write_text(text)
    passed = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)], check=False)
    assert passed.returncode == 0
    path.write_text(text.replace("(A[i, k] * B[k, j])", "(A[i, k] - B[k, j])"))
    failed = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)], check=False)
    assert failed.returncode == 1


SCALAR = (
    "T.rsqrt(A[vi, vj] + T.float32(2)) + T.sigmoid(A[vi, vj]) + T.pow(A[vi, vj] + T.float32(2), T.float32(1.5))",
    "T.atan2(A[vi, vj], T.float32(2)) + T.asin(A[vi, vj] * T.float32(0.5)) + T.nearbyint(A[vi, vj] * T.float32(8))",
    'T.Cast("float32", T.bitwise_and(vi, 3) + T.shift_left(vj, 1)) + T.if_then_else(not (vi < 3), T.float32(1), A[vi, vj])',
)


@pytest.mark.parametrize("value", SCALAR)
async def test_functions_that_numpy_names_otherwise_are_in_the_test(
    client: LanguageClient, tmp_path: Path, value: str
) -> None:
    document = Document(client, ADD.replace("A[vi, vj] + T.float32(1)", value))
    actions = await offered(client, document, "def $0add", "refactor.extract")
    path = tmp_path / "test_add.py"
    path.write_text(await chosen(client, document, actions["Generate a test of `add` against numpy"]))
    passed = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)], check=False)
    assert passed.returncode == 0


async def test_a_reference_of_the_file_is_taken_for_the_test(client: LanguageClient) -> None:
    document = Document(client, f"{MATMUL}\n\ndef numpy_matmul(a, b):\n    return a @ b\n")
    actions = await offered(client, document, "def $0matmul", "refactor.extract")
    text = await chosen(client, document, actions["Generate a test of `matmul` against numpy"])
    assert text.count("def numpy_matmul") == 1
    assert "expected = numpy_matmul(A, B)" in text


async def test_what_numpy_cannot_compute_is_listed_with_the_reason(client: LanguageClient) -> None:
    document = Document(client, MATMUL.replace("float32", "bfloat16"))
    actions = await offered(client, document, "def $0matmul", "refactor.extract")
    disabled = actions["Generate a test of `matmul` against numpy"].disabled
    assert disabled is not None
    assert disabled.reason == "numpy has no array like `A`"


async def test_a_function_is_wrapped_in_a_module_that_calls_it(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    actions = await offered(client, document, "def $0matmul", "refactor.extract")
    action = actions["Wrap `matmul` in a module with a function of Relax that calls it"]
    text = await chosen(client, document, action)
    assert text.startswith(HEADER.rstrip("\n") + "\nfrom tilewright.script import relax as R\n")
    assert text.endswith(
        """
    @R.function
    def main(A: R.Tensor((128, 96), "float32"), B: R.Tensor((96, 64), "float32")):
        cls = MatmulModule
        with R.dataflow():
            result = R.call_tir(cls.matmul, (A, B), out_sinfo=R.Tensor((128, 64), "float32"))
            R.output(result)
        return result
"""
    )
    analysis = analyze(text)
    assert analysis.diagnostics == ()
    assert "MatmulModule.matmul" in analysis.functions


async def test_loops_are_computed_by_an_intrinsic_of_the_file(client: LanguageClient) -> None:
    document = Document(client, INTRINSIC)
    actions = await offered(client, document, "for $0j in")
    text = await chosen(client, document, actions["Compute the loops from `j` on by the tensor intrinsic `add_four`"])
    assert "for i_1 in T.vectorized(4)" in text
    assert analyze(text).diagnostics == ()
    assert not any("intrinsic" in title for title in await offered(client, document, "for $0i in range(8)"))


async def test_loops_are_computed_by_an_intrinsic_of_a_machine(client: LanguageClient) -> None:
    document = Document(client, DOT)
    actions = await offered(client, document, "for $0i in")
    title = "Compute the loops from `i` on by the tensor intrinsic `dot_16x4_vnni`"
    assert "llvm.x86.avx512.vpdpbusd.512" in await chosen(client, document, actions[title])


async def test_blocks_become_loops_and_loops_blocks(client: LanguageClient) -> None:
    document = Document(client, ADD)
    actions = await offered(client, document, "def $0add")
    text = await chosen(client, document, actions["Make plain loops of the blocks of `add`"])
    assert "T.block" not in text
    plain = Document(client, text)
    again = await offered(client, plain, "def $0add")
    assert 'T.block("B")' in await chosen(client, plain, again["Make blocks of the loops of `add`"])


async def test_a_sum_over_a_spatial_axis_is_made_a_reduction(client: LanguageClient) -> None:
    document = Document(client, MATMUL.replace('"SSR"', '"SSS"'))
    await document.diagnostics()
    actions = await offered(client, document, "$0C[vi, vj] = C[vi, vj] +", "quickfix")
    assert applied(document.text, document.edits(actions["Make `vk` a reduction axis"].edit)) == MATMUL
