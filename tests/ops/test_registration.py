"""Ops, attributes and lowerings that a program registers."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from tilewright import build, ir, tir

_NAMES = (f"tests.own{number}" for number in itertools.count())


@pytest.fixture
def name() -> str:
    """A name that no op has."""
    return next(_NAMES)


def function(call: Any) -> tir.PrimFunc:
    buffer = tir.decl_buffer((4,), "float32", "A")
    return tir.PrimFunc((buffer,), tir.BufferStore(buffer, call(buffer[0]), (tir.const(0),)))  # pyright: ignore[reportArgumentType]


def test_an_attribute_registers_its_op(name: str) -> None:
    ir.register_op_attr(name, "TCallEffectKind", tir.CallEffectKind.Pure)
    assert ir.Op.get(name).get_attr("TCallEffectKind") == tir.CallEffectKind.Pure
    assert name in ir.Op.list_op_names()
    assert tir.call_intrin("int32", name, 1).op is ir.Op.get(name)


def test_the_higher_level_is_read_and_of_equal_ones_the_later(name: str) -> None:
    for value, level in (("a", 10), ("b", 5), ("c", 10)):
        ir.register_op_attr(name, "key", value, level)
    assert ir.Op.get(name).get_attr("key") == "c"


def test_a_decorator_registers_the_function(name: str) -> None:
    @ir.register_op_attr(name, "key")
    def rule() -> int:
        return 3

    assert ir.Op.get(name).get_attr("key") is rule


def test_a_lowering_is_run_and_compiled(name: str) -> None:
    ir.register_op(name, "twice")
    ir.register_intrin_lowering(name, "llvm", f=lambda call: call.args[0] + call.args[0])
    func = function(lambda x: tir.call_intrin("float32", name, x))
    data = np.full(4, 1.5, "float32")
    build(func)(data)
    assert data[0] == 3.0


def test_a_lowering_for_every_target_and_one_that_declines(name: str) -> None:
    ir.register_op(name)
    ir.register_intrin_lowering(name, "default", f=lambda call: call.args[0])
    ir.register_intrin_lowering(name, "llvm", f=lambda call: None)
    module = ir.IRModule({"main": function(lambda x: tir.call_intrin("float32", name, x))})
    assert tir.transform.LowerIntrin()(module) is module


def test_an_op_is_registered_once(name: str) -> None:
    ir.register_op(name)
    with pytest.raises(ValueError, match="registered already"):
        ir.register_op(name)
