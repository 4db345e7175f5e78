"""Rows for calls out of the program: C functions, LLVM intrinsics, packed functions of the runtime, profiling."""

from __future__ import annotations

from tilewright.core.ops.memory import DTYPE
from tilewright.core.ops.op import CallEffectKind, Op, Param, Special, Unsupported

_REST = Param("args", doc="The arguments.", variadic=True)
_SYMBOL = Param("func_name", "str", "The name of the function.")
_INTRINSIC = Param("name", "any", 'The name of the intrinsic, such as "llvm.fma", or its number.')

FUNCTIONS = (
    Op(
        "tir.call_extern",
        "call_extern",
        (DTYPE, _SYMBOL, _REST),
        'Call a C function by name: `T.call_extern("int32", "puts", text)`.  It may do anything.',
        "dtype",
        CallEffectKind.Opaque,
        lower=Special("call_extern"),
        dtype_position="first",
        group="calls",
    ),
    Op(
        "tir.call_pure_extern",
        "call_pure_extern",
        (DTYPE, _SYMBOL, _REST),
        "Call a C function by name that only computes a value from its arguments.",
        "dtype",
        lower=Special("call_extern"),
        dtype_position="first",
        group="calls",
    ),
    Op(
        "tir.call_llvm_intrin",
        "call_llvm_intrin",
        (DTYPE, _INTRINSIC, _REST),
        'Call an LLVM intrinsic that may do anything: `T.call_llvm_intrin("float32", "llvm.fma", a, b, c)`.',
        "dtype",
        CallEffectKind.Opaque,
        lower=Special("call_llvm_intrin"),
        dtype_position="first",
        group="calls",
    ),
    Op(
        "tir.call_llvm_pure_intrin",
        "call_llvm_pure_intrin",
        (DTYPE, _INTRINSIC, _REST),
        "Call an LLVM intrinsic that only computes a value from its arguments.",
        "dtype",
        lower=Special("call_llvm_intrin"),
        dtype_position="first",
        group="calls",
    ),
    Op(
        "tir.call_spirv_pure_glsl450",
        None,
        (Param("number", doc="Which instruction."), Param("value", doc="Its first argument."), _REST),
        "An extended instruction of a Vulkan shader.",
        "second",
        lower=Unsupported("is an instruction of a Vulkan shader"),
        group="calls",
    ),
)


def _packed(name: str, script: str | None, doc: str, rule: str, params: tuple[Param, ...], result: str = "int32") -> Op:
    return Op(
        f"tir.{name}",
        script,
        params,
        doc,
        result,
        CallEffectKind.Opaque,
        lower=Special(rule),
        group="calls",
        vectorizable=False,
    )


_NAMED = (
    Param(
        "args", "any", "The name of the function, then its arguments; a buffer is passed as a tensor.", variadic=True
    ),
)
_LOWERED = (
    Param("args", "any", "The name, the stack of arguments, and the begin and end of those used.", variadic=True),
)

PACKED = (
    _packed(
        "tvm_call_packed",
        "call_packed",
        'Call a function that is registered with the runtime: `T.call_packed("my.function", A, n)`.',
        "call_packed",
        _NAMED,
    ),
    _packed(
        "tvm_call_cpacked",
        "call_cpacked",
        "Call a function with the runtime's calling convention by its symbol, without looking it up in the registry.",
        "call_cpacked",
        _NAMED,
    ),
    _packed(
        "tvm_call_packed_lowered",
        "call_packed_lowered",
        "A `T.call_packed` whose arguments have been put on the stack.",
        "call_packed_lowered",
        _LOWERED,
    ),
    _packed(
        "tvm_call_cpacked_lowered",
        "call_cpacked_lowered",
        "A `T.call_cpacked` whose arguments have been put on the stack.",
        "call_cpacked_lowered",
        _LOWERED,
    ),
    _packed(
        "tvm_call_trace_packed",
        None,
        "Call a registered function that watches values: what it returns takes the place of the last one.",
        "call_traced",
        _NAMED,
    ),
    _packed(
        "tvm_call_trace_packed_lowered",
        None,
        "A watching call whose arguments have been put on the stack.",
        "call_packed_lowered",
        _LOWERED,
    ),
    _packed(
        "tvm_throw_last_error",
        "tvm_throw_last_error",
        "Fail with the error that the last call left.",
        "throw_last_error",
        (),
        "handle",
    ),
    _packed(
        "lookup_param",
        "lookup_param",
        "A parameter tensor that was linked into the module, by name.",
        "lookup_param",
        (Param("param_name", "str", "The name."),),
        "handle",
    ),
    _packed(
        "tvm_check_return",
        None,
        "What a call returned, after checking it against the value that means success.",
        "check_return",
        (
            Param("expected", doc="What a successful call returns."),
            Param("unexpected", doc="What this function then returns."),
            Param("call", doc="The call."),
        ),
    ),
    _packed(
        "tvm_thread_context",
        None,
        "A value of the current thread.",
        "thread_context",
        (Param("call", doc="What gives it."),),
        "same",
    ),
    _packed("tvm_context_id", None, "The number of the current context.", "context_id", ()),
)

_LIST = Param("list_handle", doc="A handle to a list of the runtime's values.")
_AT = Param("index", doc="Position in the list.")
_LIST_WHY = "works on the lists of a virtual machine, which only its own functions hold"


def _anylist(name: str, doc: str, params: tuple[Param, ...], result: str, effect: CallEffectKind) -> Op:
    return Op(
        f"tir.{name}",
        name,
        params,
        doc,
        result,
        effect,
        lower=Unsupported(_LIST_WHY),
        group="calls",
        vectorizable=False,
    )


LISTS = (
    _anylist("anylist_getitem", "The value at a position of a list.", (_LIST, _AT), "handle", CallEffectKind.ReadState),
    _anylist(
        "anylist_resetitem", "Forget the value at a position of a list.", (_LIST, _AT), "int32", CallEffectKind.Opaque
    ),
    _anylist(
        "anylist_setitem_call_packed",
        "Call a registered function and keep what it returns at a position of a list.",
        (_LIST, _AT, _SYMBOL, _REST),
        "int32",
        CallEffectKind.Opaque,
    ),
    _anylist(
        "anylist_setitem_call_cpacked",
        "Call a function by its symbol and keep what it returns at a position of a list.",
        (_LIST, _AT, _SYMBOL, _REST),
        "int32",
        CallEffectKind.Opaque,
    ),
)

_ID = Param("id", doc="The number of the measured part.")

PROFILING = (
    Op(
        "tir.start_profile_intrinsic",
        "start_profile_intrinsic",
        (_ID,),
        "Where the measurement of part `id` of a function begins.",
        "handle",
        lower=Special("profile"),
        group="calls",
        vectorizable=False,
    ),
    Op(
        "tir.end_profile_intrinsic",
        "end_profile_intrinsic",
        (_ID,),
        "Where the measurement of part `id` of a function ends.",
        "handle",
        lower=Special("profile"),
        group="calls",
        vectorizable=False,
    ),
)

ROWS = (*FUNCTIONS, *PACKED, *LISTS, *PROFILING)
