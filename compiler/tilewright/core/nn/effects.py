"""States of networks: input and output, and a cache that grows along its first dimension."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_calls import call_inplace_packed, call_pure_packed
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import PrimValue, ShapeExpr, Var
from tilewright.core.ir.struct_info import ObjectStructInfo, TensorStructInfo, dimensions
from tilewright.core.nn.core import Effect
from tilewright.core.nn.tensor import Tensor, expression, get_default_dtype


class IOEffect(Effect):
    """Input and output, such as printing tensors: `effect` is the variable to go on with."""

    def __init__(self) -> None:
        self.effect: Var | None = None

    def emit_init(self, name_hint: str, builder: BlockBuilder) -> list[Var]:
        return [builder.emit(op.null_value(), f"{name_hint}.io")]

    def create(self, name_hint: str) -> list[Var]:
        return [Var(f"{name_hint}.io", ObjectStructInfo())]

    def set_state(self, state_vars: list[Var]) -> None:
        (self.effect,) = state_vars

    def finalize(self) -> list[Var]:
        made, self.effect = self.effect, None
        return [] if made is None else [made]


class KVCache(Effect):
    """A cache of elements of one shape: `append` puts more at its end, `view` gives the first of them."""

    def __init__(self, init_seq_len: int, unit_shape: Sequence[int], dtype: str | None = None) -> None:
        self.init_seq_len = init_seq_len
        self.unit_shape = [int(size) for size in unit_shape]
        self.dtype = dtype or get_default_dtype()
        self.cache: Var | None = None

    def emit_init(self, name_hint: str, builder: BlockBuilder) -> list[Var]:
        shape = ShapeExpr(dimensions((self.init_seq_len, *self.unit_shape)))
        made = call_pure_packed(
            "vm.builtin.attention_kv_cache_create",
            op.zeros(shape, self.dtype),
            shape,
            PrimValue(0),
            sinfo_args=ObjectStructInfo(),
        )
        return [builder.emit(made, name_hint)]

    def create(self, name_hint: str) -> list[Var]:
        return [Var(name_hint, ObjectStructInfo())]

    def set_state(self, state_vars: list[Var]) -> None:
        (self.cache,) = state_vars

    def finalize(self) -> list[Var]:
        made, self.cache = self.cache, None
        return [] if made is None else [made]

    def to(self, dtype: str | None = None) -> None:
        if dtype is not None:
            self.dtype = dtype

    def view(self, seq_len: int | Expr) -> Tensor:
        """The first `seq_len` elements."""
        shape = ShapeExpr(dimensions((seq_len, *self.unit_shape)))
        info = TensorStructInfo(shape, self.dtype)
        made = call_pure_packed("vm.builtin.attention_kv_cache_view", self.cache, shape, sinfo_args=info)
        return Tensor(_expr=_builder().emit(made))

    def append(self, new_element: Tensor) -> None:
        """Put elements at the end; raises `TypeError` when they are of another data type."""
        if new_element.dtype != self.dtype:
            raise TypeError(f'KVCache has been set to use dtype "{self.dtype}", but got "{new_element.dtype}"')
        made = call_inplace_packed(
            "vm.builtin.attention_kv_cache_append",
            self.cache,
            expression(new_element),
            inplace_indices=[0],
            sinfo_args=ObjectStructInfo(),
        )
        self.cache = _builder().emit(made)


def _builder() -> BlockBuilder:
    builder = BlockBuilder.current()
    if builder is None:
        raise RuntimeError("an nn.KVCache is used while a module is exported")
    return builder
