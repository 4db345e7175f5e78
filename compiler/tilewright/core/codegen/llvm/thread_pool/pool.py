"""The thread pool of parallel loops, written in LLVM IR: one for a process, started by the first parallel loop.

    ptr @tilewright_parallel(ptr function, ptr environment, i64 first, i64 extent, i32 limit, i64 grain)

calls `function(environment, begin, end)` for chunks of the range until all are done, in the calling thread and those of the pool, and returns null or the first
message that a call gave; chunks that have not begun by then are left out.  `limit` bounds the threads, 0 for all; a chunk has at least `grain` iterations.

Each thread has a slot in a cache line of its own: one word with the number of the job and the chunks of the thread's part that nobody has claimed.  A thread claims
from its own slot first, so that the same loop over the same data gives a core the same part each time, then from the others'.  Each slot has as many chunks at first.  A job is joined by
a ticket, of which there are as many as threads may take part.  The caller waits for chunks, not for threads, so a thread that the system does not run holds up
nobody.  Few threads are woken by the caller, the others by these; one that wakes on the processor of its caller, as happens on a busy system, moves to another.  A pool in use, by another thread of the program or because loops are nested, is not waited
for: the loop then runs in its own thread.  After a fork the child has no threads and starts its own.

`tilewright_set_threads` bounds the threads of all later loops; before, `TILEWRIGHT_NUM_THREADS`, else `OMP_NUM_THREADS`, else the processors that the process may use.
"""

from __future__ import annotations

from tilewright.core.codegen.llvm.thread_pool.system_calls import system_calls

PARALLEL = "tilewright_parallel"
SET_THREADS = "tilewright_set_threads"
GET_THREADS = "tilewright_get_threads"
# Rounds of waiting before a thread sleeps: some tens of microseconds.
_SPINS = 2000
_CHUNKS_PER_THREAD = 4
MOST_THREADS = 256
# How many sleeping threads one thread wakes; each costs it a microsecond or two.
_WOKEN_AT_ONCE = 2


def pool_source(triple: str) -> str:
    """The text of the pool for a machine; where there are no POSIX threads, one that runs everything in the calling thread."""
    if "windows" in triple or "msvc" in triple:
        return _serial_only()
    head = [_STATE, _pause(triple), system_calls(triple), _WORK, _worker(), _threads("linux" in triple)]
    return "\n".join([*head, _START, _launch(), _SETTINGS])


def _serial_only() -> str:
    return f"""
define ptr @{PARALLEL}(ptr %function, ptr %environment, i64 %first, i64 %extent, i32 %limit, i64 %grain) {{
  %end = add i64 %first, %extent
  %status = call ptr %function(ptr %environment, i64 %first, i64 %end)
  ret ptr %status
}}
define void @{SET_THREADS}(i32 %count) {{
  ret void
}}
define i32 @{GET_THREADS}() {{
  ret i32 1
}}
"""


_STATE = f"""
@slots = internal global [{MOST_THREADS} x [8 x i64]] zeroinitializer, align 64
@joined = internal global i64 0, align 64
@pending = internal global i32 0, align 64
@epoch = internal global i32 0, align 64
@sleepers = internal global i32 0, align 64
@waiting = internal global i32 0, align 4
@busy = internal global i32 0, align 64
@owner = internal global i32 0, align 4
@count = internal global i32 0, align 4
@wished = internal global i32 0, align 4
@usual = internal global i32 0, align 4
@failure = internal global ptr null, align 64
@function = internal global ptr null, align 64
@environment = internal global ptr null, align 8
@first = internal global i64 0, align 8
@extent = internal global i64 0, align 8
@chunks = internal global i64 0, align 8
@use = internal global i64 0, align 8
@variable = private constant [23 x i8] c"TILEWRIGHT_NUM_THREADS\\00"
@variable.openmp = private constant [16 x i8] c"OMP_NUM_THREADS\\00"
declare i32 @getpid()
declare ptr @getenv(ptr)
declare i32 @atoi(ptr)
declare i64 @sysconf(i32)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
"""


def _pause(triple: str) -> str:
    if triple.startswith(("x86", "i686")):
        return "declare void @llvm.x86.sse2.pause()\ndefine internal void @pause() alwaysinline {\n  call void @llvm.x86.sse2.pause()\n  ret void\n}"
    return "define internal void @pause() alwaysinline {\n  fence seq_cst\n  ret void\n}"


