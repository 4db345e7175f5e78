"""`Schedule`: a program, rewritten step by step by primitives that leave what it computes as it is, and the trace of the steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from tilewright.base.identity import Identified
from tilewright.builder.frames import attributes
from tilewright.ir.buffer import Buffer
from tilewright.ir.expr import Expr, GlobalVar, IntImm, Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import Block, For
from tilewright.schedule import sampling
from tilewright.schedule.checks import is_output_block
from tilewright.schedule.errors import RENDER_LEVELS, Refusal, schedule_error
from tilewright.schedule.instructions import BUFFER_SIDES, KINDS, BlockRV, Instruction, LoopRV
from tilewright.schedule.primitives import buffers, cache, compute_at, inline, kinds, loops, reduction
from tilewright.schedule.references import StmtSRef, below
from tilewright.schedule.state import ScheduleState
from tilewright.schedule.trace import Trace

Mod = PrimFunc | IRModule

# Primitives of TVM's that are not there.
NOT_YET = frozenset(
    (
        "annotate_buffer_access",
        "blockize",
        "cache_index",
        "cache_inplace",
        "can_decompose_padding",
        "decompose_padding",
        "loop_partition",
        "merge",
        "pad_einsum",
        "read_at",
        "reindex",
        "reindex_cache_read",
        "reindex_cache_write",
        "rolling_buffer",
        "sample_compute_location",
        "set_axis_separator",
        "tensorize",
        "transform_block_layout",
        "transform_layout",
        "write_at",
    )
)


class Schedule(Identified):
    """A program to rewrite, `mod` as it is now; the methods are TVM's schedule primitives.

    Blocks and loops are random variables (`BlockRV`, `LoopRV`), which follow what they name through later steps; blocks may be given by name. `seed` begins the choices of `sample_*`.
    A step that is not possible raises `ScheduleError`, whose text shows the program ("detail"), one sentence ("fast") or nothing ("none"), and changes nothing.
    """

    def __init__(
        self,
        mod: Mod,
        *,
        seed: int | None = None,
        debug_mask: str | int = "none",
        error_render_level: str = "detail",
        enable_check: bool = True,
    ) -> None:
        if error_render_level not in RENDER_LEVELS:
            raise ValueError(f'error_render_level is "detail", "fast" or "none", not {error_render_level!r}')
        self.state = ScheduleState(mod, debug_mask=debug_mask, enable_check=enable_check)
        self.trace = Trace([], {})
        self._level = error_render_level
        self._values: dict[Any, Any] = {}
        self._function: GlobalVar | None = None
        self._random = random.Random(sampling.new_seed(seed))
        only = [name for name, func in self.mod.functions.items() if isinstance(func, PrimFunc)]
        main = next((name for name in only if name.name_hint == "main"), None)
        self._function = only[0] if len(only) == 1 else main

    def __getattr__(self, name: str) -> Any:
        if name in NOT_YET:
            raise AttributeError(f"Tilewright's Schedule has no `{name}` yet")
        raise AttributeError(f"'Schedule' object has no attribute {name!r}")

    # ---------------------------------------------------------------- what there is

    @property
    def mod(self) -> IRModule:
        """The program as it is now."""
        return self.state.mod

    @property
    def func_working_on(self) -> GlobalVar | None:
        """The function in which blocks are looked for by name, where it was told or is the only one."""
        return self._function

    def work_on(self, func_name: str) -> None:
        """Look for blocks in that function from now on."""
        self._function = self.mod.get_global_var(func_name)

    def copy(self) -> Schedule:
        """Another schedule of the same program with the same random variables, which go their own way from here."""
        made = Schedule.__new__(Schedule)
        made.state = ScheduleState(self.mod, debug_mask=self.state.debug_mask, enable_check=self.state.enable_check)
        made.trace = Trace(list(self.trace.insts), dict(self.trace.decisions))
        made._level, made._function = self._level, self._function
        made._random = random.Random(self.fork_seed())
        made._values = {}
        for variable, value in self._values.items():
            if isinstance(value, StmtSRef):
                value = made.state.get_sref(value.stmt) if value.stmt is not None else StmtSRef(None)
            made._values[variable] = value
        return made

    def seed(self, seed: int) -> None:
        """Begin the choices of `sample_*` anew."""
        self._random = random.Random(sampling.new_seed(seed))

    def fork_seed(self) -> int:
        """A seed for another schedule."""
        return self._random.randrange(1, sampling.MODULUS)

    def show(self, *args: Any, **kwargs: Any) -> None:
        """Print the program and, if there is one, the trace."""
        self.mod.show(*args, **kwargs)
        if self.trace.insts:
            self.trace.show(*args[:2])

    def get(self, rand_var_or_sref: Any) -> Any:
        """The loop or block that a random variable or reference stands for now, or its number. Raises `IndexError` for one of another schedule, or of what is gone."""
        if isinstance(rand_var_or_sref, StmtSRef):
            return rand_var_or_sref.stmt
        value = self._value(rand_var_or_sref)
        return value.stmt if isinstance(value, StmtSRef) else value

    def get_sref(self, rand_var_or_stmt: Any) -> StmtSRef | None:
        """The reference to the loop or block of a random variable or statement."""
        if isinstance(rand_var_or_stmt, (Block, For)):
            return self.state.get_sref(rand_var_or_stmt)
        return self._ref(rand_var_or_stmt)

    def remove_rv(self, rand_var: Any) -> None:
        """Forget a random variable."""
        if self._values.pop(rand_var, None) is None:
            raise IndexError("the random variable is not one of this schedule")

    # ---------------------------------------------------------------- how methods work

    def _value(self, variable: Any) -> Any:
        if isinstance(variable, (BlockRV, LoopRV)) or (isinstance(variable, Var) and variable in self._values):
            if variable not in self._values:
                raise IndexError(f"the {type(variable).__name__} is not one of this schedule")
            value = self._values[variable]
            if (
                isinstance(value, StmtSRef)
                and value.stmt is None
                and value not in (StmtSRef.inline_mark(), StmtSRef.root_mark())
            ):
                raise IndexError(f"the {type(variable).__name__} stands for a loop or block that is no longer there")
            return value
        if isinstance(variable, Var):
            raise IndexError(f"the random variable {variable.name} is not one of this schedule")
        if isinstance(variable, Expr):
            return self._number(variable)
        raise TypeError(f"expected a random variable of this schedule, not {type(variable).__name__}")

    def _number(self, e: Expr) -> Any:
        """The number that an expression of random variables is."""
        from tilewright.arith.analyzer import Analyzer
        from tilewright.ir.walk import substitute

        known = {
            variable: IntImm("int32", value)
            for variable, value in self._values.items()
            if isinstance(variable, Var) and isinstance(value, int)
        }
        found = Analyzer().simplify(substitute(e, known))
        return found.value if isinstance(found, IntImm) else found

    def _ref(self, variable: Any) -> StmtSRef:
        value = self._value(variable)
        if not isinstance(value, StmtSRef):
            raise TypeError(f"expected a BlockRV or LoopRV, not {type(variable).__name__}")
        return value

    def _block(self, block: BlockRV | str) -> BlockRV:
        """A block given as a random variable, or by name."""
        if isinstance(block, str):
            return self.get_block(block)
        if not isinstance(block, BlockRV):
            raise TypeError(f"expected a BlockRV or the name of a block, not {type(block).__name__}")
        return block

    def _loop_like(self, loop: Any) -> Any:
        if not isinstance(loop, LoopRV):
            raise TypeError(f"expected a LoopRV, not {type(loop).__name__}")
        return loop

    def _step(self, kind: str, inputs: Sequence[Any], attrs: Sequence[Any], run: Callable[[], Any]) -> Any:
        """Run one primitive and write it into the trace; references become random variables."""
        row = KINDS[kind]
        try:
            result = run()
        except Refusal as refusal:
            raise schedule_error(row.method.replace("_", "-"), refusal, self.mod, self._level) from None
        many = isinstance(result, list)
        outputs = [self._new(each) for each in (result if many else [] if result is None else [result])]
        self.trace.append(Instruction(row, inputs, attrs, outputs))
        return outputs if many else outputs[0] if outputs else None

    def _new(self, value: Any) -> Any:
        """A random variable for a reference."""
        variable: Any = BlockRV() if value.is_block else LoopRV()
        self._values[variable] = value
        return variable

    # ---------------------------------------------------------------- sampling

    def sample_categorical(self, candidates: Sequence[int], probs: Sequence[float], decision: Any = None) -> Expr:
        """One of the candidates, with the probabilities given; the decision is its position."""
        position = sampling.categorical(self._random, candidates, probs, decision)
        chosen = candidates[position]
        return self._chosen(
            "SampleCategorical",
            [],
            [list(candidates), list(probs)],
            [int(getattr(chosen, "value", chosen))],
            position,
            one=True,
        )

    def sample_perfect_tile(
        self, loop: LoopRV, n: int, max_innermost_factor: int = 16, decision: Any = None
    ) -> list[Any]:
        """`n` factors whose product is the extent of the loop; of a loop without a known extent the first is None and the others are 1."""
        extent = self._ref(self._loop_like(loop)).loop.extent
        if not isinstance(extent, IntImm):
            tile: list[Any] = [None, *[1] * (n - 1)]
        elif decision is not None:
            tile = sampling.adjusted(decision, extent.value)
        else:
            tile = list(sampling.perfect_tile(self._random, extent.value, n, max_innermost_factor))
        return self._chosen(
            "SamplePerfectTile",
            [loop],
            [n, max_innermost_factor],
            tile,
            [-1 if each is None else each for each in tile] if None in tile else tile,
        )

    def sample_partitioned_tile(
        self, loop: LoopRV, n: int, partition_pos: int = 0, innerpart_factor: int = 1, decision: Any = None
    ) -> list[Any]:
        """`n` factors of the extent of the loop; the product of those from `partition_pos` on is a multiple of `innerpart_factor`."""
        extent = self._ref(self._loop_like(loop)).loop.extent
        if not isinstance(extent, IntImm):
            raise ValueError("the extent of the loop is not known")
        if decision is not None:
            tile = sampling.adjusted(decision, extent.value)
        else:
            tile = sampling.partitioned_tile(self._random, extent.value, n, partition_pos, innerpart_factor)
        return self._chosen("SamplePartitionedTile", [loop], [n, partition_pos, innerpart_factor], tile, tile)

    def _chosen(
        self, kind: str, inputs: list[Any], attrs: list[Any], values: Sequence[Any], decision: Any, *, one: bool = False
    ) -> Any:
        """Random variables for numbers, and their decision in the trace."""
        outputs: list[Any] = []
        for value in values:
            variable = Var(f"v{len(self._values)}", "int32")
            self._values[variable] = value
            outputs.append(variable)
        self.trace.append(Instruction(KINDS[kind], inputs, attrs, outputs), decision)
        return outputs[0] if one else outputs

    # ---------------------------------------------------------------- blocks and loops

    def get_block(self, name: str, func_name: str | None = None) -> BlockRV:
        """The block of that name; in the function given, or that is worked on. Raises `ValueError` where there are several functions and none was told."""
        if func_name is None:
            if self._function is None:
                raise ValueError(
                    'The schedule does not know which function to be working on. Give get_block the argument "func_name", or call work_on first'
                )
            func_name = self._function.name_hint
        return self._step("GetBlock", [], [name, func_name], lambda: self._find_block(name, func_name))

    get_sblock = get_block  # the name of today's TVM

    def _find_block(self, name: str, func_name: str) -> StmtSRef:
        from tilewright.ir.stmt import BlockRealize

        func = self.mod[func_name]
        assert isinstance(func, PrimFunc)
        found = [
            node.block for node in below(func.body) if isinstance(node, BlockRealize) and node.block.name_hint == name
        ]
        if len(found) == 1:
            return self.state.ref(found[0])
        if not found:
            known = ", ".join(
                dict.fromkeys(node.block.name_hint for node in below(func.body) if isinstance(node, BlockRealize))
            )
            raise Refusal(
                "Cannot find a block with the specified name",
                f"Cannot find a block with the name: {name}; the blocks are {known}",
            )
        raise Refusal(
            "Found multiple blocks with the specified name", f"Found {len(found)} blocks with the name: {name}", *found
        )

    def get_loops(self, block: BlockRV | str) -> list[LoopRV]:
        """The loops around a block up to the next block, from the outermost."""
        found = self._block(block)
        return self._step("GetLoops", [found], [], lambda: self._ref(found).loops())

    def get_child_blocks(self, block_or_loop: Any) -> list[BlockRV]:
        """The blocks directly inside of a block or loop."""
        return self._step(
            "GetChildBlocks", [block_or_loop], [], lambda: self.state.child_blocks(self._ref(block_or_loop))
        )

    def get_producers(self, block: BlockRV | str) -> list[BlockRV]:
        """The blocks of the same scope whose results a block uses."""
        found = self._block(block)
        return self._step("GetProducers", [found], [], lambda: self._neighbours(found, "producers"))

    def get_consumers(self, block: BlockRV | str) -> list[BlockRV]:
        """The blocks of the same scope that use the results of a block."""
        found = self._block(block)
        return self._step("GetConsumers", [found], [], lambda: self._neighbours(found, "consumers"))

    def _neighbours(self, block: BlockRV, side: str) -> list[StmtSRef]:
        ref = self._ref(block)
        scope = ref.scope()
        return [] if scope is None else getattr(self.state.get_block_scope(scope), side)(ref)

    def get_output_blocks(self, scope_block: BlockRV | str) -> list[BlockRV]:
        """The blocks inside of one that write buffers which it does not allocate."""
        outer = self._block(scope_block)

        def find() -> list[StmtSRef]:
            scope = self._ref(outer)
            return [ref for ref in self.state.blocks_below(scope) if is_output_block(ref, scope)]

        return self._step("GetOutputBlocks", [outer], [], find)

    # ---------------------------------------------------------------- loops

    def fuse(self, *loops_: LoopRV, preserve_unit_iters: bool = True) -> LoopRV:
        """One loop for a nest of them."""
        return self._step(
            "Fuse",
            list(loops_),
            [preserve_unit_iters],
            lambda: loops.fuse(self.state, [self._ref(each) for each in loops_], bool(preserve_unit_iters)),
        )

    def split(
        self, loop: LoopRV, factors: Sequence[Any], preserve_unit_iters: bool = True, disable_predication: bool = False
    ) -> list[LoopRV]:
        """A nest of loops with the extents `factors` for one; one factor may be None. Where they do not divide the extent, blocks run under a condition, unless `disable_predication`."""
        self._loop_like(loop)
        numbers = [None if each is None else self._factor(each) for each in factors]
        given = [None if number is None else each for number, each in zip(numbers, factors)]
        return self._step(
            "Split",
            [loop, *given],
            [bool(preserve_unit_iters), bool(disable_predication)],
            lambda: loops.split(
                self.state, self._ref(loop), numbers, bool(preserve_unit_iters), bool(disable_predication)
            ),
        )

    def _factor(self, factor: Any) -> Any:
        if isinstance(factor, Var) and factor in self._values:
            return self._values[factor]
        return self._number(factor) if isinstance(factor, Expr) else factor

    def reorder(self, *ordered_loops: LoopRV) -> None:
        """Put loops of one nest in that order."""
        self._step(
            "Reorder",
            list(ordered_loops),
            [],
            lambda: loops.reorder(self.state, [self._ref(each) for each in ordered_loops]),
        )

    def reorder_block_iter_var(self, block: BlockRV | str, new_order: Sequence[int]) -> None:
        """Put the axes of a block in another order."""
        found = self._block(block)
        self._step(
            "ReorderBlockIterVar",
            [found],
            [list(new_order)],
            lambda: buffers.reorder_block_iter_var(self.state, self._ref(found), new_order),
        )

    def add_unit_loop(self, block_or_loop: Any) -> LoopRV:
        """A loop of extent 1 around a block or loop."""
        return self._step(
            "AddUnitLoop", [block_or_loop], [], lambda: loops.add_unit_loop(self.state, self._ref(block_or_loop))
        )

    def parallel(self, loop: LoopRV) -> None:
        """Let the iterations of a loop run on several threads."""
        self._step("Parallel", [self._loop_like(loop)], [], lambda: kinds.parallel(self.state, self._ref(loop)))

    def vectorize(self, loop: LoopRV) -> None:
        """Let the iterations of a loop be lanes of vectors."""
        self._step("Vectorize", [self._loop_like(loop)], [], lambda: kinds.vectorize(self.state, self._ref(loop)))

    def bind(self, loop: LoopRV, thread_axis: str) -> None:
        """Let the iterations of a loop be threads of a GPU."""
        self._step(
            "Bind", [self._loop_like(loop)], [thread_axis], lambda: kinds.bind(self.state, self._ref(loop), thread_axis)
        )

    def unroll(self, loop: LoopRV) -> None:
        """Write the iterations of a loop one after another."""
        self._step("Unroll", [self._loop_like(loop)], [], lambda: kinds.unroll(self.state, self._ref(loop)))

    # ---------------------------------------------------------------- where blocks compute

    def compute_at(
        self, block: BlockRV | str, loop: LoopRV, preserve_unit_loops: bool = False, index: int = -1
    ) -> None:
        """Compute what is read under a loop right there."""
        found = self._block(block)

        def run() -> None:
            place = self._ref(loop)
            if place is StmtSRef.inline_mark():
                inline.compute_inline(self.state, self._ref(found))
            elif place is not StmtSRef.root_mark():
                compute_at.compute_at(self.state, self._ref(found), place, bool(preserve_unit_loops), int(index))

        self._step("ComputeAt", [found, loop], [bool(preserve_unit_loops), int(index)], run)

    def reverse_compute_at(
        self, block: BlockRV | str, loop: LoopRV, preserve_unit_loops: bool = False, index: int = -1
    ) -> None:
        """Compute what can be made of what is written under a loop right there."""
        found = self._block(block)

        def run() -> None:
            place = self._ref(loop)
            if place is StmtSRef.inline_mark():
                inline.reverse_compute_inline(self.state, self._ref(found))
            elif place is not StmtSRef.root_mark():
                compute_at.reverse_compute_at(
                    self.state, self._ref(found), place, bool(preserve_unit_loops), int(index)
                )

        self._step("ReverseComputeAt", [found, loop], [bool(preserve_unit_loops), int(index)], run)

    def compute_inline(self, block: BlockRV | str) -> None:
        """Put what a block computes where it is read."""
        found = self._block(block)
        self._step("ComputeInline", [found], [], lambda: inline.compute_inline(self.state, self._ref(found)))

    def reverse_compute_inline(self, block: BlockRV | str) -> None:
        """Put what a block makes of its producer's result into the producer."""
        found = self._block(block)
        self._step(
            "ReverseComputeInline", [found], [], lambda: inline.reverse_compute_inline(self.state, self._ref(found))
        )

    # ---------------------------------------------------------------- reductions

    def decompose_reduction(self, block: BlockRV | str, loop: LoopRV) -> BlockRV:
        """The initialisation of a reduction as a block of its own before a loop."""
        found = self._block(block)
        return self._step(
            "DecomposeReduction",
            [found, loop],
            [],
            lambda: reduction.decompose_reduction(self.state, self._ref(found), self._ref(loop)),
        )

    def rfactor(self, loop: LoopRV, factor_axis: int) -> BlockRV:
        """A reduction in two steps: over the other loops, into a buffer with a dimension more; then over that."""
        return self._step(
            "RFactor",
            [self._loop_like(loop)],
            [factor_axis],
            lambda: reduction.rfactor(self.state, self._ref(loop), int(factor_axis)),
        )

    # ---------------------------------------------------------------- buffers

    def cache_read(
        self,
        block: BlockRV | str,
        read_buffer_index: int | str | Buffer,
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None = None,
    ) -> BlockRV:
        """A block that copies what a block reads to other memory."""
        region = self._block(block), read_buffer_index, "read"
        return self._cached("CacheRead", cache.cache_read, region, storage_scope, consumer_blocks)

    def cache_write(
        self,
        block: BlockRV | str,
        write_buffer_index: int | str | Buffer,
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None = None,
    ) -> BlockRV:
        """Let a block write to other memory, and a block that copies from there."""
        region = self._block(block), write_buffer_index, "write"
        return self._cached("CacheWrite", cache.cache_write, region, storage_scope, consumer_blocks)

    def _cached(
        self,
        kind: str,
        primitive: Callable[..., StmtSRef],
        region: tuple[BlockRV, int | str | Buffer, str],
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None,
    ) -> BlockRV:
        """The step of a cache for a region of a block; the consumers are further inputs."""
        block, position = region[0], self._position(*region)
        consumers = [self._block(each) for each in consumer_blocks or ()]
        return self._step(
            kind,
            [block, *consumers],
            [position, storage_scope],
            lambda: primitive(
                self.state, self._ref(block), position, storage_scope, [self._ref(each) for each in consumers]
            ),
        )

    def _position(self, block: BlockRV, buffer: Any, side: str) -> int:
        """The position of a region among those that a block reads or writes, given as such, or by its buffer or the buffer's name."""
        if isinstance(buffer, (int, IntImm)):
            return int(buffer.value if isinstance(buffer, IntImm) else buffer)
        return self._side_and_position(block, buffer, (side,))[1]

    def _side_and_position(self, block: BlockRV, buffer: Any, sides: Sequence[str] = BUFFER_SIDES) -> tuple[str, int]:
        if isinstance(buffer, (tuple, list)):
            return str(buffer[0]), int(buffer[1])
        node = self._ref(block).block
        regions = {"read": node.reads, "write": node.writes}
        for side in sides:
            for position, region in enumerate(regions[side]):
                if region.buffer is buffer or region.buffer.name == buffer:
                    return side, position
        raise ValueError(
            f"the block `{node.name_hint}` does not {' or '.join(sides)} {buffer if isinstance(buffer, str) else getattr(buffer, 'name', buffer)}"
        )

    def storage_align(self, block: BlockRV | str, buffer_index: int, axis: int, factor: int, offset: int) -> None:
        """Let the stride of an axis of what a block writes be a multiple of `factor`, plus `offset`."""
        found = self._block(block)
        self._step(
            "StorageAlign",
            [found],
            [buffer_index, axis, factor, offset],
            lambda: buffers.storage_align(self.state, self._ref(found), buffer_index, axis, factor, offset),
        )

    def set_scope(self, block: BlockRV | str, buffer_index: int | str | Buffer, storage_scope: str) -> None:
        """Put what a block writes into other memory."""
        found = self._block(block)
        position = self._position(found, buffer_index, "write")
        self._step(
            "SetScope",
            [found],
            [position, storage_scope],
            lambda: buffers.set_scope(self.state, self._ref(found), position, storage_scope),
        )

    def unsafe_set_dtype(self, block: BlockRV | str, buffer_index: int, dtype: str) -> None:
        """Store what a block writes in another type; the results change as the type cannot hold them."""
        found = self._block(block)
        position = self._position(found, buffer_index, "write")
        self._step(
            "UnsafeSetDType",
            [found],
            [position, dtype],
            lambda: buffers.unsafe_set_dtype(self.state, self._ref(found), position, dtype),
        )

    def unsafe_hide_buffer_access(self, block: BlockRV, buf_type: str, buf_index_array: Sequence[int]) -> None:
        """Let a block not declare some of what it reads or writes."""
        found = self._block(block)
        self._step(
            "UnsafeHideBufferAccess",
            [found],
            [buf_type, list(buf_index_array)],
            lambda: buffers.unsafe_hide_buffer_access(self.state, self._ref(found), buf_type, buf_index_array),
        )

    # ---------------------------------------------------------------- annotations

    def annotate(self, block_or_loop: Any, ann_key: str, ann_val: Any) -> None:
        """Give a block or loop an annotation."""
        if isinstance(block_or_loop, str):
            block_or_loop = self._block(block_or_loop)
        value = self._annotation(ann_val)
        self._step(
            "Annotate",
            [block_or_loop, ann_val],
            [ann_key],
            lambda: kinds.annotate(self.state, self._ref(block_or_loop), ann_key, value),
        )

    def _annotation(self, value: Any) -> Any:
        """The value of an annotation: numbers as constants of 32 bits, random variables as their numbers."""
        if isinstance(value, Expr) and value in self._values:
            value = self._values[value]
        return attributes({"": value})[""]

    def unannotate(self, block_or_loop: Any, ann_key: str) -> None:
        """Take an annotation from a block or loop."""
        self._step(
            "Unannotate",
            [block_or_loop],
            [ann_key],
            lambda: kinds.unannotate(self.state, self._ref(block_or_loop), ann_key),
        )

    def enter_postproc(self) -> None:
        """Mark that what follows in the trace only finishes what was decided."""
        self._step("EnterPostproc", [], [], lambda: None)


__all__ = ["Schedule"]
