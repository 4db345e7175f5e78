"""Completion and signature help, in whole programs and in those being typed."""

from __future__ import annotations

import re

import pytest

from tests.server.cursors import at_cursor, mark
from tests.server.programs import HEADER, MATMUL, MODULE
from tilewright.core.analyze import analyze
from tilewright_server.answers import Extent, SignatureText
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
        (CALLER + "        y = x.$0\n", {"astype", "struct_info"}),
        (CALLER + "        y = R.call_tir(Mod.$0\n", {"double", "main"}),
        (CALLER + "        y = R.call_tir(cls.double, (x,), $0\n", {"out_sinfo=", "x"}),
        (CALLER + "\n\nbuilt = Mod.$0\n", {"double", "main"}),
        (FUNCTION + "        B = T.alloc_buffer((4,), sc$0\n", {"scope=", "dtype="}),
        (FUNCTION + '        B = T.alloc_buffer((4,), scope="$0\n', {"shared", "local"}),
        (FUNCTION + '        for k in T.thread_binding(4, thread="$0\n', {"threadIdx.x", "blockIdx.z"}),
        (FUNCTION + '        A[i] = A[i].astype("$0\n', {"int8", "float16"}),
        (FUNCTION + '        for k in T.thread_binding(4, "$0\n', {"threadIdx.x", "vthread"}),
        (FUNCTION + "        for k in $0\n", {"T", "range"}),
        (HEADER + "@$0\n", {"T.prim_func", "I.ir_module"}),
        (HEADER + "$0\n", {"prim_func", "ir_module", "matmul"}),
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


def test_what_is_written_most_stands_first_and_what_passes_write_last() -> None:
    text, offset = at_cursor(FUNCTION + "        T.$0\n")
    rank = {each.label: each.rank for each in completions(analyze(text), offset)}
    assert rank["grid"] < rank["bitwise_xor"] < rank["tvm_struct_set"]


@pytest.mark.parametrize("line", ["for k in $0", "with $0", "for k in $0:"])
def test_a_suite_opens_no_value_of_the_script(line: str) -> None:
    assert proposed(FUNCTION + f"        {line}\n") & {"A", "i", "f"} == set()


# What may stand at the cursor

CONTEXTS = {
    "decorator": (HEADER + MATMUL[len(HEADER) :] + "\n\n@T.$0\n", {"prim_func", "macro"}, {"grid", "float32", "exp"}),
    "with": (
        FUNCTION + "        with T.$0\n",
        {"block", "init", "LetStmt", "launch_thread"},
        {"grid", "serial", "exp"},
    ),
    "for": (FUNCTION + "        for j in T.$0\n", {"grid", "serial", "thread_binding"}, {"block", "float32", "exp"}),
    "parameter": (HEADER + "@T.prim_func\ndef f(n: T.int32, A: T.$0\n", {"Buffer", "handle", "int8"}, {"grid", "exp"}),
    "annotation": (FUNCTION + "        x: T.$0\n", {"int32", "float32"}, {"grid", "block", "exp"}),
    "result": (CALLER + "\n    @R.function\n    def g() -> R.$0\n", {"Tensor", "Tuple", "Shape"}, {"add", "dataflow"}),
    "dataflow": (CALLER + "        with R.$0\n", {"dataflow"}, {"add", "Tensor"}),
}


@pytest.mark.parametrize("name", CONTEXTS)
def test_only_what_fits_the_context_is_proposed(name: str) -> None:
    marked, some, none = CONTEXTS[name]
    found = proposed(marked)
    assert some - found == set()
    assert none & found == set()


SUITES = (
    FUNCTION
    + """\
        B = T.alloc_buffer((4,))
        for j in range(4):
            C = T.alloc_buffer((4,))
            A[j] = T.float32(0)
            $1
        $2
    $3


@T.prim_func
def g(
    D: T.Buffer((8,), "float32"),
):
    $4
"""
)