# Claims chunks of a job and runs them, from the slot of `place` on, until there are none; the chunks run from one slot are reported together.
_WORK = """
define internal void @work(i64 %place, i32 %job, i64 %use) {
entry:
  br label %victim
victim:
  %step = phi i64 [ 0, %entry ], [ %following, %next ]
  %over = icmp uge i64 %step, %use
  br i1 %over, label %none, label %visit
visit:
  %turned = add i64 %place, %step
  %slot = urem i64 %turned, %use
  %word.at = getelementptr [8 x i64], ptr @slots, i64 %slot
  br label %again
again:
  %done = phi i32 [ 0, %visit ], [ %more.done, %finished ], [ %done, %try ]
  %word = load atomic i64, ptr %word.at seq_cst, align 8
  %left = and i64 %word, 4294967295
  %word.high = lshr i64 %word, 32
  %word.job = trunc i64 %word.high to i32
  %same = icmp eq i32 %word.job, %job
  %some = icmp ne i64 %left, 0
  %open = and i1 %same, %some
  br i1 %open, label %try, label %settle
try:
  %function = load atomic ptr, ptr @function monotonic, align 8
  %environment = load atomic ptr, ptr @environment monotonic, align 8
  %first = load atomic i64, ptr @first monotonic, align 8
  %extent = load atomic i64, ptr @extent monotonic, align 8
  %chunks = load atomic i64, ptr @chunks monotonic, align 8
  %fewer = sub i64 %word, 1
  %claim = cmpxchg ptr %word.at, i64 %word, i64 %fewer seq_cst seq_cst
  %claimed = extractvalue { i64, i1 } %claim, 1
  br i1 %claimed, label %run, label %again
run:
  %failed = load atomic ptr, ptr @failure acquire, align 8
  %stop = icmp ne ptr %failed, null
  br i1 %stop, label %finished, label %call
call:
  %behind = add i64 %slot, 1
  %behind.scaled = mul i64 %behind, %chunks
  %last.chunk = udiv i64 %behind.scaled, %use
  %chunk = sub i64 %last.chunk, %left
  %size = udiv i64 %extent, %chunks
  %rest = urem i64 %extent, %chunks
  %whole = mul i64 %chunk, %size
  %longer = call i64 @llvm.umin.i64(i64 %chunk, i64 %rest)
  %start = add i64 %whole, %longer
  %begin = add i64 %first, %start
  %one = icmp ult i64 %chunk, %rest
  %more = zext i1 %one to i64
  %length = add i64 %size, %more
  %end = add i64 %begin, %length
  %status = call ptr %function(ptr %environment, i64 %begin, i64 %end)
  %bad = icmp ne ptr %status, null
  br i1 %bad, label %report, label %finished
report:
  %kept = cmpxchg ptr @failure, ptr null, ptr %status seq_cst seq_cst
  br label %finished
finished:
  %more.done = add i32 %done, 1
  br label %again
settle:
  %idle = icmp eq i32 %done, 0
  br i1 %idle, label %next, label %tell
tell:
  %before = atomicrmw sub ptr @pending, i32 %done seq_cst
  %last = icmp eq i32 %before, %done
  %waits = load atomic i32, ptr @waiting seq_cst, align 4
  %waited = icmp ne i32 %waits, 0
  %rouse = and i1 %last, %waited
  br i1 %rouse, label %signal, label %next
signal:
  call void @wake(ptr @pending, i32 1)
  br label %next
next:
  %following = add i64 %step, 1
  br label %victim
none:
  ret void
}
"""


