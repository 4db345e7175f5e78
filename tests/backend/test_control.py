"""Loops, choices, jumps, assertions, returned values, and calls."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from tests.backend.flat_functions import flat, function, load, loop, module, run, store
from tilewright import build
from tilewright.core.base.diagnostics import UserError
from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ops.table import OPS
from tilewright.ir.expr import BufferLoad, Call, Cast, GlobalVar, IntImm, Let, StringImm, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import (
    Allocate,
    AssertStmt,
    AttrStmt,
    BufferStore,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
)
from tilewright.runtime import AssertionFailed, register_global_func, remove_global_func
from tilewright.tir import trace

INT32 = "int32"


def jump(name: str, *args: Any) -> Stmt:
    type_ = args[0].dtype if args else "void"
    return Evaluate(Call(type_, OPS[f"tir.{name}"], args))


def out_of(params: list[Any], *body: Stmt, args: tuple[Any, ...] = (), size: int = 8) -> list[Any]:
    """Run a function whose last parameter is the int32 buffer `out`."""
    result = np.zeros(size, INT32)
    run(params, *body, args=(*args, result))
    return result.tolist()


@pytest.mark.parametrize(
    ("first", "extent", "expected"), [(0, 4, [0, 1, 2, 3]), (2, 3, [2, 3, 4]), (5, 0, []), (0, -3, [])]
)
@pytest.mark.parametrize("type_", ["int32", "int64", "uint8"])
def test_loop_bounds(first: int, extent: int, expected: list[int], type_: str) -> None:
    """The same whether the bounds are constants or parameters."""
    if extent < 0 and type_ == "uint8":
        extent = 0
    out, low, count = flat("out", INT32, 8), Var("low", type_), Var("count", type_)
    body = loop(count, lambda i: store(out, Cast(INT32, i - low), Cast(INT32, i) + 1), type_=type_, first=low)
    result = np.zeros(8, INT32)
    run([out, low, count], body, args=(result, first, extent))
    assert [value - 1 for value in result if value] == expected
    fixed = loop(extent, lambda i: store(out, Cast(INT32, i - first), Cast(INT32, i) + 1), type_=type_, first=first)
    assert [value - 1 for value in out_of([out], fixed) if value] == expected


def test_narrow_loop_variable_does_not_wrap() -> None:
    """A uint8 loop to 256 could not end if it counted in eight bits."""
    out, i = flat("out", INT32, 256), Var("i", "uint8")
    body = For(i, IntImm("uint8", 0), IntImm(INT32, 256), ForKind.SERIAL, store(out, Cast(INT32, i), 1))
    assert sum(out_of([out], body, size=256)) == 256


def test_while_with_break_and_continue() -> None:
    """Odd numbers below the first multiple of 7."""
    out, state = flat("out", INT32, 8), flat("state", INT32, 2)
    i, count = load(state, 0), load(state, 1)
    body = SeqStmt(
        (
            store(state, 0, i + 1),
            IfThenElse((i % 7).equal(0), jump("break_loop")),
            IfThenElse((i % 2).equal(0), jump("continue_loop")),
            store(out, count, i),
            store(state, 1, count + 1),
        )
    )
    result = np.zeros(8, INT32)
    run([out, state], While(i < 100, body), args=(result, np.zeros(2, INT32)))
    assert result.tolist() == [1, 3, 5, 0, 0, 0, 0, 0]


def test_break_leaves_the_inner_loop_only_and_frees_its_memory() -> None:
    out, pointer = flat("out", INT32, 8), Var("work", PointerType(PrimType(INT32)))
    work = flat("work", INT32, 100_000, data=pointer)

    def inner(i: Var) -> Stmt:
        body = loop(
            10,
            lambda j: Allocate(
                pointer,
                INT32,
                (100_000,),
                True,
                SeqStmt(
                    (
                        store(work, 0, j),
                        IfThenElse(j > i, jump("break_loop")),
                        store(out, i, load(work, 0) + 1),
                    )
                ),
            ),
            "j",
        )
        return loop(1000, lambda k: body, "k")

    assert out_of([out], loop(8, inner)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_break_outside_a_loop_is_refused() -> None:
    with pytest.raises(UserError, match="`break` stands outside a loop"):
        run([flat("out")], jump("break_loop"), args=())


def test_if_then_else_guards_a_load() -> None:
    """The value that is not chosen is not computed: element -1 is never read."""
    a, out = flat("a", INT32, 8), flat("out", INT32, 8)

    def guarded(i: Var) -> Call:
        far = i * 1_000_000_000 - 1_000_000_000
        return Call(INT32, OPS["tir.if_then_else"], (i > 0, load(a, far), IntImm(INT32, 7)))

    body = loop(2, lambda i: store(out, i, guarded(i)))
    assert out_of([a, out], body, args=(np.arange(8, dtype=INT32) + 5,)) == [7, 5, 0, 0, 0, 0, 0, 0]


def test_lets_of_statements_and_expressions() -> None:
    out, x, y = flat("out", INT32, 8), Var("x", INT32), Var("y", INT32)
    body = loop(8, lambda i: LetStmt(x, i * 2 + 1, store(out, x // 2, Let(y, x * x, y + x))))
    assert out_of([out], body) == [(2 * i + 1) ** 2 + 2 * i + 1 for i in range(8)]


def test_let_of_a_call_runs_it_once() -> None:
    out, x = flat("out", INT32, 8), Var("x", INT32)
    calls: list[int] = []
    register_global_func("test.count", lambda: calls.append(1) or len(calls), override=True)
    call = Call(INT32, OPS["tir.tvm_call_packed"], (StringImm("test.count"),))
    assert out_of([out], LetStmt(x, call, store(out, x + x, x))) == [0, 0, 1, 0, 0, 0, 0, 0]
    remove_global_func("test.count")


def test_assertion_ends_the_call_with_its_message() -> None:
    out, n = flat("out", INT32, 8), Var("n", INT32)
    body = SeqStmt((store(out, 0, 1), AssertStmt(n > 0, "n must be positive", store(out, 1, 2))))
    native = module(function("f", [n, out], body))
    result = np.zeros(8, INT32)
    native(3, result)
    assert result[:2].tolist() == [1, 2]
    result[:] = 0
    with pytest.raises(AssertionFailed, match="f: assertion failed: n must be positive"):
        native(-1, result)
    assert result[:2].tolist() == [1, 0]


def test_assertion_inside_an_allocation_frees_it() -> None:
    """A thousand failing calls of 64 MB each would exhaust memory if one were kept."""
    n, pointer = Var("n", INT32), Var("work", PointerType(PrimType("float32")))
    work = flat("work", data=pointer, size=16 << 20)
    body = Allocate(
        pointer,
        "float32",
        (16 << 20,),
        True,
        SeqStmt((store(work, n, 1.0), AssertStmt(n < 0, "no", store(work, 0, 1.0)))),
    )
    native = module(function("f", [n], body))
    before = _resident_bytes()
    for k in range(1000):
        with pytest.raises(AssertionFailed):
            native(k)
    assert _resident_bytes() - before < 64 << 20


def _resident_bytes() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_returned_value_leaves_at_once() -> None:
    """The first index whose value is above the limit."""
    a, limit = flat("a"), Var("limit", "float32")
    body = SeqStmt(
        (
            loop(16, lambda i: IfThenElse(load(a, i) > limit, jump("ret", i))),
            jump("ret", IntImm(INT32, -1)),
        )
    )
    native = module(function("f", [a, limit], body, returns=INT32))
    given = np.arange(16, dtype="float32")
    assert native(given, 3.5) == 4
    assert native(given, 99) == -1


def test_attributes_are_passed_over_and_threads_refused() -> None:
    out = flat("out", INT32, 8)
    marked = AttrStmt(IntImm(INT32, 0), "pragma_anything", IntImm(INT32, 1), store(out, 0, 1))
    assert out_of([out], marked)[0] == 1
    bound = For(Var("t", INT32), 0, 8, ForKind.THREAD_BINDING, store(out, 0, 1))
    with pytest.raises(UserError, match="bound to a GPU thread"):
        run([out], bound)


@pytest.mark.parametrize("kind", [ForKind.PARALLEL, ForKind.UNROLLED, ForKind.VECTORIZED])
def test_other_kinds_of_loop_compute_the_same(kind: ForKind) -> None:
    out, i = flat("out", INT32, 8), Var("i", INT32)
    assert out_of([out], For(i, 0, 8, kind, store(out, i, i * i))) == [i * i for i in range(8)]


def test_call_of_a_function_of_the_module() -> None:
    x = Var("x", INT32)
    square = function("square", [x], jump("ret", x * x), returns=INT32)
    out = flat("out", INT32, 8)
    body = loop(8, lambda i: store(out, i, Call(INT32, GlobalVar("square"), (i,))))
    native = module(square, function("main", [out], body))
    result = np.zeros(8, INT32)
    native(result)
    assert result.tolist() == [i * i for i in range(8)]
    assert native["square"](9) == 81


def test_called_function_learns_its_sizes_from_the_buffer_of_the_caller() -> None:
    n, m = Var("n", INT32), Var("m", INT32)
    a = decl_buffer((n,), INT32, "a")
    callee = function("fill", [a], loop(n, lambda i: store(a, i, i + n)))
    b = decl_buffer((m,), INT32, "b")
    caller = function("main", [b], Evaluate(Call("void", GlobalVar("fill"), (b.data,))))
    result = np.zeros(5, INT32)
    module(callee, caller)["main"](result)
    assert result.tolist() == [5, 6, 7, 8, 9]


def test_failure_of_a_called_function_reaches_the_caller() -> None:
    x = Var("x", INT32)
    callee = function("check", [x], AssertStmt(x > 0, "too small", jump("ret", x)), returns=INT32)
    main = function("main", [x], jump("ret", Call(INT32, GlobalVar("check"), (x,))), returns=INT32)
    native = module(callee, main)
    assert native["main"](4) == 4
    with pytest.raises(AssertionFailed, match="main: assertion failed: too small"):
        native["main"](0)


def test_recursion() -> None:
    n = Var("n", "int64")
    again = Call("int64", GlobalVar("factorial"), (n - 1,))
    value = Call("int64", OPS["tir.if_then_else"], (n > 1, n * again, IntImm("int64", 1)))
    assert module(function("factorial", [n], jump("ret", value), returns="int64"))(20) == 2432902008176640000


@pytest.mark.parametrize("name", ["exp", "memset", "main", "a b", "größe", "malloc"])
def test_any_name_of_a_function(name: str) -> None:
    """Names of the C library's functions do not collide with them."""
    a, out = flat("a", size=64), flat("out", size=64)
    body = loop(64, lambda i: store(out, i, Call("float32", OPS["tir.exp"], (load(a, i) * 0.0,))))
    native = module(function(name, [a, out], body))
    result = np.zeros(64, "float32")
    native[name](np.ones(64, "float32"), result)
    assert (result == 1).all()


