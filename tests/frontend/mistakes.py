"""Programs with mistakes: under each wrong range stand carets and the code of the diagnostic.

A program that does not begin with a decorator is a function under `@T.prim_func`.
"""

from __future__ import annotations

MISTAKES = {
    "a form without its first argument": """
def f() -> None:
    A = T.match_buffer((16, 16), "float32")
                       ^^^^^^^^ match-buffer-source
    T.evaluate(0)
""",
    "a buffer that nothing declares, stored to": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    T.attr(A, "realize_scope", "")
    for i, j in T.grid(16, 16):
        C[i, j] = 0.0
        ^ undefined-name
""",
    "a buffer that nothing declares, realized": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    T.attr(A, "realize_scope", "")
    T.evaluate(0)
    T.realize(C[0:16, 0:16], "")
              ^ undefined-name
    A[0, 0] = 0.0
""",
    "an unknown loop form": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    T.attr(A, "realize_scope", "")
    T.evaluate(0)

    for i in T.const_range(16):
               ^^^^^^^^^^^ unknown-member
        for j in T.serial(0, 16):
            A[i, j] = 0.0
""",
    "a parameter without a type": """
def f(a) -> None:
      ^ missing-annotation
    T.evaluate(0.0)
""",
    "a loop over what is no loop": """
def f() -> None:
    for i in T.serial(4):
        T.evaluate(i)
    for i in T.evaluate(0.0):
             ^^^^^^^^^^^^^^^ not-a-loop
        for j in T.serial(0, 16):
            T.evaluate(j)
""",
    "a `with` over what is no frame": """
def f() -> None:
    for i in T.serial(4):
        T.evaluate(i)
    with T.evaluate(0.0):
         ^^^^^^^^^^^^^^^ not-a-frame
        T.evaluate(1.0)
""",
    "a returned statement": """
def f() -> None:
    return T.evaluate(0)
           ^^^^^^^^^^^^^ return-value
""",
    "a scope about a whole buffer": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    T.realize(A, "")
              ^ not-a-region
""",
    "too many names after `as`": """
def f() -> None:
    with T.allocate([1], "float32", "") as [A, B]:
                                           ^^^^^^ unpack-count
        T.evaluate(1.0)
""",
    "an axis outside any block, by remap": """
def f() -> None:
    for i, j in T.grid(16, 16):
        vi, vj = T.axis.remap("SS", [i])
                 ^^^^^^^^^^^^ outside-block
        T.evaluate(1.0)
""",
    "fewer bindings than kinds": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i])
                                        ^^^ remap-count
            T.evaluate(1.0)
""",
    "more bindings than kinds": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("S", [i, j])
                                       ^^^^^^ remap-count
            T.evaluate(1.0)
""",
    "an unknown kind of axis": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("TT", [i, j])
                                  ^^^^ remap-kind
            T.evaluate(1.0)
""",
    "a remapped expression": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i + j, j])
                                         ^^^^^ remap-value
            T.evaluate(1.0)
""",
    "an axis bound to a buffer": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi = T.axis.S(i, A)
                             ^ not-an-expression
            T.evaluate(1.0)
