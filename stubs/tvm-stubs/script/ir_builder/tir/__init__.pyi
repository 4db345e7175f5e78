# Generated from tilewright.script.ir_builder.tir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.ir_builder import IRBuilderFrame as _IRBuilderFrame
from tvm.tir import BlockRealize as _BlockRealize
from tvm.tir import Buffer as _Buffer
from tvm.tir import Let as _Let
from tvm.tir import Stmt as _Stmt
from tvm.tir import Var as _Var
from typing_extensions import Self as _Self
from tvm.script.ir_builder import IRBuilderFrame as _Frame_

Frame = _Frame_
from tvm.script.ir_builder import IRBuilder as IRBuilder

class axis(_Any):  # type: ignore[misc, unused-ignore]
    """The axes of a block.  Each function defines one at the top of the enclosing block and returns its variable."""
    @staticmethod
    def spatial(dom: _Any, binding: _Any, dtype: _Any = ...) -> _Var | _Any:
        """A spatial axis: its points are independent of one another and may run in any order or in parallel.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
    @staticmethod
    def reduce(dom: _Any, binding: _Any, dtype: _Any = ...) -> _Var | _Any:
        """A reduction axis: its points are combined into one result, in any order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
    @staticmethod
    def scan(dom: _Any, binding: _Any, dtype: _Any = ...) -> _Var | _Any:
        """A scan axis: each point may depend on those before it, so they run in order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
    @staticmethod
    def opaque(dom: _Any, binding: _Any, dtype: _Any = ...) -> _Var | _Any:
        """An opaque axis: nothing is known about how its points depend on one another.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
    @staticmethod
    def remap(kinds: _Any, bindings: _Any, dtype: _Any = ...) -> _Any:
        """Several axes at once, each bound to a loop variable and running over that loop's domain.

        `vi, vj, vk = T.axis.remap("SSR", [i, j, k])`: the letters are "S" for spatial and "R" for reduction axes.
        """
    @staticmethod
    def S(dom: _Any, binding: _Any, dtype: _Any = ...) -> _Var | _Any:
        """A spatial axis: its points are independent of one another and may run in any order or in parallel.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
    @staticmethod
    def R(dom: _Any, binding: _Any, dtype: _Any = ...) -> _Var | _Any:
        """A reduction axis: its points are combined into one result, in any order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IfFrame(_IRBuilderFrame):
    """A choice; its branches are the `ThenFrame` and `ElseFrame` inside it."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, condition: _Any) -> None: ...

class StmtFrame(_IRBuilderFrame):
    """A frame in which statements gather."""
    def body(self) -> _Stmt | _Any:
        """The gathered statements as one."""
    def __init__(self) -> None: ...

class AllocateConstFrame(StmtFrame):
    """Constant data and the statements that may read it."""
    def entered(self) -> _Var | _Any:
        """The value that `with frame as x` binds to `x`."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, buffer_var: _Any, dtype: _Any, extents: _Any, data: _Any, annotations: _Any) -> None: ...

class AllocateFrame(StmtFrame):
    """Memory and the statements in which it lives."""
    def entered(self) -> _Var | _Any:
        """The value that `with frame as x` binds to `x`."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, buffer_var: _Any, dtype: _Any, extents: _Any, condition: _Any, annotations: _Any) -> None: ...

class AssertFrame(StmtFrame):
    """A condition, and the statements that rely on it."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, condition: _Any, message: _Any) -> None: ...

class AttrFrame(StmtFrame):
    """A mark, and the statements it is said about."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, node: _Any, attr_key: _Any, value: _Any) -> None: ...

class BlockFrame(StmtFrame):
    """A block: everything a `Block` and its `BlockRealize` hold; None where nothing was said.  `said` is where `T.reads` and its like stand."""
    def realized(self) -> _BlockRealize | _Any:
        """The block with the values of its axes."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, name: _Any = ..., no_realize: _Any = ...) -> None: ...