def test_c_functions() -> None:
    x = Var("x", INT32)
    absolute = Call(INT32, OPS["tir.call_extern"], ("abs", x))
    assert run([x], jump("ret", absolute), args=(-5,), returns=INT32) == 5
    with pytest.raises(UserError, match="it calls the C function `no_such_function`, and neither"):
        run([x], jump("ret", Call(INT32, OPS["tir.call_extern"], ("no_such_function", x))), args=(1,), returns=INT32)


def test_variadic_c_function() -> None:
    out, x = flat("out", "uint8", 32), Var("x", "float32")
    write = Call(
        INT32,
        OPS["tir.call_extern"],
        ("snprintf", out.data, IntImm("int64", 32), StringImm("%d and %.2f"), IntImm(INT32, 7), x),
    )
    result = np.zeros(32, "uint8")
    assert run([out, x], jump("ret", write), args=(result, 2.5), returns=INT32) == 10
    assert bytes(result[:10]) == b"7 and 2.50"


@pytest.mark.parametrize("name", ["llvm.fma", "llvm.fma.f32"])
def test_llvm_intrinsics_by_name(name: str) -> None:
    x = Var("x", "float32")
    call = Call("float32", OPS["tir.call_llvm_pure_intrin"], (name, x, x, x))
    assert run([x], jump("ret", call), args=(3.0,), returns="float32") == 12.0


