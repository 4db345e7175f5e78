"""Loads and stores: addresses, vectors that lie together or apart, masks, and types whose form in memory differs."""

from __future__ import annotations

from tilewright.core.base.dtype import BOOL, INT64, DType, dtype
from tilewright.core.codegen.llvm.constants import splat, vector
from tilewright.core.codegen.llvm.index import arithmetic, broadcast, index, is_linear, linear, vector_index
from tilewright.core.codegen.llvm.types import (
    counted,
    element_bytes,
    is_packed,
    lanes,
    mask,
    memory,
    register,
    suffix,
    unsupported,
)
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr
from tilewright.core.ir.stmt import BufferStore


def load(body: Body, expr: BufferLoad) -> str:
    """The value of a `BufferLoad`."""
    place = _only_index(expr.buffer, expr.indices)
    type_ = expr.dtype
    if expr.predicate is not None:
        return from_memory(body, _masked_load(body, expr.buffer, place, expr.predicate, type_), type_)
    if not place.dtype.is_vector:
        return from_memory(body, _load_at(body, element_address(body, expr.buffer, place), type_), type_)
    parts = linear(body, place) if is_linear(place) else None
    if parts is not None and parts[1] == "1":
        return from_memory(body, _load_at(body, address(body, expr.buffer, parts[0]), type_), type_)
    if parts is not None and parts[1] == "0" and not expr.buffer.dtype.is_vector:
        scalar = from_memory(body, _load_at(body, address(body, expr.buffer, parts[0]), type_.element), type_.element)
        return broadcast(body, type_.element, scalar, type_)
    if parts is not None and parts[1] == "-1" and not expr.buffer.dtype.is_vector:
        first = arithmetic(body, "sub", parts[0], _last_lane(body, type_))
        together = _load_at(body, address(body, expr.buffer, first), type_)
        return from_memory(body, _reversed(body, together, type_), type_)
    if parts is not None and parts[1] == "2" and not type_.scalable and not expr.buffer.dtype.is_vector:
        return from_memory(body, _every_second(body, expr.buffer, parts[0], type_), type_)
    return from_memory(body, _gather(body, expr.buffer, place, "true", type_), type_)


def store(body: Body, stmt: BufferStore) -> None:
    """A `BufferStore`."""
    place = _only_index(stmt.buffer, stmt.indices)
    type_ = stmt.value.dtype
    value = to_memory(body, body.value(stmt.value), type_)
    if stmt.predicate is not None:
        _masked_store(body, stmt, place, value)
        return
    if not place.dtype.is_vector:
        store_at(body, element_address(body, stmt.buffer, place), value, type_)
        return
    parts = linear(body, place) if is_linear(place) else None
    if parts is not None and parts[1] == "1":
        past = body.past_caches and body.buffer_of(stmt.buffer.data) is not None
        (_store_past_caches if past else store_at)(body, address(body, stmt.buffer, parts[0]), value, type_)
    else:
        _scatter(body, stmt.buffer, place, value, "true", type_)


def element_address(body: Body, buffer: Buffer, place: Expr) -> str:
    """The address of the element at a scalar index."""
    return address(body, buffer, index(body, place))


def address(body: Body, buffer: Buffer, place: str) -> str:
    """The address of element `place` (an `i64`) of a buffer; an element that is a vector is `lanes` scalars long."""
    if buffer.dtype.is_vector:
        place = arithmetic(body, "mul", place, str(buffer.dtype.lanes))
    return pointer_plus(body, body.value(buffer.data), buffer.dtype, place)


def pointer_plus(body: Body, pointer: str, type_: DType, places: str) -> str:
    """A pointer moved by `places` scalars of the type."""
    return body.set(f"getelementptr inbounds {memory(type_.element)}, ptr {pointer}, i64 {places}")


def load_at(body: Body, pointer: str, type_: DType) -> str:
    """The value of a type at an address."""
    return from_memory(body, _load_at(body, pointer, type_), type_)


def store_at(body: Body, pointer: str, value: str, type_: DType) -> None:
    """Put a value that has its memory form at an address."""
    body.do(f"store {memory(type_)} {value}, ptr {pointer}, align {element_bytes(type_)}")


# The sizes of vectors that processors store past the caches, in bytes.
_STREAMED = (16, 32, 64)