class BlockInitFrame(StmtFrame):
    """The init of a block: it runs at the first iteration of the reduction axes."""
    def begin(self, builder: _Any) -> _Any:
        """Check that the frame may open here."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self) -> None: ...

class DeclBufferFrame(StmtFrame):
    """A declared buffer and the statements that use it; memory is allocated for it when it was given none."""
    def entered(self) -> _Buffer | _Any:
        """The value that `with frame as x` binds to `x`."""
    def declared(self, body: _Any) -> _Stmt | _Any:
        """The statements that follow, under the declaration."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, buffer: _Any, allocated: _Any, annotations: _Any = ...) -> None: ...

class ElseFrame(StmtFrame):
    """The statements of the second branch."""
    def begin(self, builder: _Any) -> _Any:
        """Check that the frame may open here."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self) -> None: ...

class ForFrame(StmtFrame):
    """One loop, or a nest of serial ones: `vars` run over `doms`, outermost first."""
    def entered(self) -> _Any:
        """The value that `with frame as x` binds to `x`."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, vars: _Any, doms: _Any, kind: _Any = ..., thread: _Any = ..., annotations: _Any = ..., step: _Any = ...) -> None: ...

class LaunchThreadFrame(StmtFrame):
    """The statements that each thread of an axis runs."""
    def entered(self) -> _Var | _Any:
        """The value that `with frame as x` binds to `x`."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, iter_var: _Any, extent: _Any) -> None: ...

class LetFrame(StmtFrame):
    """A variable that stands for a value, and the statements that may use it."""
    def entered(self) -> _Var | _Any:
        """The value that `with frame as x` binds to `x`."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, var: _Any, value: _Any) -> None: ...

class PrimFuncFrame(StmtFrame):
    """A function: its parameters and what was said about it at its top; `plain` and `dialect` as in `PrimFunc`.

    One that is not checked may say what contradicts itself.
    """
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, is_private: _Any = ...) -> None: ...

class RealizeFrame(StmtFrame):
    """Storage for a part of a buffer, and the statements in which it exists."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, buffer_slice: _Any, storage_scope: _Any, condition: _Any) -> None: ...

class ThenFrame(StmtFrame):
    """The statements of the first branch."""
    def begin(self, builder: _Any) -> _Any:
        """Check that the frame may open here."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self) -> None: ...

