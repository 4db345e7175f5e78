"""Training: losses and optimizers are the functions of Relax that they say, and a trainer learns with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax, tir
from tilewright.core.base.diagnostics import TVMError
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax.training import AppendLoss, SetupTrainer, Trainer
from tilewright.relax.training.loss import CategoricalCrossEntropyLoss, CrossEntropyLoss, L1Loss, Loss, MSELoss
from tilewright.relax.training.optimizer import SGD, Adam, MomentumSGD, Optimizer
from tilewright.script import from_source


def tensor(*shape: Any, dtype: str = "float32") -> relax.TensorStructInfo:
    return relax.TensorStructInfo(shape, dtype)


def program(functions: str) -> IRModule:
    head = "from tvm.script import ir as I, relax as R, tir as T\n\n@I.ir_module\nclass Module:"
    made = from_source(head + functions)
    assert isinstance(made, IRModule)
    return made


def of(function: Any) -> IRModule:
    return IRModule.from_expr(function)


def test_a_loss_is_one_dataflow_block() -> None:
    expected = program("""
    @R.function
    def mse_loss(predictions: R.Tensor((3, 5), "float32"), targets: R.Tensor((3, 5), "float32")):
        with R.dataflow():
            lv = R.subtract(predictions, targets)
            lv1 = R.multiply(lv, lv)
            gv = R.mean(lv1)
            R.output(gv)
        return gv
    """)
    assert_structural_equal(of(MSELoss()(tensor(3, 5), tensor(3, 5))), expected)
    expected = program("""
    @R.function
    def cross_entropy_loss(
        p: R.Tensor((3, 5), "float32"), targets: R.Tensor((3,), "int64"), weights: R.Tensor((5,), "float32")
    ):
        with R.dataflow():
            lv = R.nn.log_softmax(p, axis=-1)
            gv = R.nn.nll_loss(lv, targets, weights, reduction="sum", ignore_index=1)
            R.output(gv)
        return gv
    """)
    prediction = relax.Var("p", tensor(3, 5))
    loss = CrossEntropyLoss("sum", 1)(prediction, tensor(3, dtype="int64"), tensor(5))
    assert_structural_equal(of(loss), expected)
    assert loss.params[0] is not prediction


def value(function: Any, *args: Any) -> np.ndarray:
    machine = relax.VirtualMachine(relax.build(of(function)))
    return machine[function.attrs["global_symbol"]](*args).numpy()


RNG = np.random.default_rng(0)
P = RNG.standard_normal((3, 5), "float32")
T = RNG.standard_normal((3, 5), "float32")
CLASSES = np.array([2, 1, 4])
WEIGHTS = np.array([1, 2, 3, 4, 5], "float32")
LOGS = P - np.log(np.exp(P).sum(1, keepdims=True))


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_what_losses_compute(reduction: str) -> None:
    def reduced(losses: np.ndarray, count: Any = None) -> Any:
        return {"none": losses, "sum": losses.sum(), "mean": losses.sum() / (count or losses.size)}[reduction]

    classes = tensor(3, dtype="int64")
    taken = -LOGS[np.arange(3), CLASSES] * WEIGHTS[CLASSES]
    counted = taken * (CLASSES != 1)
    one_hot = np.eye(5, dtype="int64")[CLASSES]
    both = (tensor(3, 5), tensor(3, 5))
    for function, args, wanted in (
        (L1Loss(reduction)(*both), (P, T), reduced(abs(P - T))),
        (MSELoss(reduction)(*both), (P, T), reduced((P - T) ** 2)),
        (CrossEntropyLoss(reduction)(both[0], classes), (P, CLASSES), reduced(taken / WEIGHTS[CLASSES])),
        (
            CrossEntropyLoss(reduction, 1)(both[0], classes, tensor(5)),
            (P, CLASSES, WEIGHTS),
            reduced(counted, (WEIGHTS[CLASSES] * (CLASSES != 1)).sum()),
        ),
        (
            CategoricalCrossEntropyLoss(reduction)(both[0], tensor(3, 5, dtype="int64"), tensor(5)),
            (P, one_hot, WEIGHTS),
            reduced(-LOGS * one_hot * WEIGHTS),
        ),
        (
            CategoricalCrossEntropyLoss(reduction, 1)(both[0], tensor(3, 5, dtype="int64")),
            (P, one_hot),
            reduced(counted / WEIGHTS[CLASSES], 2),
        ),
    ):
        np.testing.assert_allclose(value(function, *args), wanted, rtol=1e-5)


def test_mistakes_about_losses() -> None:
    with pytest.raises(ValueError, match="one of mean, sum, none, not 'max'"):
        L1Loss("max")
    wrong: Any = 3
    with pytest.raises(TypeError, match="`targets` is int"):
        L1Loss()(tensor(3), wrong)
    with pytest.raises(TypeError, match="targets of this loss are integers"):
        CategoricalCrossEntropyLoss()(tensor(3, 5), tensor(3, 5))


def test_an_optimizer_is_one_dataflow_block() -> None:
    x = relax.Var("x", tensor(2, 2, dtype="float64"))
    expected = program("""
    @R.function
    def MomentumSGD(
        params: R.Tuple(R.Tensor((2, 2), "float64")),
        gradients: R.Tuple(R.Tensor((2, 2), "float64")),
        optim_states: R.Tuple(R.Tensor((), "int64"), R.Tensor((2, 2), "float64")),
    ):
        with R.dataflow():
            num_steps = optim_states[0]
            num_steps_new = R.add(num_steps, R.const(1, "int64"))
            x = params[0]
            x_grad = gradients[0]
            x_v = optim_states[1]
            lv = R.multiply(R.const(0.9, "float64"), x_v)
            x_v_new = R.add(lv, x_grad)
            lv1 = R.multiply(R.const(0.1, "float64"), x_v_new)
            x_new = R.subtract(x, lv1)
            params_new = (x_new,)
            optim_states_new = (num_steps_new, x_v_new)
            R.output(params_new, optim_states_new)
        return (params_new, optim_states_new)
    """)
    assert_structural_equal(of(MomentumSGD(0.1, 0.9).init(x).get_function()), expected)


def steps(optimizer: Optimizer, count: int) -> tuple[list[np.ndarray], int]:
    """Parameters after some steps whose gradients are the parameters' sines, and the number of steps."""
    params = [relax.Var("x", tensor(2, 3)), relax.Var("y", tensor(4))]
    machine = relax.VirtualMachine(relax.build(of(optimizer.init(params).get_function())))
    values: Any = (np.ascontiguousarray(P[:2, :3]), P[2, :4])
    state: Any = optimizer.state
    for _ in range(count):
        gradients = tuple(np.sin(np.asarray(v)) for v in values)
        values, state = machine[optimizer.name](values, gradients, state)
    return [v.numpy() for v in values], int(state[0].numpy())


