# Generated from tilewright.tir.schedule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule
from tvm.ir import GlobalVar as _GlobalVar
from tvm.ir import PrimExpr as _PrimExpr
from tvm.tir import Block as _Block
from tvm.tir import BlockRealize as _BlockRealize
from tvm.tir import For as _For
from tvm.tir import Stmt as _Stmt
from typing_extensions import Self as _Self
from tilewright.schedule.dependence import DepKind as DepKind
from tvm.ir import PrimExpr as _ExprRV_

ExprRV = _ExprRV_
from tvm.tir.schedule import BlockRV as _SBlockRV_

SBlockRV = _SBlockRV_
from tvm.tir.schedule import BlockScope as _SBlockScope_

SBlockScope = _SBlockScope_
from tilewright.tir.schedule.state import ScheduleDebugMask as ScheduleDebugMask
from tilewright.base.errors import ScheduleError as ScheduleError
from . import analysis as analysis
from . import block_scope as block_scope
from . import instruction as instruction
from . import schedule as schedule
from . import state as state
from . import testing as testing
from . import trace as trace

class BlockRV(_Any):  # type: ignore[misc, unused-ignore]
    """A block, as programs that schedule call it."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BlockScope(_Any):  # type: ignore[misc, unused-ignore]
    """The dependences between blocks, given in the order of the program."""
    def get_deps_by_src(self, block: _Any) -> _Any:
        """What comes after a block because of it."""
    def get_deps_by_dst(self, block: _Any) -> _Any:
        """What a block comes after."""
    def producers(self, block: _Any) -> _Any:
        """The blocks that write what `block` reads or writes."""
    def consumers(self, block: _Any) -> _Any:
        """The blocks that read or write what `block` writes."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Dependency(_Any):  # type: ignore[misc, unused-ignore]
    """`dst` comes after `src` because of a buffer that both use."""
    dst: _Any
    kind: _Any
    src: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Instruction(_Any):  # type: ignore[misc, unused-ignore]
    """One call: its kind, the random variables and constants it takes, and the random variables it gives."""
    def as_python(self, names: _Any, decision: _Any = ...) -> _Any:
        """The call as a line of Python, random variables under the given names ("_" for those without)."""
    @property
    def gives_one_of_many(self) -> _Any:
        """Whether the one random variable it gives comes in a list."""
    attrs: _Any
    inputs: _Any
    kind: _Any
    outputs: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class InstructionKind(_Any):  # type: ignore[misc, unused-ignore]
    """A method of `Schedule`: which arguments are random variables (`inputs`) and which are constants (`attrs`).

    An input "*loops" stands for all positional ones, "factors..." for the rest of them as a list. `order` is that of the arguments in a call, where it is another.
    """
    inputs: _Any
    attrs: _Any
    order: _Any
    is_pure: _Any
    @staticmethod
    def get(name: _Any) -> InstructionKind | _Any:
        """The kind of that name; raises `ValueError` for one that there is not."""
    def arguments(self, inputs: _Any, attrs: _Any) -> _Any:
        """The positional and the named arguments of a call."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class LoopRV(_Any):  # type: ignore[misc, unused-ignore]
    """A loop, as programs that schedule call it."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ScheduleState(_Any):  # type: ignore[misc, unused-ignore]
    """A module, and a reference to each loop and block of its functions.

    `mod` is another module after each change. `debug_mask` ("all", "none", a number) and `enable_check` are taken for TVM's programs: primitives check what they need in any case.
    """
    def get_sref(self, stmt: _Any) -> StmtSRef | _Any:
        """The reference to a loop or block of the program as it is now; None for any other."""
    def ref(self, stmt: _Any) -> StmtSRef | _Any:
        """The reference to a loop or block that is in the program."""
    def get_block_scope(self, block_sref: _Any) -> BlockScope | _Any:
        """How the blocks directly inside a block depend on each other."""
    def child_blocks(self, ref: _Any) -> _Any:
        """The blocks below a loop or block that are in no other block below it, in the order of the program."""
    def blocks_below(self, ref: _Any) -> _Any:
        """Every block below a loop or block."""
    def function_of(self, ref: _Any) -> _Any:
        """The function that a loop or block is in."""
    def replace(self, src_sref: _Any, tgt_stmt: _Any, block_sref_reuse: _Any = ..., buffers: _Any = ...) -> _Any:
        """Put `tgt_stmt` where the loop or block of `src_sref` is: a `Block` takes over its bindings, any other statement stands for the whole.

        References go on to loops with the same variable and to blocks with the same axes; `block_sref_reuse` maps further blocks to what they become.
        `buffers` of the function become others.
        """
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class StmtSRef(_Any):  # type: ignore[misc, unused-ignore]
    """A reference to a loop or block; `parent` is the loop or block around it, None for that of a whole function."""
    @property
    def is_block(self) -> _Any:
        """Whether it is a block that it refers to."""
    @property
    def block(self) -> _Block | _Any:
        """The block."""
    @property
    def loop(self) -> _For | _Any:
        """The loop."""
    @property
    def binding(self) -> _BlockRealize | _Any:
        """Where the block stands: its axes with their values, and its predicate."""
    @property
    def node(self) -> _Stmt | _Any:
        """The statement as it stands in the program: a loop, or a block with its bindings."""
    @property
    def seq_index(self) -> _Any:
        """The position among the statements of the loop or block around it, -1 where it is the only one."""
    def ancestors(self) -> _Any:
        """The loops and blocks around it, from the innermost."""
    def scope(self) -> StmtSRef | _Any:
        """The block around it."""
    def loops(self) -> _Any:
        """The loops around it up to the next block, from the outermost."""
    def is_inside(self, other: _Any) -> _Any:
        """Whether `other` is around it."""
    @classmethod
    def inline_mark(cls) -> StmtSRef | _Any:
        """What stands for "inlined" where a place to compute at is asked for."""
    @classmethod
    def root_mark(cls) -> StmtSRef | _Any:
        """What stands for "at the root" where a place to compute at is asked for."""
    parent: _Any
    realize: _Any
    stmt: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Trace(_Any):  # type: ignore[misc, unused-ignore]
    """Instructions in the order they were given; `decisions` says what those that sample chose."""
    def get_decision(self, inst: _Any) -> _Any:
        """What an instruction chose; None for one that does not choose."""
    def append(self, inst: _Any, decision: _Any = ...) -> _Any:
        """Add an instruction at the end."""
    def pop(self) -> Instruction | _Any:
        """Take the last instruction away and give it; None when there is none, or it is a sampling one or the beginning of the postprocessing."""
    def with_decision(self, inst: _Any, decision: _Any, remove_postproc: _Any) -> Trace | _Any:
        """The same trace in which an instruction chose otherwise."""
    def simplified(self, remove_postproc: _Any) -> Trace | _Any:
        """The trace without the instructions whose results nothing uses and that change nothing."""
    apply_to_schedule: _Any
    """Run the instructions on a schedule; `decision_provider` may choose otherwise."""
    def as_json(self, remove_postproc: _Any = ...) -> _Any:
        """The trace as lists, numbers and texts: instructions as [kind, inputs, attributes, outputs], then decisions as [instruction, decision]."""
    def as_python(self, remove_postproc: _Any = ...) -> _Any:
        """The calls, a line of Python each."""
    @staticmethod
    def apply_json_to_schedule(json_obj: _Any, sch: _Any) -> _Any:
        """Run what `as_json` gave on a schedule. Raises `ValueError` for what it did not give."""
    def show(self, style: _Any = ..., black_format: _Any = ...) -> _Any:
        """Print the trace, coloured where the terminal or notebook can."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Schedule(_Any):  # type: ignore[misc, unused-ignore]
    """A program to rewrite, `mod` as it is now; the methods are TVM's schedule primitives.

    Blocks and loops are random variables (`BlockRV`, `LoopRV`), which follow what they name through later steps; blocks may be given by name. `seed` begins the choices of `sample_*`.
    A step that is not possible raises `ScheduleError`, whose text shows the program ("detail"), one sentence ("fast") or nothing ("none"), and changes nothing.
    """
    @property
    def mod(self) -> _IRModule | _Any:
        """The program as it is now."""
    def get_block(self, name: _Any, func_name: _Any = ...) -> BlockRV | _Any:
        """The block of that name; in the function given, or that is worked on. Raises `ValueError` where there are several functions and none was told."""
    def get_sblock(self, name: _Any, func_name: _Any = ...) -> BlockRV | _Any:
        """The block of that name; in the function given, or that is worked on. Raises `ValueError` where there are several functions and none was told."""
    def get_loops(self, block: _Any) -> _Any:
        """The loops around a block up to the next block, from the outermost."""
    def get_child_blocks(self, block_or_loop: _Any) -> _Any:
        """The blocks directly inside of a block or loop."""
    def get_producers(self, block: _Any) -> _Any:
        """The blocks of the same scope whose results a block uses."""
    def get_consumers(self, block: _Any) -> _Any:
        """The blocks of the same scope that use the results of a block."""
    def get_output_blocks(self, scope_block: _Any) -> _Any:
        """The blocks inside of one that write buffers which it does not allocate."""
    def annotate(self, block_or_loop: _Any, ann_key: _Any, ann_val: _Any) -> _Any:
        """Give a block or loop an annotation."""
    def unannotate(self, block_or_loop: _Any, ann_key: _Any) -> _Any:
        """Take an annotation from a block or loop."""
    def annotate_buffer_access(self, block: _Any, buffer_index: _Any, buf_type: _Any, gen_new_ranges: _Any) -> _Any:
        """Say what a block reads or writes of a buffer, from its axes: for each dimension an index, or where it begins and ends.

        T.reads(A[0:32]), lambda i: [(i * 2 - 3, i * 2 + 3)]  -->  T.reads(A[i * 2 - 3:i * 2 + 3])
        """
    def enter_postproc(self) -> _Any:
        """Mark that what follows in the trace only finishes what was decided."""
    transform_layout: _Any
    """Put the elements of a buffer that a block reads or writes where `index_map` says; places without one hold `pad_value`.

    B: 16 x 16, B[i, j], lambda i, j: (i // 4, j, i % 4)  -->  B: 4 x 16 x 4, B[i // 4, j, i % 4]
    """
    def reindex(self, block: _Any, buffer: _Any) -> BlockRV | _Any:
        """A copy of what a block reads or writes, with a dimension for each axis of the block that selects the element.

        B[i, j] = A[j, i]  -->  A_reindex[i, j] = A[j, i]; B[i, j] = A_reindex[i, j]
        """
    def reindex_cache_read(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any, index_map: _Any) -> BlockRV | _Any:
        """A copy in other memory of what a block reads; `index_map` says where from the block's axes.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  A_shared[j, i] = A[i, j]; B[i, j] = A_shared[j, i]
        """
    def reindex_cache_write(self, block: _Any, write_buffer_index: _Any, storage_scope: _Any, index_map: _Any) -> BlockRV | _Any:
        """Let a block write to other memory, where `index_map` says from its axes, and copy from there.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  B_shared[j, i] = A[i, j]; B[i, j] = B_shared[j, i]
        """
    transform_block_layout: _Any
    """Let a block run over what `index_map` makes of its axes.

    for i, j in 8 x 8: block B(i, j), lambda i, j: i * 8 + j  -->  for ax0 in 64: block B(ax0)
    """
    def set_axis_separator(self, block: _Any, buffer: _Any, axis_separators: _Any) -> _Any:
        """Group the axes of a buffer that a block reads or writes into those of physical memory.

        B: 4 x 8 x 2, [1]  -->  B: T.Buffer((4, 8, 2), axis_separators=[1])
        """
    def cache_read(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any, consumer_blocks: _Any = ...) -> BlockRV | _Any:
        """A block that copies what a block reads to other memory."""
    def cache_write(self, block: _Any, write_buffer_index: _Any, storage_scope: _Any, consumer_blocks: _Any = ...) -> BlockRV | _Any:
        """Let a block write to other memory, and a block that copies from there."""
    def cache_inplace(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any) -> _Any:
        """Let a block change a copy in other memory of what it reads and writes; the blocks that copy there and back are the result.

        block: f(A)  -->  A_local = A; block: f(A_local); A = A_local
        """
    def storage_align(self, block: _Any, buffer_index: _Any, axis: _Any, factor: _Any, offset: _Any) -> _Any:
        """Let the stride of an axis of what a block writes be a multiple of `factor`, plus `offset`."""
    def set_scope(self, block: _Any, buffer_index: _Any, storage_scope: _Any) -> _Any:
        """Put what a block writes into other memory."""
    def unsafe_set_dtype(self, block: _Any, buffer_index: _Any, dtype: _Any) -> _Any:
        """Store what a block writes in another type; the results change as the type cannot hold them."""
    def unsafe_hide_buffer_access(self, block: _Any, buf_type: _Any, buf_index_array: _Any) -> _Any:
        """Let a block not declare some of what it reads or writes."""
    def blockize(self, target: _Any, preserve_unit_iters: _Any = ...) -> BlockRV | _Any:
        """A block around what is below a loop, or around blocks that follow each other.

        for i, j: B[i, j] = ...  -->  for i: block B_o(i): for j: block B(j): B[i, j] = ...
        """
    def tensorize(self, block_or_loop: _Any, tensor_intrin: _Any, preserve_unit_iters: _Any = ...) -> _Any:
        """Let a tensor intrinsic compute a block, or what is below a loop; it must compute what the intrinsic's description says.

        for k in 4: C[i] += A[i, k] * B[k]  -->  block C_o: the implementation, on C[i], A[i, 0:4] and B[0:4]
        """
    def compute_at(self, block: _Any, loop: _Any, preserve_unit_loops: _Any = ..., index: _Any = ...) -> _Any:
        """Compute what is read under a loop right there."""
    def reverse_compute_at(self, block: _Any, loop: _Any, preserve_unit_loops: _Any = ..., index: _Any = ...) -> _Any:
        """Compute what can be made of what is written under a loop right there."""
    def compute_inline(self, block: _Any) -> _Any:
        """Put what a block computes where it is read."""
    def reverse_compute_inline(self, block: _Any) -> _Any:
        """Put what a block makes of its producer's result into the producer."""
    def decompose_reduction(self, block: _Any, loop: _Any) -> BlockRV | _Any:
        """The initialisation of a reduction as a block of its own before a loop."""
    def pad_einsum(self, block: _Any, padding: _Any) -> _Any:
        """Let the axes of a block that multiplies and sums be multiples of the numbers given; what it reads is padded with zeros.

        C[i] += A[i, k] (k in 30), [1, 16]  -->  A_pad = A if k < 30 else 0; C[i] += A_pad[i, k] (k in 32)
        """
    def decompose_padding(self, block: _Any, loop: _Any) -> BlockRV | _Any:
        """The padding that a block writes as a block of its own before a loop; the block itself writes what is inside.

        for i in 12: B[i] = A[i - 1] if 1 <= i < 11 else 0  -->  for i in 12: B[i] = 0; for i in 10: B[i + 1] = A[i]
        """
    def can_decompose_padding(self, block: _Any, loop: _Any) -> _Any:
        """Whether `decompose_padding` is possible."""
    def rfactor(self, loop: _Any, factor_axis: _Any) -> BlockRV | _Any:
        """A reduction in two steps: over the other loops, into a buffer with a dimension more; then over that."""
    def fuse(self, *loops_: _Any, preserve_unit_iters: _Any = ...) -> LoopRV | _Any:
        """One loop for a nest of them."""
    def merge(self, *loops_: _Any) -> LoopRV | _Any:
        """One nest of loops for several that follow each other and have the same extents.

        for i in 8: B[i] = ...; for j in 8: C[j] = ...  -->  for i_m in 8: B[i_m] = ...; C[i_m] = ...
        """
    def split(self, loop: _Any, factors: _Any, preserve_unit_iters: _Any = ..., disable_predication: _Any = ...) -> _Any:
        """A nest of loops with the extents `factors` for one; one factor may be None. Where they do not divide the extent, blocks run under a condition, unless `disable_predication`."""
    def reorder(self, *ordered_loops: _Any) -> _Any:
        """Put loops of one nest in that order."""
    def reorder_block_iter_var(self, block: _Any, new_order: _Any) -> _Any:
        """Put the axes of a block in another order."""
    def add_unit_loop(self, block_or_loop: _Any) -> LoopRV | _Any:
        """A loop of extent 1 around a block or loop."""
    def parallel(self, loop: _Any) -> _Any:
        """Let the iterations of a loop run on several threads."""
    def vectorize(self, loop: _Any) -> _Any:
        """Let the iterations of a loop be lanes of vectors."""
    def bind(self, loop: _Any, thread_axis: _Any) -> _Any:
        """Let the iterations of a loop be threads of a GPU."""
    def unroll(self, loop: _Any) -> _Any:
        """Write the iterations of a loop one after another."""
    def sample_categorical(self, candidates: _Any, probs: _Any, decision: _Any = ...) -> _PrimExpr | _Any:
        """One of the candidates, with the probabilities given; the decision is its position."""
    def sample_perfect_tile(self, loop: _Any, n: _Any, max_innermost_factor: _Any = ..., decision: _Any = ...) -> _Any:
        """`n` factors whose product is the extent of the loop; of a loop without a known extent the first is None and the others are 1."""
    def sample_partitioned_tile(self, loop: _Any, n: _Any, partition_pos: _Any = ..., innerpart_factor: _Any = ..., decision: _Any = ...) -> _Any:
        """`n` factors of the extent of the loop; the product of those from `partition_pos` on is a multiple of `innerpart_factor`."""
    @property
    def func_working_on(self) -> _GlobalVar | _Any:
        """The function in which blocks are looked for by name, where it was told or is the only one."""
    def work_on(self, func_name: _Any) -> _Any:
        """Look for blocks in that function from now on."""
    def copy(self) -> Schedule | _Any:
        """Another schedule of the same program with the same random variables, which go their own way from here."""
    def seed(self, seed: _Any) -> _Any:
        """Begin the choices of `sample_*` anew."""
    def fork_seed(self) -> _Any:
        """A seed for another schedule."""
    def show(self, *args: _Any, **kwargs: _Any) -> _Any:
        """Print the program and, if there is one, the trace."""
    def get(self, rand_var_or_sref: _Any) -> _Any:
        """The loop or block that a random variable or reference stands for now, or its number. Raises `IndexError` for one of another schedule, or of what is gone."""
    def get_sref(self, rand_var_or_stmt: _Any) -> StmtSRef | _Any:
        """The reference to the loop or block of a random variable or statement."""
    def remove_rv(self, rand_var: _Any) -> _Any:
        """Forget a random variable."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
