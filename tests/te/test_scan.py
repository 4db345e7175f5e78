"""`te.scan`: states along an axis, described; `create_prim_func` takes none, as in TVM."""

from __future__ import annotations

import pytest

from tilewright import te


def parts() -> tuple[te.Tensor, te.Tensor, te.Tensor, te.Tensor]:
    m, n = te.var("m"), te.var("n")
    X, state = te.placeholder((m, n), name="X"), te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i])
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i])
    return X, init, update, state


def test_a_scan_describes_its_states() -> None:
    X, init, update, state = parts()
    made = te.scan(init, update, state, inputs=[X], name="sums")
    assert made.name == "sums"
    assert [str(size) for size in made.shape] == ["m", "n"]
    op = made.op
    assert isinstance(op, te.ScanOp)
    assert op.scan_axis.dom is not None
    assert str(op.scan_axis.dom.min) == "1"
    assert (op.init, op.update, op.inputs) == ((init,), (update,), (X,))
    assert op.input_tensors == (init, update)
    assert [axis.var.name for axis in op.spatial_axis_] == ["sums_out0_i1"]
    first, second = te.scan([init, init], [update, update], [state, te.placeholder(state.shape)])
    assert (first.value_index, second.value_index) == (0, 1)


def test_parts_that_do_not_fit_are_refused() -> None:
    X, init, update, state = parts()
    with pytest.raises(ValueError, match="same length"):
        te.scan(init, [update, update], state)
    with pytest.raises(ValueError, match="1 dimensions"):
        te.scan(te.compute((1,), lambda i: 1.0), update, state)
    with pytest.raises(ValueError, match="int32"):
        te.scan(init, update, te.placeholder(state.shape, dtype="int32"))
    with pytest.raises(ValueError, match="parts have 4"):
        te.scan(te.compute((1, 4), lambda _, i: 1.0), te.compute((8, 5), lambda t, i: 1.0), te.placeholder((8, 5)))
    with pytest.raises(ValueError, match="an axis"):
        te.scan(te.compute((), lambda: 1.0), te.compute((), lambda: 1.0), te.placeholder(()))
    with pytest.raises(TypeError, match="ScanOp"):
        te.create_prim_func([X, te.scan(init, update, state)])