def by_numpy(update: Any, count: int) -> list[np.ndarray]:
    found: list[np.ndarray] = []
    for start in (P[:2, :3], P[2, :4]):
        p, kept = start.astype("float64"), [np.zeros(start.shape), np.zeros(start.shape)]
        for at in range(count):
            p = update(p, np.sin(p), kept, at + 1)
        found.append(p)
    return found


def momentum(p: Any, g: Any, kept: Any, at: int) -> Any:
    g = g + 0.01 * p
    kept[0] = 0.9 * kept[0] + (1 - 0.1) * g
    return p - 0.1 * (g + 0.9 * kept[0])


def adam(p: Any, g: Any, kept: Any, at: int) -> Any:
    g = g + 0.01 * p
    kept[0], kept[1] = 0.8 * kept[0] + 0.2 * g, 0.99 * kept[1] + 0.01 * g * g
    return p - 0.1 * (kept[0] / (1 - 0.8**at)) / (np.sqrt(kept[1] / (1 - 0.99**at)) + 1e-8)


@pytest.mark.parametrize(
    ("optimizer", "update"),
    [
        (SGD(0.1, 0.01), lambda p, g, kept, at: p - 0.1 * (g + 0.01 * p)),
        (MomentumSGD(0.1, 0.9, 0.1, 0.01, True), momentum),
        (Adam(0.1, (0.8, 0.99), weight_decay=0.01), adam),
    ],
    ids=["SGD", "MomentumSGD", "Adam"],
)
def test_what_optimizers_compute(optimizer: Optimizer, update: Any) -> None:
    found, count = steps(optimizer, 3)
    assert count == 3
    for got, wanted in zip(found, by_numpy(update, 3)):
        np.testing.assert_allclose(got, wanted, rtol=1e-4)