@pytest.mark.parametrize(
    ("line", "some", "none"),
    [
        (1, {"A", "B", "C", "i", "j"}, {"D"}),
        (2, {"A", "B", "i"}, {"C", "D", "j"}),
        (3, {"A"}, {"B", "C", "D", "i", "j"}),
        (4, {"D"}, {"A", "B", "C", "i", "j"}),
    ],
)
def test_names_are_proposed_as_long_as_their_suite_is_open(line: int, some: set[str], none: set[str]) -> None:
    text = SUITES.replace(f"${line}", "$0")
    for other in range(1, 5):
        text = text.replace(f"${other}", "")
    found = proposed(text)
    assert some - found == set()
    assert none & found == set()


STRINGS = {
    "remap": ('        with T.block("b"):\n            v = T.axis.remap("$0", [i, i])\n', ["SS", "SR", "RR"]),
    "remap of the loops around": ('        for j in range(4):\n            v = T.axis.remap("$0\n', ["SS", "SR", "RR"]),
    "a part of a word": (
        '        for k in T.thread_binding(4, thread="threadIdx.$0")\n',
        ["threadIdx.x", "threadIdx.y"],
    ),
    "attribute": ('        T.func_attr({"$0": 1})\n', ["global_symbol", "tir.noalias"]),
    "second attribute": ('        T.func_attr({"a": 1, "$0": 1})\n', ["global_symbol", "tir.noalias"]),
}


@pytest.mark.parametrize("name", STRINGS)
def test_strings_say_what_their_argument_wants(name: str) -> None:
    line, first = STRINGS[name]
    text, offset = at_cursor(FUNCTION + line)
    found = completions(analyze(text), offset)
    assert [each.label for each in found][: len(first)] == first
    start = max(text.rfind('"', 0, offset), 0) + 1
    assert all(each.replaces == Extent(start, offset) for each in found)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('sch.get_block("$0")\n', ["b", "c"]),
        ('sch.get_sblock(name="$0\n', ["b", "c"]),
        ("c = sch.get_block('b$0', func_name='f')\n", ["b", "c"]),
        ('sch.work_on("$0")\n', ["f"]),
        ('mod.get_global_var("$0")\n', ["f"]),
        ('sch.get_block("b", "$0")\n', []),
        ('sch.annotate(b, "$0", 1)\n', []),
    ],
)
def test_a_schedule_asks_for_the_blocks_and_functions_of_the_file(line: str, expected: list[str]) -> None:
    blocks = "".join(
        f'        with T.block("{name}"):\n            v = T.axis.S(8, i)\n            A[v] = A[v] + T.float32(1)\n'
        for name in "bc"
    )
    program = FUNCTION + blocks + "\n\ndef scheduled(sch, mod, b):\n    "
    text, offset = at_cursor(program + line)
    assert [each.label for each in completions(analyze(text), offset)] == expected


def test_the_values_of_attributes_are_not_keys() -> None:
    assert proposed(FUNCTION + '        T.func_attr({"a": "$0"})\n') == set()


def expanded(snippet: str) -> str:
    """A snippet with what it proposes for each place."""
    values: dict[str, str] = dict(re.findall(r"\$\{(\d+):([^}]*)\}", snippet))
    text = re.sub(r"\$\{(\d+)(?::[^}]*)?\}", lambda match: values[match[1]], snippet)
    return text.replace("$0", "T.evaluate(0)" if not snippet.rstrip().endswith(("+ $0", "]$0")) else "T.float32(1)")


