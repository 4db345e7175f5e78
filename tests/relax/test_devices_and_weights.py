"""Passes over what a function is given: devices of tensors, struct infos of parameters, weights that are taken and given one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD
from tilewright import relax, transform
from tilewright.ffi import register_global_func
from tilewright.ir import IRModule, VDevice, assert_structural_equal
from tilewright.relax import Var
from tilewright.relax import transform as passes
from tilewright.script import from_source

DEVICES = '    I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("llvm", 1)]})\n'
F = '"float32"'


def module(text: str, devices: str = "") -> IRModule:
    return from_source(HEAD + devices + text)


def on_devices(params: str, lines: str, result: str = "") -> IRModule:
    """A function on the two devices; `llvm:0` is written `@0`."""
    body = "".join(f"        {line.strip()}\n" for line in lines.split("; "))
    text = f"    def main({params}){result}:\n{body}        return z\n"
    for number in "01":
        text = text.replace(f"@{number}", f'R.Tensor((4,), "float32", "llvm:{number}")')
    text = text.replace("@", 'R.Tensor((4,), "float32")')
    return module(f"    @R.function\n{text}", DEVICES)


CASES = [
    (
        "x: @, y: @",
        "a = R.add(x, y); z = R.exp(a)",
        " -> @0",
        "x: @0, y: @0",
        "a = R.add(x, y); z = R.exp(a)",
        " -> @0",
    ),
    ("x: @1, y: @", "z = R.add(x, y)", "", "x: @1, y: @1", "z = R.add(x, y)", ""),
    (
        "x: @, y: @",
        "a = R.hint_on_device(x, R.device(1, 0)); b = R.add(a, a); c = R.hint_on_device(b, R.device(1, 1)); z = R.add(c, y)",
        "",
        "x: @0, y: @1",
        'a: @0 = x; b = R.add(a, a); c = R.to_vdevice(b, "llvm:1"); z = R.add(c, y)',
        "",
    ),
    (
        "x: @1, y: @",
        'a = R.exp(x); b = R.to_vdevice(a, "llvm:0"); z = R.add(b, y)',
        "",
        "x: @1, y: @0",
        'a = R.exp(x); b = R.to_vdevice(a, "llvm:0"); z = R.add(b, y)',
        "",
    ),
    ("x: @", "z = R.exp(x)", "", "x: @", "z = R.exp(x)", ""),
]


@pytest.mark.parametrize("case", CASES, ids=["the result", "a parameter", "hints", "a move", "nothing told"])
def test_devices_that_follow(case: tuple[str, ...]) -> None:
    before, after = on_devices(*case[:3]), on_devices(*case[3:])
    assert_structural_equal(passes.RealizeVDevice()(before), after)


def test_a_hint_at_a_device_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no virtual device of type 1 and number 7"):
        passes.RealizeVDevice()(on_devices("x: @", "z = R.hint_on_device(x, R.device(1, 7))"))


def test_another_device() -> None:
    before = on_devices("x: @0, y: @1", 'a = R.exp(x); b = R.to_vdevice(y, "llvm:0"); z = R.add(a, b)')
    new = VDevice("llvm -mcpu=generic", 3)
    made = passes.UpdateVDevice(new, 0)(before)
    assert made.global_infos["vdevice"] == [new, before.global_infos["vdevice"][1]]
    x, y = made["main"].params
    assert x.struct_info.vdevice is new  # pyright: ignore[reportUnknownMemberType]
    assert y.struct_info.vdevice is before.global_infos["vdevice"][1]  # pyright: ignore[reportUnknownMemberType]
    assert made["main"].ret_struct_info.vdevice is new
    with pytest.raises(ValueError, match="has 2 virtual devices, so it has no item 2"):
        passes.UpdateVDevice(new, 2)(before)


# Parameters


def weights_in_half(var: Var) -> Any:
    return relax.TensorStructInfo((16, 16), "float16") if var.name_hint == "w" else None


PRODUCT = """
    @R.function
    def main(x: R.Tensor((4, 16), {}), w: R.Tensor({})):
        a = R.matmul(x, w)
        b = R.exp(a)
        return b
"""


def test_what_is_known_of_parameters() -> None:
    before = module(PRODUCT.format('"float16"', 'dtype="float16", ndim=2'))
    after = module(PRODUCT.format('"float16"', '(16, 16), "float16"'))
    assert_structural_equal(passes.UpdateParamStructInfo(weights_in_half)(before), after)
    assert passes.UpdateParamStructInfo(lambda var: None)(before) is before


def test_parameters_that_do_not_fit() -> None:
    before = module(PRODUCT.format(F, f"(16, 16), {F}"))
    with pytest.raises(Exception, match="float16"):
        passes.UpdateParamStructInfo(weights_in_half)(before)


# Weights one by one

WEIGHTS = """
    @R.function
    def main(x: R.Tensor((4,), "float32"), a: R.Tensor((4,), "float32"), b: R.Tensor((4,), "float32")):
        R.func_attr({"num_input": 1})
        c = R.add(x, b)
        d = R.add(c, a)
        e = R.multiply(d, b)
        return e
"""


def test_weights_that_are_asked_for() -> None:
    made = passes.LazyGetInput()(module(WEIGHTS))
    after = """
    @R.function
    def main(x: R.Tensor((4,), "float32"), fget_param: R.Callable((R.Prim("int64"), R.Object), R.Object, True)):
        R.func_attr({"num_input": 2})
        p = fget_param(R.prim_value(1), R.str("b"))
        b = R.match_cast(p, R.Tensor((4,), "float32"))
        c = R.add(x, b)
        q = fget_param(R.prim_value(0), R.str("a"))
        a = R.match_cast(q, R.Tensor((4,), "float32"))
        d = R.add(c, a)
        e = R.multiply(d, b)
        return e