""",
    "an undefined side of a choice": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    for i in range(16):
        A[i] = A[i] if i < 8 else missing
                                  ^^^^^^^ undefined-name
""",
    "two functions of one name": """
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    A[0] = 1.0


@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    ^ redefined-function
    A[0] = 2.0


kept = f


@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    A[0] = 3.0


if kept:

    @T.prim_func
    def f(A: T.Buffer((4,), "float32")):
        A[0] = 4.0
""",
    "a namespace that is assigned to": """
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    A[0] = 1.0


T = 4
^ shadowed-namespace
if f:
    I = 5
""",
    "a constant that wraps around": """
def f(N: T.Buffer((4,), "int32"), U: T.Buffer((4,), "uint8"), b: T.Buffer((4,), "bool")):
    N[0] = 3000000000
           ^^^^^^^^^^ constant-range
    N[1] = 2147483647
    N[2] = -2147483648
    U[0] = -1
           ^^ constant-range
    U[1] = 255
    b[0] = True
""",
    "a loop variable given another value": """
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        i = i + 1
        ^ duplicate-name
        B[i] = A[i]
""",
    "a store whose value and index are both wrong": """
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32x4")):
    A[7] = T.exq(A[0])
      ^ index-out-of-bounds
             ^^^ unknown-member
    A[0:2] = T.exq(A[0])
               ^^^ unknown-member
    B[4] = T.exq(A[0])
      ^ index-out-of-bounds
             ^^^ unknown-member
    A[5] += "text"
      ^ index-out-of-bounds
            ^^^^^^ not-an-expression
""",
    "numbers divided by zero while parsing": """
def f(A: T.Buffer((4,), "int32")):
    A[0] = 7 % 0
           ^^^^^ division-by-zero
    A[1] = 7 // 0
           ^^^^^^ division-by-zero
    A[2] = 7 / 0
           ^^^^^ division-by-zero
    A[3] = 0 ** -1
           ^^^^^^^ division-by-zero
    A[0] = divmod(7, 0)[0]
           ^^^^^^^^^^^^ division-by-zero
""",
    "numbers of the program divided by the constant zero": """
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
    A[0] = A[1] / 0
           ^^^^^^^^ division-by-zero
    A[1] = 2.0 / T.float32(0)
           ^^^^^^^^^^^^^^^^^^ division-by-zero
    B[0] = B[1] // 0
           ^^^^^^^^^ division-by-zero
    B[1] = B[2] % 0
           ^^^^^^^^ division-by-zero
    B[2] = T.truncdiv(B[1], 0)
           ^^^^^^^^^^^^^^^^^^^ division-by-zero
""",
    "a text where a number is chosen": """
def f(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "bool")):
    A[0] = T.if_then_else(C[0], "a", 1.0)
                                ^^^ dtype-mismatch
    A[1] = T.if_then_else(C[0], 1.0, "b")
                                     ^^^ dtype-mismatch
""",
    "a slice of another length": """
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[0:8] = A[0:4]
             ^^^^^^ value-type
""",
    "an axis defined twice": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi = T.axis.S(16, i)
            vi = T.axis.S(16, j)
            ^^ duplicate-name
            T.evaluate(1.0)
""",
    "one name for two axes": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vi = T.axis.remap("SS", [i, j])
                ^^ duplicate-name
            T.evaluate(1.0)
""",
    "an axis without a value": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi = T.axis.S(i)
                 ^^^^^^^^^^^ missing-argument
            vj = T.axis.S(16, j)
            T.evaluate(1.0)
""",
    "too many loop variables": """
def f() -> None:
    for i, j in range(0, 16):
        ^^^^ unpack-count
        T.evaluate(1.0)
""",
    "a tuple of loop variables as an index": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    for i in T.grid(16, 16):
        A[i] = 0.0
          ^ index-type
""",
    "a whole buffer matched in a block": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    for i, j in T.grid(16, 16):
        with T.block("b"):
            B = T.match_buffer(A, ())
                               ^ match-buffer-source
            A[i, j] = 1.0
""",
    "a buffer defined twice": """
def f() -> None:
    A = T.alloc_buffer((128, 128), "float32")
    A = T.alloc_buffer((128, 128), "float32")
    ^ duplicate-name
    T.evaluate(A[0, 0])
""",
    "reads twice": """
def f() -> None:
    A = T.alloc_buffer((128, 128), "float32")
    for i, j in T.grid(128, 128):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:8, 0:8])
            T.reads(A[0:16, 0:16])
            ^^^^^^^ duplicate-reads
            T.evaluate(1.0)
""",
    "writes twice": """
def f() -> None:
    A = T.alloc_buffer((128, 128), "float32")
    for i, j in T.grid(128, 128):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.writes(A[0:8, 0:8])
            T.writes(A[0:16, 0:16])
            ^^^^^^^^ duplicate-writes
            A[vi, vj] = 1.0
""",
    "where twice": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(1)
            T.where(0)
            ^^^^^^^ duplicate-where
            T.evaluate(1.0)
""",
    "init twice": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            with T.init():
                T.evaluate(1.0)
            with T.init():
                 ^^^^^^^^ duplicate-init
                T.evaluate(1.0)
