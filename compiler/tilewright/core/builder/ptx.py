"""`T.ptx`: instructions of PTX by their modifiers, `T.ptx.ld.acquire.gpu.global_.b32(x, pointer)`.

Modifiers stand in any order; `_` ends one that is a word of Python, and `__` stands for `::`.
"""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from typing import Any, Final

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import dtype
from tilewright.core.base.names import counted, nearest
from tilewright.core.builder.arguments import describe
from tilewright.core.builder.device_calls import device_argument, device_call
from tilewright.core.builder.frames import value_span
from tilewright.core.builder.tile_layouts import Readable
from tilewright.core.ir.expr import BufferLoad, Call, Expr, StringImm
from tilewright.core.ir.operators import const
from tilewright.core.ops.ptx import FAMILIES
from tilewright.core.ops.ptx_forms import DTYPES, Form, Operand, forms
from tilewright.core.ops.table import OPS

Filled = tuple[str | None, ...]
Candidate = tuple[Form, Filled]


class Sink(Readable):
    """`T.ptx.SINK` in the place of a register that an instruction does not write."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "T.ptx.SINK"


SINK: Final = Sink()


class Predicate(Readable):
    """`T.ptx.pred(x)`: an operand that is a predicate register."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def pred(value: object) -> Predicate:
    """An operand of an instruction that holds a truth value."""
    return Predicate(value)


class Chain(Readable):
    """An instruction with some of its modifiers; calling it makes the call."""

    __slots__ = ("_candidates", "_written")

    def __init__(self, written: str, candidates: Sequence[Candidate]) -> None:
        self._written, self._candidates = written, tuple(candidates)

    def __getattr__(self, name: str) -> Chain:
        if name.startswith("_"):
            raise AttributeError(name)
        token = unescaped(name)
        left = narrowed(self._candidates, token)
        if not left:
            raise AttributeError(f"`{self._written}` has no modifier `{token}` here")
        return Chain(f"{self._written}.{token}", left)

    def __dir__(self) -> list[str]:
        return sorted({escaped(token) for form, filled in self._candidates for token in _open(form, filled)})

    def __repr__(self) -> str:
        return f"T.ptx.{self._written}"

    def __call__(self, *args: object, pred: object = None, preserve_dst: bool = False) -> Expr:
        operands, tokens, marks = _parts(args)
        candidates = self._candidates
        for token in tokens:
            candidates = narrowed(candidates, token) if token else candidates
        if "pred" in marks and operands and pred is None:
            operands, pred = operands[:-1], operands[-1]
        return self._chosen(candidates, _with_sinks(operands, marks), pred, preserve_dst or "keep" in marks)

    def _chosen(self, candidates: Sequence[Candidate], operands: list[Any], pred: object, keep: bool) -> Expr:
        """The call in the first form that takes these operands; raises `UserError` that says why the nearest does not."""
        refused: UserError | None = None
        for form, filled in candidates:
            try:
                return _made(form, filled, operands, pred, keep)
            except UserError as error:
                refused = refused if refused is not None and error.code == "instruction-modifier" else error
        raise refused or UserError("instruction-modifier", f"`{self._written}` has no such modifiers")


def _parts(args: tuple[Any, ...]) -> tuple[list[Any], list[str], list[str]]:
    """The operands; the modifiers and marks that stand behind them where a call was printed."""
    end = len(args)
    while end and isinstance(args[end - 1], str):
        end -= 1
    tokens = list(args[end:])
    marks = tokens.pop().split(",") if tokens else []
    return list(args[:end]), tokens, marks


def _with_sinks(operands: list[Any], marks: list[str]) -> list[Any]:
    """The operands with what marks say of them: sinks, which leave no argument, and predicates."""
    for mark in sorted(
        (mark for mark in marks if mark[:1] == "s" and mark[1:].isdigit()), key=lambda mark: int(mark[1:])
    ):
        operands.insert(int(mark[1:]), SINK)
    for mark in marks:
        if mark[:1] == "p" and mark[1:].isdigit() and int(mark[1:]) < len(operands):
            operands[int(mark[1:])] = Predicate(operands[int(mark[1:])])
    return operands


