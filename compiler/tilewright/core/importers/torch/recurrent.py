"""Recurrent networks of PyTorch: LSTM, GRU and plain ones, of any number of layers, in one or both directions, unrolled over the steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import Operator, dtype, shape, tensor
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator

# From the product of the input, the state, and the weight and bias of the state: the new state, its first part the output.
# The states of a cell: of an LSTM two tensors, of the others one.
States = tuple[RelaxExpr, ...]
Cell = Callable[["Translator", RelaxExpr, States, RelaxExpr, "RelaxExpr | None"], States]


def _lstm_cell(t: Translator, of_input: RelaxExpr, state: States, weight: RelaxExpr, bias: RelaxExpr | None) -> States:
    """i, f, g, o = gates; c = f * c + i * g; h = o * tanh(c)"""
    hidden, cell = state
    gates = t.emit(op.add(of_input, _linear(t, hidden, weight, bias)))
    i, f, g, o = _parts(t, gates, 4)
    kept = t.emit(op.multiply(t.emit(op.sigmoid(f)), cell))
    cell = t.emit(op.add(kept, t.emit(op.multiply(t.emit(op.sigmoid(i)), t.emit(op.tanh(g))))))
    return t.emit(op.multiply(t.emit(op.sigmoid(o)), t.emit(op.tanh(cell)))), cell


def _gru_cell(t: Translator, of_input: RelaxExpr, state: States, weight: RelaxExpr, bias: RelaxExpr | None) -> States:
    """r, z = gates; n = tanh(x + r * h'); h = (1 - z) * n + z * h"""
    (hidden,) = state
    (of_r, of_z, of_n), (to_r, to_z, to_n) = _parts(t, of_input, 3), _parts(t, _linear(t, hidden, weight, bias), 3)
    r, z = (t.emit(op.sigmoid(t.emit(op.add(a, b)))) for a, b in ((of_r, to_r), (of_z, to_z)))
    n = t.emit(op.tanh(t.emit(op.add(of_n, t.emit(op.multiply(r, to_n))))))
    rest = t.emit(op.subtract(tensor(1.0, z), z))
    return (t.emit(op.add(t.emit(op.multiply(rest, n)), t.emit(op.multiply(z, hidden)))),)


def _plain_cell(name: str) -> Cell:
    function = op.tanh if name == "tanh" else op.nn.relu

    def cell(t: Translator, of_input: RelaxExpr, state: States, weight: RelaxExpr, bias: RelaxExpr | None) -> States:
        return (t.emit(function(t.emit(op.add(of_input, _linear(t, state[0], weight, bias))))),)

    return cell


def _linear(t: Translator, x: RelaxExpr, weight: RelaxExpr, bias: RelaxExpr | None) -> RelaxExpr:
    product = t.emit(op.matmul(x, t.emit(op.permute_dims(weight))))
    return product if bias is None else t.emit(op.add(product, bias))


def _parts(t: Translator, gates: RelaxExpr, count: int) -> list[RelaxExpr]:
    made = t.emit(op.split(gates, count, -1))
    return [t.emit(made[at]) for at in range(count)]


def _at(t: Translator, x: RelaxExpr, index: int) -> RelaxExpr:
    return t.emit(op.take(x, const(index, "int64"), axis=0))


def _recurrent(cell: Cell, states: int) -> Operator:
    def apply(
        t: Translator,
        x: RelaxExpr,
        hx: RelaxExpr | Sequence[RelaxExpr],
        params: Sequence[RelaxExpr],
        has_biases: bool = True,
        num_layers: int = 1,
        dropout: float = 0.0,
        train: bool = False,
        bidirectional: bool = False,
        batch_first: bool = False,
    ) -> States:
        if len(shape(x)) != 3:
            raise ValueError("a recurrent network takes a batch of sequences here, with three dimensions")
        first = [hx] if isinstance(hx, RelaxExpr) else list(hx)
        x = t.emit(op.permute_dims(x, [1, 0, 2])) if batch_first else x
        directions = 2 if bidirectional else 1
        each = 4 if has_biases else 2
        last: list[list[RelaxExpr]] = [[] for _ in range(states)]
        for layer in range(num_layers):
            outputs: list[RelaxExpr] = []
            for way in range(directions):
                at = layer * directions + way
                state = tuple(_at(t, one, at) for one in first)
                made, state = _one_way(t, cell, x, state, params[at * each : (at + 1) * each], way == 1)
                outputs.append(made)
                for kept, value in zip(last, state):
                    kept.append(value)
            x = outputs[0] if directions == 1 else t.emit(op.concat(outputs, -1))
        result = t.emit(op.permute_dims(x, [1, 0, 2])) if batch_first else x
        return (result, *(t.emit(op.stack(kept, 0)) for kept in last))

    return apply


def _one_way(
    t: Translator, cell: Cell, x: RelaxExpr, state: States, params: Sequence[RelaxExpr], backward: bool
) -> tuple[RelaxExpr, States]:
    """The outputs of all steps, and the last state."""
    of_input, of_state = params[:2]
    biases = params[2:4] if len(params) == 4 else (None, None)
    steps = shape(x)[0]
    if not isinstance(steps, int):
        raise ValueError("a recurrent network is unrolled over its steps, whose number must be known")
    products = _linear(t, x, of_input, biases[0])
    outputs: list[RelaxExpr] = []
    for step in reversed(range(steps)) if backward else range(steps):
        state = cell(t, _at(t, products, step), state, of_state, biases[1])
        outputs.append(state[0])
    if backward:
        outputs.reverse()
    return t.emit(op.stack(outputs, 0)), state


def zero_states(layer: Any, x: RelaxExpr, states: int) -> list[RelaxExpr]:
    """The states that a layer of `torch.nn` begins with."""
    batch = shape(x)[0 if layer.batch_first else 1]
    count = layer.num_layers * (2 if layer.bidirectional else 1)
    return [op.zeros((count, batch, layer.hidden_size), dtype(x)) for _ in range(states)]


OPERATORS: dict[str, Operator] = {
    "lstm": _recurrent(_lstm_cell, 2),
    "gru": _recurrent(_gru_cell, 1),
    "rnn_tanh": _recurrent(_plain_cell("tanh"), 1),
    "rnn_relu": _recurrent(_plain_cell("relu"), 1),
}
