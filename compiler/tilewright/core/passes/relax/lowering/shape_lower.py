"""`VMShapeLower`: arguments are checked by calls of the machine, and symbolic sizes become numbers in a tensor, the shape heap.

A function begins with what fills the heap: the sizes of its arguments are matched, and TensorIR functions `shape_func` compute what follows from
them.  A shape in the function is made from the heap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.shape_codes import MakeShapeCode, MatchShapeCode
from tilewright.core.builder.relax_calls import call_builtin_with_ctx, made_call
from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, FloatImm, GlobalVar, IntImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.operators import cast
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Function,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    StringImm,
    VarBinding,
)
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.stmt import BufferStore, Stmt, seq
from tilewright.core.ir.struct_info import ObjectStructInfo, PrimStructInfo, ShapeStructInfo, TensorStructInfo
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import packed
from tilewright.core.passes.relax.lowering.matching import Checks, Match
from tilewright.core.passes.relax.lowering.shape_slots import Slot, Slots
from tilewright.core.passes.relax.over_functions import ModuleMutator


def VMShapeLower(emit_err_ctx: bool = True) -> Pass:
    """Arguments checked and sizes computed by calls; `emit_err_ctx` has the checks say of what they are."""
    return Pass("VMShapeLower", lambda mod: _Lowering(mod, emit_err_ctx).transform())


class _Lowering(ModuleMutator):
    def __init__(self, mod: IRModule, says_where: bool) -> None:
        super().__init__(mod)
        self._says_where = says_where
        self._slots: Slots
        self._heap: RelaxVar

    def transform(self) -> IRModule:
        for variable, function in list(self.module.functions.items()):
            if isinstance(function, Function):
                self.builder_.update_func(variable, self._lowered(variable, function))
        return self.builder_.get()

    def visit_function_(self, op: Function) -> Function:
        raise TVMError("VMShapeLower needs functions without functions inside; LambdaLift makes them so")

    # A function: what checks its arguments, its body, what checks its result

    def _lowered(self, variable: GlobalVar, function: Function) -> Function:
        self._slots = Slots(function)
        self.builder_.begin_scope(function.params)
        first = self._block(lambda: self._check_arguments(variable, function))
        body = self.visit_with_new_scope(function.body)
        last = self._block(lambda: self._check_result(variable, function, body.body))
        self.builder_.end_scope()
        blocks = (first, *body.blocks, *((last,) if last.bindings else ()))
        return function.replace(body=SeqExpr(merged(blocks), body.body, body.span))

    def _block(self, fill: Callable[[], object]) -> BindingBlock:
        self.builder_.begin_binding_block()
        fill()
        return self.builder_.end_block()

    def _check_arguments(self, variable: GlobalVar, function: Function) -> None:
        self._heap = self._allocated_heap()
        given = int(getattr(value := function.attrs.get("num_input", len(function.params)), "value", value))
        checks = self._checks()
        for at, param in enumerate(function.params):
            info = param.struct_info
            where = f"fn={variable.name_hint}, loc=param[{at}], param={param.name_hint}, annotation={info.script()}"
            checks.add(info, param, where, always=True, symbolic_only=at >= given)
        self._matched(checks.matches)

    def _check_result(self, variable: GlobalVar, function: Function, result: RelaxExpr) -> None:
        info: Any = function.ret_struct_info
        checks = self._checks()
        checks.add(info, result, f"fn={variable.name_hint}, loc=return, annotation={info.script()}")
        for match in checks.matches:
            self._emit_match(match, filled=True)

    def _allocated_heap(self) -> RelaxVar:
        size = len(self._slots)
        if not size:
            made: RelaxExpr = self.builder_.normalize(made_call("null_value", (), {}))
            heap = RelaxVar("shape_heap", ObjectStructInfo())
        else:
            info = TensorStructInfo(None, "int64", None, 1)
            made = self.builder_.normalize(
                call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (PrimValue(size),), sinfo_args=info)
            )
            heap = RelaxVar("shape_heap", info)
        return self.builder_.emit_normalized(VarBinding(heap, made))

    # Checks and matches

    def _checks(self) -> Checks:
        return Checks(self.builder_, self._context)

    def _context(self, where: str) -> StringImm:
        return StringImm(f"ErrorContext({where}) " if self._says_where else "")

    def _matched(self, matches: list[Match]) -> None:
        """Fill what values tell, compute what follows from it, and check what could not be checked before."""
        later = [match for match in matches if not self._emit_match(match, filled=False)]
        self._emit_computed()
        for match in later:
            self._emit_match(match, filled=True)

    def _emit_match(self, match: Match, filled: bool) -> bool:
        """Emit the comparison of a value's sizes; whether all of them could be compared."""
        codes = [self._code(size, filled) for size in match.sizes]
        if all(code is MatchShapeCode.NO_OP for code, _ in codes):
            return not codes
        flat = [PrimValue(int(number)) for pair in codes for number in pair]
        scalar = isinstance(match.value.struct_info_, PrimStructInfo)
        count = () if scalar else (PrimValue(len(codes)),)
        name = "vm.builtin.match_prim_value" if scalar else "vm.builtin.match_shape"
        self.builder_.emit(packed(name, match.value, self._heap, *count, *flat, self._context(match.where)), "_")
        return all(code is not MatchShapeCode.NO_OP for code, _ in codes)

    def _code(self, size: Expr, filled: bool) -> tuple[MatchShapeCode, int]:
        if isinstance(size, IntImm):
            return MatchShapeCode.ASSERT_EQUAL_TO_IMM, size.value
        slot = self._slots.known(size) if filled else self._slots.of(size)
        if slot.known:
            return MatchShapeCode.ASSERT_EQUAL_TO_LOAD, slot.index
        if not isinstance(size, Var):
            return MatchShapeCode.NO_OP, 0
        self._slots.fill(slot)
        return MatchShapeCode.STORE_TO_HEAP, slot.index

    def _emit_computed(self) -> None:
        ready = self._slots.ready()
        if not ready:
            return
        variable = self.builder_.add_func(_shape_function(ready, self._slots), "shape_func")
        self.builder_.emit(Call(variable, (self._heap,), OpAttrs({}), ()), "_")
        for slot in ready:
            slot.known = True

    # Shapes and numbers in the body

    def visit_match_cast_(self, binding: MatchCast) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        checks = self._checks()
        checks.add(binding.struct_info, value, f"match_cast, struct_info={binding.struct_info.script()}")
        self._matched(checks.matches)
        super().visit_match_cast_(binding)

    def visit_shape_expr_(self, op: ShapeExpr) -> RelaxExpr:
        if all(isinstance(size, IntImm) for size in op.values):
            return op
        flat = [number for size in op.values for number in self._source(size)]
        info = ShapeStructInfo(None, len(op.values))
        return packed("vm.builtin.make_shape", self._heap, PrimValue(len(op.values)), *flat, info=info)

    def visit_prim_value_(self, op: PrimValue) -> RelaxExpr:
        if isinstance(op.value, (IntImm, FloatImm)):
            return op
        return packed("vm.builtin.make_prim_value", self._heap, *self._source(op.value), info=op.struct_info)

    def _source(self, size: Expr) -> tuple[PrimValue, PrimValue]:
        if isinstance(size, IntImm):
            return PrimValue(int(MakeShapeCode.USE_IMM)), PrimValue(size.value)
        return PrimValue(int(MakeShapeCode.LOAD_SHAPE)), PrimValue(self._slots.known(size).index)


