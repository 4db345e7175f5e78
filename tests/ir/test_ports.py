"""Ports: functions of higher floors that lower floors call."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from tilewright import relax
from tilewright.core.base.port import Port, UnfilledPortError
from tilewright.core.base.wires import fill
from tilewright.core.ir.node import ports
from tilewright.script import from_source
from tilewright.script import tir as T


def test_a_port_without_a_function_says_its_name() -> None:
    port: Port[[], None] = Port("nowhere")
    with pytest.raises(UnfilledPortError, match="the port `nowhere` has no function"):
        port.call()


def test_after_the_first_call_a_port_is_the_function_itself() -> None:
    fill({"test.text": ("textwrap", "dedent")})
    port: Port[[str], str] = Port("test.text")
    from textwrap import dedent

    assert port.call("  a") == "a"
    assert port.call is dedent


def test_importing_scripts_loads_no_higher_floor() -> None:
    asks = "import sys, tilewright.script\nprint(*sorted({m.split('.')[1] for m in sys.modules if m.startswith('tilewright.')}))"
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert not {"relax", "runtime", "transform", "topi", "vm", "backend", "schedule", "driver"} & {*done.stdout.split()}


def test_what_nodes_ask_is_answered() -> None:
    func = from_source("@T.prim_func\ndef main(A: T.Buffer((8,), 'float32')):\n    T.evaluate(0)\n")
    assert "def main" in str(func)
    assert str(ports.simplify.call(T.int32(1) + T.int32(2))) == "3"
    assert func.struct_info.params[0].ndim == 1
    mapped = T.index_map(lambda i: (i // 4, i % 4))
    assert [int(extent) for extent in mapped.map_shape([8])] == [2, 4]
    assert mapped.map_tensor([1.0, 2.0, 3.0, 4.0]).shape == (1, 4)


def test_each_thread_has_its_own_block_builders() -> None:
    seen: list[object] = []
    builder = relax.BlockBuilder()
    with builder.function("main", [relax.Var("x", relax.TensorStructInfo((2,), "float32"))]):
        thread = threading.Thread(target=lambda: seen.append(relax.BlockBuilder.current()))
        thread.start()
        thread.join()
        assert relax.BlockBuilder.current() is builder
        builder.emit_func_output(relax.ShapeExpr([]))
    assert seen == [None]
