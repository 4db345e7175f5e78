"""Rows for choices, jumps, and what a program tells the compiler."""

from __future__ import annotations

from tilewright.core.ops.op import CallEffectKind, Op, Param, Special, Unsupported

CHOICE = (
    Op(
        "tir.if_then_else",
        "if_then_else",
        (
            Param("cond", doc="A condition."),
            Param("t", doc="The value when it holds."),
            Param("f", doc="The value when it does not hold."),
        ),
        "`t` when `cond` holds, else `f`; only the chosen one is computed, so it may guard a load that would be out of bounds.",
        "select",
        evaluate=lambda cond, t, f, type_: t if cond else f,
        lower=Special("if_then_else"),
        group="control",
        vectorizable=False,
    ),
    Op(
        "tir.likely",
        "likely",
        (Param("cond", doc="A condition."),),
        "`cond`, said to hold nearly always.",
        effect=CallEffectKind.ExprAnnotation,
        evaluate=lambda cond, type_: cond,
        lower=Special("likely"),
        group="control",
    ),
    Op(
        "tir.ignore_loop_partition",
        "ignore_loop_partition",
        (Param("predicate", doc="A condition."),),
        "`predicate`, which loop partitioning is to leave as it is.",
        "bool",
        evaluate=lambda predicate, type_: bool(predicate),
        lower=Special("likely"),
        group="control",
    ),
    Op(
        "tir.assume",
        "assume",
        (Param("cond", doc="A condition.", default=True),),
        "Tell the compiler that `cond` holds here, so that it may rely on it.",
        "bool",
        CallEffectKind.EmbedInfo,
        lower=Special("assume"),
        group="control",
        vectorizable=False,
    ),
    Op(
        "tir.undef",
        "undef",
        (),
        "A value that may be anything.",
        "int32",
        CallEffectKind.ReadState,
        lower=Special("undef"),
        group="control",
    ),
)


def _jump(name: str, doc: str, lower: Special | Unsupported) -> Op:
    return Op(
        f"tir.{name}",
        name,
        (),
        doc,
        "void",
        CallEffectKind.ControlJump,
        lower=lower,
        group="control",
        vectorizable=False,
    )


JUMPS = (
    Op(
        "tir.ret",
        "ret",
        (Param("val", doc="The value."),),
        "Leave the function with a value; `return val` means the same.",
        effect=CallEffectKind.ControlJump,
        lower=Special("ret"),
        group="control",
        vectorizable=False,
    ),
    _jump("break_loop", "Leave the innermost loop; `break` means the same.", Special("break_loop")),
    _jump(
        "continue_loop",
        "Go on with the next iteration of the innermost loop; `continue` means the same.",
        Special("continue_loop"),
    ),
    _jump("thread_return", "End this thread of a GPU.", Unsupported("ends a thread of a GPU")),
)

ROWS = (*CHOICE, *JUMPS)
