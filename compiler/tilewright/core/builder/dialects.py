"""The namespace of TensorIR in each dialect, with its functions: the names come from the rows of `tilewright.core.dialects`.

`HYBRID` is what `tir` and `ty` mean in hybrid script, `TIRX` what `T` means in tirx.  `ALIASES` are names that classic programs, or
programs of between, know besides those that `T` lists.  All build the same nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from tilewright.core import dialects
from tilewright.core.base.dtype import dtype
from tilewright.core.builder import hybrid, older, tile, tirx
from tilewright.core.builder.dtypes import DTypeForm
from tilewright.core.builder.intrinsics import op_function
from tilewright.core.builder.namespace import TIR, Member, Namespace, form
from tilewright.core.ops.table import OPS


def _renamed(space: str, names: Mapping[str, str]) -> list[Member]:
    return [_as(space, name, TIR.members[known]) for name, known in names.items()]


def _as(space: str, name: str, member: Member) -> Member:
    """A member of the classic namespace under another name."""

    def shown() -> str:
        return member.signature.replace(f"{member.namespace}.{member.name}", f"{space}.{name}", 1)

    return Member(name, space, member.kind, member.value, shown, lambda: member.doc, member.group)


def _older(space: str) -> list[Member]:
    """Forms that the classic namespace does not list."""
    return [
        form(space, "memory", older.load),
        form(space, "memory", older.store),
        form(space, "blocks", older.bind),
        form(space, "blocks", older.reduce_axis),
        form(space, "blocks", older.scan_axis),
        form(space, "blocks", older.opaque_axis),
        form(space, "buffers", older.preflattened_buffer),
    ]


def _hybrid() -> list[Member]:
    space = "tir"
    return [
        *_renamed(space, dialects.HYBRID.names),
        *_older(space),
        *(_as_op(space, member) for member in TIR if member.kind == "op"),
        form(space, "loops", hybrid.loop, "range"),
        form(space, "memory", hybrid.allocate),
        form(space, "memory", hybrid.realize),
        form(space, "values", hybrid.cast),
        form(space, "statements", hybrid.Assert),
        form(space, "statements", hybrid.let),
    ]


def _as_op(space: str, member: Member) -> Member:
    value = hybrid.OpForm(member.value.row, member.value)
    return Member(member.name, space, "op", value, lambda: member.signature, lambda: member.doc, member.group)


def _tirx() -> list[Member]:
    space = "T"
    return [
        *_renamed(space, dialects.TIRX.names),
        form(space, "functions", tirx.prim_func),
        form(space, "functions", tirx.func_attr),
        form(space, "blocks", tirx.sblock),
        form(space, "buffers", tirx.alloc_buffer),
        form(space, "buffers", tirx.alloc_local),
        form(space, "buffers", tirx.alloc_shared),
        form(space, "buffers", tirx.alloc_scalar),
        form(space, "buffers", tirx.local_scalar),
        form(space, "buffers", tirx.shared_scalar),
        form(space, "statements", tirx.static_assert),
        *(_pair(space, f"{kind}{bits}x2") for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
        form(space, "statements", tirx.attr),
        form(space, "statements", tirx.Assert),
        form(space, "statements", older.flat_let, "bind"),
        form(space, "statements", older.flat_let, "Bind"),
        form(space, "statements", tirx.LetAnnotation(), "let", tirx.LetAnnotation),
        *(form(space, "statements", value) for value in (tirx.Return, tirx.Break, tirx.Continue)),
        form(space, "calls", tirx.call_intrin),
        *(form(space, "ops", op_function(OPS[f"tir.{name}"], name)) for name in _TIRX_OPS),
        *tile.members(),
    ]


# Ops that have a name of their own in tirx only.
_TIRX_OPS: Final = ("fma", "tvm_warp_shuffle_xor", "tvm_kernel_replace_point", "tvm_global_barrier_kinit")


def _pair(space: str, name: str) -> Member:
    """A vector type of two lanes."""
    value = DTypeForm(name, dtype(name))
    return form(space, "data types", value, name)


def _namespace(name: str, members: Callable[[], Iterable[Member]]) -> Namespace:
    """The classic namespace with these members instead of, and besides, its own."""

    def merged() -> Iterable[Member]:
        return {**TIR.members, **{member.name: member for member in members()}}.values()

    return Namespace.later(name, merged, TIR.unlisted)


HYBRID: Final = _namespace("tir", _hybrid)
TIRX: Final = _namespace("T", _tirx)
# By the name of the dialect.
NAMESPACES: Final[Mapping[str, Namespace]] = {"classic": TIR, "tirx": TIRX, "hybrid": HYBRID}

# What a classic program may call besides the members of `T`.
ALIASES: Final[Mapping[str, Member]] = {
    member.name: member
    for member in (
        *_renamed("T", dialects.CLASSIC.names),
        *_older("T"),
        form("T", "loops", older.range_axis, "range"),
        form("T", "blocks", tirx.sblock),
        form("T", "buffers", tirx.alloc_local),
        form("T", "buffers", tirx.alloc_shared),
    )
}

_REGISTERED: dict[str, Member] = {}


def register(name: str, value: object, doc: str = "") -> None:
    """Make `value` a member of the namespace of hybrid script under `name`; a later one takes the place of an earlier."""
    _REGISTERED[name] = Member(name, "tir", "form", value, f"tir.{name}", doc, "registered")


def member_at(namespace: Namespace, path: str) -> Member | None:
    """The member of the dotted name `path`, "cuda.cta_sync"."""
    first, _, rest = path.partition(".")
    found = namespace.member(first)
    if found is None or not rest:
        return found
    return member_at(found.value, rest) if isinstance(found.value, Namespace) else None


def member_called(namespace: Namespace, name: str) -> Member | None:
    """The member that the namespace lists as `name`, or that programs in another dialect call so; None when none does."""
    found = namespace.member(name)
    if found is None and namespace is TIR:
        return ALIASES.get(name)
    return _REGISTERED.get(name) if found is None and namespace is HYBRID else found


__all__ = ["ALIASES", "HYBRID", "NAMESPACES", "TIRX", "member_at", "member_called", "register"]
