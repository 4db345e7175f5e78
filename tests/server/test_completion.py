"""Completion and signature help, in whole programs and in those being typed."""

from __future__ import annotations

import pytest

from tests.server.cursors import at_cursor, mark
from tests.server.programs import HEADER, MATMUL, MODULE
from tilewright.core.analyze import analyze
from tilewright_server.answers import SignatureText
from tilewright_server.features.completion import completions, documentation
from tilewright_server.features.signature_help import signature_help

FUNCTION = HEADER + '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    for i in T.serial(8):\n'


CALLER = (
    HEADER
    + """\
from tilewright.script import relax as R


@I.ir_module
class Mod:
    @T.prim_func
    def double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] + A[i]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Mod
"""
)


def proposed(marked: str) -> set[str]:
    text, offset = at_cursor(marked)
    return {proposal.label for proposal in completions(analyze(text), offset)}


@pytest.mark.parametrize(
    ("marked", "some"),
    [
        (FUNCTION + "        T.$0\n", {"grid", "block", "axis", "float32", "exp"}),
        (FUNCTION + "        A[i] = T.ex$0\n", {"exp"}),
        (FUNCTION + "        with T.block('b'):\n            v = T.axis.$0\n", {"spatial", "S", "remap"}),
        (FUNCTION + "        A[i] = T.max(A[i], T.$0\n", {"exp"}),
        (HEADER + "@I.$0\nclass Mod:\n    pass\n", {"ir_module"}),
        (HEADER + "@T.$0\ndef f():\n    pass\n", {"prim_func"}),
        (
            FUNCTION + "        A.$0\n",
            {"data", "shape", "dtype", "strides", "elem_offset", "vload", "vstore", "access_ptr", "scope"},
        ),
        (FUNCTION + "        A[i] = A[i].$0\n", {"dtype", "astype"}),
        (FUNCTION + "        A[i] = A[A[i] + 1].as$0\n", {"dtype", "astype"}),
        (FUNCTION + "        A[i] = T.exp(A[i]).$0\n", {"dtype", "astype"}),
        (FUNCTION + "        A[i] = (A[i] + A[i]).$0\n", {"dtype", "astype"}),
        (FUNCTION + "        A[i] = T.float32(1).$0\n", {"dtype", "astype"}),
        (FUNCTION + "        A[i] = i.$0\n", {"dtype", "astype"}),
        (CALLER + "        y = R.call_tir(cls.$0\n", {"double", "main"}),
        (CALLER + "        y = R.call_tir(Mod.$0\n", {"double", "main"}),
        (CALLER + "        y = R.call_tir(cls.double, (x,), $0\n", {"out_sinfo=", "x"}),
        (CALLER + "\n\nbuilt = Mod.$0\n", {"double", "main"}),
        (FUNCTION + "        B = T.alloc_buffer((4,), sc$0\n", {"scope=", "dtype="}),
        (FUNCTION + '        B = T.alloc_buffer((4,), scope="$0\n', {"shared", "local"}),
        (FUNCTION + '        for k in T.thread_binding(4, thread="$0\n', {"threadIdx.x", "blockIdx.z"}),
        (FUNCTION + '        A[i] = A[i].astype("$0\n', {"int8", "float16"}),
        (HEADER + "@T.prim_func($0\ndef f():\n    pass\n", {"private="}),
        (mark(MATMUL, "T.gr$0id"), {"grid"}),
        (mark(MODULE, 'X = T.match_buffer(x, (n,), "flo$0at32")'), {"float32", "bfloat16"}),
        (FUNCTION + '        B = T.alloc_buffer((4,), "$0\n', {"int8", "float16"}),
        (FUNCTION + '        B = T.alloc_buffer((4,), dtype="$0")\n', {"int8", "float16"}),
        (FUNCTION + "        A[i] = $0\n", {"A", "i", "T"}),
        (mark(MATMUL, "A[vi$0, vk]"), {"A", "B", "C", "vi", "vj", "vk", "i", "j", "k", "T"}),
    ],
)
def test_completion_proposes(marked: str, some: set[str]) -> None:
    assert some - proposed(marked) == set()