def _worker() -> str:
    """A thread of the pool: takes a ticket and works, spins a little when there is nothing, then sleeps until the next job."""
    return f"""
define internal ptr @worker(ptr %argument) {{
entry:
  %allowed = alloca i1024, align 8
  call void @learn_places(ptr %allowed)
  %place = ptrtoint ptr %argument to i64
  br label %again
again:
  %slept = phi i1 [ false, %entry ], [ false, %spin ], [ true, %sleep ]
  %ticket = atomicrmw add ptr @joined, i64 1 seq_cst
  %job.wide = lshr i64 %ticket, 32
  %job = trunc i64 %job.wide to i32
  %number = and i64 %ticket, 4294967295
  %use = load atomic i64, ptr @use seq_cst, align 8
  %valid = icmp ult i64 %number, %use
  br i1 %valid, label %take, label %spin
take:
  br i1 %slept, label %look, label %go
look:
  %asleep = load atomic i32, ptr @sleepers seq_cst, align 4
  %others = icmp ne i32 %asleep, 0
  %behind = add i64 %number, 1
  %wanted = icmp ult i64 %behind, %use
  %rouse = and i1 %others, %wanted
  br i1 %rouse, label %wake, label %go
wake:
  call void @wake(ptr @epoch, i32 {_WOKEN_AT_ONCE})
  br label %go
go:
  call void @work(i64 %place, i32 %job, i64 %use)
  br label %spin
spin:
  %round = phi i32 [ 0, %again ], [ 0, %go ], [ %next, %turn ]
  %now = load atomic i32, ptr @epoch seq_cst, align 4
  %ahead = sub i32 %now, %job
  %new = icmp sgt i32 %ahead, 0
  br i1 %new, label %again, label %turn
turn:
  call void @pause()
  %next = add i32 %round, 1
  %tired = icmp ugt i32 %next, {_SPINS}
  br i1 %tired, label %sleep, label %spin
sleep:
  %before = atomicrmw add ptr @sleepers, i32 1 seq_cst
  call void @sleep_on(ptr @epoch, i32 %now)
  %after = atomicrmw sub ptr @sleepers, i32 1 seq_cst
  call void @keep_apart(ptr %allowed)
  br label %again
}}
"""


def _threads(linux: bool) -> str:
    """The number of threads to use: as a variable asks, or the processors that the process may use."""
    online = 84 if linux else 58
    return f"""
define internal i32 @asked(ptr %name) {{
entry:
  %text = call ptr @getenv(ptr %name)
  %none = icmp eq ptr %text, null
  br i1 %none, label %silent, label %read
silent:
  ret i32 0
read:
  %number = call i32 @atoi(ptr %text)
  ret i32 %number
}}
define internal i32 @threads() {{
entry:
  %own = call i32 @asked(ptr @variable)
  %said = icmp sgt i32 %own, 0
  br i1 %said, label %known, label %openmp
openmp:
  %theirs = call i32 @asked(ptr @variable.openmp)
  %bounded = icmp sgt i32 %theirs, 0
  br i1 %bounded, label %known, label %machine
machine:
{_AFFINITY if linux else "  br label %online"}
online:
  %processors = call i64 @sysconf(i32 {online})
  %narrow = trunc i64 %processors to i32
  br label %known
known:
  %found = phi i32 [ %own, %entry ], [ %theirs, %openmp ], [ %narrow, %online ]{", [ %allowed, %masked ]" if linux else ""}
  %some = call i32 @llvm.smax.i32(i32 %found, i32 1)
  %few = call i32 @llvm.smin.i32(i32 %some, i32 {MOST_THREADS})
  ret i32 %few
}}
{_AFFINITY_DECLARATIONS if linux else ""}
"""


_AFFINITY = """  %mask = alloca i1024, align 8
  store i1024 0, ptr %mask
  %status = call i32 @sched_getaffinity(i32 0, i64 128, ptr %mask)
  %bits = load i1024, ptr %mask
  %many = call i1024 @llvm.ctpop.i1024(i1024 %bits)
  %allowed = trunc i1024 %many to i32
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %masked, label %online
masked:
  br label %known"""
_AFFINITY_DECLARATIONS = "declare i32 @sched_getaffinity(i32, i64, ptr)\ndeclare i1024 @llvm.ctpop.i1024(i1024)"


