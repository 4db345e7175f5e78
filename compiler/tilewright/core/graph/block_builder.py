"""`BlockBuilder`: builds functions of Relax binding by binding, and keeps the module that they belong to.

What is emitted is brought into A-normal form and gets its struct info.  Passes build with it too: `normalize`, `lookup_binding`, `add_func`,
`update_func`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from tilewright.core.analysis.derive import erased, function_info
from tilewright.core.analysis.infer import InferContext
from tilewright.core.base.identity import Identified
from tilewright.core.base.names import te_function_name
from tilewright.core.builder.relax_frames import (
    BlockFrame,
    SeqFrame,
    argument,
    bindings_of,
    emit_into,
    emit_match_cast_into,
    known_sizes,
    normal,
)
from tilewright.core.graph.added_functions import AddedFunctions
from tilewright.core.graph.flatten import with_visible_outputs
from tilewright.core.graph.linked_names import with_linked_names
from tilewright.core.graph.op_normalization import as_its_op_wants
from tilewright.core.graph.te_call import te_function
from tilewright.core.graph.te_memo import Known, call_key
from tilewright.core.ir.construction import fill_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    Function,
    Id,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
    relax_expr,
)
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.struct_info import ObjectStructInfo, StructInfo

FrameT = TypeVar("FrameT", SeqFrame, BlockFrame)


class _Open(threading.local):
    """The builders whose functions are being built in this thread, the innermost last."""

    def __init__(self) -> None:
        self.builders: list[BlockBuilder] = []


_OPEN = _Open()


def call_result(call: Call) -> StructInfo:
    """The struct info that a `call_tir` declares for its result."""
    (info,) = call.sinfo_args
    return info


class FunctionScope:
    """`with bb.function("main", [x]):`"""

    def __init__(
        self,
        builder: BlockBuilder,
        name: str,
        params: Sequence[Var] | None,
        attrs: Mapping[str, object] | None,
        pure: bool,
        private: bool,
    ) -> None:
        self._builder = builder
        self.name = name
        self.params = params
        self.attrs = dict(attrs or {})
        self.pure = pure
        self.private = private
        self.done = False

    def __enter__(self) -> FunctionScope:
        self._builder.open_function(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._builder.close_function(self)
        if kind is None and not self.done:
            raise RuntimeError(f"the function `{self.name}` was left without `emit_func_output`")


class DataflowScope:
    """`with bb.dataflow():`"""

    def __init__(self, builder: BlockBuilder) -> None:
        self._builder = builder

    def __enter__(self) -> DataflowScope:
        self._builder.begin_dataflow_block()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if not self._builder.current_block_is_dataflow():
            return  # the result of the function has ended the block
        block = self._builder.end_block()
        if kind is None and block.bindings:
            self._builder.sequence().blocks.append(block)


class TestingScope:
    """`with bb.testing_scope([n, m]):` a scope in which symbolic variables are known, to normalise single expressions."""

    def __init__(self, builder: BlockBuilder, def_vars: Sequence[Var | SymbolicVar]) -> None:
        self._builder = builder
        self.def_vars = tuple(def_vars)

    def __enter__(self) -> TestingScope:
        self._builder.begin_scope([])
        self._builder.begin_binding_block()
        return self

    def __exit__(self, *_: object) -> None:
        self._builder.end_block()
        self._builder.end_scope()


class BlockBuilder(Identified):
    """Builds functions, and the module they are in; `mod` is the module to start from."""

    def __init__(self, mod: IRModule | None = None) -> None:
        self._module = IRModule(
            None if mod is None else mod.functions,
            None if mod is None else mod.attrs,
            None if mod is None else mod.global_infos,
        )
        self._frames: list[SeqFrame | BlockFrame] = []
        self._values: dict[int, tuple[Id, RelaxExpr]] = {}
        self._taken: dict[str, int] = {}
        self._added = AddedFunctions(variable.name_hint for variable in self._module.functions)
        self._te_calls: dict[object, Known] = {}
        self._function: FunctionScope | None = None
        self._expected: Sequence[Var] | None = None
        self._waiting: list[tuple[FunctionScope | None, list[SeqFrame | BlockFrame]]] = []

    @staticmethod
    def current() -> BlockBuilder | None:
        """The builder whose function is being built, None outside of any."""
        return _OPEN.builders[-1] if _OPEN.builders else None

    # Scopes

    def function(
        self,
        name: str,
        params: Var | Sequence[Var] | None = None,
        attrs: Mapping[str, object] | None = None,
        pure: bool = True,
        private: bool = False,
    ) -> FunctionScope:
        """A function, for `with`; it ends with `emit_func_output`."""
        given = [] if params is None else [params] if isinstance(params, Var) else list(params)
        for param in given:
            if not isinstance(param, Var):
                raise TypeError("each function parameter must be a `relax.Var`")
        return FunctionScope(self, name, given if params is not None else None, attrs, pure, private)

    def open_function(self, scope: FunctionScope) -> None:
        """Begin the function of `scope`; one that is being built waits until it is done."""
        self._waiting.append((self._function, self._frames))
        self._function, self._frames = scope, [self._named(self._begun(scope.params))]
        _OPEN.builders.append(self)

    def close_function(self, scope: FunctionScope) -> None:
        """End it."""
        self._function, self._frames = self._waiting.pop()
        _OPEN.builders.pop()

    def testing_scope(self, def_vars: Sequence[Var | SymbolicVar]) -> TestingScope:
        """A scope in which single expressions can be normalised."""
        return TestingScope(self, def_vars)

    def dataflow(self) -> DataflowScope:
        """A dataflow block, for `with`."""
        return DataflowScope(self)

    def begin_scope(self, params: Sequence[Var] | None = None) -> None:
        """Begin a sequence of blocks, such as a branch, or the body of a function of these parameters."""
        params, self._expected = params if params is not None else self._expected, None
        self._frames.append(self._named(SeqFrame() if params is None else self._begun(params)))

    def expect_function(self, params: Sequence[Var]) -> None:
        """The scope that is begun next is the body of a function of these parameters."""
        self._expected = params

    def end_scope(self) -> None:
        """End it."""
        self._frames.pop()

    def begin_binding_block(self) -> None:
        """Begin a block of bindings."""
        self._frames.append(self._named(BlockFrame(False)))

    def begin_dataflow_block(self) -> None:
        """Begin a dataflow block."""
        if self._frames and isinstance(self._frames[-1], SeqFrame):
            self._frames[-1].close_block()
        self._frames.append(self._named(BlockFrame(True)))

    def end_block(self) -> BindingBlock:
        """End the innermost block, and give it."""
        frame = self._frames.pop()
        assert isinstance(frame, BlockFrame)
        made = DataflowBlock if frame.is_dataflow else BindingBlock
        return made(tuple(frame.bindings))

    _begin_binding_block = begin_binding_block
    _begin_dataflow_block = begin_dataflow_block
    _end_block = end_block

    def current_block_is_dataflow(self) -> bool:
        """Whether the innermost block is a dataflow block."""
        frame = self._frames[-1] if self._frames else None
        return isinstance(frame, BlockFrame) and frame.is_dataflow

    def sequence(self) -> SeqFrame:
        """The sequence of blocks that is being filled."""
        return next(frame for frame in reversed(self._frames) if isinstance(frame, SeqFrame))

    def _begun(self, params: Sequence[Var] | None) -> SeqFrame:
        """A sequence in which the sizes of these parameters are known."""
        frame = SeqFrame()
        frame.context = InferContext(self._module)
        frame.context.learn(param.struct_info_ for param in params or ())
        return frame

    def _named(self, frame: FrameT) -> FrameT:
        frame.namer = self.get_unique_name
        if frame.context is None and self._frames:
            frame.context = known_sizes(self._frames[-1])
        return frame

    # Bindings

    def emit(self, expr: object, name_hint: str = "") -> Var:
        """Bind an expression, or add a binding that is made; gives the variable."""
        if isinstance(expr, Binding):
            return self.emit_normalized(expr)
        if isinstance(expr, SeqExpr):
            expr = self._unfold(expr)
        frame = self._frame()
        before = len(bindings_of(frame))
        var = emit_into(frame, self._as_its_op_wants(relax_expr(expr), frame), None, self._name(name_hint))
        self._remember(frame, before)
        return var

    def _as_its_op_wants(self, value: RelaxExpr, frame: SeqFrame | BlockFrame) -> RelaxExpr:
        made = as_its_op_wants(value, self, self.lookup_binding) if isinstance(value, Call) else value
        return value if made is value else normal(made, frame)

    def _unfold(self, sequence: SeqExpr) -> RelaxExpr:
        """Add the bindings of a sequence, and give its value; a dataflow block is ended where those that follow have no place in it."""
        for block in sequence.blocks:
            is_dataflow = isinstance(block, DataflowBlock)
            if is_dataflow and isinstance(self._frame(), SeqFrame):
                self.sequence().close_block()
                self.sequence().blocks.append(block)
                continue
            splits = self.current_block_is_dataflow() and not is_dataflow
            if splits:
                self.sequence().blocks.append(self.end_block())
            for binding in block.bindings:
                self.emit_normalized(binding)
            if splits:
                self.begin_dataflow_block()
        return sequence.body

    def emit_te(self, func: Callable[..., object], *args: object, **kwargs: Any) -> Var:
        """Bind the result of a function of `te` tensors, `topi.add` for instance, called on these values."""
        name = kwargs.pop("name_hint", "")
        return self.emit(self.call_te(func, *args, **kwargs), name)

    def call_te(self, func: Callable[..., object], *args: object, **kwargs: Any) -> Call:
        """The call of the TensorIR function, added to the module, that `func` makes of these values."""
        hint = te_function_name(func, kwargs.pop("primfunc_name_hint", None))
        attrs = kwargs.pop("primfunc_attrs", None)
        from tilewright.core.builder.relax_calls import call_tir

        found = call_key(func, args, kwargs, (hint, attrs))
        if found is not None and found[0] in self._te_calls:
            callee, result = self._te_calls[found[0]]
            return call_tir(callee, found[1], result)
        made, arguments, info, sizes = te_function(func, args, kwargs)
        if attrs:
            made = made.with_attr(attrs)
        callee = self.add_func(made, hint)
        if found is not None and sizes is None:
            self._te_calls[found[0]] = callee, info
        return call_tir(callee, arguments, info, sizes)

    def call_te_with_grad(
        self,
        func: Callable[..., object],
        *args: object,
        te_grad_name: str,
        te_grad_kwargs: Mapping[str, object] | None = None,
        **kwargs: Any,
    ) -> Call:
        """`call_te` with the registered name of its gradient."""
        from tilewright.core.builder.relax_calls import call_tir_with_grad

        plain = self.call_te(func, *args, **kwargs)
        sizes = plain.args[2] if len(plain.args) > 2 else None
        callee, arguments = plain.args[:2]  # pyright: ignore[reportAssignmentType]
        return call_tir_with_grad(callee, arguments, call_result(plain), te_grad_name, te_grad_kwargs, sizes)

    def match_cast(
        self,
        value: RelaxExpr,
        struct_info: StructInfo | None = None,
        name_hint: str = "",
        *,
        ty: StructInfo | None = None,
    ) -> Var:
        """Bind a value that is checked at run time to be of that struct info, which TVM since 0.25 calls `ty`."""
        struct_info = struct_info if struct_info is not None else ty
        if struct_info is None:
            raise TypeError("match_cast needs the struct info that the value is checked to be of")
        frame = self._frame()
        before = len(bindings_of(frame))
        var = emit_match_cast_into(frame, value, struct_info, self._name(name_hint))
        self._remember(frame, before)
        return var

    def emit_output(self, output: object, name_hint: str = "") -> Var:
        """Bind a value of the dataflow block that the rest of the function sees."""
        frame = self._frame()
        if not isinstance(frame, BlockFrame) or not frame.is_dataflow:
            raise RuntimeError("emit_output stands in a dataflow block")
        before = len(frame.bindings)
        value = self._as_its_op_wants(normal(relax_expr(output), frame), frame)
        var = Var(self._name(name_hint) or self.get_unique_name("gv"), value.struct_info_ or ObjectStructInfo())
        frame.bindings.append(VarBinding(var, value))
        self._remember(frame, before)
        return var

    def emit_normalized(self, binding: Binding) -> Var:
        """Add a binding whose value is in normal form already."""
        frame = self._frame()
        bindings_of(frame).append(binding)
        self._remember(frame, len(bindings_of(frame)) - 1)
        return binding.var

    def emit_func_output(self, output: object, params: Var | Sequence[Var] | None = None) -> GlobalVar:
        """End the function with its result, and add it to the module."""
        scope = self._function
        if scope is None:
            raise RuntimeError("emit_func_output stands in a function")
        if scope.done:
            raise RuntimeError(f"the function `{scope.name}` has its result already")
        if params is not None and scope.params is not None:
            raise RuntimeError(f"the parameters of `{scope.name}` are given with its name already")
        if params is None and scope.params is None:
            raise RuntimeError(f"`{scope.name}` has no parameters: give a list, empty where there are none")
        if params is not None:
            scope.params = [params] if isinstance(params, Var) else list(params)
        self._end_open_blocks()
        frame = self.sequence()
        frame.output = argument(relax_expr(output), frame)
        body = with_visible_outputs(frame.sequence())
        known = scope.params or []
        result = erased(body.struct_info_ or ObjectStructInfo(), frozenset(symbols([p.struct_info_ for p in known])))
        attrs = {**scope.attrs} if scope.private else {**scope.attrs, "global_symbol": scope.name}
        made = Function(tuple(known), body, result, scope.pure, attrs or None)  # pyright: ignore[reportArgumentType]
        scope.done = True
        return self.add_func(made, scope.name)

    def _end_open_blocks(self) -> None:
        """End the blocks of the innermost sequence that are open still."""
        while self._frames and isinstance(self._frames[-1], BlockFrame):
            block = self.end_block()
            if block.bindings:
                self.sequence().blocks.append(block)

    def normalize(self, expr: RelaxExpr) -> RelaxExpr:
        """The expression in normal form, with its struct info; what is nested is bound in the innermost block."""
        if not isinstance(expr, RelaxExpr) or isinstance(expr, (Function, SeqExpr)):
            return expr
        if self._frames:
            frame = self._frame()
            before = len(bindings_of(frame))
            made = self._as_its_op_wants(normal(expr, frame), frame)
            self._remember(frame, before)
            return made
        alone = self._named(SeqFrame())
        made = self._as_its_op_wants(normal(expr, alone), alone)
        if not alone.open:
            return made
        alone.output = made
        return alone.sequence()

    def lookup_binding(self, var: RelaxExpr) -> RelaxExpr | None:
        """The value a variable is bound to, None for a parameter or one that is not known."""
        known = self._values.get(id(var.vid)) if isinstance(var, Var) else None
        return None if known is None else known[1]

    def known_sizes(self) -> InferContext:
        """Facts about sizes in the innermost scope."""
        return known_sizes(self._frame())

    def _frame(self) -> SeqFrame | BlockFrame:
        if not self._frames:
            raise RuntimeError("nothing can be emitted outside of a function")
        return self._frames[-1]

    def _remember(self, frame: SeqFrame | BlockFrame, before: int) -> None:
        for binding in bindings_of(frame)[before:]:
            self._values[id(binding.var.vid)] = (binding.var.vid, binding.value)

    # Names and functions

    def get_unique_name(self, name_prefix: str) -> str:
        """A name that begins so and has not been given yet: `lv`, `lv1`, ...; what a name of Python cannot hold becomes an underscore."""
        if not name_prefix.isidentifier():
            name_prefix = re.sub(r"\W", "_", name_prefix)
        count = self._taken.get(name_prefix, -1) + 1
        made = name_prefix if count == 0 else f"{name_prefix}{count}"
        self._taken[name_prefix] = count
        if count and made in self._taken:
            return self.get_unique_name(name_prefix)
        self._taken.setdefault(made, 0)
        return made

    def _name(self, hint: str) -> str:
        return self.get_unique_name(hint) if hint else ""

    def add_func(self, func: BaseFunc, func_name: str) -> GlobalVar:
        """Add a function to the module under that name, or the next free one; one that is there already is not added again."""
        known = self._added.found(func)
        if known is not None:
            return known
        variable = self._added.add(func, func_name.replace(".", "_"))
        fill_struct_info(variable, function_info(func))
        self._module.functions[variable] = func
        return variable

    def update_func(self, gv: GlobalVar, updated_func: BaseFunc) -> None:
        """Replace a function of the module."""
        self._added.take(gv)
        self._module.functions[gv] = updated_func

    def get(self) -> IRModule:
        """The module as it is now."""
        return IRModule(self._module.functions, self._module.attrs, self._module.global_infos)

    def finalize(self) -> IRModule:
        """The module, to build no further; public functions have the names they are linked by."""
        return with_linked_names(self.get())


def current_or_new() -> BlockBuilder:
    """The builder whose function is being built; a new one outside of any."""
    return BlockBuilder.current() or BlockBuilder()