def _made(form: Form, filled: Filled, operands: list[Any], condition: object, keep: bool) -> Expr:
    missing = [slot.name for slot, token in zip(form.slots, filled) if token is None and not slot.optional]
    if missing:
        sentence = f"`{form.family}` lacks a modifier: {', '.join(missing)}"
        raise UserError("instruction-modifier", sentence)
    tokens = {slot.name: token or "" for slot, token in zip(form.slots, filled)}
    marks = ["pred"] if condition is not None else []
    marks += ["keep"] if keep else []
    values: list[Any] = []
    for at, (operand, value) in enumerate(zip(_spread(form, operands), operands)):
        if value is SINK:
            marks.append(f"s{at}")
        else:
            values.append(_operand(form, operand, value, tokens))
            marks += [f"p{at}"] if operand is not None and _is_predicate(operand) else []
    values += [] if condition is None else [condition]
    return device_call(OPS[f"tir.ptx.{form.family}"], (*values, *tokens.values(), ",".join(marks)), None, value_span())


def _is_predicate(operand: Operand) -> bool:
    return operand.kind == "r" and operand.type == "pred"


def _spread(form: Form, operands: list[Any]) -> list[Operand | None]:
    """The operand that each argument belongs to, None between operands of any number; raises `UserError` for a wrong number."""
    fixed = sum(operand.registers or 0 for operand in form.operands)
    is_open = any(operand.registers is None for operand in form.operands)
    if len(operands) < fixed or (len(operands) > fixed and not is_open):
        names = ", ".join(operand.name for operand in form.operands)
        least = "at least " if is_open else ""
        sentence = f"`{form.family}` takes {least}{counted(fixed, 'operand')} ({names}), and has {len(operands)}"
        raise UserError("instruction-operands", sentence)
    front = _fixed(form.operands)
    back = _fixed(form.operands[::-1])[::-1] if is_open else []
    middle: list[Operand | None] = [None] * (len(operands) - len(front) - len(back))
    return [*front, *middle, *back]


def _fixed(operands: Sequence[Operand]) -> list[Operand]:
    """The operands up to the first of any number, each as often as it has registers."""
    found: list[Operand] = []
    for operand in operands:
        if operand.registers is None:
            break
        found += [operand] * operand.registers
    return found


def _operand(form: Form, operand: Operand | None, value: object, tokens: dict[str, str]) -> Any:
    if operand is None:
        return value.value if isinstance(value, Predicate) else value
    where = f"operand `{operand.name}` of `{form.family}`"
    if _is_predicate(operand):
        return _predicate(value, where)
    if operand.kind in "wx" and not isinstance(value, BufferLoad):
        raise UserError(
            "instruction-operands", f"{where} is written: it is an element of a buffer, not {describe(value)}"
        )
    if operand.kind == "a":
        return _address(device_argument(OPS[f"tir.ptx.{form.family}"], value), operand, tokens, where)
    if operand.kind == "i" and not (isinstance(value, int) or (isinstance(value, Expr) and value.dtype.is_integer)):
        raise UserError("instruction-operands", f"{where} is an integer, not {describe(value)}")
    if operand.kind in "rwx":
        return _register(operand, value, tokens, where)
    return value


def _predicate(value: object, where: str) -> Any:
    if isinstance(value, bool):
        return const(int(value), dtype("uint32"))
    found = value.value if isinstance(value, Predicate) else value
    if not isinstance(value, Predicate) and not (isinstance(found, Expr) and found.dtype.is_bool):
        raise UserError("instruction-operands", f"{where} is a truth value; write `T.ptx.pred(...)` around an integer")
    return found


