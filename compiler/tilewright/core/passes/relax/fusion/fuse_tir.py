"""`FuseTIR`: a primitive function of Relax, made of `call_tir`, becomes one TensorIR function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.analysis.derive import reference_to
from tilewright.core.base.dtype import BOOL
from tilewright.core.builder.relax_calls import call_tir, call_tir_inplace
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.callee import callee_name, function_name
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm, Var
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.node.type_ import VOID_TYPE
from tilewright.core.ir.relax import Call, Constant, Function, RelaxExpr, SeqExpr, Tuple, TupleGetItem
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import NO_ANNOTATIONS, Block, BlockRealize, Stmt, seq
from tilewright.core.ir.struct_info import ShapeStructInfo, StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite, substitute
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.canonicalize import canonical
from tilewright.core.passes.relax.normal_form.tidy import DeadCodeElimination
from tilewright.core.passes.relax.parameters.tuple_arguments import ExpandTupleArguments, RemoveUnusedParameters

if TYPE_CHECKING:
    from typing import Any


def FuseTIR() -> Pass:
    """Every function of Relax with the attribute "Primitive" as one TensorIR function, called by `call_tir`.

    Private ones take the fields of tuples, and of these only what they use; what nothing calls any more is removed, and so are further names of values.
    """

    def run(mod: IRModule) -> IRModule:
        mod = RemoveUnusedParameters().run(ExpandTupleArguments().run(mod))
        by_name = {variable.name_hint: function for variable, function in mod.functions.items()}
        fused = {
            variable.name_hint: _Fusion(by_name, function)
            for variable, function in mod.functions.items()
            if isinstance(function, Function) and function.attrs.get("Primitive")
        }
        if not fused:
            return mod
        made = {name: fusion.made() for name, fusion in fused.items()}
        references = {name: reference_to(function, name) for name, function in made.items()}
        walk = _Calls(fused, references)
        functions: dict[GlobalVar, BaseFunc] = {}
        for variable, function in mod.functions.items():
            name = variable.name_hint
            if name in fused:
                functions[references[name]] = made[name]
            else:
                functions[variable] = walk.called_from(function) if isinstance(function, Function) else function
        return _without_unreached(IRModule(functions, mod.attrs, mod.global_infos))

    return Pass("FuseTIR", run)


def _without_unreached(mod: IRModule) -> IRModule:
    entries = [variable.name_hint for variable, function in mod.functions.items() if isinstance(function, Function)]
    return DeadCodeElimination(entries)(mod)


class _Fusion:
    """One function as it is put together: the buffer of each value, the statements, the memory between them."""

    def __init__(self, functions: Mapping[str, BaseFunc], function: Function) -> None:
        self._functions = functions
        self._function = function
        self._buffers: dict[int, Buffers] = {}
        self._statements: list[Stmt] = []
        self._allocated: list[Buffer] = []
        self._scalars: list[Var] = []
        self.constants: list[tuple[Constant, Buffer]] = []
        self.inplace_indices: list[int] = []

    def made(self) -> PrimFunc:
        """The TensorIR function."""
        body = self._function.body
        if not isinstance(body, SeqExpr):
            raise ValueError("a primitive function is in normal form")
        params: list[Buffer] = []
        for param in self._function.params:
            if isinstance(param.struct_info_, ShapeStructInfo):
                self._scalars += [size for size in sizes(param.struct_info_) if isinstance(size, Var)]
                continue
            given = _declared(param.struct_info_, param.name_hint)
            self._buffers[id(param.vid)] = given
            params += _leaves(given)
        results = _named(body.body)
        origins = _origins(results, body)
        for block in body.blocks:
            for item in block.bindings:
                self._bind(item.var, item.value, origins)
        outputs = [buffer for var in results for buffer in _leaves(self._buffers[id(var.vid)])]
        inputs = [*params, *(buffer for _, buffer in self.constants)]
        self.inplace_indices = [_place(buffer, inputs) for buffer in outputs]
        new = [buffer for buffer, place in zip(outputs, self.inplace_indices) if place < 0]
        return self._assembled(inputs, new)

    def _bind(self, var: RelaxVar, value: RelaxExpr, origins: dict[int, set[int]]) -> None:
        if isinstance(value, RelaxVar | TupleGetItem | Tuple):
            self._buffers[id(var.vid)] = self._argument(value)
        elif isinstance(value, Call) and callee_name(value) in _CALLS:
            self._buffers[id(var.vid)] = self._call(value, origins.get(id(var.vid), set()))
        else:
            raise ValueError(f"a primitive function holds calls of TensorIR functions alone, not `{value}`")

    def _call(self, value: Call, kept: set[int]) -> Buffers:
        """Append the body of the callee, with its buffers replaced; gives those of its results, of which those numbered `kept` are results of the whole."""
        callee, arguments, *further = value.args
        function = self._functions.get(getattr(callee, "name_hint", ""))
        if not isinstance(function, PrimFunc):
            raise ValueError(f"`{callee}` is no TensorIR function of the module")
        inner = renew_defs(function)
        own = [inner.buffer_map[param] for param in inner.params if param in inner.buffer_map]
        given = [buffer for item in getattr(arguments, "fields", ()) for buffer in _leaves(self._argument(item))]
        first = len(self._allocated)
        outputs = iter(own[len(given) :])
        infos = _results(value.sinfo_args[0])
        new: list[Buffer] = []
        results: list[Buffer] = []
        for at, (info, place) in enumerate(zip(infos, value.attrs.get("inplace_indices", [-1] * len(infos)))):
            if place < 0:
                new.append(self._result(next(outputs), info, at in kept or -1 in kept))
            results.append(given[place] if place >= 0 else new[-1])
        made = tuple(results)
        replaced = dict(zip(own, (*given, *new)))
        variables = _sizes_of(replaced)
        scalars = [param for param in inner.params if param not in inner.buffer_map]
        variables |= dict(zip(scalars, getattr(further[0], "values", ()) if further else ()))
        root = inner.body.block if isinstance(inner.body, BlockRealize) else None
        body = root.body if root is not None and not root.iter_vars else inner.body
        results_between, self._allocated[first:] = self._allocated[first:], []
        for buffer in root.alloc_buffers if root is not None else ():
            replaced[buffer] = decl_buffer(buffer.shape, str(buffer.dtype), buffer.name, scope=buffer.scope())
            self._allocated.append(substitute_buffer(replaced[buffer], variables))
            replaced[buffer] = self._allocated[-1]
        self._allocated += results_between
        made_body = substitute(body, variables, replaced)
        self._statements.append(made_body if len(set(given)) == len(given) else _without_repeated_regions(made_body))
        return made if isinstance(value.sinfo_args[0], TupleStructInfo) else made[0]

    def _argument(self, item: Any) -> Buffers:
        if isinstance(item, Constant):
            return self._constant(item)
        if isinstance(item, Tuple):
            return tuple(map(self._argument, item.fields))
        if isinstance(item, TupleGetItem):
            whole = self._argument(item.tuple_value)
            assert isinstance(whole, tuple)
            return whole[item.index]
        return self._buffers[id(item.vid)]

    def _constant(self, item: Constant) -> Buffer:
        """A constant becomes a parameter, which the callers give."""
        for known, buffer in self.constants:
            if known is item:
                return buffer
        (made,) = _leaves(_declared(item.struct_info, f"param_{len(self.constants)}"))
        self.constants.append((item, made))
        return made

    def _result(self, buffer: Buffer, info: TensorStructInfo, kept: bool) -> Buffer:
        name = buffer.name if kept else f"{buffer.name}_intermediate"
        made = decl_buffer(tuple(sizes(info)), str(buffer.dtype), name)
        if not kept:
            self._allocated.append(made)
        return made

    def _assembled(self, inputs: list[Buffer], outputs: list[Buffer]) -> PrimFunc:
        between = tuple(buffer for buffer in self._allocated if not any(buffer is output for output in outputs))
        root = Block((), (), (), "root", seq(self._statements), None, between, (), NO_ANNOTATIONS)
        body = BlockRealize((), IntImm(BOOL, 1), root)
        handles = [Var(f"p_{buffer.name}", "handle") for buffer in (*inputs, *outputs)]  # pyright: ignore[reportArgumentType]
        buffers = dict(zip(handles, (*inputs, *outputs)))
        params = (*handles, *self._scalars)
        return renew_defs(PrimFunc(params, body, VOID_TYPE, buffers, DictAttrs({"tir.noalias": True})))


# Calls of TensorIR functions that can be fused.
_CALLS = {"relax.call_tir", "relax.call_tir_inplace"}


def _place(buffer: Buffer, among: list[Buffer]) -> int:
    """The position of a buffer among some, -1 when it is not there."""
    return next((at for at, other in enumerate(among) if other is buffer), -1)


def substitute_buffer(buffer: Buffer, variables: Mapping[Var, Expr]) -> Buffer:
    """A buffer with its sizes replaced."""
    return buffer.replace(shape=tuple(substitute(size, variables) for size in buffer.shape))


def _sizes_of(replaced: dict[Buffer, Buffer]) -> dict[Var, Expr]:
    """The values of the replaced buffers' symbolic sizes in terms of the new buffers."""
    found: dict[Var, Expr] = {}
    for old, new in replaced.items():
        for size, given in zip(old.shape, new.shape):
            if isinstance(size, Var):
                found.setdefault(size, given)
    return found