class WhileFrame(StmtFrame):
    """A loop that runs as long as a condition holds."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def __init__(self, condition: _Any) -> None: ...

def Assert(condition: _Any, message: _Any) -> AssertFrame | _Any:
    """Stop the call with `message` when `condition` does not hold; `assert condition, message` means the same."""

def Else() -> ElseFrame | _Any:
    """The branch that runs when the condition of the enclosing `T.If` does not hold."""

def If(condition: _Any) -> IfFrame | _Any:
    """A choice, written with `T.Then()` and `T.Else()` inside it; `if condition:` means the same.

    An integer holds when it is not zero, as in TVM.
    """

def Let(expr: _Any, where: _Any) -> _Let | _Any:
    """The expression `expr` with a variable standing for a value: `T.Let(x * x, where={x: a + b})`."""

def LetStmt(value: _Any, type_annotation: _Any = ..., *, var: _Any = ...) -> LetFrame | _Any:
    """A variable that stands for `value` in the statements that follow: `x: T.int32 = i * 4` or `with T.LetStmt(i * 4) as x`.

    `type_annotation` says its type where it is not that of the value, `var` which variable it is.
    """

def Then() -> ThenFrame | _Any:
    """The branch that runs when the condition of the enclosing `T.If` holds."""

def While(condition: _Any) -> WhileFrame | _Any:
    """Run the statements again and again as long as `condition` holds before them; `while condition:` means the same."""

def alloc_buffer(shape: _Any, dtype: _Any = ..., data: _Any = ..., strides: _Any = ..., elem_offset: _Any = ..., scope: _Any = ..., align: _Any = ..., offset_factor: _Any = ..., buffer_type: _Any = ..., axis_separators: _Any = ..., layout: _Any = ...) -> _Buffer | _Any:
    """New memory for an intermediate result, as a buffer: it lives in the enclosing block, or as long as the function runs.

    The arguments are those of `T.Buffer`.
    """

def allocate(extents: _Any, dtype: _Any, scope: _Any = ..., condition: _Any = ..., annotations: _Any = ...) -> AllocateFrame | _Any:
    """Memory for `extents` elements of `dtype`; gives the pointer.  `T.alloc_buffer` is the usual way to have an intermediate array."""

def allocate_const(data: _Any, dtype: _Any, extents: _Any, annotations: _Any = ...) -> AllocateConstFrame | _Any:
    """Constant data, written in the program: `T.allocate_const([1, 2, 3, 4], "int32", [4])` gives the pointer to it.

    A number instead of the data is the place of the data among the module's attribute "constants", where `ExtractPrimFuncConstants` moves them.
    """

def arg(name: _Any, obj: _Any) -> _Any:
    """The next parameter of the function that is being built, a variable or a buffer; returns it."""

def attr(node: _Any, attr_key: _Any, value: _Any) -> AttrFrame | _Any:
    """Mark the statements that follow with `attr_key` = `value`; `node` is the variable, buffer or number that this is about."""

def block(name: _Any = ..., no_realize: _Any = ..., *, name_hint: _Any = ...) -> BlockFrame | _Any:
    """A block: a unit of computation that is repeated over its axes.

    ```python
    for i, j in T.grid(128, 128):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + 1.0
    ```

    `name` is how schedules and messages call it.  With `no_realize=True` the block stands on its own, bound to no loop.
    Programs of 2021 give the domains of the axes and then the name: `with T.block([128, 128], "C") as [vi, vj]`.
    """

def block_attr(attrs: _Any) -> _Any:
    """Attributes of the enclosing block: `T.block_attr({"warp_execution": True})`."""

def buffer(shape: _Any, dtype: _Any = ..., data: _Any = ..., strides: _Any = ..., elem_offset: _Any = ..., scope: _Any = ..., align: _Any = ..., offset_factor: _Any = ..., buffer_type: _Any = ..., axis_separators: _Any = ..., layout: _Any = ..., allocated_addr: _Any = ...) -> _Buffer | _Any:
    """A buffer: memory seen as an array of `shape` with elements of `dtype`.

    As the annotation of a parameter, `A: T.Buffer((128, 128), "float32")`, it declares the array that the caller passes; with
    `data` it is another view of memory that exists.  Without `strides` the elements lie in row-major order without gaps.
    `scope` names the memory ("global", "shared", "local"), `align` is the alignment of the pointer in bytes, and `elem_offset`, a
    multiple of `offset_factor`, counts elements from the pointer to the first one.
    """

def buffer_store(buffer: _Any, value: _Any, indices: _Any, predicate: _Any = ...) -> _Any:
    """Write `value` into `buffer` at `indices`: `B[i, j] = value` means `T.buffer_store(B, value, [i, j])`.

    A slice as last index, or a vector of indices, writes a vector.  The value is converted to the buffer's element type; lanes for which
    `predicate` does not hold stay as they are.
    """

def buffer_var(dtype: _Any, storage_scope: _Any = ...) -> _Var | _Any:
    """A new pointer variable, such as the `data` of a buffer."""

decl_buffer: _Any
"""A buffer for the statements that follow: a view of `data`, or new memory when none is given.

The arguments are those of `T.Buffer`.
"""

def env_thread(thread_tag: _Any, dtype: _Any = ...) -> _Var | _Any:
    """The variable that holds a thread's index, such as that of "threadIdx.x"; `T.launch_thread` gives it its extent."""

def evaluate(value: _Any) -> _Any:
    """Compute `value` for its effect, as a statement; a call on its own line means the same."""

def func_attr(attrs: _Any) -> _Any:
    """Attributes of the function: `T.func_attr({"global_symbol": "main", "tir.noalias": True})`."""

def func_name(name: _Any) -> _Any:
    """The name of the function that is being built."""

def func_ret(ret_type: _Any) -> _Any:
    """The type of the value that the function returns, such as `T.int32`; returns it."""

def grid(*extents: _Any) -> ForFrame | _Any:
    """Nested serial loops, one for each extent: `for i, j in T.grid(128, 64)`.  A pair is the begin of a loop and its extent."""

def handle(dtype: _Any = ..., storage_scope: _Any = ..., *, is_size_var: _Any = ...) -> _Var | _Any:
    """A pointer variable: untyped, as `a: T.handle` for a parameter that `T.match_buffer` describes, or to elements of `dtype`."""