@pytest.mark.parametrize("imports", [HEADER, HEADER.replace("import tir as T", "import tirx as T")])
def test_snippets_are_programs(imports: str) -> None:
    margin = imports + MATMUL[len(HEADER) :].replace("T.block", "T.sblock" if "tirx" in imports else "T.block") + "\n\n"
    text, offset = at_cursor(margin + "$0")
    whole = {each.label: each.snippet for each in completions(analyze(text), offset) if each.snippet}
    assert set(whole) == {"prim_func", "ir_module", "matmul"}
    for name, snippet in whole.items():
        program = margin + expanded(snippet.replace("vk, vj]$0", "vk, vj]").replace("${3:n}", "16"))
        assert [str(each) for each in analyze(program).diagnostics if each.severity == 1] == [], name
    text, offset = at_cursor(imports + FUNCTION[len(HEADER) :].replace("    for i in T.serial(8):\n", "    $0\n"))
    inside = {each.label: each.snippet for each in completions(analyze(text), offset) if each.snippet}
    assert set(inside) == {"grid", "block", "reduction"}
    for name, snippet in inside.items():
        body = expanded(snippet.replace("${6:B}", "A").replace("16", "8")).replace("\n", "\n    ")
        program = imports + FUNCTION[len(HEADER) :].replace("    for i in T.serial(8):\n", f"    {body}\n")
        assert [str(each) for each in analyze(program).diagnostics if each.severity == 1] == [], name


def test_relax_functions_get_no_loops() -> None:
    text, offset = at_cursor(CALLER + "        $0\n")
    assert not any(each.snippet for each in completions(analyze(text), offset))


def test_a_namespace_that_is_not_imported_comes_with_its_import() -> None:
    text, offset = at_cursor(FUNCTION.replace("from tilewright.script import ir as I\n", "") + "        A[i] = $0\n")
    found = {each.label: each for each in completions(analyze(text), offset) if each.also}
    assert set(found) == {"I", "R"}
    (change,) = found["R"].also
    text = text[: change.extent.start] + change.text + text[change.extent.end :]
    assert text.startswith("from tilewright.script import tir as T\nfrom tilewright.script import relax as R\n")


def test_the_import_of_a_namespace_names_the_dialect_of_the_file() -> None:
    header = "from tvm.script import ir as I, relax as R\n\n\n"
    kernel = FUNCTION[len(HEADER) :].replace("for i in T.serial(8):", 'with T.sblock("b"):')
    text, offset = at_cursor(header + kernel + "        A[0] = $0\n")
    also = {each.label: each.also for each in completions(analyze(text), offset)}
    assert [each.text for each in also["T"]] == ["\nfrom tvm.script import tirx as T"]


CALLED = (
    CALLER.replace("        cls = Mod\n", "        cls = Mod\n        y = R.call_tir(cls.double, x)\n")
    + """\


@T.macro
def store(buffer, at, *, value=1.0):
    \"\"\"Store a value.\"\"\"
    buffer[at] = value


def halves(n: int, m=2) -> int:
    return n // m


@T.prim_func
def caller(A: T.Buffer((4,), "float32")):
    for i in range(4):
"""
)
CALLS_OF_THE_FILE = {
    "macro": ("        store(A, $0\n", "store(buffer, at, *, value=1.0)", "at"),
    "by name": ("        store(A, 0, value=$0\n", "store(buffer, at, *, value=1.0)", "value=1.0"),
    "helper": ("        A[halves(4, $0\n", "halves(n: int, m=2) -> int", "m=2"),
    "method": ('        A.access_ptr("r", $0\n', "access_ptr(", None),
    "function of a module": (
        "        Mod.double(A, $0\n",
        'double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"))',
        'B: T.Buffer((4,), "float32")',
    ),
}


@pytest.mark.parametrize("name", CALLS_OF_THE_FILE)
def test_signatures_of_what_the_file_defines(name: str) -> None:
    line, label, active = CALLS_OF_THE_FILE[name]
    text, offset = at_cursor(CALLED + line)
    found = signature_help(analyze(text), offset)
    assert found is not None
    assert found.label.startswith(label)
    assert found.active is not None
    start, end = found.parameters[found.active]
    assert active is None or found.label[start:end] == active
    assert found.documentation == "Store a value." or "store" not in line


def test_the_parameters_of_a_macro_are_proposed_by_name() -> None:
    assert {"value="} <= proposed(CALLED + "        store(A, 0, $0\n")


def test_functions_of_a_module_that_is_being_written() -> None:
    text, offset = at_cursor(CALLER + "        y = cls.double($0\n")
    found = signature_help(analyze(text), offset)
    assert found is not None
    assert found.label.startswith("double(A: T.Buffer")