def _without_repeated_regions(body: Stmt) -> Stmt:
    """The statement whose blocks say once that they read what was several buffers and is one."""

    def once(block: Block) -> Block:
        reads: list[BufferRegion] = []
        for region in block.reads:
            if not any(structural_equal(region, other) for other in reads):
                reads.append(region)
        return block if len(reads) == len(block.reads) else block.replace(reads=tuple(reads))

    return rewrite(body, {Block: once})


# The buffers of a value, nested as it is.
Buffers = Buffer | tuple["Buffers", ...]


def _leaves(buffers: Buffers) -> list[Buffer]:
    return [leaf for part in buffers for leaf in _leaves(part)] if isinstance(buffers, tuple) else [buffers]


def _declared(info: StructInfo | None, name: str) -> Buffers:
    """The buffers of a parameter."""
    if isinstance(info, TupleStructInfo):
        return tuple(_declared(field, f"{name}_{at}") for at, field in enumerate(info.fields))
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        raise ValueError(f"the parameter `{name}` of a primitive function must be a tensor of known shape")
    return decl_buffer(tuple(sizes(info)), str(info.dtype), name)


def _origins(results: list[RelaxVar], body: SeqExpr) -> dict[int, set[int]]:
    """Which tensors of each variable are results, or what results are other names of; -1 stands for all of a variable."""
    found: dict[int, set[int]] = {id(result.vid): {-1} for result in results}
    for block in reversed(body.blocks):
        for item in reversed(block.bindings):
            wanted, value = found.get(id(item.var.vid)), item.value
            if wanted is None:
                continue
            if isinstance(value, RelaxVar):
                found.setdefault(id(value.vid), set()).update(wanted)
            elif isinstance(value, TupleGetItem) and isinstance(value.tuple_value, RelaxVar):
                found.setdefault(id(value.tuple_value.vid), set()).add(value.index)
            elif isinstance(value, Tuple):
                fields = [field for at, field in enumerate(value.fields) if wanted & {at, -1}]
                for field in fields:
                    found.setdefault(id(getattr(field, "vid", field)), set()).add(-1)
    return found


