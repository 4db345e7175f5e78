"""What the explorer says of a function: stages, the lines that they come from, their differences, and the pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.explore.answer import Explored, explore
from tilewright.explore.question import Question
from tilewright.explore.shapes import Answer, Loop, Rest, Stage

EXAMPLES = Path(__file__).parents[2] / "examples"
HEADER = "from tvm.script import ir as I, relax as R, tir as T\n\n\n"
ADD = (
    HEADER
    + """@T.prim_func
def add(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] + T.float32(1)
"""
)
STORE = ADD.split("\n").index("            B[vi] = A[vi] + T.float32(1)")


def asked(text: str, name: str = "", line: int = 0) -> Answer:
    """The answer with the stages of the default schedule, which come after the others."""
    made = explore(Question(text, "program.py", name, line, "llvm -mcpu=x86-64-v3"))
    schedule = made.rest()
    return {**made.answer, "stages": [*made.answer["stages"], *schedule["stages"]]}


def machine_of(made: Explored) -> Rest:
    """The last part of an answer."""
    assert made.rest()["more"]
    last = made.rest()
    assert not last["more"]
    return last


def stage(answer: Answer, name: str) -> Stage:
    return next(each for each in answer["stages"] if each["name"] == name)


def flat(loops: list[Loop]) -> list[Loop]:
    return [each for loop in loops for each in (loop, *flat(loop["inside"]))]


def lines_from(made: Stage, origin: int) -> list[str]:
    """The lines of a stage that come from a line of the file."""
    return [line.strip() for line, origins in zip(made["text"].split("\n"), made["origins"]) if origin in origins]


@pytest.fixture(scope="module")
def matmul() -> Answer:
    path = EXAMPLES / "matmul.py"
    return asked(path.read_text(encoding="utf-8"))


def test_stages_come_in_the_order_of_the_compiler(matmul: Answer) -> None:
    groups = list(dict.fromkeys(each["group"] for each in matmul["stages"]))
    assert groups == ["source", "passes", "schedule"]
    changed = [each["name"] for each in matmul["stages"] if each["changed"]]
    assert changed[0] == "Source"
    assert {"LowerInitBlock", "LowerOpaqueBlock", "FlattenBuffer", "RegisterTiling"} <= set(changed)


def test_python_functions_of_a_module_have_no_stages() -> None:
    text = (EXAMPLES / "relax" / "python_functions.py").read_text()
    answer = asked(text)
    unread = [each["name"] for each in answer["functions"] if each["kind"] == "unread"]
    assert unread
    assert [asked(text, name)["stages"] for name in unread] == [[] for _ in unread]


def test_a_pass_without_effect_has_no_text(matmul: Answer) -> None:
    verified = stage(matmul, "VerifyCPU")
    assert (verified["changed"], verified["text"], verified["rows"]) == (False, "", [])
    assert verified["milliseconds"] is not None


def test_lines_of_every_stage_know_their_line_of_the_file() -> None:
    answer = asked(ADD)
    for made in answer["stages"]:
        assert not made["changed"] or any("B" in line and "=" in line for line in lines_from(made, STORE)), made["name"]


def test_lines_move_with_an_edit_above_the_function() -> None:
    first = explore(Question(ADD, "program.py"))
    moved = explore(Question("# a comment\n" + ADD, "program.py"), first.analysis).answer
    assert lines_from(stage(moved, "Source"), STORE + 1) == ["B[vi] = A[vi] + T.float32(1.0)"]


def test_machine_code_knows_its_lines() -> None:
    native = machine_of(explore(Question(ADD, "program.py", target="llvm -mcpu=x86-64-v3")))
    llvm, assembly = native["stages"]
    assert (llvm["name"], assembly["name"]) == ("LLVM IR", "Assembly")
    assert any("fadd" in line for line in lines_from(llvm, STORE))
    assert any("addps" in line for line in lines_from(assembly, STORE))
    for words in ("!dbg", "DILocation", ".loc", ".cfi"):
        assert words not in llvm["text"] + assembly["text"]


def test_stores_that_a_pass_has_made_keep_their_lines() -> None:
    text = (EXAMPLES / "matmul.py").read_text(encoding="utf-8")
    line = next(n for n, each in enumerate(text.split("\n")) if "A[vi, vk] * B[vk, vj]" in each)
    assembly = machine_of(explore(Question(text, "matmul.py", target="llvm -mcpu=x86-64-v3")))["stages"][1]
    assert any("vfmadd" in each for each in lines_from(assembly, line))


def test_a_statement_that_leaves_its_block_has_moved(matmul: Answer) -> None:
    lowered = stage(matmul, "LowerOpaqueBlock")
    changes = {change for change, _, _ in lowered["rows"]}
    assert {"removed", "moved"} <= changes
    kept = [right for change, _, right in lowered["rows"] if change == "moved"]
    assert any("A[i, k] * B[k, j]" in lowered["text"].split("\n")[line] for line in kept)


def test_a_rewritten_statement_stands_for_the_one_before(matmul: Answer) -> None:
    flattened = stage(matmul, "FlattenBuffer")
    before = stage(matmul, "LowerOpaqueBlock")["text"].split("\n")
    pairs = {
        before[left].strip(): flattened["text"].split("\n")[right].strip()
        for change, left, right in flattened["rows"]
        if change == "changed"
    }
    assert pairs["C[i, j] = T.float32(0.0)"] == "C_1[i * 64 + j] = T.float32(0.0)"


def test_rows_hold_every_line_of_both_stages(matmul: Answer) -> None:
    before: Stage | None = None
    for made in matmul["stages"]:
        if not made["changed"]:
            continue
        if before is not None:
            lefts = [left for _, left, _ in made["rows"] if left >= 0]
            rights = [right for _, _, right in made["rows"] if right >= 0]
            assert lefts == list(range(before["text"].count("\n") + 1))
            assert rights == list(range(made["text"].count("\n") + 1))
        before = made


def test_the_default_schedule_says_what_it_chose(matmul: Answer) -> None:
    assert any("in registers" in reason for reason in stage(matmul, "RegisterTiling")["reasons"])


def test_a_loop_nest_names_axes_and_lanes(matmul: Answer) -> None:
    written = {each["name"]: each["axis"] for each in flat(stage(matmul, "Source")["loops"]) if each["kind"] == "loop"}
    assert written == {"i": "spatial", "j": "spatial", "k": "reduction"}
    tiled = flat(stage(matmul, "RegisterTiling")["loops"])
    assert {each["name"]: each["axis"] for each in tiled if each["kind"] == "loop"} == written
    assert max(each["lanes"] for each in tiled) >= 8


def test_loops_say_how_they_run() -> None:
    text = ADD.replace("range(64)", "T.parallel(64)")
    assert [each["how"] for each in stage(asked(text), "Source")["loops"]] == ["parallel"]


def test_an_access_steps_through_memory_with_each_loop(matmul: Answer) -> None:
    strides = {each["buffer"]: {loop["name"]: loop["stride"] for loop in each["loops"]} for each in matmul["accesses"]}
    assert strides["B"] == {"i": 0, "j": 1, "k": 64}


def test_an_access_whose_place_depends_on_data_has_no_stride() -> None:
    text = HEADER + (
        "@T.prim_func\n"
        'def gather(A: T.Buffer((8,), "float32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):\n'
        "    for i in range(8):\n"
        "        B[i] = A[P[i]]\n"
    )
    found = {each["buffer"]: each["loops"][0]["stride"] for each in asked(text)["accesses"]}
    assert found == {"A": None, "P": 1, "B": 1}


def test_the_cost_of_a_call_is_counted(matmul: Answer) -> None:
    assert matmul["cost"] is not None
    assert (matmul["cost"]["flops"], matmul["cost"]["bytes"]) == (
        2 * 128 * 64 * 96,
        4 * (128 * 96 + 96 * 64 + 128 * 64),
    )


def test_the_function_is_the_one_at_the_line_or_by_name() -> None:
    text = ADD + "\n\n" + ADD.removeprefix(HEADER).replace("def add", "def again")
    assert asked(text, line=STORE)["name"] == "add"
    assert asked(text, line=text.count("\n") - 1)["name"] == "again"
    assert asked(text, "again")["name"] == "again"


def test_a_mistake_is_named_and_nothing_is_compiled() -> None:
    answer = asked(ADD.replace("A[vi]", "C[vi]"))
    assert answer["stages"] == []
    assert [(each["line"], each["code"]) for each in answer["problems"]] == [(STORE, "undefined-name")]


def test_a_program_that_the_compiler_refuses_stops_with_its_words() -> None:
    answer = asked(ADD.replace("range(64)", 'T.thread_binding(64, thread="threadIdx.x")'))
    last = answer["stages"][-1]
    assert "GPU" in last["problem"] or "thread" in last["problem"]
    assert stage(answer, "Source")["text"]


def test_a_file_without_functions_has_an_answer() -> None:
    answer = asked("print('hello')\n")
    assert (answer["functions"], answer["name"], answer["stages"]) == ([], "", [])


NETWORK = (
    HEADER
    + """@I.ir_module