def init() -> BlockInitFrame | _Any:
    """The init of the enclosing block: it runs before the first reduction step.

    ```python
    with T.init():
        C[vi, vj] = T.float32(0)
    ```

    It runs once for each point of the spatial axes, when all reduction axes are at their beginning.
    """

def launch_thread(thread: _Any, extent: _Any) -> LaunchThreadFrame | _Any:
    """Run the statements that follow in `extent` threads: `with T.launch_thread("blockIdx.x", 64) as bx`.

    `thread` is a tag or a variable made by `T.env_thread`.
    """

def let(v: _Any, value: _Any, body: _Any = ...) -> _Any:
    """The older way to write `T.LetStmt(value, var=v)`, or with `body` the older way to write `T.Let(body, {v: value})`."""

def match_buffer(param: _Any, shape: _Any = ..., dtype: _Any = ..., data: _Any = ..., strides: _Any = ..., elem_offset: _Any = ..., scope: _Any = ..., align: _Any = ..., offset_factor: _Any = ..., buffer_type: _Any = ..., axis_separators: _Any = ..., layout: _Any = ...) -> _Buffer | _Any:
    """A buffer for a handle parameter, or in a block a buffer that names a part of another.

    `A = T.match_buffer(a, (128, 128), "float32")` at the top of a function says what array the handle `a` points to.
    `B = T.match_buffer(A[vi * 16 : vi * 16 + 16, 0:16], (16, 16))` in a block makes `B[0, 0]` mean the first element of the
    part; its shape may be left out.  The other arguments are those of `T.Buffer`.
    """

def parallel(start: _Any, stop: _Any = ..., *, annotations: _Any = ..., step: _Any = ...) -> ForFrame | _Any:
    """A loop whose iterations are shared out among the threads of the CPU; they must not depend on one another."""

def prim_func(is_private: _Any = ...) -> PrimFuncFrame | _Any:
    """A function.  A private one has no `global_symbol`: only its module can call it."""

def ptr(dtype: _Any, storage_scope: _Any = ..., is_size_var: _Any = ...) -> _Var | _Any:
    """A new pointer variable to elements of `dtype` in `storage_scope` memory."""

def reads(*buffer_slices: _Any) -> _Any:
    """The parts of buffers that the enclosing block reads: `T.reads(A[vi, 0:16], B[vj])`; `T.reads()` says that it reads nothing.

    Without it they are inferred from the accesses in the block.
    """

def realize(buffer_slice: _Any, storage_scope: _Any, condition: _Any = ...) -> RealizeFrame | _Any:
    """Storage in `storage_scope` for a part of a buffer, `T.realize(B[0:16], "shared")`, where `condition` holds; a scope of "" is left open."""

def serial(start: _Any, stop: _Any = ..., *, annotations: _Any = ..., step: _Any = ..., unroll: _Any = ...) -> ForFrame | _Any:
    """A loop that runs in order: `for i in T.serial(8)` or `for i in T.serial(2, 10)`; `range` means the same.

    With `step=3` the variable goes up by 3.  `unroll` asks the compiler of a GPU to write the loop out, that many times when it is a number, or not to.
    """

def thread_binding(start: _Any, stop: _Any = ..., thread: _Any = ..., *, annotations: _Any = ...) -> ForFrame | _Any:
    """A loop whose iterations are the threads of a GPU: `for tx in T.thread_binding(128, thread="threadIdx.x")`.

    `thread` is the tag: "blockIdx.x", "threadIdx.y", "vthread.x", ...
    """

def unroll(start: _Any, stop: _Any = ..., *, annotations: _Any = ..., step: _Any = ...) -> ForFrame | _Any:
    """A loop that is written out, once for each iteration."""

def vectorized(start: _Any, stop: _Any = ..., *, annotations: _Any = ..., step: _Any = ...) -> ForFrame | _Any:
    """A loop that becomes vector instructions, one lane for each iteration; the extent must be a constant."""

def where(predicate: _Any) -> _Any:
    """The condition under which the enclosing block runs; it speaks of the loop variables, not of the axes."""

def writes(*buffer_slices: _Any) -> _Any:
    """The parts of buffers that the enclosing block writes, as in `T.reads`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