def _register(operand: Operand, value: object, tokens: dict[str, str], where: str) -> Any:
    """A value for a register, a number in the type of the register."""
    named = tokens.get(operand.type or "type", operand.type)
    allowed = DTYPES.get(named, ())
    if not allowed:
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return const(value, allowed[0]) if isinstance(value, int) or allowed[0].startswith("float") else value
    if isinstance(value, Expr) and not value.dtype.is_handle and str(value.dtype) not in allowed:
        sentence = f"{where} is .{named}: it has the type {' or '.join(allowed)}, not {value.dtype}"
        raise UserError("instruction-operands", sentence)
    return value


def _address(value: Expr, operand: Operand, tokens: dict[str, str], where: str) -> Expr:
    """A pointer, or an address: one in shared memory has 32 bits."""
    space = tokens.get(operand.type or "space", operand.type)
    if not value.dtype.is_handle and str(value.dtype) not in ("uint32", "uint64"):
        raise UserError(
            "instruction-operands", f"{where} is a pointer or an address, not a value of type {value.dtype}"
        )
    if space.startswith("shared") and value.dtype.is_handle and not _is_address(value):
        return device_call(OPS["tir.cuda.cvta_generic_to_shared"], (value,), None, value_span())
    return value


def _is_address(value: Expr) -> bool:
    return isinstance(value, Call) and value.op is OPS["tir.ptx.addr"]


def narrowed(candidates: Sequence[Candidate], token: str) -> list[Candidate]:
    """The candidates that take the modifier, with it."""
    found: list[Candidate] = []
    for form, filled in candidates:
        for at, slot in enumerate(form.slots):
            if filled[at] is None and token in slot.choices:
                found.append((form, (*filled[:at], token, *filled[at + 1 :])))
                break
    return found


def _open(form: Form, filled: Filled) -> list[str]:
    return [token for slot, known in zip(form.slots, filled) if known is None for token in slot.choices]


def escaped(token: str) -> str:
    """A modifier as an attribute of Python."""
    name = token.replace("::", "__")
    return f"{name}_" if keyword.iskeyword(name) else name


def unescaped(name: str) -> str:
    """The modifier that an attribute stands for."""
    bare = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
    return bare.replace("__", "::")


def instruction(name: str) -> Chain:
    """An instruction without modifiers yet; raises `UserError` when there is none called so."""
    family = unescaped(name)
    if family not in FAMILIES:
        close = nearest(family, FAMILIES)
        raise UserError(
            "unknown-op", f"PTX has no instruction `{family}`" + (f"; did you mean `{close}`?" if close else "")
        )
    return Chain(family, [(form, (None,) * len(form.slots)) for form in forms()[family]])


class Lazy(Chain):
    """An instruction whose forms are read when a modifier is asked for."""

    __slots__ = ("__name__",)

    def __init__(self, family: str) -> None:
        self.__name__ = family

    @property
    def _written(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.__name__

    @property
    def _candidates(self) -> tuple[Candidate, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return tuple((form, (None,) * len(form.slots)) for form in forms()[self.__name__])


def written(text: object) -> Chain:
    """An instruction as PTX writes it, `T.ptx["ld.acquire.gpu.global.b32"]`."""
    if not isinstance(text, str):
        raise UserError("wrong-argument", f"`T.ptx[...]` takes the text of an instruction, not {describe(text)}")
    first, *tokens = text.split(".")
    chain = instruction(first)
    for token in tokens:
        longer = getattr(chain, escaped(token), None)
        if not isinstance(longer, Chain):
            raise UserError("instruction-modifier", f"`{chain!r}` has no modifier `{token}` here")
        chain = longer
    return chain


def text_of(node: Call) -> list[str]:
    """The modifiers of a call, as they stand behind its operands."""
    return [arg.value for arg in node.args if isinstance(arg, StringImm)]


__all__ = [
    "SINK",
    "Chain",
    "Predicate",
    "Sink",
    "escaped",
    "instruction",
    "narrowed",
    "pred",
    "text_of",
    "unescaped",
    "written",
]
