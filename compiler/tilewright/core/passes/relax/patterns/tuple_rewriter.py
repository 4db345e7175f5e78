"""Several values at once: bindings that match the fields of a tuple pattern although no tuple of them is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.relax import Binding, Function, Id, RelaxExpr, SeqExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.relax.patterns.matching import Matching
from tilewright.core.passes.relax.patterns.pattern import DFPattern

if TYPE_CHECKING:
    from tilewright.core.ops.relax_op import RelaxOp


MOST_FIELDS = 3  # every choice of bindings is tried


@dataclass
class _Seen:
    """A binding that was looked at: what each pattern stands for in it, who reads it, whether it has been rewritten."""

    var: Var
    value: RelaxExpr
    matches: list[dict[DFPattern, Any] | None]
    readers: set[Id]
    used: bool = False


def rewritten_together(
    patterns: Sequence[DFPattern],
    make: Callable[[RelaxExpr, Mapping[DFPattern, Any]], Any],
    bindings: Sequence[Binding],
) -> dict[Id, RelaxExpr]:
    """New values for variables, by identity: `make(tuple of the values, what each part stands for)` gives a tuple of them."""
    if len(patterns) > MOST_FIELDS:
        raise ValueError(
            f"values are found together for tuples of at most {MOST_FIELDS} fields, and this pattern has {len(patterns)}"
        )
    found: dict[Id, RelaxExpr] = {}
    known: dict[Id, RelaxExpr] = {}
    seen: list[_Seen] = []
    places: dict[Id, int] = {}
    for item in bindings:
        places[item.var.vid] = len(seen)
        matches = [Matching.over(known).all_of(pattern, item.value) for pattern in patterns]
        seen.append(_Seen(item.var, item.value, matches, set()))
        known[item.var.vid] = item.value
        for chosen in _choices(seen, len(patterns)):
            new = _made(chosen, make)
            if new is not None:
                for entry, value in zip(chosen, new):
                    entry.used = True
                    found[entry.var.vid] = value
                    known.pop(entry.var.vid, None)
                break
        for var in free_vars(item.value):
            if var.vid in places:
                seen[places[var.vid]].readers.add(item.var.vid)
    return found


def _choices(seen: list[_Seen], count: int) -> Iterator[list[_Seen]]:
    """Bindings for the fields, the last one that was seen among them; later bindings first."""
    for at in reversed(range(count)):
        if seen[-1].matches[at] is not None:
            yield from _filled({at: len(seen) - 1}, count - 1, seen, count)


def _filled(chosen: dict[int, int], at: int, seen: list[_Seen], count: int) -> Iterator[list[_Seen]]:
    if at < 0:
        yield [seen[chosen[field]] for field in range(count)]
    elif at in chosen:
        yield from _filled(chosen, at - 1, seen, count)
    else:
        for place in reversed(range(len(seen) - 1)):
            if seen[place].matches[at] is not None and not seen[place].used and place not in chosen.values():
                yield from _filled({**chosen, at: place}, at - 1, seen, count)


def _made(chosen: list[_Seen], make: Callable[[RelaxExpr, Mapping[DFPattern, Any]], Any]) -> list[RelaxExpr] | None:
    """The new values; None when the parts do not fit together, one is read by others already, or `make` leaves them alone."""
    parts: dict[DFPattern, RelaxOp | RelaxExpr] = {}
    for at, entry in enumerate(chosen):
        for pattern, value in (entry.matches[at] or {}).items():
            if not structural_equal(parts.setdefault(pattern, value), value):
                return None
    if any(entry.readers for entry in chosen):
        return None
    whole = Tuple(tuple(entry.value for entry in chosen))
    made = make(whole, parts)
    if made is None or made is whole:
        return None
    if not isinstance(made, Tuple):
        return [TupleGetItem(_copy(made) if at else made, at) for at in range(len(chosen))]
    if len(made.fields) != len(chosen):
        raise ValueError(f"{len(chosen)} values were found, and {len(made.fields)} are given for them")
    return list(made.fields)


def _copy(made: RelaxExpr) -> RelaxExpr:
    """A sequence with variables of its own, to stand in the same function once more: equal values are found to be so afterwards."""
    return fresh_function(Function((), made)).body if isinstance(made, SeqExpr) else made
