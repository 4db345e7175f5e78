"""Networks to modules of Relax: each method of a specification is called on variables, and what it emits is its function."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import RelaxExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import ObjectStructInfo, ShapeStructInfo, StructInfo, TupleStructInfo
from tilewright.core.nn import spec as specs
from tilewright.core.nn.core import Effect, Module, found
from tilewright.core.nn.effects import IOEffect
from tilewright.core.nn.extern import ExternModule
from tilewright.core.nn.tensor import Object, Parameter, Tensor, expression, refer

_EXPORTING = threading.local()


def add_extern(mod: ExternModule) -> None:
    """Let the module that is being exported have the functions of an external module."""
    exporter: Exporter | None = getattr(_EXPORTING, "current", None)
    if exporter is None:
        raise RuntimeError("`nn.add_extern` should only be invoked when exporting a module.")
    exporter.add_external_module(mod)


class Exporter:
    """One export, for `with`; `Exporter.current()` is the one that runs."""

    def __init__(self, debug: bool) -> None:
        self.builder = BlockBuilder()
        self.io_effect: IOEffect | None = IOEffect() if debug else None
        self.extern_mods: list[ExternModule] = []

    @staticmethod
    def current() -> Exporter:
        """The export that runs; raises `RuntimeError` outside of any."""
        running: Exporter | None = getattr(_EXPORTING, "current", None)
        if running is None:
            raise RuntimeError("no nn.Module is being exported")
        return running

    def __enter__(self) -> Exporter:
        if getattr(_EXPORTING, "current", None) is not None:
            raise RuntimeError("a module cannot be exported while another one is")
        _EXPORTING.current = self
        return self

    def __exit__(self, *_: object) -> None:
        _EXPORTING.current = None

    def add_external_module(self, mod: ExternModule) -> None:
        """Keep an external module; raises `ValueError` for names that another one has."""
        twice = [name for known in self.extern_mods for name in known.symbols if name in mod.symbols]
        if twice:
            raise ValueError(f"Duplicate symbols: {twice}")
        self.extern_mods.append(mod)

    def build(self, spec: specs.ModuleSpec) -> tuple[IRModule, list[tuple[str, Parameter]], list[ExternModule]]:
        """The module, the parameters by name, and the external modules that it uses."""
        effects: list[tuple[str, Effect]] = [] if self.io_effect is None else [("", self.io_effect)]
        effects += found(spec.module, "", Effect)
        parameters: list[tuple[str, Parameter]] = list(found(spec.module, "", Parameter))
        with self:
            if effects:
                self._initial(effects)
            for name, method in zip(spec.method_names, spec.method_specs):
                self._method(name, method, parameters, effects)
        return self.builder.finalize(), parameters, self.extern_mods

    def _initial(self, effects: list[tuple[str, Effect]]) -> None:
        """The function that makes the states that there are at first."""
        builder = self.builder
        with builder.function("_initialize_effect"):
            with builder.dataflow():
                states = [state for name, effect in effects for state in effect.emit_init(name, builder)]
                output = builder.emit_output(builder.emit(Tuple(tuple(states))))
            builder.emit_func_output(output, [])

    def _method(
        self,
        name: str,
        spec: specs.MethodSpec,
        parameters: list[tuple[str, Parameter]],
        effects: list[tuple[str, Effect]],
    ) -> None:
        builder = self.builder
        states = {"plain": len(effects), "packed": 1, "none": 0}[spec.effect_mode]
        with builder.function(name, attrs={"num_input": len(spec.arg_specs) + states}):
            with builder.dataflow():
                method = _Method(builder, spec)
                inputs = [*method.arguments(), *method.states(effects), *method.weights(parameters)]
                result = _returned(spec.method(*method.given()))
                after = [state for _, effect in effects for state in effect.finalize()]
                if after and spec.effect_mode != "none":
                    result = Tuple((result, Tuple(tuple(after))))
                output = builder.emit_output(result)
            builder.emit_func_output(output, inputs)


def exported(
    module: Module, spec: specs.ModuleSpec | Mapping[str, Any], debug: bool
) -> tuple[IRModule, list[tuple[str, Parameter]], list[ExternModule]]:
    """The methods that `spec` names as functions of Relax: the module, its parameters by name, and the external modules that it uses."""
    return Exporter(debug).build(specs.ModuleSpec.from_raw(spec, module))


def _returned(value: object) -> RelaxExpr:
    if isinstance(value, (Tensor, Object)):
        return expression(value)
    if isinstance(value, (tuple, list)):
        return Tuple(tuple(_returned(item) for item in value))
    raise TypeError(f"Unsupported return type: {type(value)}")


class _Method:
    """The parameters of the function of one method, and what the method is called with."""

    def __init__(self, builder: BlockBuilder, spec: specs.MethodSpec) -> None:
        self._builder = builder
        self._spec = spec
        self._sizes: dict[str, SymbolicVar] = {}
        self._made = [self._argument(name, arg) for name, arg in zip(spec.arg_names, spec.arg_specs)]
        self._params = [_parameter(name, made) for name, made in zip(spec.arg_names, self._made)]

    def arguments(self) -> list[Var]:
        """The parameters that the method's own stand for."""
        return self._params

    def given(self) -> list[Any]:
        """The method's arguments; tuples are taken apart."""
        return [
            self._parts(name, value, var) for name, value, var in zip(self._spec.arg_names, self._made, self._params)
        ]

    def states(self, effects: list[tuple[str, Effect]]) -> list[Var]:
        """Parameters for the states, which the effects take."""
        created = [effect.create(name) for name, effect in effects]
        flat = [state for states in created for state in states]
        for states, (_, effect) in zip(created, effects):
            effect.set_state(states)
        if self._spec.effect_mode != "packed":
            return flat if self._spec.effect_mode == "plain" else []
        packed = Var("packed_effects", TupleStructInfo([state.struct_info for state in flat]))
        fields = iter(self._fields(packed, [state.name_hint for state in flat]))
        for states, (_, effect) in zip(created, effects):
            effect.set_state([next(fields) for _ in states])
        return [packed]

    def weights(self, parameters: list[tuple[str, Parameter]]) -> list[Var]:
        """Parameters for the weights, which they refer to from now on; one name of a size is one size."""
        sizes: dict[str, SymbolicVar] = {}
        flat: list[Any] = []
        for name, parameter in parameters:
            shape = [
                sizes.setdefault(size.name, SymbolicVar(size.name, "int64")) if isinstance(size, SymbolicVar) else size
                for size in parameter.shape
            ]
            refer(parameter, expression(Tensor.placeholder(shape, parameter.dtype, name)))
            flat.append(expression(parameter))
        if self._spec.param_mode != "packed":
            return flat if self._spec.param_mode == "plain" else []
        packed = Var("packed_params", TupleStructInfo([var.struct_info for var in flat]))
        for field, (_, parameter) in zip(self._fields(packed, [name for name, _ in parameters]), parameters):
            refer(parameter, field)
        return [packed]

    def _fields(self, packed: Var, names: list[str]) -> list[Var]:
        return [self._builder.emit(TupleGetItem(packed, at), name) for at, name in enumerate(names)]

    def _argument(self, name: str, spec: object) -> Any:
        """The value that the method gets for an argument; a `specs.Tuple` for one that is yet to be taken apart."""
        if isinstance(spec, specs.Int):
            return self._size(name)
        if isinstance(spec, specs.Tensor):
            shape = [self._size(size) if isinstance(size, str) else size for size in spec.shape]
            return Tensor.placeholder(shape, spec.dtype, name)
        if isinstance(spec, specs.Object):
            return spec.object_type(_expr=Var(name, ObjectStructInfo()), _name=name)
        if isinstance(spec, specs.Tuple):
            items = [self._argument(f"{name}_{at}", item) for at, item in enumerate(spec.elements)]
            return specs.Tuple(name, type(spec.elements)(items))
        raise TypeError(f"Invalid spec for argument {name}: {spec}")

    def _size(self, name: str) -> SymbolicVar:
        return self._sizes.setdefault(name, SymbolicVar(name, "int64"))

    def _parts(self, name: str, value: object, var: Var) -> Any:
        if isinstance(value, specs.Tuple):
            fields = self._fields(var, [f"{value.name}_{at}" for at in range(len(value.elements))])
            parts = [self._parts(f"{name}_{at}", *pair) for at, pair in enumerate(zip(value.elements, fields))]
            return type(value.elements)(parts)
        return Tensor(_expr=var) if isinstance(value, Tensor) else value


def _parameter(name: str, value: object) -> Var:
    made = expression(value) if isinstance(value, (Tensor, Object)) else None
    return made if isinstance(made, Var) else Var(name, _info(value))


def _info(value: Any) -> StructInfo:
    if isinstance(value, SymbolicVar):
        return ShapeStructInfo([value])
    if isinstance(value, specs.Tuple):
        return TupleStructInfo([_info(item) for item in value.elements])
    return expression(value).struct_info


__all__ = ["Exporter", "add_extern"]