""",
    "an axis defined again after remap": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            vi = T.axis.S(16, i)
            ^^ duplicate-name
            T.evaluate(1.0)
""",
    "a block attribute with two values": """
def f() -> None:
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.block_attr({"key1": "block1"})
            T.block_attr({"key1": "block2"})
                         ^^^^^^^^^^^^^^^^^^ contradictory-block-attr
            T.evaluate(1.0)
""",
    "a pointer in a block that declares nothing": """
def f(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i, j in T.grid(16, 16):
        with T.block("b"):
        ^^^^^^^^^^^^^^^^^ opaque-access
            vi, vj = T.axis.remap("SS", [i, j])
            T.evaluate(T.call_extern("int32", "dummy_extern_function", A.data, T.int32(128)))
            C[vi, vj] = 0.0
""",
    "a slice of a leading dimension as a value": """
def f() -> None:
    A = T.alloc_buffer((128, 128), "float32")
    for i, j in T.grid(128, 128):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi : vi + 2, vj] + 1
                        ^^^^^^^^^^^^^^^^^^ slice-as-value
""",
    "a shape that is text": """
def f() -> None:
    A = T.alloc_buffer("(128, 128)", "float32")
                       ^^^^^^^^^^^^ bad-shape
    T.evaluate(1.0)
""",
    "a loop over text": """
def f() -> None:
    for i in T.serial("1", "1"):
                      ^^^ not-an-integer
        T.evaluate(1)
""",
    "a buffer evaluated": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    T.evaluate(A)
               ^ not-an-expression
""",
    "a buffer as index": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    A[A] = A[A]
    ^^^^ rank-mismatch
""",
    "a matched part of another size": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    for i, j in T.grid(128, 128):
        with T.block("b"):
            T.reads([])
            T.writes([A[i, j * 4 : j * 4 + 4]])
            sub_A = T.match_buffer(A[i, j * 4 : j * 4 + 4], (5,))
                    ^^^^^^^^^^^^^^ match-buffer-shape
            for jj in range(0, 4):
                sub_A[jj] = 1.0
""",
    "a store with too many indices": """
def f() -> None:
    with T.block("root"):
        A = T.alloc_buffer((128, 128), "float32")
        for i, j in T.grid(128, 128):
            A[i, j, i] = 1.0
            ^^^^^^^^^^ rank-mismatch
""",
    "a block that binds a name": """
def f() -> None:
    with T.block("root") as x:
                            ^ binds-nothing
        T.evaluate(0.0)
""",
    "reads outside any block": """
def f() -> None:
    T.reads([])
    ^^^^^^^ outside-block
    T.evaluate(0.0)
""",
    "writes outside any block": """
def f() -> None:
    T.writes([])
    ^^^^^^^^ outside-block
    T.evaluate(0.0)
""",
    "block attributes outside any block": """
def f() -> None:
    T.block_attr({})
    ^^^^^^^^^^^^ outside-block
    T.evaluate(0.0)
""",
    "where outside any block": """
def f() -> None:
    T.where(True)
    ^^^^^^^ outside-block
    T.evaluate(0.0)
""",
    "an axis outside any block": """
def f() -> None:
    v = T.axis.S(0, 0)
        ^^^^^^^^ outside-block
    T.evaluate(0.0)
""",
    "a variable read as a buffer": """
def f() -> None:
    d = T.int32()
    T.evaluate(d[2, 1])
               ^^^^^^^ not-subscriptable
""",
    "a new variable stored to as a buffer": """
def f() -> None:
    d = T.int32()
    d[2, 1] = d
    ^^^^^^^ not-subscriptable
""",
    "a parameter stored to as a buffer": """
def f(d: T.int32) -> None:
    T.evaluate(0)
    d[2, 1] = d
    ^^^^^^^ not-subscriptable
""",
    "a handle read as a buffer": """
def f(h: T.handle) -> None:
    h_ = T.match_buffer(h, [1])
    T.evaluate(h[0])
               ^^^^ not-subscriptable
""",
    "a handle stored to as a buffer": """
def f(h: T.handle) -> None:
    h_ = T.match_buffer(h, [1])
    h[0] = h_[0]
    ^^^^ not-subscriptable
""",
    "a list as operand": """
def f(h: T.handle) -> None:
    h_ = T.match_buffer(h, [1])
    T.evaluate(h_[0] + [2])
                       ^^^ not-an-expression
""",
    "arithmetic on a handle": """
def f(h: T.handle) -> None:
    h_ = T.match_buffer(h, [1])
    T.evaluate(h + 5)
               ^^^^^ dtype-mismatch
""",
    "an axis of floats": """
def f() -> None:
    with T.block("b"):
        vi = T.axis.S(0.1, 0.1)
                      ^^^ not-an-integer
        T.evaluate(vi)
""",
    "a region with a step": """
