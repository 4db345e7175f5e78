"""`Gradient` writes a second function, in TVM's form."""

from __future__ import annotations

import pytest

import tilewright
from tilewright import relax
from tilewright.script import ir as I
from tilewright.script import relax as R


@I.ir_module
class Sum:
    @R.function
    def main(x: R.Tensor((3, 3), "float32"), y: R.Tensor((3, 3), "float32")):
        with R.dataflow():
            pair = (x, y)
            first = pair[0]
            unused = R.exp(y)  # noqa: F841
            gv = R.sum(R.add(first, x))
            R.output(gv)
        return gv


@I.ir_module
class SumWithGradient:
    @R.function
    def main_adjoint(x: R.Tensor((3, 3), "float32"), y: R.Tensor((3, 3), "float32")):
        with R.dataflow():
            pair = (x, y)
            first = pair[0]
            lv = R.add(first, x)
            gv = R.sum(lv)
            gv_adjoint = R.ones(R.shape([]), "float32")
            lv_adjoint = R.broadcast_to(gv_adjoint, R.shape([3, 3]))
            first_adjoint = lv_adjoint
            x_adjoint = lv_adjoint
            lv1 = R.zeros(R.shape([3, 3]), "float32")
            pair_adjoint = (first_adjoint, lv1)
            lv2 = pair_adjoint[0]
            x_adjoint1 = R.add(x_adjoint, lv2)
            x_adjoint_out = x_adjoint1
            R.output(gv, x_adjoint_out)
        return (gv, (x_adjoint_out,))


def test_each_use_adds_to_the_gradient_and_what_is_not_used_is_gone() -> None:
    made = relax.transform.Gradient("main", Sum["main"].params[0])(Sum)
    tilewright.ir.assert_structural_equal(made["main_adjoint"], SumWithGradient["main_adjoint"])
    assert made["main"] is Sum["main"]
    assert relax.analysis.well_formed(made)


@I.ir_module
class Checkpointed:
    @R.function
    def main(x: R.Tensor((3,), "float32")):
        with R.dataflow():
            start = R.grad.start_checkpoint(x)
            inner = R.sin(start)
            outer = R.cos(inner)
            end = R.grad.end_checkpoint(outer)
            gv = R.sum(end)
            R.output(gv)
        return gv


def test_values_between_checkpoints_are_computed_again() -> None:
    text = relax.transform.Gradient("main")(Checkpointed)["main_adjoint"].script()
    assert text.count("R.sin(x)") == 2
    assert "inner_cp" in text
    assert "checkpoint" not in text


@I.ir_module
class Whole:
    @R.function
    def main(x: R.Tensor((3,), "float32"), n: R.Tensor((3,), "int32")):
        with R.dataflow():
            gv = R.add(x, x)
            R.output(gv)
        return gv


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda: relax.transform.Gradient("other"), ValueError, "other"),
        (lambda: relax.transform.Gradient("main"), tilewright.TVMError, "not"),
        (lambda: relax.transform.Gradient("main", target_index=1), tilewright.TVMError, "no result 1"),
    ],
)
def test_what_has_no_gradient_is_said(make, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        make()(Whole)


def test_programs_register_gradients_of_their_own() -> None:
    from tilewright.ir import Op
    from tilewright.relax.op import register_gradient

    @register_gradient("relax.hint_on_device")
    def passed_on(var: object, call: object, grad: object, ctx: object) -> list[object]:
        return [grad]

    assert Op.get("relax.hint_on_device").get_attr("FPrimalGradient") is passed_on
