"""Kernels made from parameters, as model compilers write them: right ones, and changes that make each of them wrong.

A mistake is a factory, what to write in place of what in it, the code of the diagnostic, and the text of the line where it is expected when that is another one.
"""

from __future__ import annotations

from typing import NamedTuple

RIGHT = {
    "matmul": """
def make(n, m, k, dtype):
    @T.prim_func
    def matmul(A: T.Buffer((n, k), dtype), B: T.Buffer((k, m), dtype), C: T.Buffer((n, m), dtype)):
        for i, j, r in T.grid(n, m, k):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, r])
                with T.init():
                    C[vi, vj] = T.cast(0, dtype)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    return matmul
""",
    "dequantize": """
def dequantize(n, k, group, model_dtype="float16", storage_dtype="uint32"):
    per_word = 8
    words = k // per_word

    @T.prim_func(private=True)
    def kernel(w: T.handle, s: T.handle, o: T.handle):
        T.func_attr({"tir.noalias": True})
        W = T.match_buffer(w, (n, words), storage_dtype)
        S = T.match_buffer(s, (n, k // group), model_dtype)
        O = T.match_buffer(o, (n, k), model_dtype)
        for i, j in T.grid(n, k):
            with T.block("dequantize"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(W[vi, vj // per_word], S[vi, vj // group])
                T.writes(O[vi, vj])
                O[vi, vj] = T.cast(W[vi, vj // per_word], model_dtype) * S[vi, vj // group]

    return kernel
""",
    "norm": """
def rms_norm(hidden_size: int, dtype: str, eps: float = 1e-5):
    @T.prim_func
    def norm(var_x: T.handle, weight: T.Buffer((hidden_size,), dtype), var_y: T.handle):
        n = T.int64()
        x = T.match_buffer(var_x, (n, hidden_size), dtype)
        y = T.match_buffer(var_y, (n, hidden_size), dtype)
        total = T.alloc_buffer((n,), "float32")
        for i, r in T.grid(n, hidden_size):
            with T.block("sum"):
                vi, vr = T.axis.remap("SR", [i, r])
                with T.init():
                    total[vi] = T.float32(0)
                total[vi] = total[vi] + T.cast(x[vi, vr], "float32") * T.cast(x[vi, vr], "float32")
        for i, j in T.grid(n, hidden_size):
            with T.block("norm"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = T.cast(T.rsqrt(total[vi] / T.float32(hidden_size) + T.float32(eps)), dtype) * x[vi, vj] * weight[vj]

    return norm
""",
    "branches": """
def transpose_or_copy(rows, columns, dtype, transposed=False):
    out_shape = (columns, rows) if transposed else (rows, columns)

    @T.prim_func
    def kernel(A: T.Buffer((rows, columns), dtype), B: T.Buffer(out_shape, dtype)):
        for i, j in T.grid(rows, columns):
            with T.block("move"):
                vi, vj = T.axis.remap("SS", [i, j])
                if transposed:
                    B[vj, vi] = A[vi, vj]
                else:
                    B[vi, vj] = A[vi, vj]

    return kernel
""",
    "threads": """
def add_on_gpu(n, num_threads, dtype):
    @T.prim_func
    def add(A: T.Buffer((n * num_threads,), dtype), B: T.Buffer((n * num_threads,), dtype)):
        for b in T.thread_binding(n, thread="blockIdx.x"):
            for t in T.thread_binding(num_threads, thread="threadIdx.x"):
                with T.block("add"):
                    v = T.axis.spatial(n * num_threads, b * num_threads + t)
                    B[v] = A[v] + T.cast(1, dtype)

    return add
""",
    "rows_in_shared_memory": """
def softmax(batch, width, tile, acc_dtype="float32"):
    blocks = (width + tile - 1) // tile

    @T.prim_func
    def kernel(X: T.Buffer((batch, width), acc_dtype), Y: T.Buffer((batch, width), acc_dtype)):
        rows = T.alloc_buffer((batch, width), acc_dtype, scope="shared")
        top = T.alloc_buffer((batch,), acc_dtype, scope="local")
        for i, j in T.grid(batch, width):
            with T.block("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                rows[vi, vj] = X[vi, vj]
        for i, k in T.grid(batch, width):
            with T.block("top"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    top[vi] = T.min_value(acc_dtype)
                top[vi] = T.max(top[vi], rows[vi, vk])
        for i, jo, ji in T.grid(batch, blocks, tile):
            with T.block("exp"):
                vi = T.axis.spatial(batch, i)
                vj = T.axis.spatial(width, jo * tile + ji)
                T.where(jo * tile + ji < width)
                Y[vi, vj] = T.exp(rows[vi, vj] - top[vi])

    return kernel
""",
    "module": """
def build_module(n, dtype, bias):
    @I.ir_module
    class Module:
        @T.prim_func
        def main(A: T.Buffer((n, n), dtype), b: T.Buffer((n,), dtype), C: T.Buffer((n, n), dtype)):
            for i, j in T.grid(n, n):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    if bias:
                        C[vi, vj] = A[vi, vj] + b[vj]
                    else:
                        C[vi, vj] = A[vi, vj]

    return Module
""",
    "configuration": """
class Attention:
    def __init__(self, config):
        self.config = config

    def kernel(self, config, dtype):
        heads, size = config.num_heads, config.head_dim
        half = size // 2

        @T.prim_func
        def rotate(var_q: T.handle, var_o: T.handle, offset: T.int32):
            length = T.int32()
            q = T.match_buffer(var_q, (length, heads, size), dtype)
            o = T.match_buffer(var_o, (length, heads, size), dtype)
            for s, h, d in T.grid(length, heads, half):
                with T.block("rotate"):
                    vs, vh, vd = T.axis.remap("SSS", [s, h, d])
                    o[vs, vh, vd] = q[vs, vh, vd]
                    o[vs, vh, half + vd] = T.cast(T.cos(T.cast(vs + offset, "float32")), dtype) * q[vs, vh, vd]

        return rotate
""",
    "convolution": """
def conv(batch, channels, height, width, filters, size, dtype):
    out_h, out_w = height - size + 1, width - size + 1

    @T.prim_func
    def kernel(
        X: T.Buffer((batch, channels, height, width), dtype),
        W: T.Buffer((filters, channels, size, size), dtype),
        Y: T.Buffer((batch, filters, out_h, out_w), dtype),
    ):
        for n, f, y, x, c, p, q in T.grid(batch, filters, out_h, out_w, channels, size, size):
            with T.block("conv"):
                vn, vf, vy, vx, vc, vp, vq = T.axis.remap("SSSSRRR", [n, f, y, x, c, p, q])
                with T.init():
                    Y[vn, vf, vy, vx] = T.cast(0, dtype)
                Y[vn, vf, vy, vx] += X[vn, vc, vy + vp, vx + vq] * W[vf, vc, vp, vq]

    return kernel
""",
    "gather": """
def embedding(vocabulary, hidden, dtype, index_dtype="int32"):
    @T.prim_func
    def take(var_ids: T.handle, table: T.Buffer((vocabulary, hidden), dtype), var_out: T.handle):
        m = T.int32()
        ids = T.match_buffer(var_ids, (m,), "int32")
        out = T.match_buffer(var_out, (m, hidden), dtype)
        for i in T.parallel(m):
            for j in T.vectorized(hidden):
                with T.block("take"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    out[vi, vj] = table[ids[vi], vj]

    return take
""",
    "bits": """
def unpack(rows, cols, group, bits, dtype):
    per = 32 // bits

    @T.prim_func
    def unpacked(
        W: T.Buffer((rows, cols // per), "uint32"), S: T.Buffer((rows, cols // group), dtype), O: T.Buffer((rows, cols), dtype)
    ):
        for i, j in T.grid(rows, cols):
            with T.block("unpacked"):
                vi, vj = T.axis.remap("SS", [i, j])
                O[vi, vj] = T.cast(T.shift_right(W[vi, vj // per], T.cast(vj % per * bits, "uint32")), dtype) * S[vi, vj // group]

    return unpacked
""",
}


