"""A recurrent layer in numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

_ACTIVATIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "tanh": np.tanh,
    "relu": lambda x: np.maximum(x, 0),
}


def lstm_python(
    Xs: np.ndarray,
    Wi: np.ndarray,
    Wh: np.ndarray,
    Bi: np.ndarray | None = None,
    Bh: np.ndarray | None = None,
    h_init: np.ndarray | None = None,
    c_init: np.ndarray | None = None,
    proj: np.ndarray | None = None,
    p_i: np.ndarray | None = None,
    p_f: np.ndarray | None = None,
    p_o: np.ndarray | None = None,
    f_act: str = "sigmoid",
    g_act: str = "tanh",
    h_act: str = "tanh",
    reverse: bool = False,
    weight_layout: str = "IFGO",
) -> tuple[np.ndarray, np.ndarray]:
    """The outputs and the cells of an LSTM after each step of a sequence (steps, batch, features).

    The rows of the weights are the input gate, the forget gate, the cell's input and the output gate in the order of `weight_layout`.  `p_i`, `p_f` and
    `p_o` let the gates see the cell, `proj` maps outputs to fewer features, and `reverse` begins with the last step.
    """
    batch = Xs.shape[1]
    size = Wh.shape[0] // 4
    gate, inner, outer = (_ACTIVATIONS[name] for name in (f_act, g_act, h_act))
    h = np.zeros((batch, size if proj is None else proj.shape[0]), Xs.dtype) if h_init is None else h_init
    c = np.zeros((batch, size), Xs.dtype) if c_init is None else c_init
    sees_i, sees_f, sees_o = (0 if one is None else one for one in (p_i, p_f, p_o))
    bias = sum((one for one in (Bi, Bh) if one is not None), np.zeros(4 * size, Xs.dtype))
    outputs, cells = [], []
    for x in Xs[::-1] if reverse else Xs:
        parts = dict(zip(weight_layout, np.split(x @ Wi.T + h @ Wh.T + bias, 4, axis=1)))
        kept = gate(parts["F"] + sees_f * c) * c
        c = kept + gate(parts["I"] + sees_i * c) * inner(parts["G"])
        h = gate(parts["O"] + sees_o * c) * outer(c)
        h = h if proj is None else h @ proj.T
        outputs.append(h)
        cells.append(c)
    return np.stack(outputs), np.stack(cells)
