"""The thread pool of `T.parallel`, written in LLVM IR: one for a process, started by the first parallel loop.

    ptr @tilewright_parallel(ptr function, ptr environment, i64 first, i64 extent, i32 limit)

calls `function(environment, begin, end)` for pieces of the range until all are done, in the calling thread and those of the pool, and returns null or the first
message that a call gave; pieces that have not begun by then are left out.  `limit` bounds the threads, 0 for all.

One word, `@state`, holds the number of the job and the pieces nobody has claimed; claiming counts down, so that a thread that comes late finds nothing.  The caller
waits for pieces, not for threads, so a thread that the system does not run holds up nobody.  A pool in use, by another thread of the program or
because loops are nested, is not waited for: the loop then runs in its own thread.  After a fork the child has no threads and starts its own.
`TILEWRIGHT_NUM_THREADS` sets the number of threads, by default that of the processors that the process may use.
"""

from __future__ import annotations

PARALLEL = "tilewright_parallel"
# Rounds of waiting before a thread sleeps: some tens of microseconds.
_SPINS = 2000
_CHUNKS_PER_THREAD = 4
_MOST_THREADS = 256


def pool_source(triple: str) -> str:
    """The text of the pool for a machine; where there are no POSIX threads, one that runs everything in the calling thread."""
    if "windows" in triple or "msvc" in triple:
        return _serial_only()
    futex = _FUTEX.get(triple.split("-")[0]) if "linux" in triple else None
    waiting = _futex_waiting(futex) if futex is not None else _condition_waiting()
    return "\n".join(
        [_STATE, _pause(triple), waiting, _CLAIM, _worker(), _threads("linux" in triple), _start(), _launch()]
    )


def _serial_only() -> str:
    return f"""
define ptr @{PARALLEL}(ptr %function, ptr %environment, i64 %first, i64 %extent, i32 %limit) {{
  %end = add i64 %first, %extent
  %status = call ptr %function(ptr %environment, i64 %first, i64 %end)
  ret ptr %status
}}
"""


# Number of the system call `futex` by processor.
_FUTEX = {"x86_64": 202, "aarch64": 98, "arm64": 98, "riscv64": 98}

_STATE = """
@state = internal global i64 0, align 64
@pending = internal global i32 0, align 64
@epoch = internal global i32 0, align 64
@sleepers = internal global i32 0, align 64
@waiting = internal global i32 0, align 4
@busy = internal global i32 0, align 64
@owner = internal global i32 0, align 4
@count = internal global i32 0, align 4
@failure = internal global ptr null, align 64
@function = internal global ptr null, align 8
@environment = internal global ptr null, align 8
@first = internal global i64 0, align 8
@extent = internal global i64 0, align 8
@chunks = internal global i64 0, align 8
@limit = internal global i32 0, align 4
@variable = private constant [23 x i8] c"TILEWRIGHT_NUM_THREADS\\00"
declare i32 @getpid()
declare ptr @getenv(ptr)
declare i32 @atoi(ptr)
declare i64 @sysconf(i32)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(i64)
"""


def _pause(triple: str) -> str:
    if triple.startswith(("x86", "i686")):
        return "declare void @llvm.x86.sse2.pause()\ndefine internal void @pause() alwaysinline {\n  call void @llvm.x86.sse2.pause()\n  ret void\n}"
    return "define internal void @pause() alwaysinline {\n  fence seq_cst\n  ret void\n}"


def _futex_waiting(number: int) -> str:
    """Sleep while a word has a value; wake those that sleep on it.  128 and 129 are waiting and waking inside one process."""
    return f"""
declare i64 @syscall(i64, ...)
define internal void @prepare() {{
  ret void
}}
define internal void @sleep_on(ptr %word, i32 %value) {{
  call i64 (i64, ...) @syscall(i64 {number}, ptr %word, i32 128, i32 %value, ptr null)
  ret void
}}
define internal void @wake(ptr %word) {{
  call i64 (i64, ...) @syscall(i64 {number}, ptr %word, i32 129, i32 2147483647)
  ret void
}}
"""


