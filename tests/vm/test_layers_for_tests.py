"""The layers, the comparing instrument and the drawing functions that TVM's tests of the machine use."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax
from tilewright.core.testing.relax.lib_comparator import LibCompareVMInstrument
from tilewright.relax.testing import nn
from tilewright.runtime import get_global_func, tensor


def network() -> tilewright.IRModule:
    builder = relax.BlockBuilder()
    with builder.function("main"):
        model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2, bias=False), nn.LogSoftmax())
        data = nn.Placeholder((1, 4), name="data")
        builder.emit_func_output(model(data), params=[data, *model.parameters()])
    return builder.get()


def test_layers_compute_what_they_are_called():
    module = network()
    assert [param.name_hint for param in module["main"].params] == [
        "data",
        "linear_weight",
        "linear_bias",
        "linear_weight1",
    ]
    given = nn.init_params(module)
    x, w, b, v = (each.numpy() for each in given)
    machine = relax.VirtualMachine(tilewright.compile(module, "llvm"))
    y = np.maximum(x @ w + b, 0) @ v
    wanted = y - np.log(np.exp(y).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(machine["main"](*given).numpy(), wanted, rtol=1e-5)
    machine.set_instrument(lambda *call: None)
    compare = LibCompareVMInstrument(machine.module.imports[0], verbose=False)
    machine.set_instrument(compare)
    machine["main"](*given)
    assert compare.counter >= 5


def test_layers_need_a_function_that_is_built():
    with pytest.raises(RuntimeError, match="BlockBuilder"):
        nn.Linear(2, 2)(nn.Placeholder((1, 2)))


def drawn(name: str, *args: object) -> object:
    return get_global_func(f"vm.builtin.{name}")(*args)


def test_numbers_draw_indices():
    prob = np.array([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]], "float32")
    for number, indices in ((0.0, [0, 0]), (0.29, [1, 0]), (0.6, [2, 1]), (1.0, [2, 2])):
        uniform = tensor(np.full((2, 1), number, "float32"))
        assert drawn("multinomial_from_uniform", tensor(prob), uniform).numpy().ravel().tolist() == indices
    assert drawn("sample_top_p_from_prob", tensor(prob[:1]), 0.5, 0.99) == 2
    assert drawn("sample_top_p_from_prob", tensor(prob[:1]), 0.85, 0.99) == 1
    assert drawn("sample_top_p_from_logits", tensor(np.log(prob[:1])), 1.0, 0.9, 0.5) == 2
    assert drawn("sample_top_p_from_logits", tensor(prob[:1]), 0.0, 0.9, 0.5) == 2


def test_logits_are_changed_in_place():
    logits = tensor(np.array([[2.0, -2.0, 1.0]], "float32"))
    tokens = tensor(np.array([0, 1], "int32"))
    drawn("apply_repetition_penalty", logits, tokens, 2.0)
    assert logits.numpy().tolist() == [[1.0, -4.0, 1.0]]
    drawn("apply_presence_and_frequency_penalty", logits, tokens, tensor(np.array([1, 2], "int32")), 0.5, 0.25)
    assert logits.numpy().tolist() == [[0.25, -5.0, 1.0]]
    drawn("apply_softmax_with_temperature", logits, 0.5)
    raised = np.exp(np.array([[0.5, -10.0, 2.0]]))
    np.testing.assert_allclose(logits.numpy(), raised / raised.sum(), rtol=1e-5)


def ops(made: Any) -> str:
    """The ops of `main`, a letter each, with parentheses for the marks."""
    letters = {"grad.start_checkpoint": "(", "grad.end_checkpoint": ")", "add": "+", "multiply": "*"}
    bindings = made["main"].body.blocks[0].bindings
    return "".join(letters[item.value.op.name[6:]] for item in bindings if isinstance(item.value, relax.Call))


@pytest.mark.parametrize(
    ("parts", "is_last", "want"),
    [(2, False, "(++)(++)+"), (2, True, "(++)(++)(+)"), ([1, 4], False, "(+)(+++)+"), (1, False, "+++++")],
)
def test_parts_whose_values_are_computed_again(parts: Any, is_last: bool, want: str):
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((3,), "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            made = nn.emit_checkpoint_sequential([lambda v: v + v] * 5, parts, x, checkpoint_last=is_last)
            made = builder.emit_output(made)
        builder.emit_func_output(made)
    assert ops(builder.get()) == want


def test_marks_around_several_values():
    builder = relax.BlockBuilder()
    x, y = (relax.Var(name, relax.TensorStructInfo((3,), "float32")) for name in "xy")
    marked: Any = nn.emit_checkpoint
    with builder.function("main", [x, y]):
        with builder.dataflow():
            a, b = marked(lambda v, w: (v + w, v * w), x, w=y)
            c, d = nn.checkpoint(lambda v, w: (v, w), a, b)
            made = builder.emit_output(relax.op.add(builder.emit(c), builder.emit(d)))
        builder.emit_func_output(made)
    assert sorted(ops(builder.get())) == sorted("((+*))" + "()()" + "+")
    with pytest.raises(ValueError, match="5 layers cannot be divided into 6 parts"):
        nn.emit_checkpoint_sequential([abs] * 5, 6, x)