def test_mistakes_about_optimizers() -> None:
    x, y = relax.Var("x", tensor(3)), relax.Var("y", tensor(3, dtype="float64"))
    mistakes: list[tuple[list[Any], str]] = [
        ([x, x], "x appears more than once"),
        ([x, y], "should have the same dtype, but parameter y is float64"),
        ([relax.Var("n", tensor(3, dtype="int32"))], "floating point dtype, but n is int32"),
        ([relax.Var("s", relax.ShapeStructInfo(ndim=1))], r"parameter s is R\.Shape"),
        ([3], "Parameter 3 is not a Var"),
    ]
    for params, message in mistakes:
        with pytest.raises(ValueError, match=message):
            SGD(0.1).init(params)
    with pytest.raises(RuntimeError, match=r"call init\(\)"):
        SGD(0.1).get_function()
    with pytest.raises(ValueError, match="shape of its parameters"):
        Adam(0.1).init(relax.Var("x", tensor(tir.Var("n", "int64"))))


BACKBONE = """
    @R.function
    def main(x: R.Tensor(("n", 3), "float32"), w: R.Tensor((3, 2), "float32")):
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.add(w, w)
            R.output(y, z)
        return y, z
"""


def test_a_loss_is_appended_and_other_results_stay() -> None:
    n = tir.Var("m", "int64")
    module = AppendLoss("main", L1Loss("sum")(tensor(n, 2), tensor(n, 2)))(program(BACKBONE))
    expected = program(
        BACKBONE
        + """
    @R.function
    def main_loss(x: R.Tensor(("n", 3), "float32"), w: R.Tensor((3, 2), "float32"), targets: R.Tensor(("n", 2), "float32")):
        n = T.int64()
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.add(w, w)
            lv: R.Tensor((n, 2), "float32") = R.subtract(y, targets)
            lv1 = R.abs(lv)
            gv = R.sum(lv1)
            R.output(z, gv)
        return gv, z
    """
    )
    assert_structural_equal(module, expected)


def test_losses_that_do_not_fit() -> None:
    module = program(BACKBONE)
    scalar = tensor(dtype="float32")
    for loss, count, message in (
        (L1Loss()(tensor(4, 3), tensor(4, 3)), 1, r"parameter `predictions` of the loss is R\.Tensor"),
        (L1Loss("none")(tensor(tir.Var("n", "int64"), 2), tensor(tir.Var("n", "int64"), 2)), 1, "must give one number"),
        (MSELoss()(scalar, scalar), 3, "that gives 2, and the loss has 2 parameters"),
    ):
        with pytest.raises(TVMError, match=message):
            AppendLoss("main", loss, count)(module)
    two = program(BACKBONE.replace("return y, z", "gv = y\n        return gv"))
    with pytest.raises(TVMError, match="`main` must be one dataflow block"):
        AppendLoss("main", L1Loss()(tensor(4, 2), tensor(4, 2)))(two)


