"""Memory that kernels need while they run, written in LLVM IR: blocks that are given back are kept for the next call, as many as a bound allows.

    ptr @tilewright_scratch(i64 bytes)        void @tilewright_scratch_free(ptr memory)

The C library gives large blocks back to the system, which clears each page when it is next touched: kernels with megabytes of panels or of padded images would pay for that at
each call.  A kept block lies in a slot, from which whoever takes it exchanges it for nothing, so that no thread waits for another; in front of a block stands its size.  A block serves requests of at least half of its size.
"""

from __future__ import annotations

SCRATCH = "tilewright_scratch"
SCRATCH_FREE = "tilewright_scratch_free"
# Blocks that are kept at once, and bytes of them.
_SLOTS, _MOST = 16, 64 << 20
# What stands in front of a block; memory is aligned to as much.
_HEAD = 64

# What takes memory of the heap and gives it back: this, or the C library.
KEPT, OF_C = (SCRATCH, SCRATCH_FREE), ("aligned_alloc", "free")
DECLARATIONS = {
    "aligned_alloc": "declare noalias noundef ptr @aligned_alloc(i64 allocalign noundef, i64 noundef) nounwind "
    'allockind("alloc,uninitialized,aligned") allocsize(1) "alloc-family"="malloc"',
    "free": "declare void @free(ptr noundef) nounwind",
    SCRATCH: f"declare noalias ptr @{SCRATCH}(i64 noundef) nounwind willreturn memory(inaccessiblemem: readwrite)",
    SCRATCH_FREE: f"declare void @{SCRATCH_FREE}(ptr noundef) nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)",
}

SCRATCH_SOURCE = f"""
@blocks = internal global [{_SLOTS} x ptr] zeroinitializer, align 64
@sizes = internal global [{_SLOTS} x i64] zeroinitializer, align 64
@kept = internal global i64 0, align 64
@turn = internal global i64 0, align 64
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)

define ptr @{SCRATCH}(i64 %bytes) {{
entry:
  br label %look
look:
  %slot = phi i64 [ 0, %entry ], [ %following, %another ]
  %size.at = getelementptr [{_SLOTS} x i64], ptr @sizes, i64 0, i64 %slot
  %size = load atomic i64, ptr %size.at monotonic, align 8
  %enough = icmp uge i64 %size, %bytes
  %half = lshr i64 %size, 1
  %near = icmp ule i64 %half, %bytes
  %suits = and i1 %enough, %near
  br i1 %suits, label %take, label %another
take:
  %block.at = getelementptr [{_SLOTS} x ptr], ptr @blocks, i64 0, i64 %slot
  %block = atomicrmw xchg ptr %block.at, ptr null seq_cst
  %none = icmp eq ptr %block, null
  br i1 %none, label %another, label %taken
taken:
  %true.size = load i64, ptr %block, align 8
  %before = atomicrmw sub ptr @kept, i64 %true.size seq_cst
  %memory = getelementptr i8, ptr %block, i64 {_HEAD}
  %fits = icmp uge i64 %true.size, %bytes
  br i1 %fits, label %found, label %small
small:
  call void @{SCRATCH_FREE}(ptr %memory)
  br label %another
found:
  ret ptr %memory
another:
  %following = add i64 %slot, 1
  %more = icmp ult i64 %following, {_SLOTS}
  br i1 %more, label %look, label %system
system:
  %whole = add i64 %bytes, {_HEAD}
  %made = call ptr @aligned_alloc(i64 {_HEAD}, i64 %whole)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %nothing, label %new
nothing:
  ret ptr null
new:
  store i64 %bytes, ptr %made, align 8
  %fresh = getelementptr i8, ptr %made, i64 {_HEAD}
  ret ptr %fresh
}}

define void @{SCRATCH_FREE}(ptr %memory) {{
entry:
  %nothing = icmp eq ptr %memory, null
  br i1 %nothing, label %end, label %some
some:
  %block = getelementptr i8, ptr %memory, i64 -{_HEAD}
  %size = load i64, ptr %block, align 8
  %large = icmp ugt i64 %size, {_MOST}
  br i1 %large, label %give, label %keep
give:
  call void @free(ptr %block)
  ret void
keep:
  %before = atomicrmw add ptr @kept, i64 %size seq_cst
  br label %room
room:
  %tries = phi i64 [ 0, %keep ], [ %tried, %drop ]
  %all = load atomic i64, ptr @kept seq_cst, align 8
  %fine = icmp ule i64 %all, {_MOST}
  %enough.tries = icmp uge i64 %tries, {_SLOTS}
  %stop = or i1 %fine, %enough.tries
  br i1 %stop, label %look, label %drop
drop:
  %tried = add i64 %tries, 1
  %oldest = call ptr @exchange(ptr null, i64 0)
  call void @drop(ptr %oldest)
  br label %room
look:
  %slot = phi i64 [ 0, %room ], [ %following, %another ]
  %block.at = getelementptr [{_SLOTS} x ptr], ptr @blocks, i64 0, i64 %slot
  %there = load atomic ptr, ptr %block.at monotonic, align 8
  %free = icmp eq ptr %there, null
  br i1 %free, label %put, label %another
put:
  %size.at = getelementptr [{_SLOTS} x i64], ptr @sizes, i64 0, i64 %slot
  store atomic i64 %size, ptr %size.at monotonic, align 8
  %exchanged = cmpxchg ptr %block.at, ptr null, ptr %block seq_cst seq_cst
  %done = extractvalue {{ ptr, i1 }} %exchanged, 1
  br i1 %done, label %end, label %another
another:
  %following = add i64 %slot, 1
  %more = icmp ult i64 %following, {_SLOTS}
  br i1 %more, label %look, label %replace
replace:
  %old = call ptr @exchange(ptr %block, i64 %size)
  call void @drop(ptr %old)
  br label %end
end:
  ret void
}}

define internal ptr @exchange(ptr %block, i64 %size) {{
  %turn = atomicrmw add ptr @turn, i64 1 seq_cst
  %slot = urem i64 %turn, {_SLOTS}
  %size.at = getelementptr [{_SLOTS} x i64], ptr @sizes, i64 0, i64 %slot
  store atomic i64 %size, ptr %size.at monotonic, align 8
  %block.at = getelementptr [{_SLOTS} x ptr], ptr @blocks, i64 0, i64 %slot
  %old = atomicrmw xchg ptr %block.at, ptr %block seq_cst
  ret ptr %old
}}

define internal void @drop(ptr %block) {{
entry:
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %give
give:
  %size = load i64, ptr %block, align 8
  %before = atomicrmw sub ptr @kept, i64 %size seq_cst
  call void @free(ptr %block)
  br label %end
end:
  ret void
}}
"""

__all__ = ["DECLARATIONS", "KEPT", "OF_C", "SCRATCH", "SCRATCH_FREE", "SCRATCH_SOURCE"]