class Mistake(NamedTuple):
    """A change that makes a factory wrong."""

    factory: str
    before: str
    after: str
    code: str
    at: str = ""


MISTAKES = (
    # rank
    Mistake("matmul", "A[vi, vk]", "A[vi, vk, 0]", "rank-mismatch"),
    Mistake("matmul", "B[vk, vj]\n", "B[vk]\n", "rank-mismatch"),
    Mistake("matmul", "C[vi, vj] = T.cast", "C[vi] = T.cast", "rank-mismatch"),
    Mistake("dequantize", "W[vi, vj // per_word], S[vi", "W[vj // per_word], S[vi", "rank-mismatch"),
    Mistake("dequantize", "T.writes(O[vi, vj])", "T.writes(O[vi])", "rank-mismatch"),
    Mistake("dequantize", "* S[vi, vj // group]", "* S[vi]", "rank-mismatch"),
    Mistake("norm", "weight[vj]", "weight[vi, vj]", "rank-mismatch"),
    Mistake("norm", "rsqrt(total[vi]", "rsqrt(total[vi, 0]", "rank-mismatch"),
    Mistake("branches", "B[vj, vi] = A[vi, vj]", "B[vj] = A[vi, vj]", "rank-mismatch"),
    Mistake("branches", "B[vi, vj] = A[vi, vj]", "B[vi, vj] = A[vi]", "rank-mismatch"),
    Mistake("threads", "= A[v]", "= A[v, 0]", "rank-mismatch"),
    Mistake("rows_in_shared_memory", "= X[vi, vj]", "= X[vi, vj, 0]", "rank-mismatch"),
    Mistake("rows_in_shared_memory", "- top[vi]", "- top[vi, vj]", "rank-mismatch"),
    Mistake("module", "+ b[vj]", "+ b[vi, vj]", "rank-mismatch"),
    Mistake("configuration", "= q[vs, vh, vd]", "= q[vs, vd]", "rank-mismatch"),
    Mistake("convolution", "W[vf, vc, vp, vq]", "W[vf, vc, vp]", "rank-mismatch"),
    Mistake("gather", "table[ids[vi], vj]", "table[ids[vi]]", "rank-mismatch"),
    # numbers of a quotient by which Python divides are not zero
    Mistake("bits", "W[vi, vj // per]", "W[vi // per]", "rank-mismatch"),
    Mistake("bits", 'T.cast(vj % per * bits, "uint32")', "T.float32(0)", "dtype-mismatch"),
    # names and members
    Mistake("matmul", "A[vi, vk]", "A[vi, vq]", "undefined-name"),
    Mistake("norm", "total[vi] = T.float32(0)", "totl[vi] = T.float32(0)", "undefined-name"),
    Mistake("dequantize", "T.cast(W", "T.csat(W", "unknown-member"),
    Mistake("threads", "T.thread_binding(n", "T.thread_bind(n", "unknown-member"),
    Mistake("convolution", "T.axis.remap", "T.axes.remap", "unknown-member"),
    # arity
    Mistake("matmul", "for i, j, r in T.grid", "for i, j in T.grid", "unpack-count"),
    Mistake("matmul", "vi, vj, vk = T", "vi, vj = T", "unpack-count"),
    Mistake("matmul", '"SSR", [i, j, r]', '"SSR", [i, j]', "remap-count"),
    Mistake("dequantize", '"SS", [i, j]', '"SSR", [i, j]', "remap-count"),
    Mistake("norm", "T.rsqrt(total[vi] / T", "T.rsqrt(total[vi], T", "unexpected-argument"),
    Mistake("rows_in_shared_memory", "T.exp(rows[vi, vj] - top[vi])", "T.exp()", "missing-argument"),
    Mistake("threads", 'T.thread_binding(n, thread="blockIdx.x")', 'T.thread_binding(n, thred="blockIdx.x")', "unexpected-argument"),
    # axes
    Mistake("matmul", '"SSR"', '"SSX"', "remap-kind"),
    Mistake("matmul", '"SSR"', '"SSS"', "spatial-sum", "C[vi, vj] = C[vi, vj] +"),
    Mistake("convolution", '"SSSSRRR"', '"SSSSRR"', "remap-count"),
    Mistake("configuration", '"SSS"', '"SS"', "remap-count"),
    Mistake("rows_in_shared_memory", "T.axis.spatial(batch, i)", "T.axis.spatial(batch, i + 1)", "axis-out-of-domain"),
    Mistake("threads", "b * num_threads + t)", "b * num_threads + t + 1)", "axis-out-of-domain"),
    # initialization and what is lost
    Mistake(
        "matmul", "                with T.init():\n                    C[vi, vj] = T.cast(0, dtype)\n", "", "missing-init",
        "C[vi, vj] = C[vi, vj] +",
    ),
    Mistake(
        "norm", "                with T.init():\n                    total[vi] = T.float32(0)\n", "", "missing-init",
        "total[vi] = total[vi] +",
    ),
    Mistake(
        "convolution", "                with T.init():\n                    Y[vn, vf, vy, vx] = T.cast(0, dtype)\n", "", "missing-init",
        "Y[vn, vf, vy, vx] += ",
    ),
    # bounds
    Mistake("matmul", "A[vi, vk]", "A[vi, vk + 1]", "index-out-of-bounds"),
    Mistake("matmul", "B[vk, vj]\n", "B[vj, vk]\n", "index-out-of-bounds"),
    Mistake("branches", "B[vi, vj] = A[vi, vj]", "B[vj, vi] = A[vi, vj]", "index-out-of-bounds"),
    Mistake("branches", "B[vj, vi] = A[vi, vj]", "B[vi, vj] = A[vi, vj]", "index-out-of-bounds"),
    Mistake("norm", "weight[vj]", "weight[vj - 1]", "index-out-of-bounds"),
    Mistake("module", "C[vi, vj] = A[vi, vj]\n", "C[vi, vj] = A[vi, vj + n]\n", "index-out-of-bounds"),
    Mistake("module", "+ b[vj]", "+ b[vj + 1]", "index-out-of-bounds"),
    Mistake("configuration", "o[vs, vh, half + vd]", "o[vs, vh, size + vd]", "index-out-of-bounds"),
    Mistake("convolution", "vy + vp, vx", "vy + vp + 1, vx", "index-out-of-bounds"),
    Mistake("gather", "out[vi, vj] =", "out[vi, vj + 1] =", "index-out-of-bounds"),
    Mistake("rows_in_shared_memory", "= X[vi, vj]", "= X[vj, vi]", "index-out-of-bounds"),
    Mistake("threads", "= A[v]", "= A[v + num_threads]", "index-out-of-bounds"),
    Mistake("dequantize", "T.writes(O[vi, vj])", "T.writes(O[vj, vi])", "region-too-narrow", "O[vi, vj] = T.cast"),
    # data types, scopes, threads
    Mistake("norm", 'T.alloc_buffer((n,), "float32")', 'T.alloc_buffer((n,), "flot32")', "unknown-dtype"),
    Mistake("norm", 'T.cast(x[vi, vr], "float32") *', 'T.cast(x[vi, vr], "single") *', "unknown-dtype"),
    Mistake("gather", '(m,), "int32")', '(m,), "int3_2")', "unknown-dtype"),
    Mistake("gather", '(m,), "int32")', '(m,), "float32")', "index-type", "table[ids[vi], vj]"),
    Mistake("rows_in_shared_memory", 'scope="shared"', 'scope="shard"', "unknown-scope"),
    Mistake("rows_in_shared_memory", 'scope="local"', 'scope="registers"', "unknown-scope"),
    Mistake("threads", '"threadIdx.x"', '"threadIdx.q"', "unknown-thread-tag"),
    # structure
    Mistake("matmul", "for i, j, r in T.grid(n, m, k)", "for i, j, r in (n, m, k)", "not-a-loop"),
    Mistake("gather", "T.parallel(m)", "range(0, m, -1)", "loop-step"),
    Mistake("branches", 'with T.block("move"):', 'with T.ceildiv(rows, 2):', "not-a-frame"),
    Mistake("norm", "n = T.int64()", "x = y = T.int64()", "chained-assignment"),
    Mistake("convolution", "    return kernel", "        return None", "return-value"),
    Mistake("dequantize", "T.writes(O[vi, vj])", "T.writes(vi)", "not-a-region"),
    Mistake("threads", "B[v] = A[v]", "B[v] = A", "not-an-expression"),
    Mistake("configuration", "offset: T.int32", "offset", "missing-annotation"),
    Mistake("module", "b: T.Buffer((n,), dtype)", "b: 5", "parameter-type"),
    Mistake("rows_in_shared_memory", "T.where(jo * tile + ji < width)", "T.where(rows)", "not-an-expression"),
)  # fmt: skip


