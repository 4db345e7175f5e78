"""Changing a dataflow block by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import relax
from tilewright.error import TVMError
from tilewright.ir import assert_structural_equal
from tilewright.relax import DataflowBlockRewrite, DataflowVar, Var
from tilewright.relax.analysis import name_to_binding
from tilewright.script import from_source

HEAD = "@I.ir_module\nclass M:\n    @R.function\n    def main(x: R.Tensor((4,), 'float32')):\n"


def module(*lines: str, outputs: str = "out") -> Any:
    block = "".join(f"            {line}\n" for line in lines)
    return from_source(
        f"{HEAD}        with R.dataflow():\n{block}            R.output({outputs})\n        return out\n"
    )


def rewrite(mod: Any) -> DataflowBlockRewrite:
    return DataflowBlockRewrite(mod["main"].body.blocks[0], mod["main"])


TWO = module("a = R.exp(x)", "b = R.sin(x)", "out = R.add(a, a)")


def test_bindings_are_added_at_the_end() -> None:
    mod = module("out = R.exp(x)")
    change = rewrite(mod)
    change.add(relax.op.sin(mod["main"].params[0]), name="s", is_dfvar=True)
    assert_structural_equal(change.mutate_irmodule(mod), module("out = R.exp(x)", "s = R.sin(x)"))
    change.add(mod["main"].params[0])
    last = change.mutated_dfb().bindings[-1].var
    assert type(last) is Var
    assert last.name_hint == "tmp0"
    assert isinstance(change.mutated_dfb().bindings[-2].var, DataflowVar)
    assert len(mod["main"].body.blocks[0].bindings) == 1


def test_uses_are_replaced_and_what_is_unused_is_removed() -> None:
    names = name_to_binding(TWO["main"])
    change = rewrite(TWO)
    with pytest.raises(TVMError, match="`a` is still used"):
        change.remove_unused(names["a"][0].var)
    change.replace_all_uses(names["a"][0].var, names["b"][0].var)
    change.remove_unused(names["a"][0].var)
    wanted = module("b = R.sin(x)", "out = R.add(b, b)")
    assert_structural_equal(change.mutated_root_fn(), wanted["main"])
    body: Any = change.mutated_root_fn().body
    assert body.blocks[0] is change.mutated_dfb()


def test_all_that_is_unused_is_removed() -> None:
    change = rewrite(TWO)
    change.remove_all_unused()
    assert_structural_equal(change.mutated_root_fn(), module("a = R.exp(x)", "out = R.add(a, a)")["main"])


def test_variables_that_are_not_bound() -> None:
    change = rewrite(TWO)
    with pytest.raises(TVMError, match="does not bind `nothing`"):
        change.remove_unused(Var("nothing"))
    change.remove_unused(Var("nothing"), allow_undef=True)
    assert change.mutated_root_fn() is TWO["main"]


def test_a_module_without_the_function() -> None:
    with pytest.raises(TVMError, match="not one of this module"):
        rewrite(TWO).mutate_irmodule(module("out = R.exp(x)"))