def _store_past_caches(body: Body, pointer: str, value: str, type_: DType) -> None:
    """Put a vector at an address, past the caches where the address is a multiple of its size, as these stores need."""
    size = element_bytes(type_) * type_.lanes
    if type_.scalable or size not in _STREAMED:
        store_at(body, pointer, value, type_)
        return
    aligned, otherwise, done = body.labels("aligned", "otherwise", "done")
    behind = body.set(f"and i64 {body.set(f'ptrtoint ptr {pointer} to i64')}, {size - 1}")
    body.branch_if(body.set(f"icmp eq i64 {behind}, 0"), aligned, otherwise)
    body.begin(aligned)
    body.do(f"store {memory(type_)} {value}, ptr {pointer}, align {size}, {body.module.nontemporal()}")
    body.branch(done)
    body.begin(otherwise)
    store_at(body, pointer, value, type_)
    body.branch(done)
    body.begin(done)
    body.has_gone_past_caches = True


def from_memory(body: Body, value: str, type_: DType) -> str:
    """A value in its register form."""
    if is_packed(type_):
        return value
    if type_.is_bool:
        return body.set(f"icmp ne {memory(type_)} {value}, {splat(_bytes(type_), '0')}")
    return body.set(f"trunc {memory(type_)} {value} to {register(type_)}")


def to_memory(body: Body, value: str, type_: DType) -> str:
    """A value in its memory form."""
    if is_packed(type_):
        return value
    operation = "sext" if type_.kind == "int" else "zext"
    return body.set(f"{operation} {register(type_)} {value} to {memory(type_)}")


def _bytes(type_: DType) -> DType:
    return dtype("uint8").times_lanes_of(type_)


