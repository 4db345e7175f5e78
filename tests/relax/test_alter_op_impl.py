"""`AlterOpImpl`: other functions for operators, and the layouts that they want."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import transform
from tilewright.script import from_source
from tilewright.script import tir as T
from tilewright.tir import IndexMap


def module(size: int, lines: str, further: str = "") -> IRModule:
    body = "".join(f"            {line}\n" for line in lines.split("; "))
    return from_source(
        f"""{HEAD}{further}
    @T.prim_func(private=True)
    def add(a: T.Buffer(({size},)), b: T.Buffer(({size},)), c: T.Buffer(({size},))):
        T.func_attr({{"operator_name": "relax.add"}})
        for i in range({size}):
            with T.block("c"):
                v = T.axis.spatial({size}, i)
                c[v] = a[v] + b[v]

    @R.function
    def main(x: R.Tensor(({size},), "float32"), y: R.Tensor(({size},), "float32")):
        with R.dataflow():
{body}            R.output(z)
        return z
"""
    )


SQUARE = """
    @T.prim_func(private=True)
    def relax_add_replacement(a: T.Buffer((4, 4)), b: T.Buffer((4, 4)), c: T.Buffer((4, 4))):
        T.func_attr({"operator_name": "relax.add"})
        for i, j in T.grid(4, 4):
            with T.block("c"):
                v, w = T.axis.remap("SS", [i, j])
                c[v, w] = a[v, w] + b[v, w]
"""


@T.prim_func(private=True)
def square(a: T.Buffer((4, 4)), b: T.Buffer((4, 4)), c: T.Buffer((4, 4))):
    for i, j in T.grid(4, 4):
        with T.block("c"):
            v, w = T.axis.remap("SS", [i, j])
            c[v, w] = a[v, w] + b[v, w]


def rows(i: Any) -> tuple[Any, ...]:
    return i // 4, i % 4


CALL = 'z = R.call_tir(Module.add, (x, y), R.Tensor(({},), "float32"))'
INTO = "R.layout_transform({}, index_map=lambda i: (i // 4, i % 4))"


def altered(before: IRModule) -> IRModule:
    return transform.AlterOpImpl({"relax.add": square}, {"relax.add": [rows, rows, rows]}, {}, {})(before)


def test_arguments_go_into_the_layout_and_results_come_back() -> None:
    after = (
        f"a = {INTO.format('x')}; b = {INTO.format('y')}; c = R.call_tir(Module.relax_add_replacement, (a, b), R.Tensor((4, 4), 'float32')); "
        "z = R.layout_transform(c, index_map=lambda i, j: (i * 4 + j,))"
    )
    assert_structural_equal(altered(module(16, CALL.format(16))), module(16, after, SQUARE))


def test_layouts_with_padding_compute_the_same() -> None:
    made = altered(module(14, CALL.format(14)))
    assert [f.attrs["operator_name"] for v, f in made.functions.items() if v.name_hint == "remove_pad"] == [
        "remove_pad"
    ]
    x, y = np.arange(14, dtype="float32"), np.ones(14, "float32")
    machine = relax.VirtualMachine(relax.build(made))
    np.testing.assert_array_equal(machine["main"](x, y).numpy(), x + y)


def test_what_undoes_itself_is_removed_afterwards() -> None:
    calls = 'a = R.call_tir(Module.add, (x, y), R.Tensor(({},), "float32")); z = R.call_tir(Module.add, (a, y), R.Tensor(({},), "float32"))'
    for size, moves in ((16, 3), (14, 3)):
        made = transform.OptimizeLayoutTransform()(altered(module(size, calls.format(size, size))))
        assert made.script().count("R.layout_transform") == moves


def test_buffers_that_stay() -> None:
    plain = module(16, CALL.format(16))
    function = plain["add"].without_attr("operator_name")
    made = transform.AlterOpImpl({"relax.add": function}, {}, {}, {})(plain)
    assert "R.call_tir(cls.relax_add_replacement, (x, y)" in made.script()
    other = transform.AlterOpImpl({"relax.multiply": function}, {}, {}, {})(plain)
    assert_structural_equal(other, plain)


def test_as_many_layouts_as_buffers() -> None:
    with pytest.raises(ValueError, match=r"'relax\.add' has 3 buffers, and layouts are given for 1"):
        transform.AlterOpImpl({"relax.add": square}, {"relax.add": [rows]}, {}, {})(module(16, CALL.format(16)))


def test_separators_of_results_are_those_that_are_given_for_them() -> None:
    def split(i: Any) -> tuple[Any, ...]:
        return i // 4, IndexMap.AXIS_SEPARATOR, i % 4

    kind, (layout, separators) = "relax.add", IndexMap.from_func_with_separators(split)
    changed = transform.AlterOpImpl(
        {kind: square},
        {kind: [layout, layout, layout]},
        {kind: [separators, separators, []]},
        {kind: [[], [], separators]},
    )(module(16, CALL.format(16)))
    assert "axis_separators=[], input_axis_separators=[1]" in changed.script()