# What looks like a mistake to a reader who does not know the values, and is none.
TRICKY = {
    "sizes that divide each other": """
def make(n):
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n // 4,), "float32")):
        for i in range(n):
            with T.block("B"):
                v = T.axis.spatial(n, i)
                with T.block("inner"):
                    A[v] = B[v // 4]
    return f
""",
    "lanes in a text": """
def make(n, lanes, dtype):
    vector = f"{dtype}x{lanes}"
    @T.prim_func
    def f(A: T.Buffer((n,), vector), B: T.Buffer((n,), vector)):
        for i in range(n):
            B[i] = A[i]
    return f
""",
    "a vector of unknown length": """
def make(n, vec):
    @T.prim_func
    def f(A: T.Buffer((n * vec,), "float32"), B: T.Buffer((n * vec,), "float32")):
        for i in range(n):
            B[T.Ramp(i * vec, 1, vec)] = A[T.Ramp(i * vec, 1, vec)] + T.Broadcast(T.float32(1), vec)
    return f
""",
    "a rank that depends on a flag": """
def make(n, batched):
    shape = (4, n) if batched else (n,)
    @T.prim_func
    def f(A: T.Buffer(shape, "float32")):
        for i in range(n):
            if batched:
                A[0, i] = T.float32(0)
            else:
                A[i] = T.float32(0)
    return f
""",
    "an early return": """
def make(n, kind):
    if kind == "zero":
        @T.prim_func
        def zero(A: T.Buffer((n,), "float32")):
            for i in range(n):
                A[i] = T.float32(0)
        return zero
    if kind not in ("one", "two"):
        raise ValueError(kind)
    value = 1.0 if kind == "one" else 2.0
    @T.prim_func
    def other(A: T.Buffer((n,), "float32")):
        for i in range(n):
            A[i] = T.float32(value)
    return other
""",
    "numbers computed by Python": """
import math
def make(n, head_dim):
    scale = 1.0 / math.sqrt(float(head_dim))
    bits = int(math.log2(n))
    @T.prim_func
    def f(A: T.Buffer((n,), "float32")):
        for i in range(n):
            A[i] = A[i] * T.float32(scale) * T.float32(head_dim**-0.5) + T.float32(bits)
    return f
""",
    "the smaller of two sizes": """
def make(n, limit):
    m = min(n, limit)
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((m,), "float32")):
        for i in range(m):
            B[i] = A[i]
    return f
""",
    "a list of extents": """
def make(n, dims):
    shape = [n] + list(dims)
    @T.prim_func
    def f(a: T.handle):
        A = T.match_buffer(a, shape, "float32")
        for at in T.grid(*shape):
            with T.block("A"):
                v = T.axis.remap("S" * len(shape), at)
                A[v] = T.float32(0)
    return f
""",
    "sizes out of a shape": """
def make(x):
    n, m = x.shape
    @T.prim_func
    def f(A: T.Buffer((n, m), x.dtype), B: T.Buffer((n,), x.dtype)):
        for i in range(n):
            B[i] = A[i, m - 1]
    return f
""",
    "a function for the elements": """
def make(n, dtype, op):
    @T.prim_func
    def f(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in range(n):
            with T.block("B"):
                v = T.axis.spatial(n, i)
                B[v] = op(A[v], T.cast(1, dtype))
    return f
""",
    "a helper of one return": """
def half(n):
    return n // 2
def make(n):
    m = half(n)
    @T.prim_func
    def f(A: T.Buffer((m, 2), "float32")):
        for i, j in T.grid(half(n), 2):
            A[i, j] = T.float32(0)
    return f
""",
    "a bias that may be missing": """
def make(n, bias=None):
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for i in range(n):
            if bias is not None:
                B[i] = A[i] + T.float32(bias)
            else:
                B[i] = A[i]
    return f
""",
    "a loop over data types": """
KERNELS = {}
def make(n):
    for dtype in ("float16", "float32"):
        @T.prim_func
        def f(A: T.Buffer((n,), dtype)):
            for i in range(n):
                A[i] = T.cast(0, dtype)
        KERNELS[dtype] = f
    return KERNELS
""",
    "a data type that decides": """
def make(n, dtype):
    wide = "int32" if dtype == "int8" else dtype
    assert dtype in ("int8", "float32")
    @T.prim_func
    def f(A: T.Buffer((n,), dtype), B: T.Buffer((n,), wide)):
        for i in range(n):
            B[i] = T.cast(A[i], wide)
    return f
""",
    "an index of an unknown integer type": """
def make(n, m, index_dtype):
    @T.prim_func
    def f(I_: T.Buffer((n,), index_dtype), A: T.Buffer((m,), "float32"), B: T.Buffer((n,), "float32")):
        for i in range(n):
            B[i] = A[T.cast(I_[i], "int32")]
    return f
""",
    "heads in groups": """
def make(h_q, h_kv, d):
    group = h_q // h_kv
    @T.prim_func
    def f(q: T.Buffer((h_q, d), "float32"), k: T.Buffer((h_kv, d), "float32"), o: T.Buffer((h_q, d), "float32")):
        for h, e in T.grid(h_q, d):
            with T.block("o"):
                vh, ve = T.axis.remap("SS", [h, e])
                o[vh, ve] = q[vh, ve] * k[vh // group, ve]
    return f
""",
    "threads that just fit": """
def make(tx, ty, n):
    assert n % (tx * ty) == 0
    @T.prim_func
    def f(A: T.Buffer((n,), "float32")):
        for b in T.thread_binding(n // (tx * ty), "blockIdx.x"):
            for y in T.thread_binding(ty, "threadIdx.y"):
                for x in T.thread_binding(tx, "threadIdx.x"):
                    A[b * (tx * ty) + y * tx + x] = T.float32(0)
    return f
""",
    "a nested factory": """
def outer(dtype):
    def inner(n, flag):
        @T.prim_func
        def f(A: T.Buffer((n, n), dtype)):
            for i, j in T.grid(n, n):
                if flag and i < j:
                    A[i, j] = T.cast(0, dtype)
        return f
    return inner
""",
    "a target that decides": """
def make(n, target):
    threads = target.max_num_threads
    kind = str(target.kind)
    @T.prim_func
    def f(A: T.Buffer((n,), "float32")):
        for o in T.thread_binding((n + threads - 1) // threads, "blockIdx.x"):
            for i in T.thread_binding(threads, "threadIdx.x"):
                if o * threads + i < n:
                    A[o * threads + i] = T.float32(0)
    return f
""",
    "a name that a with statement gives": """
def make(n, config):
    with config.open() as options:
        tile = options.tile
    @T.prim_func
    def f(A: T.Buffer((n * tile,), "float32")):
        for i, j in T.grid(n, tile):
            A[i * tile + j] = T.float32(0)
    return f
""",
    "a scope by name": """
def make(n, scope="shared"):
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        C = T.alloc_buffer((n,), "float32", scope=scope)
        for i in range(n):
            with T.block("C"):
                v = T.axis.spatial(n, i)
                C[v] = A[v]
        for i in range(n):
            with T.block("B"):
                v = T.axis.spatial(n, i)
                B[v] = C[v]
    return f
""",
    "a macro around an unknown size": """
@T.macro
def fill(A, n, value):
    for i in range(n):
        A[i] = value
def make(n, dtype):
    @T.prim_func
    def f(A: T.Buffer((n,), dtype)):
        fill(A, n, T.cast(0, dtype))
    return f
""",
    "two sizes of a tuple, one of them a quotient of numbers": """
def make(n, k, bits=4):
    per_word = 32 // bits
    words = k // per_word
    @T.prim_func
    def f(A: T.Buffer((n, words), "uint32"), B: T.Buffer((n, words), "uint32")):
        for i, j in T.grid(n, words):
            B[i, j] = A[i, j]
    return f
""",
    "a kernel under a condition on its sizes": """
def make(n, tile=16):
    if n % tile == 0:
        @T.prim_func
        def f(A: T.Buffer((n,), "float32")):
            for o, i in T.grid((n + tile - 1) // tile, tile):
                A[o * tile + i] = T.float32(0)
        return f
""",
    "a tile that a loop looks for": """
def make(n):
    tile = 64
    while n % tile:
        tile //= 2
    @T.prim_func
    def f(A: T.Buffer((n,), "float32")):
        for o, i in T.grid(-(-n // tile), tile):
            A[o * tile + i] = T.float32(0)
    return f
""",
    "a list that a loop fills": """
def make(k=3):
    taps = []
    for t in range(k):
        taps.append(1.0 / (t + 1))
    @T.prim_func
    def f(A: T.Buffer((16,), "float32"), B: T.Buffer((14,), "float32")):
        for i in range(14):
            B[i] = A[i] * T.float32(taps[0]) + A[i + 1] * T.float32(taps[1])
    return f
""",
    "a list that a helper fills, and a dict by its items": """
def fill(values, n):
    for t in range(n):
        values.append(t)
def make(names=("a", "b")):
    values, at, sizes = [], {}, [4] * 3
    fill(values, 3)
    for i, n in enumerate(names):
        at[n] = i * 4
    sizes[1] *= 2
    @T.prim_func
    def f(A: T.Buffer((8,), "int32"), B: T.Buffer((sizes[1],), "int32")):
        for i in range(4):
            A[at["b"] + i] = A[at["a"] + i] + values[2]
        for i in range(8):
            B[i] = 0
    return f
""",
    "the product of a shape": """
def make(shape):
    size = 1
    for d in shape:
        size *= d
    a, b, c = shape
    @T.prim_func
    def f(A: T.Buffer((a, b, c), "float32"), B: T.Buffer((size,), "float32")):
        for i, j, k in T.grid(a, b, c):
            B[(i * b + j) * c + k] = A[i, j, k]
    return f
""",
    "offsets that a loop adds up": """
def make(sizes):
    offsets = [0]
    for s in sizes:
        offsets.append(offsets[-1] + s)
    total, n = offsets[-1], len(sizes)
    @T.prim_func
    def f(A: T.Buffer((total,), "float32"), O: T.Buffer((sizes[0],), "float32"), P: T.Buffer((n,), "int32")):
        for i in range(sizes[0]):
            O[i] = A[offsets[0] + i]
        for i in range(n):
            P[i] = offsets[n - 1]
    return f
""",
    "a list at the top of the file": """
TAPS = []
for t in range(3):
    TAPS.append(1.0 / (t + 1))
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = A[i] * T.float32(TAPS[0])
""",
}