"""
    assert_structural_equal(made, module(after))


def test_weights_of_blocks_are_asked_for_in_each() -> None:
    text = """
    @R.function
    def main(a: R.Tensor((4,), "float32")):
        with R.dataflow():
            c = R.exp(a)
            R.output(c)
        d = R.call_packed("f", c, sinfo_args=R.Tensor((4,), "float32"))
        with R.dataflow():
            e = R.add(d, a)
            R.output(e)
        return e
"""
    made = passes.LazyGetInput()(module(text)).script()
    assert made.count('fget_param(R.prim_value(0), R.str("a"))') == 2


def test_private_functions_keep_their_weights() -> None:
    before = module(WEIGHTS.replace("@R.function", "@R.function(private=True)"))
    assert passes.LazyGetInput()(before) is before
    assert passes.LazySetOutput()(before) is before


def test_results_that_are_handed_over() -> None:
    before = """
    @R.function
    def main(x: R.Tensor((4,), "float32"), a: R.Tensor((4,), "float32")):
        R.func_attr({"num_input": 1})
        c = R.add(x, a)
        d = R.exp(c)
        return (d, c, a)
"""
    after = """
    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32"), fset_output: R.Callable((R.Prim("int64"), R.Object), R.Tuple([]), False), a: R.Tensor((4,), "float32")):
        R.func_attr({"num_input": 2})
        p = fset_output(R.prim_value(2), a)
        c = R.add(x, a)
        q = fset_output(R.prim_value(1), c)
        d = R.exp(c)
        r = fset_output(R.prim_value(0), d)
        return R.tuple()
"""
    assert_structural_equal(passes.LazySetOutput()(module(before)), module(after))


PREPARING = """
    @R.function
    def main_transform_params(params: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
        with R.dataflow():
            a = params[0]
            b = params[1]
            c = R.add(a, b)
            d = R.exp(c)
            g = (d, b)
            R.output(g)
        return g
"""


def prepared(*options: Any) -> IRModule:
    steps = [passes.ToNonDataflow(), passes.RemovePurityChecking(), passes.LazyTransformParams(*options)]
    return transform.Sequential(steps)(module(PREPARING))


def test_weights_that_are_prepared_one_by_one() -> None:
    taken = 'R.call_packed("get_item", R.prim_value({}), sinfo_args=R.Object)'
    given = 'R.call_packed("set_item", R.prim_value({}), {}, sinfo_args=R.Object)'
    cast = 'R.match_cast({}, R.Tensor((4,), "float32"))'
    after = f"""
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple([]):
        p = {taken.format(0)}
        q = {cast.format("p")}
        a = q
        r = {taken.format(1)}
        s = {cast.format("r")}
        b = s
        c = R.add(a, b)
        t = R.vm.kill_object(a)
        u = {given.format(1, "b")}
        v = R.vm.kill_object(b)
        d = R.exp(c)
        w = {given.format(0, "d")}
        g = R.tuple()
        return g
"""
    assert_structural_equal(prepared(), module(after))


def test_prepared_weights_that_are_returned() -> None:
    text = prepared("get_item", None).script()
    assert "set_item" not in text
    assert "kill_object" not in text
    assert text.count("get_item") == 2


def test_preparing_runs() -> None:
    weights = [np.arange(4, dtype="float32"), np.ones(4, "float32")]
    given: dict[int, Any] = {}
    register_global_func("get_item", lambda index: tilewright_tensor(weights[int(index)]), override=True)
    register_global_func(
        "set_item", lambda index, value: given.update({int(index): value.numpy().copy()}), override=True
    )
    relax.VirtualMachine(relax.build(prepared()))["main_transform_params"]()
    np.testing.assert_allclose(given[0], np.exp(weights[0] + weights[1]), 1e-5)
    np.testing.assert_allclose(given[1], weights[1])


def tilewright_tensor(array: Any) -> Any:
    from tilewright.runtime import tensor

    return tensor(array)


@pytest.mark.parametrize(("put", "result"), [(None, "(d, b)"), ("set_item", "R.tuple()")])
def test_a_tuple_that_is_returned_as_it_is_written(put: str | None, result: str) -> None:
    text = """
    @R.function
    def transform_params(a: R.Tensor((4,), "float32"), b: R.Tensor((4,), "float32")):
        c = R.exp(a)
        d = R.add(c, b)
        return (d, b)
"""
    lines = passes.LazyTransformParams(fset_item=put)(module(text))["transform_params"].script().splitlines()
    assert lines[-1].strip() == f"return {result}"
    assert sum("get_item" in line for line in lines) == 2
    assert sum("set_item" in line for line in lines) == (0 if put is None else 2)


def test_what_prepares_no_weights_stays() -> None:
    before = module(WEIGHTS)
    assert passes.LazyTransformParams()(before) is before


# Equal values in different blocks


def test_what_only_one_block_sees_is_computed_again_in_another() -> None:
    text = """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.sqrt(a)
            R.output(b)
        c = R.call_packed("f", b, sinfo_args=R.Tensor((4,), "float32"))
        with R.dataflow():
            d = R.exp(x)
            e = R.add(d, c)
            R.output(e)
        return e
"""
    before = module(text)
    assert_structural_equal(passes.EliminateCommonSubexpr()(before), before)