def test_unknown_llvm_intrinsic_is_refused() -> None:
    x = Var("x", "float32")
    call = Call("float32", OPS["tir.call_llvm_pure_intrin"], ("llvm.no.such", x))
    with pytest.raises(UserError, match=r"LLVM has no intrinsic `llvm.no.such` that takes \(float32\)"):
        run([x], jump("ret", call), args=(3.0,), returns="float32")


def test_registered_python_function() -> None:
    a, x = flat("a", size=4), Var("x", "float32")
    seen: list[Any] = []

    def observe(tensor: Any, number: float, flag: bool, text: str) -> float:
        seen.append((tensor.numpy().tolist(), number, flag, text))
        tensor[0] = 42
        return number * 2

    register_global_func("test.observe", observe, override=True)
    shape = Call("handle", OPS["tir.tvm_stack_make_shape"], (IntImm("int64", 4),))
    array = Call("handle", OPS["tir.tvm_stack_make_array"], (a.data, shape, 0, 1, Cast("float32", IntImm(INT32, 0)), 0))
    call = Call("float32", OPS["tir.tvm_call_packed"], ("test.observe", array, x, IntImm("bool", 1), "text"))
    given = np.arange(4, dtype="float32")
    assert run([a, x], jump("ret", call), args=(given, 1.25), returns="float32") == 2.5
    assert seen == [([0, 1, 2, 3], 1.25, True, "text")]
    assert given[0] == 42
    remove_global_func("test.observe")


