"""Forms of tirx, `from tvm.script import tirx as T`, where they differ from the classic ones.

A name that is assigned an expression is a cell there, a buffer of one element that can be assigned again; `T.bind` and `x: T.let = ...` make the
variables that a plain assignment makes in the classic dialect.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tilewright.core.analysis.buffer_references import refers_to
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import INT32, DType, dtype_named
from tilewright.core.builder import functions, intrinsics, statements
from tilewright.core.builder.arguments import expression, mapping
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.builder.buffers import DeclBufferFrame, Shape, buffer
from tilewright.core.builder.statements import AssertFrame, AttrFrame, evaluate
from tilewright.core.dialects import classic_name
from tilewright.core.ir.expr import BufferLoad, Expr, ExprLike, IntImm, Var
from tilewright.core.ir.node.type_ import TensorMapType
from tilewright.core.ir.operators import call
from tilewright.core.ir.stmt import USUAL_ERROR, Stmt
from tilewright.core.ir.tile_layout import Iter, TileLayout


def sblock(name: str = "", no_realize: bool = False, exec_scope: str = "") -> BlockFrame:
    """A block; see `T.block`.  `exec_scope` says which threads of a GPU run it together."""
    if exec_scope:
        raise UserError("wrong-argument", "blocks that run on a group of threads are not supported", "exec_scope")
    return BlockFrame(str(name), bool(no_realize))


def alloc_buffer(
    shape: Shape, dtype: str = "float32", *args: Any, scope: str = "global", **layout: Any
) -> DeclBufferFrame:
    """New memory for the statements that follow, as a buffer.  That of a block is made by `T.sblock_alloc_buffer`.

    `annotations` say more of the memory to passes.
    """
    annotations = layout.pop("annotations", None)
    made = buffer(shape, dtype, *args, scope=scope, **layout)
    if not args and not layout.keys() - {"layout"} and made.layout is None:
        return _made(MemoryFrame(made, False, annotations))
    return _made(DeclBufferFrame(made, layout.get("data") is not None, annotations))


class MemoryFrame(DeclBufferFrame):
    """New memory, and a buffer over it unless at most its pointer is used, `A.data`."""

    def declared(self, body: Stmt) -> Stmt:
        """The statements that follow."""
        return super().declared(body) if refers_to(body, self.buffer) else body


def alloc_local(shape: Shape, dtype: str = "float32", *args: Any, **layout: Any) -> DeclBufferFrame:
    """New memory of one thread for the statements that follow, as a buffer; see `T.alloc_buffer`."""
    return alloc_buffer(shape, dtype, *args, **{"scope": "local", **layout})


def alloc_shared(shape: Shape, dtype: str = "float32", *args: Any, **layout: Any) -> DeclBufferFrame:
    """New memory of a thread block for the statements that follow, as a buffer; see `T.alloc_buffer`."""
    return alloc_buffer(shape, dtype, *args, **{"scope": "shared", **layout})


class CellFrame(DeclBufferFrame):
    """Memory for one value, that the name it is assigned to stands for."""


def alloc_scalar(dtype: str | DType = "float32", scope: str = "local") -> CellFrame:
    """A cell: memory for one value, that the name it is assigned to stands for."""
    return _made(CellFrame(buffer((1,), str(dtype), scope=scope), False))


def local_scalar(dtype: str | DType = "float32") -> CellFrame:
    """A cell of one thread; see `T.alloc_scalar`."""
    return alloc_scalar(dtype, "local")


def shared_scalar(dtype: str | DType = "float32") -> CellFrame:
    """A cell of a thread block; see `T.alloc_scalar`."""
    return alloc_scalar(dtype, "shared")


def decl_scalar(
    dtype: str | DType, data: Any, scope: str = "global", elem_offset: Any = None, byte_offset: Any = None
) -> Any:
    """A cell over memory that exists: the element of `data` at `elem_offset`, or at as many bytes."""
    element = str(dtype)
    if byte_offset is not None:
        elem_offset = byte_offset // (dtype_named(element).bits // 8)
    return _made(CellFrame(buffer((1,), element, data=data, scope=scope, elem_offset=elem_offset), True))


def static_assert(x: object, message: str = "") -> None:
    """Refuse the program when `x`, which must be known while it is read, does not hold."""
    known = x.value if isinstance(x, IntImm) else x
    if isinstance(known, Expr):
        raise UserError("not-a-condition", "`T.static_assert` takes a condition that is known while parsing", "x")
    if not known:
        raise UserError("wrong-argument", message or "`T.static_assert` does not hold", "x")


class LetAnnotation:
    """`x: T.let = value`, or with its type `x: T.let[T.int32] = value`: a variable that stands for a value, as `x = T.bind(value)`."""

    __iter__ = None  # what is subscripted is no sequence

    def __init__(self, type_spec: object = None) -> None:
        self.type_spec = type_spec

    def __getitem__(self, type_spec: object) -> LetAnnotation:
        return LetAnnotation(type_spec)


def attr(node: object, attr_key: str | None = None, value: int | str | None = None) -> AttrFrame:
    """Mark the statements that follow: `T.attr(node, "key", value)`, or `T.attr({"key": value, ...})` when it is about nothing in particular.

    Of several keys the first is the outermost mark.
    """
    if not isinstance(node, Mapping):
        return statements.attr(node, attr_key, value)  # pyright: ignore[reportArgumentType]
    marks = list(mapping(node, "`T.attr`", "node").items())
    if not marks:
        raise UserError("wrong-argument", "`T.attr` takes a dictionary with at least one key", "node")
    *outside, frame = [statements.attr(IntImm(INT32, 0), key, given) for key, given in marks]
    frame.outside = outside
    return frame


def func_attr(attrs: Mapping[str, Any]) -> None:
    """Attributes of the function: `T.func_attr({"global_symbol": "main", "tirx.noalias": True})`."""
    given = mapping(attrs, "`T.func_attr`", "attrs")
    functions.func_attr({classic_name(key): value for key, value in given.items()})


def call_intrin(dtype: str, func_name: Any, *args: object) -> Expr:
    """A call of an op by its name, `T.call_intrin("float32", "tirx.exp", x)`."""
    name = classic_name(func_name) if isinstance(func_name, str) else func_name
    return intrinsics.call_intrin(dtype, name, *args)


def Assert(condition: ExprLike, message: Any) -> AssertFrame:
    """Stop the call when `condition` does not hold; the message may say the kind of error: `("ValueError", ["part", "part"])`."""
    return statements.Assert(condition, assert_message(message))


def assert_message(message: object) -> Any:
    """The message of an assertion in one text: the parts joined, after the kind of error unless it is the usual one."""
    if not isinstance(message, (tuple, list)):
        return message
    if len(message) != 2 or not isinstance(message[1], (tuple, list)):
        raise UserError("wrong-argument", "a message is text, or a kind of error and a list of texts", "message")
    kind, parts = message
    said = "".join(str(getattr(part, "value", part)) for part in parts)
    return said if kind == USUAL_ERROR else f"{kind}: {said}"


# What `T` has for kernels that are written tile by tile, and is not read here.
TILE_LANGUAGE: Final = frozenset(
    {
        *("jit", "constexpr", "Optional", "Tuple", "SMEMPool", "TMEMPool", "smem", "tmem", "ExecScope", "ScopeIdDef"),
        *(
            "Layout",
            "alloc_cast_frag",
            "alloc_tcgen05_ldst_frag",
        ),
        *("scalar_wrapper", "register_script_namespace", "elected"),
    }
)


class _Making(threading.local):
    """The memory that the constructor of a `T.meta_class` has made so far in this thread; None outside of one."""

    frames: list[DeclBufferFrame] | None = None


_MAKING = _Making()
# Where an object of a `T.meta_class` keeps the frames of its memory until it gets a name.
UNOPENED: Final = "_unopened_memory"


def _made(frame: Any) -> Any:
    """The frame of new memory; in the constructor of a `T.meta_class` the buffer or cell itself, of memory that begins when the object gets a name."""
    if _MAKING.frames is None:
        return frame
    _MAKING.frames.append(frame)
    zero = IntImm(INT32, 0)
    return BufferLoad(frame.buffer, (zero,)) if isinstance(frame, CellFrame) else frame.buffer


def meta_class(cls: type) -> type:
    """A class whose objects hold buffers and numbers of a kernel: `@T.meta_class`; the program makes them while a script is read.

    Memory that its constructor makes must be kept in attributes, and is named after the object and the attribute.
    """
    plain: Any = cls.__init__

    @functools.wraps(plain)
    def construct(self: object, *args: object, **named: object) -> None:
        outer, _MAKING.frames = _MAKING.frames, []
        try:
            plain(self, *args, **named)
            made = _MAKING.frames
        finally:
            _MAKING.frames = outer
        setattr(self, UNOPENED, _with_attributes(self, made))

    cls.__init__ = construct
    return cls


def _with_attributes(owner: object, made: list[DeclBufferFrame]) -> list[tuple[str, DeclBufferFrame]]:
    """Each frame with the attribute that keeps its buffer; raises `UserError` for one that is not kept."""
    kept = {id(getattr(value, "buffer", value)): name for name, value in reversed(list(vars(owner).items()))}
    for frame in made:
        if id(frame.buffer) not in kept:
            sentence = f"the constructor of `{type(owner).__name__}` makes memory that no attribute keeps"
            raise UserError("wrong-argument", sentence)
    return [(kept[id(frame.buffer)], frame) for frame in made]


def hint(message: str = "", **attrs: object) -> AttrFrame:
    """Say something to passes about the statements inside."""
    return statements.attr(
        IntImm(INT32, 0), "tirx.hint", message or ", ".join(f"{key}={value}" for key, value in attrs.items())
    )


def wg_reg_tile(elem_per_thread: int, dtype: str = "float32") -> DeclBufferFrame:
    """Registers of a warpgroup as one buffer: a row for each of its 128 threads, with `elem_per_thread` elements."""
    spread = TileLayout([Iter(128, 1, "tid_in_wg"), Iter(elem_per_thread, 1, "m")])
    return alloc_buffer((128, elem_per_thread), dtype, scope="local", layout=spread)


def TensorMap() -> Var:
    """A descriptor of a tensor in global memory, as a parameter of a function."""
    return Var("", TensorMapType())


def Return(value: object) -> None:
    """Leave the function with `value`; `return value` means the same."""
    evaluate(call("tir.ret", expression(value, "what is returned", "value")))


def Break() -> None:
    """Leave the innermost loop; `break` means the same."""
    evaluate(call("tir.break_loop"))


def Continue() -> None:
    """Go on with the next iteration of the innermost loop; `continue` means the same."""
    evaluate(call("tir.continue_loop"))


def prim_func(
    func: Callable[..., Any] | None = None,
    private: bool = False,
    check_well_formed: bool = True,
    s_tir: bool = False,
    persistent: bool = False,
    capture: Sequence[Any] | None = None,
) -> Any:
    """Make a Python function a TensorIR function: `@T.prim_func`, or `@T.prim_func(s_tir=True)` for one with blocks, which schedules can change.

    Its parameters are annotated with `T.Buffer(...)`, `T.handle` or a data type.  A private function has no `global_symbol`.
    """


__all__ = [
    "Assert",
    "Break",
    "Continue",
    "LetAnnotation",
    "Return",
    "alloc_buffer",
    "alloc_local",
    "alloc_scalar",
    "alloc_shared",
    "attr",
    "call_intrin",
    "func_attr",
    "prim_func",
    "sblock",
]