def f(A: T.Buffer((128,), "float32")) -> None:
    with T.block("b"):
        T.writes(A[0:128:2])
                 ^^^^^^^^^^ region-step
        T.evaluate(0)
""",
    "a slice that runs backwards": """
def f(A: T.Buffer((128,), "float32")) -> None:
    T.evaluate(0)
    A[0:128:-1] = T.broadcast(T.float32(0), 128)
      ^^^^^^^^ slice-step
""",
    "a store to a slice of unknown length": """
def f(A: T.Buffer((128,), "float32"), n: T.int32) -> None:
    T.evaluate(0)
    A[0:n] = T.broadcast(T.float32(0), 128)
      ^^^ slice-length
""",
    "a slice of unknown length as a value": """
def f(A: T.Buffer((128,), "float32"), n: T.int32) -> None:
    T.evaluate(0)
    A[0] = T.exp(A[0:n])
                 ^^^^^^ slice-as-value
""",
    "a thread loop without a thread": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a, (128,))
    for i in T.thread_binding(128):
             ^^^^^^^^^^^^^^^^ missing-thread
        A[i] = A[i] * 2.0
""",
    "a chained assignment": """
def f(A: T.Buffer((128,), "float32")) -> None:
    a = b = A[0]
        ^ chained-assignment
    A[1] = a + b
""",
    "a missing argument": """
def f(A: T.Buffer((128,), "float32")) -> None:
    A[0] = T.cast(A[1])
           ^^^^^^^^^^^^ missing-argument
""",
    "a name of one branch used after the `if`": """
def f(A: T.Buffer((128,), "float32"), n: T.int32) -> None:
    if n > 1:
        x = A[0]
    else:
        y = A[0]
    A[1] = x
           ^ undefined-name
""",
    "a private function with a global symbol": """
@T.prim_func(private=True)
def f(n: T.int32) -> None:
    T.func_attr({"global_symbol": "f"})
                ^^^^^^^^^^^^^^^^^^^^^^ private-global-symbol
    T.evaluate(n)
""",
    "a name of a macro used by its caller": """
@T.macro
def m(A):
    leak = A[0] + 1.0
    A[1] = leak

@T.prim_func
def f(A: T.Buffer((128,), "float32")):
    m(A)
    A[2] = leak
           ^^^^ undefined-name
""",
    "a positional argument of a decorator": """
@T.macro(True)
         ^^^^ unexpected-argument
def m(A):
    A[1] = 0.0

@T.prim_func
def f(A: T.Buffer((128,), "float32")):
    m(A)
""",
    "a block attribute with two numbers": """
def f() -> None:
    with T.block("b"):
        T.block_attr({"k": 1})
        T.block_attr({"k": 2})
                     ^^^^^^^^ contradictory-block-attr
        T.evaluate(0)
""",
    "a matched parameter without a shape": """
def f(a: T.handle) -> None:
    A = T.match_buffer(a)
        ^^^^^^^^^^^^^^ missing-shape
    A[0] = 0.0
""",
    "unknown name with fix": """
def f(A: T.Buffer((4,), "float32")):
    A[0] = T.exq(A[1])
             ^^^ unknown-member
""",
    "nearest name": """
def f(alpha: T.Buffer((4,), "float32")):
    alpha[0] = alhpa[1]
               ^^^^^ undefined-name
""",
    "keyword": """
def f(a: T.handle):
    A = T.match_buffer(a, (4,), dtpye="float32")
                                ^^^^^ unexpected-argument
    A[0] = 0.0
""",
    "too many": """
def f(A: T.Buffer((4,), "float32")):
    A[0] = T.exp(A[1], A[2])
                       ^^^^ unexpected-argument
""",
    "loop ended": """
def f(A: T.Buffer((4,), "int32")):
    for i in range(4):
        A[i] = i
    A[0] = i
           ^ undefined-name
""",
    "lossy": """
def f(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "float32")):
    A[0] = B[0]
           ^^^^ implicit-cast
""",
    "lossy variable": """
def f(A: T.Buffer((4,), "int64"), B: T.Buffer((4,), "float32")):
    x: T.int32 = B[0]
                 ^^^^ implicit-cast
    y: T.int32 = A[0]
                 ^^^^ implicit-cast
    z: T.int64 = x + y
    w: T.int32 = T.cast(A[1], "int32")
    A[0] = z + w
""",
    "try": """
def f(n: T.int32):
    try:
    ^^^^ unsupported-statement
        pass
    except ValueError:
        pass
    T.evaluate(n)
""",
    "class": """
def f(n: T.int32):
    class X: pass
    ^^^^^^^^^^^^^ unsupported-statement
    T.evaluate(n)
""",
    "global": """
def f(n: T.int32):
    global g
    ^^^^^^^^ unsupported-statement
    T.evaluate(n)
""",
    "import": """
def f(n: T.int32):
    import os
    ^^^^^^^^^ unsupported-statement
    T.evaluate(os.n)
""",
    "yield": """
def f(n: T.int32):
    x = yield 1
        ^^^^^^^ unsupported-expression
    T.evaluate(x)
""",
    "del": """
def f(n: T.int32):
    del n
    ^^^^^ unsupported-statement
""",
    "attribute by name": """
def f(n: T.int32):
    T.evaluate(getattr(n, "dtyp"))
               ^^^^^^^^^^^^^^^^^^ unknown-attribute
""",
    "store of a list": """
def f(A: T.Buffer((4,), "int32")):
    A[0] = [1, 2]
           ^^^^^^ not-an-expression
""",
    "max": """
def f(A: T.Buffer((4,), "int32")):
    A[0] = max(A[1], 2)
           ^^^ python-builtin
""",
    "augmented scalar": """
def f(A: T.Buffer((4,), "float32")):
    x = A[0]
    x += A[1]
    ^ duplicate-name
    A[0] = x
""",
    "loop over list": """
def f(A: T.Buffer((4,), "float32")):
    for i in [1, 2]:
             ^^^^^^ not-a-loop
        A[i] = 0.0
""",
    "step": """
def f(A: T.Buffer((8,), "float32")):
    for i in range(7, -1, -1):
                          ^^ loop-step
        A[i] = 0.0
""",
    "integer division": """
def f(A: T.Buffer((8,), "int32")):
    A[0] = A[1] / 2
           ^^^^^^^^ dtype-mismatch
""",
    "power": """
def f(A: T.Buffer((8,), "float32")):
    A[0] = A[1] ** 2
           ^^^^^^^^^ unsupported-operator
""",
    "bad dtype": """
def f(A: T.Buffer((8,), "flot32")):
                        ^^^^^^^^ unknown-dtype
    A[0] = 1.0
""",
    "float index": """
def f(A: T.Buffer((8,), "float32")):
    A[1.5] = A[A[0]]
      ^^^ index-type
               ^^^^ index-type
""",
    "unused value": """
def f(A: T.Buffer((8,), "float32")):
    A
    ^ unused-value
""",
    "condition": """
def f(A: T.Buffer((8,), "float32")):
    if A[0]:
       ^^^^ not-a-condition
        A[1] = 0.0
""",
    "break": """
def f(A: T.Buffer((8,), "float32")):
    A[0] = 0.0
    break
    ^^^^^ outside-loop
""",
    "attribute": """
def f(A: T.Buffer((8,), "float32")):
    for i in range(A.shpae[0]):
                     ^^^^^ unknown-attribute
        A[i] = 0.0
""",
    "default": """
def f(n: T.int32 = 4, *rest):
                   ^ parameter-kind
                       ^^^^ parameter-kind
    T.evaluate(n)
""",
    "types that are not called": """
def f(A: T.Buffer, B: T.Ptr):
         ^^^^^^^^ missing-argument
                      ^^^^^ missing-argument
    T.evaluate(0)
""",
    "numbers that the element type does not hold": """
def f(A: T.Buffer((4,), "int8"), B: T.Buffer((4,), "float16")):
    A[0] = 300
           ^^^ constant-range
    A[1] = T.float32("nan")
           ^^^^^^^^^^^^^^^^ constant-range
    A[2] = 100
    A[3] = -128.5
           ^^^^^^ implicit-cast
    A[1] = T.int64(128)
           ^^^^^^^^^^^^ constant-range
    T.buffer_store(A, -129, [0])
                      ^^^^ constant-range
    B[0] = T.float32("inf")
""",
    "an argument given twice": """
def f(a: T.handle):
    A = T.match_buffer(a, (4,), shape=(4,))
                                ^^^^^^^^^^ unexpected-argument
    A[0] = 0.0
""",
    "an asynchronous function": """
@T.prim_func
async def f(n: T.int32):
          ^ unsupported-statement
    T.evaluate(n)
""",
}
