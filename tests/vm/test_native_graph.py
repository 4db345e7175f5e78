"""Graphs as one native function: what becomes one, its memory plan, and that it gives what the machine gives."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.core.driver.relax_build import kernels_of
from tilewright.core.vm.graph_memory import MemoryPlan, bytes_of, plan_memory
from tilewright.core.vm.graph_values import Graph, graph_of, leaves
from tilewright.core.vm.values import MismatchError
from tilewright.script import from_source
from tilewright.target import Target

CHAIN = """
@R.function
def main(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 8), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.matmul(a, w)
        c = R.matmul(b, w)
        d = R.matmul(c, w)
        R.output(c, d)
    return (d, (c, d))
"""
STATIC = CHAIN.replace('("n", 8)', "(2, 8)")


def built(text: str, is_checked: bool = True) -> Any:
    return relax.build(relax_module(text, is_checked), relax_pipeline=relax.transform.LegalizeOps())


def relax_module(text: str, is_checked: bool = True) -> Any:
    head = f"@I.ir_module(check_well_formed={is_checked})\nclass Module:"
    return from_source(f"from tvm.script import ir as I, relax as R, tir as T\n{head}{indent(text)}")


def indent(text: str) -> str:
    return text.replace("\n", "\n    ")


def random(*shape: int) -> Any:
    return np.random.default_rng(0).standard_normal(shape).astype("float32")


@pytest.mark.parametrize("text", [CHAIN, STATIC])
def test_native_function(text: str) -> None:
    executable = built(text)
    assert list(executable.entries) == ["main"]
    x, w = random(2, 8), random(8, 8)
    last, (third, again) = relax.VirtualMachine(executable)["main"](x, w)
    np.testing.assert_allclose(third.numpy(), x @ w @ w @ w, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(last.numpy(), x @ w @ w @ w @ w, rtol=1e-4, atol=1e-3)
    assert again is last


def planned(module: Any) -> tuple[Graph, MemoryPlan]:
    """The graph of `main` and the plan for it."""
    graph = graph_of(module["main"], module)
    assert graph is not None
    return graph, plan_memory(graph, leaves(graph.result))


@pytest.mark.parametrize(("text", "unknown", "workspace"), [(CHAIN, 2, 0), (STATIC, 0, 2 * 64)])
def test_memory_is_used_again(text: str, unknown: int, workspace: int) -> None:
    _, plan = planned(built(text.replace("return (d, (c, d))", "return d")).ir_mod)
    assert len(plan.places) == 3
    assert len(plan.unknown) == unknown
    assert plan.workspace == workspace


def test_the_workspace_is_no_larger_than_what_is_needed_at_once() -> None:
    """Each layer reads the tensors of all before it, as those of a DenseNet: what one call is done with has the place of several smaller tensors of later ones."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, 256), "float32"))
    with builder.function("main", [x]):
        wide = builder.emit(relax.op.concat([builder.emit(relax.op.nn.relu(x))] * 4, 1))
        parts = [builder.emit(relax.op.sum(builder.emit(relax.op.reshape(wide, (4, 256))), 0, True))]
        for _ in range(6):
            joined = builder.emit(relax.op.nn.relu(builder.emit(relax.op.concat([*parts, parts[-1]], 1))))
            parts.append(
                builder.emit(relax.op.sum(builder.emit(relax.op.reshape(joined, (len(parts) + 1, 256))), 0, True))
            )
        builder.emit_func_output(builder.emit(relax.op.concat(parts, 1)))
    executable = relax.build(builder.get(), relax_pipeline=relax.transform.LegalizeOps())
    graph, plan = planned(executable.ir_mod)
    lives = [
        (each, at, max(at, each.last_use))
        for at, call in enumerate(graph.calls)
        for each in call.outputs
        if each in plan.places
    ]
    sizes: dict[Any, Any] = {each: bytes_of(each) for each, _, _ in lives}
    at_once = [[each for each, first, last in lives if first <= at <= last] for at in range(len(graph.calls))]
    assert plan.workspace == max(sum(sizes[each] for each in needed) for needed in at_once)
    for needed in at_once:
        places = sorted((plan.places[each].offset, sizes[each]) for each in needed)
        assert all(low + size <= high for (low, size), (high, _) in itertools.pairwise(places))


