"""Functions: signature, attributes, buffers that the signature cannot say, body."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import TupleType
from tilewright.core.ir.stmt import Block, BlockRealize, stmt_list
from tilewright.core.ir.walk import variables_of, walk
from tilewright.core.printer.document import Document, Line, Suite, Text, call, joined, text
from tilewright.core.printer.scopes import Scope
from tilewright.core.printer.state import Printer, Unsaid, assign
from tilewright.core.printer.tile import attributes_below, is_persistent
from tilewright.core.printer.tir_block import alloc_buffers
from tilewright.core.printer.tir_buffer import (
    Defines,
    Signature,
    annotation,
    declaration,
    is_at_start,
    is_bare,
)
from tilewright.core.printer.values import mapping

GLOBAL_SYMBOL = "global_symbol"


def prim_func(printer: Printer, node: PrimFunc, name: str | None = None) -> Document:
    """`@T.prim_func` over `def`; the function is called `name`, else by its global symbol, else `main`."""
    symbol = node.attrs.get(GLOBAL_SYMBOL)
    shown = name or str(symbol or "main")
    sugar = printer.options.syntax_sugar and printer.dialect.buffers_are_parameters
    in_signature = buffers_in_signature(node, sizes=printer.dialect.sizes_are_text) if sugar else {}
    while True:
        try:
            parameters, statements = _written(printer, node, shown, in_signature)
            break
        except Unsaid as mentioned:
            del in_signature[mentioned.target]
    header = text("def ", shown, "(", joined(parameters), ")", *_returned(printer, node), ":")
    return Suite((*_decorators(printer, node), header), statements)


def _decorators(printer: Printer, node: PrimFunc) -> tuple[Text, ...]:
    """`@T.prim_func`, with the options that the dialect has; none where a decorator of the module says that functions are."""
    if printer.words.decorator is not None:
        return (
            () if printer.dialect.functions_are_plain and printer.in_module else (text("@", printer.words.decorator),)
        )
    private = None if GLOBAL_SYMBOL in node.attrs else text("True")
    told = {} if _is_plain(printer, node) else printer.words.decorated
    if is_persistent(printer, node):
        told = {**told, "persistent": "True"}
    given = {"private": private, **{key: text(item) for key, item in told.items()}}
    said = any(item is not None for item in given.values())
    return (text("@", call(printer.tir("prim_func"), **given) if said else printer.tir("prim_func")),)


def _is_plain(printer: Printer, node: PrimFunc) -> bool:
    """Whether a function is without blocks: as it was said, else as it is."""
    if node.plain is not None or not printer.words.decorated:
        return bool(node.plain)
    return not any(isinstance(each, BlockRealize) for each in walk(node.body))


def _written(
    printer: Printer, node: PrimFunc, shown: str, in_signature: dict[Var, Buffer]
) -> tuple[list[Text], list[Document]]:
    """The parameters, and what stands below; raises `Unsaid` where that mentions the handle of a buffer in the signature."""
    with printer.inside(node) as scope, printer.leaving_unsaid(in_signature):
        sizes = Signature(printer, scope, node, in_signature)
        parameters = [_parameter(printer, param, in_signature.get(param), scope, sizes) for param in node.params]
        sizes.declare()
        _attributes(printer, node, shown, scope)
        for param in node.params:
            if param in node.buffer_map and param not in in_signature:
                _match_buffer(printer, param, node.buffer_map[param], scope)
        _body(printer, node, scope)
    return parameters, scope.statements


def _parameter(printer: Printer, param: Var, buffer: Buffer | None, scope: Scope, sizes: Signature) -> Text:
    """`n: T.int32`, `A: T.Buffer((16,), "float32")`, in tirx `A: T.Buffer(("n", 16), "float32")`"""
    if buffer is None:
        made = text(printer.define(param), ": ", printer.expr(param.type_annotation))
        sizes.seen.add(param)
        return made
    return text(printer.define(buffer), ": ", annotation(printer, buffer, scope, sizes))


def buffers_in_signature(node: PrimFunc, sizes: bool = False) -> dict[Var, Buffer]:
    """The plain buffers whose handle and pointer are no other parameter's, by parameter: the signature says all of them, with `sizes` those of open sizes too."""
    told = {*node.params, *_variables_of_shapes(node)} if sizes else set[Var]()

    def is_plain(buffer: Buffer) -> bool:
        return _is_plain_of_any_size(buffer, told) if sizes else _is_plain_of_known_size(buffer)

    shared = Counter(buffer.data for buffer in node.buffer_map.values())
    counted = Counter(node.params)
    return {
        param: buffer
        for param, buffer in node.buffer_map.items()
        if is_plain(buffer) and shared[buffer.data] == 1 and counted[param] == 1 and not counted[buffer.data]
    }


