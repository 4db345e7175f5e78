"""Functions for libraries: composite functions, each what one pattern matched, wrapped or merged into functions that a library compiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Function,
    Id,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
)
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.functions.reach import without_unreached
from tilewright.core.passes.relax.fusion.grouping import Group, grouped_into_functions


def MergeCompositeFunctions() -> Pass:
    """Calls of composite functions of one library that follow one another as one function with the attribute "Codegen", the library's name.

    Calls are not merged where what lies between would have to run in the middle of the merged function.
    """

    def run(mod: IRModule) -> IRModule:
        found = {
            variable.name_hint: _mergeable(mod, function)
            for variable, function in mod.functions.items()
            if isinstance(function, Function) and not _library(function)
        }
        merged = grouped_into_functions(mod, found, {})
        return without_unreached(_named_by_library(merged, set(mod.functions)), mod)

    return Pass("MergeCompositeFunctions", run)


def annotated_for_codegen(mod: IRModule) -> IRModule:
    """Each composite function inside of one with the attribute "Codegen"."""
    changes: dict[str, tuple[GlobalVar, Function]] = {}
    for variable, function in mod.functions.items():
        if isinstance(function, Function) and "Composite" in function.attrs:
            name = f"{variable.name_hint}_{_library(function)}"
            changes[variable.name_hint] = (
                with_struct_info(GlobalVar(name), variable.struct_info_),
                _wrapped(function, name),
            )
    made = _Called(mod, {name: variable for name, (variable, _) in changes.items()}).transform()
    functions = {
        variable: function for variable, function in made.functions.items() if variable.name_hint not in changes
    }
    functions.update(dict(changes.values()))
    return mod.with_functions(functions)


def _library(function: Function) -> str:
    """The library of a composite function, "" for another."""
    return str(function.attrs.get("Composite", "")).partition(".")[0]


def _local(function: Function) -> Function:
    """A composite function as it stands inside of another."""
    return fresh_function(function).without_attr("Primitive").without_attr("global_symbol")


def _wrapped(function: Function, name: str) -> Function:
    inner = _local(function)
    params = tuple(Var(param.name_hint, param.struct_info_) for param in fresh_function(function).params)
    local = Var("local_func", inner.struct_info_)
    output = Var("output", function.ret_struct_info)
    call = with_struct_info(Call(local, params), output.struct_info_)
    block = BindingBlock((VarBinding(local, inner), VarBinding(output, call)))
    attrs = {"Codegen": _library(function), "global_symbol": name}
    return Function(params, SeqExpr((block,), output), output.struct_info_, True, attrs)


class _Called(PyExprMutator):
    """Calls of some functions as calls of others."""

    def __init__(self, mod: IRModule, others: Mapping[str, GlobalVar]) -> None:
        super().__init__(mod)
        self._module = mod
        self._others = others

    def transform(self) -> IRModule:
        """The module with its calls exchanged."""
        for variable, function in list(self._module.functions.items()):
            if isinstance(function, Function):
                self.builder_.update_func(variable, self.visit_expr(function))
        return self.builder_.get()

    def visit_global_var_(self, op: GlobalVar) -> GlobalVar:
        other = self._others.get(op.name_hint)
        return op if other is None else other


# Merging


def _mergeable(mod: IRModule, function: Function) -> dict[Id, Group]:
    """The group of each call of a composite function."""
    found: dict[Id, Group] = {}
    blocks = function.body.blocks if isinstance(function.body, SeqExpr) else ()
    for block in blocks:
        if isinstance(block, DataflowBlock):
            found.update(_Merging(mod, block).groups)
    return found


class _Merging:
    """The groups of one block, and for each those that must have run before it."""

    def __init__(self, mod: IRModule, block: DataflowBlock) -> None:
        self.groups: dict[Id, Group] = {}
        self._all: dict[Id, Group] = {}
        self._before: dict[Group, set[Group]] = {}
        for item in block.bindings:
            library = _library_called(mod, item.value)
            used = [self._all[var.vid].root() for var in free_vars(item.value) if var.vid in self._all]
            group = self._group_for(library, dict.fromkeys(used))
            self._all[item.var.vid] = group
            if library:
                self.groups[item.var.vid] = group

    def _group_for(self, library: str, used: Iterable[Group]) -> Group:
        """A new group, or that of arguments of the same library which nothing else that is needed waits for."""
        group = Group(attrs={"Codegen": library} if library else {})
        before = set(used)
        waiting = self._behind(before) if library else set[Group]()
        for other in used:
            if library and other.attrs.get("Codegen") == library and other not in waiting:
                before |= self._before.pop(other)
                group.merge_into(other)
                group = other.root()
        self._before[group.root()] = before
        return group

    def _behind(self, groups: Iterable[Group]) -> set[Group]:
        """All that must have run before one of the groups may begin."""
        found: set[Group] = set()
        left = [*groups]
        while left:
            group = left.pop()
            new = {other.root() for other in self._before[group]} - found - {group}
            found |= new
            left += new
        return found


def _library_called(mod: IRModule, value: RelaxExpr) -> str:
    callee = value.op if isinstance(value, Call) else None
    function = mod[callee] if isinstance(callee, GlobalVar) and callee in mod else None
    return _library(function) if isinstance(function, Function) else ""


def _named_by_library(mod: IRModule, before: set[GlobalVar]) -> IRModule:
    """The merged functions named after their library, with what they call inside of them."""
    renamed: dict[str, GlobalVar] = {}
    functions: dict[GlobalVar, Function] = {}
    for variable, function in mod.functions.items():
        if variable in before or not isinstance(function, Function):
            functions[variable] = function
            continue
        name = f"{variable.name_hint}_{function.attrs['Codegen']}"
        renamed[variable.name_hint] = made = with_struct_info(GlobalVar(name), variable.struct_info_)
        functions[made] = _with_local_functions(mod, function, name)
    return _Called(mod.with_functions(functions), renamed).transform()


def _with_local_functions(mod: IRModule, function: Function, name: str) -> Function:
    """A merged function with each composite function that it calls defined where it is first called."""
    body = function.body
    assert isinstance(body, SeqExpr)
    local: dict[str, Var] = {}
    bindings: list[VarBinding] = []
    new: dict[Id, Var] = {}
    for item in (item for block in body.blocks for item in block.bindings):
        value = item.value
        if isinstance(value, Call) and isinstance(value.op, GlobalVar):
            called = value.op.name_hint
            if called not in local:
                composite = mod[called]
                assert isinstance(composite, Function)
                inner = _local(composite)
                local[called] = Var(f"gv{len(local) or ''}", inner.struct_info_)
                bindings.append(VarBinding(local[called], inner))
            args = tuple(new.get(arg.vid, arg) if isinstance(arg, Var) else arg for arg in value.args)
            made = Call(local[called], args, value.attrs, value.sinfo_args, value.span)
            value = with_struct_info(made, value.struct_info_)
        var = Var(item.var.name_hint, item.var.struct_info_) if isinstance(item.var, DataflowVar) else item.var
        new[item.var.vid] = var
        bindings.append(VarBinding(var, value))
    attrs = {**function.attrs, "global_symbol": name}
    result = _exchanged(body.body, new)
    return Function(
        function.params,
        SeqExpr((BindingBlock(tuple(bindings)),), result),
        function.ret_struct_info,
        True,
        attrs,
        dialect=function.dialect,
    )


def _exchanged(value: RelaxExpr, new: Mapping[Id, Var]) -> RelaxExpr:
    return new.get(value.vid, value) if isinstance(value, Var) else value.map_children(lambda v: _exchanged(v, new))
