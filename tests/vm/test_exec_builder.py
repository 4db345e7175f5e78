"""Programs of instructions: built, printed, checked, run."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import relax
from tilewright.core.base.dtype import dtype
from tilewright.relax.exec_builder import VMFuncKind
from tilewright.runtime import ShapeTuple, tensor

TEXT = """\
@main:
  call  vm.builtin.shape_of in: %0           dst: %2
  If    %1, 3
  call  twice            in: %2, i-3, c[0], c[1] dst: %3
  goto  2
  call  twice            in: %2, f[twice], %vm, c[2] dst: %3
  call  twice            in: %0           dst: %void
  ret   %3

@vm.builtin.shape_of packed_func;

@twice packed_func;

"""
PYTHON = """\
ib = rx.Builder()
with ib.function("main", num_inputs=2):
    ib.emit_call("vm.builtin.shape_of", args=[ib.r(0)], dst=ib.r(2))
    ib.emit_if(ib.r(1), 3)
    ib.emit_call("twice", args=[ib.r(2), ib.imm(-3), ib.c(0), ib.c(1)], dst=ib.r(3))
    ib.emit_goto(2)
    ib.emit_call("twice", args=[ib.r(2), ib.f("twice"), ib.vm_state(), ib.c(2)], dst=ib.r(3))
    ib.emit_call("twice", args=[ib.r(0)])
    ib.emit_ret(ib.r(3))
"""


def branching() -> relax.VMExecutable:
    ib = relax.ExecBuilder()
    with ib.function("main", num_inputs=2, param_names=["x", "c"]):
        ib.emit_call("vm.builtin.shape_of", [ib.r(0)], ib.r(40))
        ib.emit_if(ib.r(1), 3)
        ib.emit_call("twice", [ib.r(40), ib.imm(-3), (4, 6), dtype("float32")], ib.r(20))
        ib.emit_goto(2)
        ib.emit_call("twice", [ib.r(40), ib.f("twice"), ib.vm_state(), tensor(np.ones((2, 3)))], ib.r(20))
        ib.emit_call("twice", [ib.r(0)])
        ib.emit_ret(ib.r(20))
    return ib.get()


def test_programs_print_with_registers_in_the_order_in_which_they_are_written():
    made = branching()
    assert made.as_text() == TEXT
    assert made.as_python() == PYTHON
    assert "[shapetuple[4, 6], float32, [2, 3]]" in made.stats()
    assert "[main, vm.builtin.shape_of, twice]" in made.stats()


def test_branches_calls_and_constants_run():
    seen: list[object] = []

    def twice(*args: object) -> object:
        seen.append(args)
        return len(args)

    tilewright.register_global_func("twice", twice, override=True)
    machine = relax.VirtualMachine(branching(), tilewright.cpu())
    assert machine["main"](np.zeros((5, 7)), 1) == 4
    assert seen[0] == (ShapeTuple((5, 7)), -3, ShapeTuple((4, 6)), dtype("float32"))
    assert machine["main"](np.zeros((5, 7)), 0) == 4
    assert seen[2][1:3] == (twice, machine)


def test_functions_call_functions_and_make_closures_of_them():
    ib = relax.ExecBuilder()
    ib.declare_function("inner", VMFuncKind.VM_FUNC)
    with ib.function("main", num_inputs=1):
        ib.emit_call("vm.builtin.make_closure", [ib.f("inner"), ib.r(0)], ib.r(1))
        ib.emit_ret(ib.r(1))
    with ib.function("inner", num_inputs=2):
        ib.emit_call("vm.builtin.make_tuple", [ib.r(1), ib.r(0)], ib.r(2))
        ib.emit_ret(ib.r(2))
    machine = relax.VirtualMachine(ib.get())
    assert machine.invoke_closure(machine["main"](3), 4) == (3, 4)


def test_constants_are_kept_once():
    ib = relax.ExecBuilder()
    for make in (lambda: "text", lambda: ShapeTuple((1, 2)), lambda: tensor(np.arange(3)), lambda: dtype("int8")):
        assert ib.convert_constant(make()) == ib.convert_constant(make())
    assert ib.convert_constant((1, 2)) != ib.convert_constant((1, 3))
    assert ib.convert_constant(tensor(np.arange(3))) != ib.convert_constant(tensor(np.arange(3, dtype="int8")))
    assert ib.convert_constant(7) == ib.imm(7)


def build(write: object, inputs: int = 1) -> relax.VMExecutable:
    ib = relax.ExecBuilder()
    with ib.function("main", num_inputs=inputs):
        write(ib)
    return ib.get()


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (
            lambda ib: ib.emit_ret(ib.r(3)),
            r"register r\(3\) in VM function \"main\" is used as input while it is never",
        ),
        (lambda ib: ib.emit_call("f", [ib.r(2)], ib.r(2)), "never defined"),
        (lambda ib: ib.emit_if(ib.r(1), 2), "never defined"),
        (lambda ib: ib.emit_call("f", [ib.f("g")]), "Cannot find function g"),
        (lambda ib: ib.emit_call("f", [ib.imm(1 << 60)]), "56 bits"),
        (lambda ib: ib.function("main", num_inputs=1), "already defined"),
        (lambda ib: ib.declare_function("g", VMFuncKind.VM_FUNC), "nothing has been emitted"),
        (lambda ib: ib.function("g", num_inputs=2, param_names=["x"]), "2 inputs, and 1 name is"),
    ],
)
def test_wrong_programs_are_refused(write: object, sentence: str):
    with pytest.raises(tilewright.TVMError, match=sentence):
        build(write)


def test_instructions_stand_in_functions():
    ib = relax.ExecBuilder()
    with pytest.raises(ValueError, match="function scope"):
        ib.emit_ret(ib.r(0))


def test_running_into_nothing_and_wrong_numbers_of_arguments_are_told():
    machine = relax.VirtualMachine(build(lambda ib: ib.emit_goto(7)))
    with pytest.raises(tilewright.TVMError, match="runs into number 7"):
        machine["main"](1)
    with pytest.raises(tilewright.TVMError, match="expects 1 arguments, but 2 arguments"):
        machine["main"](1, 2)
    with pytest.raises(AttributeError, match="no function 'other'"):
        machine["other"]
    machine = relax.VirtualMachine(build(lambda ib: ib.emit_call("no.such.function", [])))
    with pytest.raises(ValueError, match=r"no function 'no\.such\.function'"):
        machine["main"](1)