def _results(info: StructInfo) -> list[TensorStructInfo]:
    """The tensors that a call gives."""
    fields = info.fields if isinstance(info, TupleStructInfo) else (info,)
    return [field for field in fields if isinstance(field, TensorStructInfo)]


def _named(result: RelaxExpr) -> list[RelaxVar]:
    """The variables that a function gives back."""
    items = result.fields if isinstance(result, Tuple) else (result,)
    return [item for item in items if isinstance(item, RelaxVar)]


class _Calls(PyExprMutator):
    """Calls of fused functions as `call_tir`, or as `call_tir_inplace` of those that write over what they take."""

    def __init__(self, fused: dict[str, _Fusion], references: dict[str, GlobalVar]) -> None:
        super().__init__()
        self._fused, self._references = fused, references

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if not isinstance(made, Call) or function_name(made) not in self._fused:
            return made
        fusion, callee = self._fused[function_name(made)], self._references[function_name(made)]
        info = made.struct_info
        result = list(info.fields) if isinstance(info, TupleStructInfo) else info
        shapes = [arg for arg in made.args if isinstance(arg.struct_info_, ShapeStructInfo)]
        tensors = [leaf for arg in made.args if arg not in shapes for leaf in self._tensors(arg)]
        scalars = [size for arg in shapes for size in sizes(arg.struct_info_)]
        given = [*tensors, *(constant for constant, _ in fusion.constants)]
        if all(place < 0 for place in fusion.inplace_indices):
            return call_tir(callee, given, result, scalars or None)
        return call_tir_inplace(callee, given, fusion.inplace_indices, result, scalars or None)

    def _tensors(self, value: RelaxExpr) -> list[RelaxExpr]:
        """The tensors of an argument; those of a tuple are taken out of it."""
        info = value.struct_info_
        if not isinstance(info, TupleStructInfo):
            return [value]
        if isinstance(value, Tuple):
            items: list[RelaxExpr] = list(value.fields)
        else:
            items = [self.builder_.emit(TupleGetItem(value, at)) for at in range(len(info.fields))]
        return [leaf for item in items for leaf in self._tensors(item)]

    def called_from(self, function: Function) -> Function:
        """The function with the calls in it, in order where there were any."""
        made = self.visit_expr(function)
        return function if made is function else canonical(made)
