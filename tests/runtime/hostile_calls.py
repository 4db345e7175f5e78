"""Calls native functions with random argument lists, most of them wrong; run as a program by its test, and by `make fuzz-calls` for longer.

It prints how many calls were carried out and how many were refused; a signal ends it without a word.
"""

from __future__ import annotations

import array
import ctypes
import faulthandler
import math
import random
import sys
from typing import Any

import ml_dtypes
import numpy as np

import tilewright.ir.operators  # noqa: F401
from tilewright.core.codegen.llvm import compile_module
from tilewright.core.ir.buffer import decl_buffer
from tilewright.ir.expr import BufferLoad, Cast, Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import BufferStore, For, ForKind, IfThenElse, SeqStmt
from tilewright.runtime import ArgumentError, Module, tensor


def strided() -> PrimFunc:
    """B[i * m + j] = A[i * s + j * t] * x + (i // k) for symbolic n, m, s, t and scalars x, k"""
    n, m, s, t, i, j = (Var(name, "int64") for name in "nmstij")
    x, k = Var("x", "float32"), Var("k", "int32")
    a = decl_buffer((n, m), "float32", "A", strides=(s, t))
    b = decl_buffer((n * m,), "float32", "B")
    source, target = decl_buffer((1,), "float32", "A", data=a.data), decl_buffer((1,), "float32", "B", data=b.data)
    value = BufferLoad(source, (i * s + j * t,)) * x + Cast("float32", Cast("int32", i) // k)
    inner = For(j, 0, m, ForKind.SERIAL, BufferStore(target, value, (i * m + j,)))
    return PrimFunc((a, b, x, k), For(i, 0, n, ForKind.SERIAL, inner), attrs={"global_symbol": "strided"})


def mixed() -> PrimFunc:
    """count[0] = how many of flag[i] hold; C[i] = C[i] + A[i] where flag[i], for compact buffers of n elements"""
    n, i = Var("n", "int32"), Var("i", "int32")
    a, c = decl_buffer((n,), "float64", "A"), decl_buffer((n,), "float64", "C")
    flag, count = decl_buffer((n,), "bool", "flag"), decl_buffer((1,), "uint8", "count")
    add = BufferStore(c, BufferLoad(c, (i,)) + BufferLoad(a, (i,)), (i,))
    counted = BufferStore(count, BufferLoad(count, (0,)) + 1, (0,))
    body = For(i, 0, n, ForKind.SERIAL, IfThenElse(BufferLoad(flag, (i,)), SeqStmt((add, counted))))
    return PrimFunc((a, c, flag, count), body, attrs={"global_symbol": "mixed"})


def placed() -> PrimFunc:
    """B[i] = A[i] + 1 for int16, where both begin at any offset of aligned memory"""
    n, i, at = Var("n", "int64"), Var("i", "int64"), Var("at", "int64")
    a = decl_buffer((n,), "int16", "A", elem_offset=at, offset_factor=1)
    b = decl_buffer((n,), "int16", "B")
    body = For(i, 0, n, ForKind.SERIAL, BufferStore(b, BufferLoad(a, (i,)) + 1, (i,)))
    x, k = Var("x", "float16"), Var("k", "uint8")
    return PrimFunc((a, b, x, k), body, attrs={"global_symbol": "placed"})


def huge_array(pick: random.Random) -> Any:
    """An array of very many elements that all lie in the same few bytes."""
    sizes = [0, 1, 2**31 - 1, 2**31, 2**32, 2**40, 2**62]
    shape = tuple(pick.choice(sizes) for _ in range(pick.choice([1, 2, 2])))
    if math.prod(size or 1 for size in shape) > 2**57:
        shape = (2**57,)
    return np.lib.stride_tricks.as_strided(np.zeros(4, pick.choice(["float32", "int16"])), shape, (0,) * len(shape))


def hostile_array(pick: random.Random) -> Any:
    """An array that may be wrong in every way an array can be."""
    if pick.random() < 0.05:
        return huge_array(pick)
    names = ["float32", "int16", "float64", "bool", "uint8", "int8", ">f4", "complex64", "O", "float16", "U4", "M8[s]"]
    type_ = pick.choice(["float32"] * 8 + ["float64", "bool", "uint8"] * 3 + names)
    shape = tuple(pick.choice([0, 1, 2, 3, 4, 7]) for _ in range(pick.choice([0, 1, 1, 1, 2, 2, 2, 3])))
    made = np.zeros(shape, type_)
    change = pick.randrange(10)
    if change == 0 and made.ndim:
        made = made[..., ::-1]
    elif change == 1:
        made = made.T
    elif change == 2:
        made.flags.writeable = False
    elif change == 3 and made.ndim:
        made = np.repeat(made, 2, axis=0)[::2]
    elif change == 4 and made.ndim == 1 and type_ == "float32":
        made = np.zeros(made.nbytes + 1, np.uint8)[1:].view("float32")
    elif change == 5 and made.ndim:
        made = np.lib.stride_tricks.as_strided(made, made.shape, (0,) * made.ndim)
    return made


def hostile_value(pick: random.Random) -> Any:
    """Something that is no array, or one of another library."""
    small = np.zeros((2, 3), "float32")
    return pick.choice(
        [
            None,
            "text",
            b"bytes",
            bytearray(24),
            3,
            -1,
            0,
            2**31,
            2**63,
            10**400,
            1.5,
            float("nan"),
            1j,
            True,
            [1.0, 2.0],
            (),
            {},
            object(),
            np.float32(2),
            np.int64(3),
            np.array(4),
            array.array("f", [1, 2, 3]),
            memoryview(small),
            (ctypes.c_float * 6)(),
            ctypes.c_void_p(0),
            tensor(small),
            np.zeros((2, 3), ml_dtypes.bfloat16),
            np.zeros(3, ml_dtypes.int4),
            np.ma.masked_array(small),
            np.zeros(2, [("x", "f4")]),
            small.flat,
            np.float32,
            print,
        ]
    )


def arguments(pick: random.Random, count: int) -> list[Any]:
    """Mostly as many arguments as there should be."""
    number = count if pick.random() < 0.95 else pick.randrange(count + 3)
    return [hostile_array(pick) if pick.random() < 0.8 else hostile_value(pick) for _ in range(number)]


def likely_arguments(pick: random.Random, name: str) -> list[Any]:
    """Arguments that fit, of which one may be replaced by a hostile one."""
    n, m = pick.choice([0, 1, 2, 5]), pick.choice([0, 1, 3])
    if name == "strided":
        matrix = np.ones((n, m), "float32")
        good: list[Any] = [
            pick.choice([matrix, np.asfortranarray(matrix), matrix[::-1]]),
            np.zeros(n * m, "float32"),
            2.0,
            pick.choice([1, 0, -1, 3]),
        ]
    elif name == "placed":
        whole = np.zeros(n + 4, "int16")
        start = pick.choice([0, 1, 2, 4])
        good = [
            whole[start : start + n],
            pick.choice([np.zeros(n, "int16"), whole[:n]]),
            1.0,
            pick.choice([0, 255, 256]),
        ]
    else:
        values = np.ones(n)
        good = [values, pick.choice([values, np.zeros(n)]), np.ones(n, "bool"), np.zeros(1, "uint8")]
    if pick.random() < 0.7:
        place = pick.randrange(len(good))
        good[place] = hostile_array(pick) if pick.random() < 0.5 else hostile_value(pick)
    return good


def main(calls: int) -> None:
    faulthandler.enable()
    pick = random.Random(7)
    module = Module(compile_module(IRModule({"strided": strided(), "mixed": mixed(), "placed": placed()})))
    done = refused = 0
    for _ in range(calls):
        name = pick.choice(["strided", "mixed", "placed"])
        args = likely_arguments(pick, name) if pick.random() < 0.6 else arguments(pick, 4)
        try:
            module[name](*args)
            done += 1
        except ArgumentError as error:
            refused += str(error).startswith(name)
    print(done, refused)


if __name__ == "__main__":
    main(int(sys.argv[1]))