def test_exception_of_a_python_function_comes_out_of_the_call() -> None:
    def fail() -> None:
        raise KeyError("from Python")

    register_global_func("test.fail", fail, override=True)
    out = flat("out", INT32, 8)
    call = Evaluate(Call(INT32, OPS["tir.tvm_call_packed"], ("test.fail",)))
    with pytest.raises(KeyError, match="from Python"):
        run([out], call, args=(np.zeros(8, INT32),))
    remove_global_func("test.fail")
    with pytest.raises(ValueError, match=r"Cannot find global function test.fail"):
        run([out], call, args=(np.zeros(8, INT32),))


@pytest.mark.parametrize(("answer", "expected"), [(None, 4), (7, 7)])
@pytest.mark.parametrize("dtype", ["int32", "float32", "float64"])
def test_a_traced_value_is_seen_and_may_be_replaced(dtype: str, answer: int | None, expected: int) -> None:
    seen: list[Any] = []

    def watch(*values: Any) -> int | None:
        seen.append(values)
        return answer

    register_global_func("test.watch", watch, override=True)

    A = decl_buffer((1,), dtype, "A")
    handle = Var("a", "handle")
    traced = BufferStore(
        A, trace([IntImm("int32", 9), BufferLoad(A, (IntImm("int32", 0),))], "test.watch"), (IntImm("int32", 0),)
    )
    values = np.array([4], dtype)
    build(PrimFunc((handle,), traced, buffer_map={handle: A}))(values)
    assert seen == [(9, 4)]
    assert values[0] == expected