def _condition_waiting() -> str:
    """The same by a lock and a condition variable, whose memory is larger than that of any system."""
    return """
@mutex = internal global [128 x i8] zeroinitializer, align 16
@condition = internal global [128 x i8] zeroinitializer, align 16
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)
define internal void @prepare() {
  call i32 @pthread_mutex_init(ptr @mutex, ptr null)
  call i32 @pthread_cond_init(ptr @condition, ptr null)
  ret void
}
define internal void @sleep_on(ptr %word, i32 %value) {
entry:
  call i32 @pthread_mutex_lock(ptr @mutex)
  br label %test
test:
  %now = load atomic i32, ptr %word seq_cst, align 4
  %same = icmp eq i32 %now, %value
  br i1 %same, label %wait, label %done
wait:
  call i32 @pthread_cond_wait(ptr @condition, ptr @mutex)
  br label %test
done:
  call i32 @pthread_mutex_unlock(ptr @mutex)
  ret void
}
define internal void @wake(ptr %word) {
  call i32 @pthread_mutex_lock(ptr @mutex)
  call i32 @pthread_cond_broadcast(ptr @condition)
  call i32 @pthread_mutex_unlock(ptr @mutex)
  ret void
}
"""


# Claims pieces of the present job and runs them, until there are none; whether it ran any.
_CLAIM = """
define internal i1 @work(i32 %place) {
entry:
  br label %again
again:
  %some = phi i1 [ false, %entry ], [ true, %next ], [ %some, %lost ]
  %state = load atomic i64, ptr @state seq_cst, align 8
  %left = and i64 %state, 4294967295
  %empty = icmp eq i64 %left, 0
  br i1 %empty, label %none, label %allowed
allowed:
  %limit = load atomic i32, ptr @limit monotonic, align 4
  %function = load atomic ptr, ptr @function monotonic, align 8
  %environment = load atomic ptr, ptr @environment monotonic, align 8
  %first = load atomic i64, ptr @first monotonic, align 8
  %extent = load atomic i64, ptr @extent monotonic, align 8
  %chunks = load atomic i64, ptr @chunks monotonic, align 8
  %inside = icmp slt i32 %place, %limit
  br i1 %inside, label %try, label %none
try:
  %fewer = sub i64 %state, 1
  %claim = cmpxchg ptr @state, i64 %state, i64 %fewer seq_cst seq_cst
  %claimed = extractvalue { i64, i1 } %claim, 1
  br i1 %claimed, label %run, label %lost
lost:
  br label %again
run:
  %failed = load atomic ptr, ptr @failure acquire, align 8
  %stop = icmp ne ptr %failed, null
  br i1 %stop, label %finished, label %call
call:
  %chunk = sub i64 %chunks, %left
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
  %before = atomicrmw sub ptr @pending, i32 1 seq_cst
  %last = icmp eq i32 %before, 1
  %waits = load atomic i32, ptr @waiting seq_cst, align 4
  %waited = icmp ne i32 %waits, 0
  %rouse = and i1 %last, %waited
  br i1 %rouse, label %signal, label %next
signal:
  call void @wake(ptr @pending)
  br label %next
next:
  br label %again
none:
  ret i1 %some
}
declare i64 @llvm.umin.i64(i64, i64)
"""


def _worker() -> str:
    """A thread of the pool: works, spins a little when there is nothing, then sleeps until the next job."""
    return f"""
define internal ptr @worker(ptr %argument) {{
entry:
  %place.wide = ptrtoint ptr %argument to i64
  %place = trunc i64 %place.wide to i32
  br label %again
again:
  %epoch = load atomic i32, ptr @epoch seq_cst, align 4
  %did = call i1 @work(i32 %place)
  br label %spin
spin:
  %round = phi i32 [ 0, %again ], [ %next, %turn ]
  %now = load atomic i32, ptr @epoch seq_cst, align 4
  %new = icmp ne i32 %now, %epoch
  br i1 %new, label %again, label %turn
turn:
  call void @pause()
  %next = add i32 %round, 1
  %tired = icmp ugt i32 %next, {_SPINS}
  br i1 %tired, label %sleep, label %spin
sleep:
  %before = atomicrmw add ptr @sleepers, i32 1 seq_cst
  call void @sleep_on(ptr @epoch, i32 %epoch)
  %after = atomicrmw sub ptr @sleepers, i32 1 seq_cst
  br label %again
}}
"""


