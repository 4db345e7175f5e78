"""`AttachAttrLayoutFreeBuffers` and `SplitLayoutRewritePreproc`: weights that kernels may have in a layout of their own, prepared once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import Call, Constant, Function, Id, RelaxExpr, Tuple, TupleGetItem
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Block, BlockRealize, SeqStmt, Stmt, seq
from tilewright.core.ir.struct_info import TensorStructInfo, TupleStructInfo
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.tidy import DeadCodeElimination
from tilewright.core.passes.relax.over_functions import ModuleMutator

_FREE = "layout_free_buffers"
_PREPARES = "meta_schedule.layout_rewrite_preproc"


def AttachAttrLayoutFreeBuffers() -> Pass:
    """The functions of `call_tir` with the attribute "layout_free_buffers": which of their arguments are weights, by "num_input", or constants.

    A function that is called with other arguments elsewhere gets a copy for each case; what nothing calls any more is removed.
    """

    def run(mod: IRModule) -> IRModule:
        return DeadCodeElimination().run(_Attach(mod).transform())

    return Pass("AttachAttrLayoutFreeBuffers", run)


class _Attach(ModuleMutator):
    def __init__(self, mod: IRModule) -> None:
        super().__init__(mod)
        self._weights: set[Id] = set()

    def visit_function_(self, op: Function) -> RelaxExpr:
        count = op.attrs.get("num_input")
        if count is not None:
            self._weights = {param.vid for param in op.params[int(count) :]}
        made = super().visit_function_(op)
        self._weights = set()
        return made

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        callee = made.args[0] if callee_name(made) == "relax.call_tir" else None
        if not isinstance(callee, GlobalVar) or not isinstance(made.args[1], Tuple):
            return made
        function = self.module[callee]
        if not isinstance(function, PrimFunc):
            return made
        free = [at for at, value in enumerate(made.args[1].fields) if self._is_free(value)]
        marked = renew_defs(function.with_attr(_FREE, free))
        new: GlobalVar = self.builder_.add_func(marked, callee.name_hint)
        return Call(made.op, (new, *made.args[1:]), made.attrs, made.sinfo_args, made.span)

    def _is_free(self, value: RelaxExpr) -> bool:
        return isinstance(value, Constant) or getattr(value, "vid", None) in self._weights


def SplitLayoutRewritePreproc() -> Pass:
    """TensorIR functions that first bring weights into another layout as two: "<name>_weight_prepack", which does that, and "<name>_prepacked".

    The blocks that do it have the annotation "meta_schedule.layout_rewrite_preproc".
    """

    def run(mod: IRModule) -> IRModule:
        parts = {
            v: split for v, f in mod.functions.items() if isinstance(f, PrimFunc) and (split := _split(f)) is not None
        }
        return DeadCodeElimination().run(_Split(mod, parts).transform()) if parts else mod

    return Pass("SplitLayoutRewritePreproc", run)


@dataclass(frozen=True)
class _Parts:
    """A function in two: `moves` says which parameter becomes which buffer."""

    prepare: PrimFunc
    compute: PrimFunc
    moves: Sequence[tuple[int, Buffer]]


class _Split(ModuleMutator):
    def __init__(self, mod: IRModule, parts: dict[GlobalVar, _Parts]) -> None:
        super().__init__(mod)
        self._parts = {variable.name_hint: item for variable, item in parts.items()}

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        callee = made.args[0] if callee_name(made) == "relax.call_tir" else None
        parts = self._parts.get(callee.name_hint) if isinstance(callee, GlobalVar) else None
        if parts is None or not isinstance(callee, GlobalVar):
            return made
        prepare: GlobalVar = self.builder_.add_func(parts.prepare, f"{callee.name_hint}_weight_prepack")
        compute: GlobalVar = self.builder_.add_func(parts.compute, f"{callee.name_hint}_prepacked")
        args = list(made.args[1].fields)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        infos = [TensorStructInfo([size.value for size in b.shape], b.dtype) for _, b in parts.moves]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        info = infos[0] if len(infos) == 1 else TupleStructInfo(infos)
        given = Tuple(tuple(args[at] for at, _ in parts.moves))
        ready = self.builder_.emit(Call(made.op, (prepare, given), None, (info,)))  # pyright: ignore[reportArgumentType]
        for number, (at, _) in enumerate(parts.moves):
            args[at] = ready if len(parts.moves) == 1 else TupleGetItem(ready, number)
        further: tuple[GlobalVar | RelaxExpr, ...] = (compute, Tuple(tuple(args)), *made.args[2:])
        return self.builder_.emit(Call(made.op, further, made.attrs, made.sinfo_args, made.span))


def _split(func: PrimFunc) -> _Parts | None:
    """The two parts of a function; None when it brings nothing into another layout."""
    root = func.body.block if isinstance(func.body, BlockRealize) else None
    if root is None:
        return None
    steps = list(root.body.seq) if isinstance(root.body, SeqStmt) else [root.body]
    first = [step for step in steps if _prepares(step)]
    if not first:
        return None
    buffers = [func.buffer_map.get(param) for param in func.params]
    moves = sorted(((buffers.index(source), target) for source, target in _moves(first)), key=lambda move: move[0])
    targets = [target for _, target in moves]
    if any(not isinstance(size, IntImm) for target in targets for size in target.shape):
        raise ValueError("weights can be prepared where their sizes are known, and a size here is symbolic")
    rest = [step for step in steps if not _prepares(step)]
    kept = tuple(buffer for buffer in root.alloc_buffers if not any(buffer is target for target in targets))
    sources = [buffers[at] for at, _ in moves]
    prepare = _function(func, [*sources, *targets], [_plain(step) for step in first], (), "_weight_prepack")
    given = [dict(moves).get(at, buffer) for at, buffer in enumerate(buffers)]
    return _Parts(prepare, _function(func, given, rest, kept, "_prepacked"), moves)


def _prepares(step: Stmt) -> bool:
    """Whether a statement brings a weight into another layout; raises `ValueError` when only a part of it does."""
    found = {_is_marked(block) for block in _blocks(step)}
    if len(found) > 1:
        raise ValueError("a statement brings weights into another layout and does something else besides")
    return found == {True}


def _blocks(step: Stmt) -> Iterator[Block]:
    return (node for node in walk(step) if isinstance(node, Block))


def _is_marked(block: Block) -> bool:
    mark = block.annotations.get(_PREPARES, 0)
    return bool(getattr(mark, "value", mark))


def _moves(steps: Sequence[Stmt]) -> Iterator[tuple[Buffer, Buffer]]:
    """The buffers read and written by each such block."""
    for step in steps:
        for block in _blocks(step):
            if len(block.reads) != 1 or len(block.writes) != 1:
                raise ValueError(f"block `{block.name_hint}` prepares a weight: it reads one buffer and writes one")
            yield block.reads[0].buffer, block.writes[0].buffer


def _plain(step: Stmt) -> Stmt:
    """The statement without the mark."""

    def unmarked(block: Block) -> Block:
        return block.replace(annotations={key: value for key, value in block.annotations.items() if key != _PREPARES})

    return rewrite(step, {Block: unmarked})


def _function(
    func: PrimFunc, buffers: Sequence[Buffer | None], steps: Sequence[Stmt], allocated: tuple[Buffer, ...], ending: str
) -> PrimFunc:
    """A function of these buffers, in order; parameters that are none stay."""
    from tilewright.core.ir.expr import Var

    handles = [
        Var(f"var_{buffer.name}", "handle") if buffer is not None else func.params[at]
        for at, buffer in enumerate(buffers)
    ]  # pyright: ignore[reportArgumentType]
    named = {handle: buffer for handle, buffer in zip(handles, buffers) if buffer is not None}
    block = Block((), (), (), "root", seq(list(steps)), None, allocated)
    attrs = {key: value for key, value in func.attrs.items() if key != _FREE}
    if "global_symbol" in attrs:
        attrs["global_symbol"] = f"{attrs['global_symbol']}{ending}"
    body = BlockRealize((), const(True, "bool"), block)
    return renew_defs(func.replace(params=tuple(handles), body=body, buffer_map=named, attrs=attrs))