def _variables_of_shapes(node: PrimFunc) -> Iterator[Var]:
    for buffer in node.buffer_map.values():
        for size in buffer.shape:
            yield from variables_of(size)


def _is_plain_of_any_size(buffer: Buffer, told: Collection[Var]) -> bool:
    """Whether an annotation says all of a buffer, whose sizes may be texts; its strides mention what is `told` elsewhere in the signature, or 64 bits."""
    strides = [var for stride in buffer.strides for var in variables_of(stride)]
    return is_at_start(buffer) and all(var in told or var.dtype.bits == 64 for var in strides)


def _is_plain_of_known_size(buffer: Buffer) -> bool:
    """Whether shape and dtype say all of a buffer, and no symbolic size must be declared first."""
    constant = not any([type(size) is not IntImm and variables_of(size) for size in buffer.shape])
    return constant and buffer.scope() == "global" and is_bare(buffer)


def _attributes(printer: Printer, node: PrimFunc, shown: str, scope: Scope) -> None:
    """`T.func_attr({...})`, without a global symbol that the name of the function says."""
    own = printer.dialect.own
    below = attributes_below(printer, node)
    said = {own(key): item for key, item in below.items() if key != GLOBAL_SYMBOL or item != shown}
    if said:
        scope.statements.append(Line(call(printer.tir("func_attr"), mapping(printer, said))))


def _match_buffer(printer: Printer, param: Var, buffer: Buffer, scope: Scope) -> None:
    """`A = T.match_buffer(a, (n, 16))`"""
    handle, name = printer.name(param), printer.define(buffer)
    scope.statements.append(assign(name, declaration(printer, buffer, "match_buffer", scope, Defines.LAYOUT, handle)))


def _body(printer: Printer, node: PrimFunc, scope: Scope) -> None:
    root = implicit_root(node) if printer.options.syntax_sugar else None
    if root is None:
        printer.body(scope, stmt_list(node.body))
        return
    scope.statements.append(Line(text("# with ", call(printer.tir("block"), '"root"'), ":")))
    alloc_buffers(printer, root.alloc_buffers, scope)
    printer.body(scope, stmt_list(root.body))


def implicit_root(node: PrimFunc) -> Block | None:
    """The outermost block when reading the body back makes it anew: it only allocates, and there are blocks inside."""
    realize = node.body
    if not isinstance(realize, BlockRealize) or realize.iter_values:
        return None
    block, predicate = realize.block, realize.predicate
    if not (isinstance(predicate, IntImm) and predicate.value == 1):
        return None
    if block.annotations or block.match_buffers or block.reads or block.writes or block.init is not None:
        return None
    if block.alloc_buffers:
        return block
    inner = block.body
    if isinstance(inner, BlockRealize):
        return block if inner.block.iter_vars else None
    return block if any(isinstance(current, BlockRealize) for current in walk(inner)) else None


def _returned(printer: Printer, node: PrimFunc) -> tuple[Text, ...]:
    type_ = node.ret_type
    if isinstance(type_, TupleType) and not type_.fields:
        return ()
    return " -> ", printer.expr(type_)
