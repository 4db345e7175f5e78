"""The stack of frames: where statements go, what closes when, names, threads, modules."""

from __future__ import annotations

import threading

import pytest

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.source import Source
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.module import decl_function, def_function, ir_module, module_attrs, module_get_attr
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import AttrStmt, Evaluate, For, SeqStmt


def test_the_outermost_frame_gives_the_result() -> None:
    with IRBuilder() as builder:
        with T.serial(4) as i:
            T.evaluate(i)
    loop = builder.get()
    assert isinstance(loop, For)
    assert isinstance(loop.body, Evaluate)
    assert loop.body.value is i


def test_the_result_is_missing_while_the_frame_is_open() -> None:
    with IRBuilder() as builder, T.serial(4):
        with pytest.raises(ValueError, match="no result yet"):
            builder.get()


def test_one_builder_makes_one_thing() -> None:
    with IRBuilder():
        T.evaluate(0)
        with pytest.raises(ValueError, match="result already"):
            T.evaluate(1)


def test_outside_of_any_builder() -> None:
    assert not IRBuilder.is_in_scope()
    with pytest.raises(ValueError, match="no IRBuilder"):
        IRBuilder.current()


def test_an_inner_builder_hides_the_outer_one() -> None:
    with IRBuilder() as outer:
        with IRBuilder() as inner:
            T.evaluate(1)
            assert IRBuilder.current() is inner
        assert IRBuilder.current() is outer
        T.evaluate(2)
    assert (inner.get().value.value, outer.get().value.value) == (1, 2)


def test_each_thread_has_its_own_stack() -> None:
    results: dict[int, PrimFunc] = {}
    meet = threading.Barrier(2)

    def build(number: int) -> None:
        with IRBuilder() as builder:
            with T.prim_func():
                T.func_name(f"f{number}")
                meet.wait(5)
                T.evaluate(number)
                meet.wait(5)
        results[number] = builder.get()

    with IRBuilder():
        threads = [threading.Thread(target=build, args=(number,)) for number in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert not IRBuilder.current().frames
    assert {number: func.attrs["global_symbol"] for number, func in results.items()} == {1: "f1", 2: "f2"}
    assert [results[number].body.value.value for number in (1, 2)] == [1, 2]


def test_a_concise_frame_takes_the_rest_of_the_suite() -> None:
    with IRBuilder() as builder, T.serial(2):
        T.evaluate(1)
        frame = T.attr(0, "pragma", 7)
        frame.add_callback(lambda: frame.__exit__(None, None, None))
        frame.__enter__()
        T.evaluate(2)
    body = builder.get().body
    assert isinstance(body, SeqStmt)
    first, attr = body
    assert first.value.value == 1
    assert isinstance(attr, AttrStmt)
    assert attr.body.value.value == 2


def test_concise_frames_close_in_reverse_order() -> None:
    with IRBuilder() as builder, T.prim_func():
        for key in ("outer", "inner"):
            frame = T.attr(0, key, 0)
            frame.add_callback(lambda frame=frame: frame.__exit__(None, None, None))
            frame.__enter__()
        T.evaluate(0)
    body = builder.get().body
    assert (body.attr_key, body.body.attr_key) == ("outer", "inner")


def test_a_frame_left_by_an_exception_makes_nothing() -> None:
    with IRBuilder() as builder:
        with T.serial(2):
            with pytest.raises(KeyError):
                with T.serial(3), T.attr(0, "a", 0):
                    raise KeyError
            T.evaluate(5)
    assert builder.get().body.value.value == 5


def test_no_frame_is_open_to_wait_for() -> None:
    with IRBuilder():
        frame = T.attr(0, "a", 0)
        with pytest.raises(ValueError, match="no frame"):
            frame.add_callback(lambda: None)


def test_nodes_take_the_place_that_is_being_built() -> None:
    source = Source("for i in range(4): T.evaluate(i)")
    with IRBuilder() as builder:
        builder.span = source.span(0, 32)
        with T.serial(4) as i:
            builder.span = source.span(19, 32)
            T.evaluate(i)
    loop = builder.get()
    assert (loop.span.start, loop.span.end) == (0, 32)
    assert loop.body.span.text == "T.evaluate(i)"


def test_names() -> None:
    with IRBuilder():
        one, two = IRBuilder.name_many(["n", "m"], [T.int32(), T.int64()])
        assert (one.name, two.name) == ("n", "m")
        assert [item.name for item in IRBuilder.name("v", [T.int32(), T.int32()])] == ["v_0", "v_1"]
        with pytest.raises(ValueError, match="2 names for 1"):
            IRBuilder.name_many(["a", "b"], [one])


def test_a_buffer_names_the_variables_made_with_it() -> None:
    made = IRBuilder.name("A", T.buffer((4, 4), strides=["s", "t"], offset_factor=4))
    assert (made.name, made.data.name, made.elem_offset.name) == ("A", "A", "A_elem_offset")
    assert [stride.name for stride in made.strides] == ["s", "t"]


def test_a_view_leaves_the_pointer_its_name() -> None:
    whole = IRBuilder.name("A", T.buffer((16,)))
    view = IRBuilder.name("B", T.buffer((4, 4), data=whole.data))
    assert view.data is whole.data
    assert whole.data.name == "A"


def _function(name: str, value: int) -> PrimFunc:
    with IRBuilder() as builder, T.prim_func():
        T.func_name(name)
        T.evaluate(value)
    return builder.get()


def test_a_module_of_declared_functions() -> None:
    with IRBuilder() as builder, ir_module():
        module_attrs({"version": 3})
        assert module_get_attr("version") == 3
        caller = decl_function("caller", _function("caller", 0))
        decl_function("callee", _function("callee", 0))
        with T.prim_func():
            T.func_name("callee")
            T.evaluate(1)
        def_function("caller", _function("caller", 2))
    module = builder.get()
    assert isinstance(module, IRModule)
    assert [var.name_hint for var in module.functions] == ["caller", "callee"]
    assert module[caller].body.value.value == 2
    assert module["callee"].body.value.value == 1
    assert module.attrs["version"] == 3


def _module_without_g() -> None:
    with ir_module():
        decl_function("g", _function("g", 0))
        with T.prim_func():
            T.func_name("f")
            T.evaluate(0)


def test_a_module_with_a_missing_function_still_has_the_others() -> None:
    with IRBuilder() as builder, pytest.raises(UserError, match="`g` is declared and never defined"):
        _module_without_g()
    assert [var.name_hint for var in builder.get().functions] == ["f"]


def test_global_symbols() -> None:
    with IRBuilder() as builder, T.prim_func(is_private=True):
        T.func_name("f")
        T.evaluate(0)
    assert "global_symbol" not in builder.get().attrs
    with IRBuilder() as builder, T.prim_func():
        T.func_name("f")
        T.func_attr({"global_symbol": "other", "tir.noalias": True})
        T.func_attr({"tir.noalias": True})
        T.evaluate(0)
    assert builder.get().attrs == {"global_symbol": "other", "tir.noalias": True}