def backbone(params: int = 2, states: int = 1) -> IRModule:
    """A linear map that counts its calls."""
    text = """
    @R.function
    def backbone(
        x: R.Tensor((4, 3), "float32"),
        w: R.Tensor((3, 2), "float32"),
        b: R.Tensor((2,), "float32"),
        calls: R.Tensor((), "int64"),
    ):
        with R.dataflow():
            y = R.add(R.matmul(x, w), b)
            more = R.add(calls, R.const(1, "int64"))
            R.output(y, more)
        return y, more
    """
    return program(text).with_attrs({"param_num": params, "state_num": states})


def trainer(optimizer: Optimizer, loss: Loss | None = None, zeros: bool = True) -> Trainer:
    module = SetupTrainer(loss or MSELoss(), optimizer, [tensor(4, 2), tensor(4, 2)])(backbone())
    return Trainer(module, relax.VirtualMachine(relax.build(module, "llvm"), profile=True), None, zeros)


def test_a_trainer_learns_and_keeps_states() -> None:
    learner = trainer(Adam(0.1))
    x = RNG.standard_normal((4, 3), "float32")
    target = x @ RNG.standard_normal((3, 2), "float32") + 1
    losses = [float(learner.update(x, target).numpy()) for _ in range(200)]
    assert losses[-1] < 1e-3 < losses[0]
    np.testing.assert_allclose(learner.predict(x).numpy(), target, atol=0.1)
    assert int(learner.export_states()["calls"].numpy()) == 200
    other = trainer(SGD(0.1), zeros=False)
    other.load_params(learner.export_params())
    other.load_states([np.array(7)])
    np.testing.assert_array_equal(other.predict(x).numpy(), learner.predict(x).numpy())
    assert "backbone_loss" in str(learner.profile_adjoint(x, target)) or learner.profile_adjoint(x, target)


def test_one_step_by_numpy() -> None:
    learner = trainer(SGD(0.5), L1Loss("sum"))
    learner.xaiver_uniform_init_params()
    w, b = (value.numpy() for value in learner.export_params().values())
    assert np.abs(w).max() <= np.sqrt(6 / 5)
    x = RNG.standard_normal((4, 3), "float32")
    target = np.full((4, 2), 100, "float32")
    loss = learner.update([x], [target])
    np.testing.assert_allclose(loss.numpy(), np.abs(x @ w + b - target).sum(), rtol=1e-5)
    slope = np.sign(x @ w + b - target)
    made = learner.export_params()
    np.testing.assert_allclose(made["w"].numpy(), w - 0.5 * x.T @ slope, rtol=1e-4)
    np.testing.assert_allclose(made["b"].numpy(), b - 0.5 * slope.sum(0), rtol=1e-4)


def test_mistakes_about_trainers() -> None:
    learner = trainer(SGD(0.1), zeros=False)
    x = np.zeros((4, 3), "float32")
    with pytest.raises(TVMError, match="parameter 'w' is not initialized"):
        learner.predict(x)
    learner.zero_init_params()
    with pytest.raises(TVMError, match="model state 'calls' is not initialized"):
        learner.update(x, x)
    with pytest.raises(ValueError, match="takes 1 input, and 2 are given"):
        learner.predict(x, x)
    with pytest.raises(ValueError, match="no parameter 'v'; it has w, b"):
        learner.load_params({"v": x})
    with pytest.raises(ValueError, match="2 parameters, and 1 is given"):
        learner.load_params([x])
    setup = SetupTrainer(MSELoss(), SGD(0.1), [tensor(4, 2), tensor(4, 2)])
    for module, message in (
        (program(BACKBONE), "no function `backbone`"),
        (backbone().without_attr("param_num"), 'integer attribute "param_num"'),
        (backbone(4, 1), "has 4 parameters, fewer than 4 weights and 1 states"),
        (backbone(1, 2), "with 2 states must give a tuple"),
    ):
        with pytest.raises(ValueError, match=message):
            setup(module)