def merged(blocks: tuple[BindingBlock, ...]) -> tuple[BindingBlock, ...]:
    """Neighbouring plain blocks as one."""
    made: list[BindingBlock] = []
    for block in blocks:
        if made and type(block) is BindingBlock and type(made[-1]) is BindingBlock:
            made[-1] = BindingBlock((*made[-1].bindings, *block.bindings), made[-1].span)
        else:
            made.append(block)
    return tuple(made)


def _shape_function(ready: list[Slot], slots: Slots) -> PrimFunc:
    """A function that computes the slots of a heap from others."""
    heap = Var("heap", "handle")
    buffer = decl_buffer((IntImm("int64", len(slots)),), "int64", "H")

    def load(variable: Var) -> Expr:
        found = BufferLoad(buffer, (IntImm("int64", slots.of(variable).index),))
        return found if variable.dtype is found.dtype else cast(found, variable.dtype)

    stores: list[Stmt] = []
    for slot in ready:
        value = substitute(slot.expr, {variable: load(variable) for variable in slot.variables})
        stores.append(BufferStore(buffer, cast(value, buffer.dtype), (IntImm("int64", slot.index),)))
    attrs = {"tir.is_host_func": True}
    return PrimFunc((heap,), seq(stores), buffer_map={heap: buffer}, attrs=attrs)