def _only_index(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
    if len(indices) != 1:
        raise unsupported(
            f"`{buffer.name}` is accessed with {len(indices)} indices; the buffers must be flattened first"
        )
    return indices[0]


def _load_at(body: Body, pointer: str, type_: DType) -> str:
    return body.set(f"load {memory(type_)}, ptr {pointer}, align {element_bytes(type_)}")


def _reversed(body: Body, value: str, type_: DType) -> str:
    kind = memory(type_)
    if type_.scalable:
        return body.set(f"call {kind} @llvm.vector.reverse.{_suffix(type_)}({kind} {value})")
    order = vector(dtype(f"int32x{type_.lanes}"), [str(place) for place in range(type_.lanes - 1, -1, -1)])
    return body.set(f"shufflevector {kind} {value}, {kind} poison, <{type_.lanes} x i32> {order}")


def _last_lane(body: Body, type_: DType) -> str:
    """The number of the last lane, as an `i64`."""
    if not type_.scalable:
        return str(type_.lanes - 1)
    count = body.set(f"mul nsw i64 {body.set('call i64 @llvm.vscale.i64()')}, {type_.lanes}")
    return arithmetic(body, "sub", count, "1")


def _every_second(body: Body, buffer: Buffer, first: str, type_: DType) -> str:
    """Every second element from one on, of two vectors that lie together: the other one ends with the last element, so that nothing behind it is read."""
    lanes, kind = type_.lanes, memory(type_)
    low = _load_at(body, address(body, buffer, first), type_)
    high = _load_at(body, address(body, buffer, arithmetic(body, "add", first, str(lanes - 1))), type_)
    order = [place if place < lanes else place + 1 for place in range(0, 2 * lanes, 2)]
    picked = vector(dtype(f"int32x{lanes}"), [str(place) for place in order])
    return body.set(f"shufflevector {kind} {low}, {kind} {high}, <{lanes} x i32> {picked}")


def _masked_load(body: Body, buffer: Buffer, place: Expr, predicate: Expr, type_: DType) -> str:
    parts = linear(body, place) if place.dtype.is_vector and is_linear(place) else None
    if parts is None or parts[1] != "1":
        return _gather(body, buffer, place, _mask(body, predicate, type_), type_)
    kind, align = memory(type_), element_bytes(type_)
    return body.set(
        f"call {kind} @llvm.masked.load.{_suffix(type_)}.p0(ptr align {align} {address(body, buffer, parts[0])}, "
        f"{mask(type_)} {_mask(body, predicate, type_)}, {kind} zeroinitializer)"
    )


def _masked_store(body: Body, stmt: BufferStore, place: Expr, value: str) -> None:
    assert stmt.predicate is not None
    type_, lanes_stored = stmt.value.dtype, _mask(body, stmt.predicate, stmt.value.dtype)
    parts = linear(body, place) if place.dtype.is_vector and is_linear(place) else None
    if parts is None or parts[1] != "1":
        _scatter(body, stmt.buffer, place, value, lanes_stored, type_)
        return
    body.do(
        f"call void @llvm.masked.store.{_suffix(type_)}.p0({memory(type_)} {value}, "
        f"ptr align {element_bytes(type_)} {address(body, stmt.buffer, parts[0])}, {mask(type_)} {lanes_stored})"
    )


def _gather(body: Body, buffer: Buffer, place: Expr, active: str, type_: DType) -> str:
    pointers, active = _pointers(body, buffer, place), _full_mask(active, type_)
    kind, name = memory(type_), _suffix(type_)
    if not type_.is_vector:
        return _first(body, _gather_call(body, f"<1 x {kind}>", f"v1{name}", pointers, active, type_), type_)
    return _gather_call(body, kind, name, pointers, active, type_)


def _gather_call(body: Body, kind: str, name: str, pointers: str, active: str, type_: DType) -> str:
    count = lanes(type_)
    return body.set(
        f"call {kind} @llvm.masked.gather.{name}.{counted(type_)}p0(<{count} x ptr> align {element_bytes(type_)} {pointers}, "
        f"<{count} x i1> {active}, {kind} zeroinitializer)"
    )


def _scatter(body: Body, buffer: Buffer, place: Expr, value: str, active: str, type_: DType) -> None:
    pointers, active = _pointers(body, buffer, place), _full_mask(active, type_)
    kind, name, count = memory(type_), _suffix(type_), lanes(type_)
    if not type_.is_vector:
        value = body.set(f"insertelement <1 x {kind}> poison, {kind} {value}, i64 0")
        kind, name = f"<1 x {kind}>", f"v1{name}"
    body.do(
        f"call void @llvm.masked.scatter.{name}.{counted(type_)}p0({kind} {value}, "
        f"<{count} x ptr> align {element_bytes(type_)} {pointers}, <{count} x i1> {active})"
    )


def _pointers(body: Body, buffer: Buffer, place: Expr) -> str:
    """The address of every scalar of a vector access."""
    type_, inner = place.dtype, buffer.dtype.lanes
    if not type_.is_vector:
        places, count = body.set(f"insertelement <1 x i64> poison, i64 {index(body, place)}, i64 0"), "1"
    else:
        places, count = vector_index(body, place), lanes(type_)
    if inner > 1:
        if type_.scalable:
            raise unsupported(f"`{buffer.name}`, whose elements are vectors, is accessed in a {type_} of places")
        places, count = _each_lane(body, places, type_.lanes, inner), str(type_.lanes * inner)
    element = memory(buffer.dtype.element)
    return body.set(f"getelementptr inbounds {element}, ptr {body.value(buffer.data)}, <{count} x i64> {places}")


def _each_lane(body: Body, places: str, count: int, inner: int) -> str:
    """Places of vectors as the places of their scalars."""
    total = count * inner
    wide = INT64.with_lanes(total)
    repeated = ", ".join(f"i32 {lane // inner}" for lane in range(total))
    spread = body.set(f"shufflevector <{count} x i64> {places}, <{count} x i64> poison, <{total} x i32> <{repeated}>")
    scaled = body.set(f"mul nsw {register(wide)} {spread}, {splat(wide, str(inner))}")
    within = vector(wide, [str(lane % inner) for lane in range(total)])
    return body.set(f"add nsw {register(wide)} {scaled}, {within}")


def _mask(body: Body, predicate: Expr, type_: DType) -> str:
    """The predicate as one `i1` for each scalar of the access."""
    value, given = body.value(predicate), predicate.dtype.lanes
    if not predicate.dtype.is_vector:
        if type_.is_vector:
            return broadcast(body, predicate.dtype, value, type_)
        return body.set(f"insertelement <1 x i1> poison, i1 {value}, i64 0")
    if given == type_.lanes and predicate.dtype.scalable == type_.scalable:
        return value
    if type_.scalable:
        raise unsupported(f"a mask of {predicate.dtype} is not one of {type_}")
    each = ", ".join(f"i32 {lane * given // type_.lanes}" for lane in range(type_.lanes))
    return body.set(f"shufflevector <{given} x i1> {value}, <{given} x i1> poison, <{type_.lanes} x i32> <{each}>")


def _full_mask(active: str, type_: DType) -> str:
    if active != "true":
        return active
    return splat(BOOL.times_lanes_of(type_), "true") if type_.is_vector else "<i1 true>"


def _suffix(type_: DType) -> str:
    """The name of the memory form in intrinsics: a bool lies in a byte."""
    if is_packed(type_):
        return suffix(type_)
    bits = 8 * element_bytes(type_)
    return suffix(dtype(f"uint{bits}").times_lanes_of(type_))


def _first(body: Body, value: str, type_: DType) -> str:
    return body.set(f"extractelement <1 x {memory(type_)}> {value}, i64 0")
