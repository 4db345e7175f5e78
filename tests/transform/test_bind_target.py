"""`BindTarget`: who calls a function decides what it is compiled for."""

from __future__ import annotations

from tests.transform.programs import program
from tilewright import tir
from tilewright.ir.function import IRModule
from tilewright.target import Target

TEXT = """@I.ir_module
class Module:
    @T.prim_func(private=True)
    def both(a: T.int32) -> T.int32:
        return a + 1

    @T.prim_func(private=True)
    def on_host(a: T.int32) -> T.int32:
        return a + 2

    @T.prim_func(private=True)
    def on_device(a: T.int32) -> T.int32:
        return a + 3

    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        n: T.int32 = Module.both(1) + Module.on_host(1)
        for t in T.thread_binding(8, thread="threadIdx.x"):
            A[t] = Module.both(t) + Module.on_device(n)
"""
WHOLE = Target("cuda", host="llvm -mcpu=x86-64-v3")
DEVICE, HOST = Target("cuda"), Target("llvm -mcpu=x86-64-v3")


def targets(module: IRModule) -> dict[str, Target]:
    return {variable.name_hint: func.attrs["target"] for variable, func in module.functions.items()}


def test_functions_get_the_side_that_calls_them() -> None:
    made = tir.transform.BindTarget(WHOLE)(program(TEXT))
    assert targets(made) == {
        "both": DEVICE,
        "both_host": HOST,
        "on_host": HOST,
        "on_device": DEVICE,
        "main": WHOLE,
    }
    text = made.script()
    assert "Module.both_host(1)" in text
    assert "Module.both(t)" in text


def test_a_processor_is_its_own_host() -> None:
    made = tir.transform.BindTarget("llvm -mcpu=x86-64-v3")(program(TEXT))
    assert set(targets(made)) == {"both", "both_host", "on_host", "on_device", "main"}
    assert set(targets(made).values()) == {HOST}


def test_a_function_that_says_its_target_learns_the_host() -> None:
    own = program(TEXT)["on_host"].with_attr("target", DEVICE)
    made = tir.transform.BindTarget(WHOLE)(IRModule({"f": own, "main": own.with_attr("global_symbol", "main")}))
    assert targets(made) == {"f": DEVICE, "main": WHOLE}