# Prepares the pool of this process, not that of the one it was forked from; called by the one thread that holds `@busy`, or the first after a fork.
# `grow` starts threads until there are `wanted`, or as many as the system gives.
_START = f"""
define internal void @start(i32 %process) {{
entry:
  store atomic i32 0, ptr @sleepers seq_cst, align 4
  store atomic i32 0, ptr @waiting seq_cst, align 4
  call void @llvm.memset.p0.i64(ptr align 64 @slots, i8 0, i64 {MOST_THREADS * 64}, i1 false)
  call void @prepare()
  %usual = call i32 @threads()
  store atomic i32 %usual, ptr @usual seq_cst, align 4
  store atomic i32 1, ptr @count seq_cst, align 4
  ret void
}}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal i32 @grow(i32 %wanted) {{
entry:
  %thread = alloca i64, align 8
  %have = load atomic i32, ptr @count seq_cst, align 4
  br label %next
next:
  %place = phi i32 [ %have, %entry ], [ %following, %made ]
  %enough = icmp sge i32 %place, %wanted
  br i1 %enough, label %done, label %make
make:
  %wide = zext i32 %place to i64
  %argument = inttoptr i64 %wide to ptr
  %status = call i32 @pthread_create(ptr %thread, ptr null, ptr @worker, ptr %argument)
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %made, label %refused
made:
  %id = load i64, ptr %thread
  %detached = call i32 @pthread_detach(i64 %id)
  %following = add i32 %place, 1
  br label %next
refused:
  store atomic i32 %place, ptr @usual seq_cst, align 4
  store atomic i32 0, ptr @wished seq_cst, align 4
  br label %done
done:
  store atomic i32 %place, ptr @count seq_cst, align 4
  %given = call i32 @llvm.smin.i32(i32 %place, i32 %wanted)
  ret i32 %given
}}
"""


def _launch() -> str:
    parameters = "ptr %function, ptr %environment, i64 %first, i64 %extent, i32 %limit, i64 %grain"
    return f"define ptr @{PARALLEL}({parameters}) {{\n{_claimed()}{_published()}{_awaited()}}}\n"


# The number of threads of later loops, by setting (0 for the usual one) and as it is.
_SETTINGS = f"""
define void @{SET_THREADS}(i32 %count) {{
  %some = call i32 @llvm.smax.i32(i32 %count, i32 0)
  %few = call i32 @llvm.smin.i32(i32 %some, i32 {MOST_THREADS})
  store atomic i32 %few, ptr @wished seq_cst, align 4
  ret void
}}
define i32 @{GET_THREADS}() {{
entry:
  %wished = load atomic i32, ptr @wished seq_cst, align 4
  %set = icmp sgt i32 %wished, 0
  br i1 %set, label %known, label %usual
usual:
  %threads = call i32 @threads()
  br label %known
known:
  %found = phi i32 [ %wished, %entry ], [ %threads, %usual ]
  ret i32 %found
}}
"""


def _claimed() -> str:
    """The pool is this caller's, goes to `share`; or it is not to be had, or not worth it, and the caller does all `alone`."""
    return """\
entry:
  %grain.some = call i64 @llvm.smax.i64(i64 %grain, i64 1)
  %extent.some = call i64 @llvm.smax.i64(i64 %extent, i64 0)
  %parts = udiv i64 %extent.some, %grain.some
  %several = icmp ugt i64 %parts, 1
  %single = icmp eq i32 %limit, 1
  %only.one = xor i1 %single, true
  %worth = and i1 %several, %only.one
  br i1 %worth, label %whose, label %alone
whose:
  %process = call i32 @getpid()
  %owner = load atomic i32, ptr @owner seq_cst, align 4
  %own = icmp eq i32 %process, %owner
  br i1 %own, label %take, label %adopt
adopt:
  %adopted = cmpxchg ptr @owner, i32 %owner, i32 -1 seq_cst seq_cst
  %mine = extractvalue { i32, i1 } %adopted, 1
  %free = icmp ne i32 %owner, -1
  %chosen = and i1 %mine, %free
  br i1 %chosen, label %begin, label %alone
begin:
  store atomic i32 1, ptr @busy seq_cst, align 4
  call void @start(i32 %process)
  store atomic i32 %process, ptr @owner seq_cst, align 4
  br label %share
take:
  %taken = cmpxchg ptr @busy, i32 0, i32 1 seq_cst seq_cst
  %got = extractvalue { i32, i1 } %taken, 1
  br i1 %got, label %share, label %alone
alone:
  %all = add i64 %first, %extent
  %status = call ptr %function(ptr %environment, i64 %first, i64 %all)
  ret ptr %status
"""