class Network:
    @R.function
    def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32")):
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.nn.relu(y)
            s = R.nn.softmax(z, axis=-1)
            R.output(s)
        return s
"""
)
MATMUL, RELU = (next(n for n, line in enumerate(NETWORK.split("\n")) if op in line) for op in ("R.matmul", "R.nn.relu"))


@pytest.fixture(scope="module")
def network() -> tuple[Answer, object]:
    made = explore(Question(NETWORK, "network.py"))
    made.answer["stages"] += made.rest()["stages"]
    return made.answer, made.rest()["graph"]


def test_a_graph_goes_through_its_passes_to_kernels(network: tuple[Answer, object]) -> None:
    answer, _ = network
    assert answer["kind"] == "relax"
    groups = list(dict.fromkeys(each["group"] for each in answer["stages"]))
    assert groups == ["source", "graph", "passes", "schedule"]


def test_a_fused_kernel_comes_from_the_lines_of_all_its_operators(network: tuple[Answer, object]) -> None:
    made = stage(network[0], "FuseTIR")
    head = next(n for n, line in enumerate(made["text"].split("\n")) if "def fused_matmul_relu" in line)
    assert made["origins"][head] == [MATMUL, RELU]


def test_a_picture_of_a_graph_has_shapes_groups_and_memory() -> None:
    picture = machine_of(explore(Question(NETWORK, "network.py")))["graph"]
    assert picture is not None
    groups = {node["id"]: node["group"] for node in picture["nodes"]}
    assert groups["y"] == groups["z"] == 0
    assert groups["s"] == -1
    assert picture["groups"] == ["fused_matmul_relu"]
    assert {(edge["source"], edge["target"]): edge["info"] for edge in picture["edges"]}["y", "z"] == "4 × 8 float32"
    assert [each["bytes"] for each in picture["memory"]] == [128, 128]
    assert [tensor[0] for each in picture["memory"] for tensor in each["tensors"]] == ["y", "z"]