def test_sizes_change_between_calls() -> None:
    machine = relax.VirtualMachine(built(CHAIN))
    for rows in (1, 5, 0, 3):
        x, w = random(rows, 8), random(8, 8)
        np.testing.assert_allclose(machine["main"](x, w)[0].numpy(), x @ w @ w @ w @ w, rtol=1e-4, atol=1e-3)


def test_constants_are_kept() -> None:
    x, w = random(2, 8), random(8, 8)
    executable = relax.build(relax_module(STATIC), params={"w": w})
    made, _ = relax.VirtualMachine(executable)["main"](x)
    np.testing.assert_allclose(made.numpy(), x @ w @ w @ w @ w, rtol=1e-4, atol=1e-3)


class Subclass(np.ndarray[Any, Any]):
    """Arrays that only the slow way takes."""


def test_constants_in_any_order_of_memory_are_read_by_both_ways() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((2, 3), "float32"))
    weights = np.arange(6, dtype="float32").reshape(2, 3).T
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.matmul(x, relax.const(weights))))
    main = relax.VirtualMachine(relax.build(builder.get()))["main"]
    given = random(2, 3)
    for each in (given, given.view(Subclass)):
        np.testing.assert_allclose(main(each).numpy(), given @ weights, rtol=1e-5, atol=1e-5)
    with pytest.raises(MismatchError):
        main(given.T)


def test_arguments_are_checked() -> None:
    call = relax.VirtualMachine(built(STATIC))["main"]
    with pytest.raises(MismatchError, match="`x`, argument of `main`, is expected to be a compact array"):
        call(np.ascontiguousarray(random(2, 8).T).T, random(8, 8))
    with pytest.raises(MismatchError, match="dimension 0 of `x`, argument of `main`, must be 2, not 3"):
        call(random(3, 8), random(8, 8))
    with pytest.raises(TypeError, match="takes 2 arguments, and 1 is given"):
        call(random(2, 8))


UNSAFE = """
@T.prim_func
def copy(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        B[i] = A[i]

@R.function
def main(x: R.Tensor((8,), "float32")):
    cls = Module
    y = R.call_tir(cls.copy, (x,), R.Tensor((SIZE,), "float32"))
    return y
"""


def test_kernel_that_does_not_fit_is_left_to_the_machine() -> None:
    assert list(built(UNSAFE.replace("SIZE", "8")).entries) == ["main"]
    executable = built(UNSAFE.replace("SIZE", "4"), is_checked=False)
    assert not executable.entries
    with pytest.raises(ValueError, match="`B` has shape"):
        relax.VirtualMachine(executable)["main"](random(8))


CLOSURE = """
@R.function
def main(x: R.Tensor((8,), "float32")):
    @R.function
    def inner(y: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        z = R.add(y, y)
        return z
    r = inner(x)
    return r
"""


def test_closures_are_left_to_the_machine() -> None:
    executable = built(CLOSURE)
    assert not executable.entries
    np.testing.assert_allclose(relax.VirtualMachine(executable)["main"](random(8)).numpy(), 2 * random(8))


def test_times_are_told_by_kernel() -> None:
    machine = relax.VirtualMachine(built(STATIC))
    calls = machine.profile("main", random(2, 8), random(8, 8)).calls
    assert sum("matmul" in call["Name"] for call in calls) == 4


CONVOLUTION = """
@R.function
def main(x: R.Tensor((1, 16, 32, 32), "float32"), w: R.Tensor((32, 16, 3, 3), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, padding=1)
        z = R.nn.relu(y)
        R.output(z)
    return z
"""


def test_times_are_those_of_the_kernels_that_run() -> None:
    weights = {"w": random(32, 16, 3, 3)}
    module = relax.transform.BindParams("main", weights)(relax_module(CONVOLUTION))
    run = {variable.name_hint for variable in kernels_of(module, Target("llvm")).functions} - {"main"}
    machine = relax.VirtualMachine(relax.build(module, "llvm"))
    x = random(1, 16, 32, 32)
    result = machine["main"](x).numpy()
    assert {call["Name"] for call in machine.profile("main", x).calls} == run
    np.testing.assert_allclose(machine["main"](x).numpy(), result)
