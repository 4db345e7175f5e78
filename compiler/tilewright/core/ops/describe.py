"""A row's description: its signature on one line and its documentation in Markdown."""

from __future__ import annotations

from tilewright.core.ops.op import CallEffectKind, Op, Param, Unsupported

_ANNOTATIONS = {
    "expr": "PrimExpr",
    "dtype": "str",
    "int": "int",
    "str": "str",
    "var": "Var",
    "buffer": "Buffer",
    "any": "Any",
}

_EFFECTS = {
    CallEffectKind.ReadState: "Reads memory.",
    CallEffectKind.UpdateState: "May read and write memory.",
    CallEffectKind.ControlJump: "Changes what runs next.",
}

_RESULTS = {
    "same": "that of the first argument",
    "promote": "the type in which the arguments meet",
    "comparison": "`bool`",
    "bool": "`bool`",
    "bool_like": "`bool`",
    "select": "the type in which the two values meet",
    "second": "that of the second argument",
    "int32_like": "`int32`",
    "uint1": "`bool`",
    "dtype": "`dtype`",
}


def signature(row: Op, name: str | None = None) -> str:
    """`T.exp(x: PrimExpr) -> PrimExpr`; `name` where the row has another one there."""
    shown = name if name is not None else f"T.{row.script}" if row.script is not None else row.name
    return f"{shown}({', '.join(_parameter(param) for param in row.params)}) -> PrimExpr"


def _parameter(param: Param) -> str:
    text = f"{'*' if param.variadic else ''}{param.name}: {_ANNOTATIONS[param.kind]}"
    if param.default is ...:
        return text
    return f"{text}{' | None' if param.default is None else ''} = {param.default!r}"


def documentation(row: Op) -> str:
    """The op's documentation: its meaning, parameters, result type and effect."""
    parts = [row.doc]
    if row.params:
        parts.append("\n".join(f"- `{param.name}`: {param.doc}" for param in row.params))
    notes = [f"Result type: {_RESULTS.get(row.result, f'`{row.result}`')}."]
    if row.effect in _EFFECTS:
        notes.append(_EFFECTS[row.effect])
    if isinstance(row.lower, Unsupported):
        notes.append(f"Cannot be compiled for a CPU: it {row.lower.why}.")
    parts.append(" ".join(notes))
    return "\n\n".join(parts)
