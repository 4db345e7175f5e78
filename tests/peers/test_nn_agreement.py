"""Networks as classes become the same programs here and in Apache TVM: ops, parameters, states, and the names of the bindings."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from benchmarks.peers import python_of
from tests.relax.nn_cases import cases
from tilewright import tir
from tilewright.ir import assert_structural_equal
from tilewright.relax.frontend import nn
from tilewright.script import from_source

CASES = cases(nn, tir)


@pytest.fixture(scope="module")
def theirs() -> dict[str, str]:
    worker = Path(__file__).with_name("nn_worker.py")
    done = subprocess.run([str(python_of("tvm")), str(worker)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", list(CASES))
def test_networks(name: str, theirs: dict[str, str]) -> None:
    network, methods, debug = CASES[name]
    module, _ = network.export_tvm(methods, debug=debug)
    assert_structural_equal(from_source(theirs[name]), module)
    assert bindings(module.script(dialect="tirx")) == bindings(theirs[name])


def bindings(text: str) -> list[tuple[str, str]]:
    """The names of functions and of what their dataflow blocks bind, in order."""
    return re.findall(r"^    def (\w+)|^ {12}(\w+)(?::| =)", text, re.MULTILINE)