@pytest.mark.parametrize(
    "marked",
    [
        FUNCTION + "        # T.$0\n",
        FUNCTION + "        A[i] = 1.$0\n",
        FUNCTION + "        nothing.$0\n",
        FUNCTION + "        nothing[i].$0\n",
        FUNCTION + "        i[i].$0\n",
        FUNCTION + "        A[0](1).$0\n",
        FUNCTION + "        ).$0\n",
        FUNCTION + "        T.grid(1).$0\n",
        FUNCTION + '        with T.block("T.$0"):\n            pass\n',
    ],
)
def test_completion_stays_silent(marked: str) -> None:
    assert proposed(marked) == set()


def test_members_of_an_element_tell_what_they_are() -> None:
    text, offset = at_cursor(FUNCTION + "        A[i] = A[i].$0\n")
    found = {proposal.label: proposal.detail for proposal in completions(analyze(text), offset)}
    assert found["dtype"] == "DType"
    assert found["astype"].startswith("astype(")


def test_inner_names_end_with_their_function() -> None:
    assert "i" not in proposed(
        FUNCTION + "        A[i] = 0.0\n\n\n@T.prim_func\ndef g(B: T.Buffer((8,), 'int8')):\n    $0\n"
    )


def test_documentation_is_found_by_key() -> None:
    text, offset = at_cursor(FUNCTION + "        v = T.axis.$0\n")
    remap = next(proposal for proposal in completions(analyze(text), offset) if proposal.label == "remap")
    markdown = documentation(remap.key)
    assert markdown is not None
    assert "T.axis.remap(" in markdown
    assert documentation("T.nothing") is None
    assert documentation("") is None


def helped(marked: str) -> SignatureText | None:
    text, offset = at_cursor(marked)
    return signature_help(analyze(text), offset)


@pytest.mark.parametrize(
    ("call", "label", "active"),
    [
        ("T.grid($0", "T.grid(", "extents"),
        ("T.grid(1, 2, $0)", "T.grid(", "extents"),
        ("T.alloc_buffer($0", "T.alloc_buffer(", "shape"),
        ("T.alloc_buffer((1, 2), $0)", "T.alloc_buffer(", "dtype"),
        ("T.alloc_buffer((1, 2), scope=$0)", "T.alloc_buffer(", "scope"),
        ("T.axis.remap('SSR', [i, $0", "T.axis.remap(", "bindings"),
        ("T.exp($0)", "T.exp(", "x"),
    ],
)
def test_signature_help(call: str, label: str, active: str) -> None:
    found = helped(FUNCTION + f"        {call}\n")
    assert found is not None
    assert found.label.startswith(label)
    assert found.active is not None
    start, end = found.parameters[found.active]
    assert active in found.label[start:end].split(":")[0]


@pytest.mark.parametrize("call", ["$0", "nothing($0", "A[$0", "T.axis($0"])
def test_no_signature_help(call: str) -> None:
    assert helped(FUNCTION + f"        {call}\n") is None


def test_behind_the_last_parameter_none_is_active() -> None:
    found = helped(FUNCTION + "        T.exp(1, 2, 3, 4, 5, 6, $0)\n")
    assert found is not None
    assert found.active is None


def test_what_is_given_already_is_not_proposed_by_name() -> None:
    names = proposed(FUNCTION + '        B = T.alloc_buffer((4,), "int8", scope="local", $0\n')
    assert "strides=" in names
    assert not names & {"shape=", "dtype=", "scope="}
    assert "scope=" not in proposed(FUNCTION + "        B = T.alloc_buffer((4, $0\n")
    assert "scope=" not in proposed(FUNCTION + "        B = T.alloc_buffer((4,), data=$0\n")


def test_members_of_relax_are_documented() -> None:
    assert "R.call_tir(" in (documentation("R.call_tir") or "")
    assert "R.nn.relu(" in (documentation("R.nn.relu") or "")