def _published() -> str:
    """Publish the loop to the threads of the pool, then go to `work`: the tickets last, when all else can be read."""
    return f"""\
share:
  %wished = load atomic i32, ptr @wished seq_cst, align 4
  %usual = load atomic i32, ptr @usual seq_cst, align 4
  %is.set = icmp sgt i32 %wished, 0
  %allowed = select i1 %is.set, i32 %wished, i32 %usual
  %unbounded = icmp sle i32 %limit, 0
  %bounded = call i32 @llvm.smin.i32(i32 %allowed, i32 %limit)
  %most = select i1 %unbounded, i32 %allowed, i32 %bounded
  %most.wide = zext i32 %most to i64
  %useful = call i64 @llvm.umin.i64(i64 %most.wide, i64 %parts)
  %useful.narrow = trunc i64 %useful to i32
  %have = call i32 @grow(i32 %useful.narrow)
  %use = zext i32 %have to i64
  %only = icmp sle i32 %have, 1
  br i1 %only, label %give.back, label %publish
give.back:
  store atomic i32 0, ptr @busy seq_cst, align 4
  br label %alone
publish:
  %planned = mul i64 %use, {_CHUNKS_PER_THREAD}
  %possible = call i64 @llvm.umin.i64(i64 %planned, i64 %parts)
  %uneven = urem i64 %possible, %use
  %chunks = sub i64 %possible, %uneven
  %pieces = trunc i64 %chunks to i32
  store atomic ptr %function, ptr @function monotonic, align 8
  store atomic ptr %environment, ptr @environment monotonic, align 8
  store atomic i64 %first, ptr @first monotonic, align 8
  store atomic i64 %extent, ptr @extent monotonic, align 8
  store atomic i64 %chunks, ptr @chunks monotonic, align 8
  store atomic ptr null, ptr @failure monotonic, align 8
  store atomic i32 0, ptr @waiting seq_cst, align 4
  store atomic i32 %pieces, ptr @pending seq_cst, align 4
  %old = load atomic i32, ptr @epoch seq_cst, align 4
  %job = add i32 %old, 1
  %job.wide = zext i32 %job to i64
  %job.high = shl i64 %job.wide, 32
  br label %fill
fill:
  %slot = phi i64 [ 0, %publish ], [ %slot.next, %fill ]
  %low = phi i64 [ 0, %publish ], [ %high, %fill ]
  %slot.next = add i64 %slot, 1
  %scaled = mul i64 %slot.next, %chunks
  %high = udiv i64 %scaled, %use
  %part = sub i64 %high, %low
  %word = or i64 %job.high, %part
  %word.at = getelementptr [8 x i64], ptr @slots, i64 %slot
  store atomic i64 %word, ptr %word.at release, align 8
  %more = icmp ult i64 %slot.next, %use
  br i1 %more, label %fill, label %open
open:
  store atomic i64 %use, ptr @use seq_cst, align 8
  %tickets = or i64 %job.high, 1
  store atomic i64 %tickets, ptr @joined seq_cst, align 8
  store atomic i32 %job, ptr @epoch seq_cst, align 4
  %asleep = load atomic i32, ptr @sleepers seq_cst, align 4
  %some = icmp ne i32 %asleep, 0
  br i1 %some, label %rouse, label %work
rouse:
  call void @tell_place()
  %others = sub i32 %have, 1
  %few = call i32 @llvm.smin.i32(i32 %others, i32 {_WOKEN_AT_ONCE})
  call void @wake(ptr @epoch, i32 %few)
  br label %work
"""


def _awaited() -> str:
    """The caller takes its share, and waits for the others' to be done."""
    return f"""\
work:
  call void @work(i64 0, i32 %job, i64 %use)
  br label %wait
wait:
  %round = phi i32 [ 0, %work ], [ %next, %spin ], [ 0, %slept ]
  %left = load atomic i32, ptr @pending seq_cst, align 4
  %done = icmp eq i32 %left, 0
  br i1 %done, label %finish, label %spin
spin:
  call void @pause()
  %next = add i32 %round, 1
  %tired = icmp ugt i32 %next, {_SPINS}
  br i1 %tired, label %sleep, label %wait
sleep:
  store atomic i32 1, ptr @waiting seq_cst, align 4
  %still = load atomic i32, ptr @pending seq_cst, align 4
  %now = icmp eq i32 %still, 0
  br i1 %now, label %finish, label %rest
rest:
  call void @sleep_on(ptr @pending, i32 %still)
  br label %slept
slept:
  br label %wait
finish:
  %failure = load atomic ptr, ptr @failure seq_cst, align 8
  store atomic i32 0, ptr @busy seq_cst, align 4
  ret ptr %failure
"""
