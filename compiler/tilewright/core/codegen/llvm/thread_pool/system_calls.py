"""System calls of the thread pool in LLVM IR: to sleep on a word and wake who sleeps, and to learn and choose the processor that a thread runs on."""

from __future__ import annotations

# Number of the system call `futex` by processor.
_FUTEX = {"x86_64": 202, "aarch64": 98, "arm64": 98, "riscv64": 98}


def system_calls(triple: str) -> str:
    """The functions `prepare`, `sleep_on`, `wake`, `tell_place`, `learn_places` and `keep_apart` for a machine with POSIX threads."""
    futex = _FUTEX.get(triple.split("-")[0]) if "linux" in triple else None
    if futex is None:
        return "\n".join([_condition_waiting(), _NO_PLACES])
    return "\n".join([_futex_waiting(futex), _PLACES])


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
define internal void @wake(ptr %word, i32 %count) {{
  call i64 (i64, ...) @syscall(i64 {number}, ptr %word, i32 129, i32 %count)
  ret void
}}
"""


# The caller tells its processor before it wakes threads.  A system whose processors are all busy wakes a thread on that of its caller, where it only runs when the
# caller does not, and leaves it there; so a thread that finds itself there keeps away from it until it finds itself on the caller's again.
_PLACES = """
@calling = internal global i32 -1, align 64
declare i32 @sched_getcpu()
declare i32 @sched_setaffinity(i32, i64, ptr)
define internal void @tell_place() {
  %here = call i32 @sched_getcpu()
  store atomic i32 %here, ptr @calling monotonic, align 4
  ret void
}
define internal void @learn_places(ptr %allowed) {
  store i1024 0, ptr %allowed
  call i32 @sched_getaffinity(i32 0, i64 128, ptr %allowed)
  ret void
}
define internal void @keep_apart(ptr %allowed) {
entry:
  %mask = alloca i1024, align 8
  %here = call i32 @sched_getcpu()
  %there = load atomic i32, ptr @calling monotonic, align 4
  %same = icmp eq i32 %here, %there
  %known = icmp ult i32 %here, 1024
  %shared = and i1 %same, %known
  br i1 %shared, label %choose, label %done
choose:
  %all = load i1024, ptr %allowed
  %place = zext i32 %here to i1024
  %own = shl i1024 1, %place
  %not.own = xor i1024 %own, -1
  %others = and i1024 %all, %not.own
  %some = icmp ne i1024 %others, 0
  br i1 %some, label %move, label %done
move:
  store i1024 %others, ptr %mask
  call i32 @sched_setaffinity(i32 0, i64 128, ptr %mask)
  br label %done
done:
  ret void
}
"""
_NO_PLACES = """
define internal void @tell_place() alwaysinline {
  ret void
}
define internal void @learn_places(ptr %allowed) alwaysinline {
  ret void
}
define internal void @keep_apart(ptr %allowed) alwaysinline {
  ret void
}
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
define internal void @wake(ptr %word, i32 %count) {
  call i32 @pthread_mutex_lock(ptr @mutex)
  call i32 @pthread_cond_broadcast(ptr @condition)
  call i32 @pthread_mutex_unlock(ptr @mutex)
  ret void
}
"""


__all__ = ["system_calls"]