def _threads(linux: bool) -> str:
    """How many threads to use: as asked, or the processors that the process may use."""
    online = 84 if linux else 58
    return f"""
define internal i32 @threads() {{
entry:
  %asked = call ptr @getenv(ptr @variable)
  %none = icmp eq ptr %asked, null
  br i1 %none, label %machine, label %read
read:
  %number = call i32 @atoi(ptr %asked)
  %positive = icmp sgt i32 %number, 0
  br i1 %positive, label %known, label %machine
machine:
{_AFFINITY if linux else "  br label %online"}
online:
  %processors = call i64 @sysconf(i32 {online})
  %narrow = trunc i64 %processors to i32
  br label %known
known:
  %found = phi i32 [ %number, %read ], [ %narrow, %online ]{", [ %allowed, %masked ]" if linux else ""}
  %some = call i32 @llvm.smax.i32(i32 %found, i32 1)
  %few = call i32 @llvm.smin.i32(i32 %some, i32 {_MOST_THREADS})
  ret i32 %few
}}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
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


def _start() -> str:
    """Make sure that this process, not the one it was forked from, has its threads; called by the one thread that holds `@busy`, or the first after a fork."""
    return """
define internal void @start(i32 %process) {
entry:
  store atomic i64 0, ptr @state seq_cst, align 8
  store atomic i32 0, ptr @sleepers seq_cst, align 4
  store atomic i32 0, ptr @waiting seq_cst, align 4
  call void @prepare()
  %count = call i32 @threads()
  %thread = alloca i64, align 8
  br label %next
next:
  %place = phi i32 [ 1, %entry ], [ %following, %made ]
  %enough = icmp sge i32 %place, %count
  br i1 %enough, label %done, label %make
make:
  %wide = zext i32 %place to i64
  %argument = inttoptr i64 %wide to ptr
  %status = call i32 @pthread_create(ptr %thread, ptr null, ptr @worker, ptr %argument)
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %made, label %done
made:
  %id = load i64, ptr %thread
  %detached = call i32 @pthread_detach(i64 %id)
  %following = add i32 %place, 1
  br label %next
done:
  store atomic i32 %place, ptr @count seq_cst, align 4
  ret void
}
"""


def _launch() -> str:
    head = f"define ptr @{PARALLEL}(ptr %function, ptr %environment, i64 %first, i64 %extent, i32 %limit)"
    return f"{head} {{\n{_claimed()}{_published()}{_awaited()}}}\n"


def _claimed() -> str:
    """The pool is this caller's, goes to `share`; or it is not to be had, or not worth it, and the caller does all `alone`."""
    return """\
entry:
  %several = icmp sgt i64 %extent, 1
  br i1 %several, label %whose, label %alone
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
    """Publish the loop to the threads of the pool, then go to `work`."""
    return f"""\
share:
  %have = load atomic i32, ptr @count seq_cst, align 4
  %unbounded = icmp sle i32 %limit, 0
  %bounded = call i32 @llvm.smin.i32(i32 %have, i32 %limit)
  %use = select i1 %unbounded, i32 %have, i32 %bounded
  %only = icmp sle i32 %use, 1
  br i1 %only, label %give.back, label %publish
give.back:
  store atomic i32 0, ptr @busy seq_cst, align 4
  br label %alone
publish:
  %use.wide = zext i32 %use to i64
  %wished = mul i64 %use.wide, {_CHUNKS_PER_THREAD}
  %chunks = call i64 @llvm.umin.i64(i64 %wished, i64 %extent)
  %pieces = trunc i64 %chunks to i32
  store atomic ptr %function, ptr @function monotonic, align 8
  store atomic ptr %environment, ptr @environment monotonic, align 8
  store atomic i64 %first, ptr @first monotonic, align 8
  store atomic i64 %extent, ptr @extent monotonic, align 8
  store atomic i64 %chunks, ptr @chunks monotonic, align 8
  store atomic i32 %use, ptr @limit monotonic, align 4
  store atomic ptr null, ptr @failure monotonic, align 8
  store atomic i32 0, ptr @waiting seq_cst, align 4
  store atomic i32 %pieces, ptr @pending seq_cst, align 4
  %old = load atomic i64, ptr @state seq_cst, align 8
  %number = lshr i64 %old, 32
  %job = add i64 %number, 1
  %shifted = shl i64 %job, 32
  %new = or i64 %shifted, %chunks
  store atomic i64 %new, ptr @state seq_cst, align 8
  %epoch = atomicrmw add ptr @epoch, i32 1 seq_cst
  %asleep = load atomic i32, ptr @sleepers seq_cst, align 4
  %some = icmp ne i32 %asleep, 0
  br i1 %some, label %rouse, label %work
rouse:
  call void @wake(ptr @epoch)
  br label %work
"""


def _awaited() -> str:
    """The caller takes its share, and waits for the others' to be done."""
    return f"""\
work:
  %did = call i1 @work(i32 0)
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
