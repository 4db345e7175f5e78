"""Programs that `torch.export` made."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite
from typing import Any

from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.functional import functional_program, require_traced, user_outputs
from tilewright.core.importers.torch.operators import operator
from tilewright.core.importers.torch.translator import Convert, Translator, dense
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Var
from tilewright.core.runtime.torch_bridge import to_tensor


def from_exported_program(
    exported_program: object,
    *,
    keep_params_as_input: bool = False,
    unwrap_unit_return_tuple: bool = False,
    no_bind_return_tuple: bool = False,
    custom_convert_map: Mapping[str, Convert] | None = None,
    run_ep_decomposition: bool = True,
) -> IRModule:
    """The program as the function `main` of a module.

    Weights are constants; with `keep_params_as_input` parameters, as opposed to buffers, are further parameters of `main`, whose tensors are the attribute
    "params".  Sizes that the export leaves open are symbolic; what the export knows of them is kept in the attributes "tir_var_lower_bound" and
    "tir_var_upper_bound".  `custom_convert_map` gives translations by the name of the operator, `"relu.default"` or `"relu"`: functions of the node and the
    translator.

    PyTorch writes its operators in fewer kinds first (`run_decompositions`), except for those of `custom_convert_map`; with `run_ep_decomposition=False` they stay what they are.
    Either way writes into tensors and into views of them become new values.  Inputs and buffers that the program writes into are not changed by `main`: a warning names them.

    Raises `UnsupportedOperatorError` for an operator without translation, and for a write into a view that cannot become a new value.
    """
    require_traced(exported_program, "from_exported_program(torch.export.export(model, example_inputs))")
    program = functional_program(exported_program, run_ep_decomposition, custom_convert_map or {})
    made = _Exported(program, custom_convert_map, keep_params_as_input)
    return made.translated(unwrap_unit_return_tuple, no_bind_return_tuple)


class _Exported(Translator):
    bounds = "float64"

    def __init__(self, program: Any, custom: Mapping[str, Convert] | None, keep: bool) -> None:
        super().__init__(operator, custom)
        self._program = program
        self._keep = keep

    def translated(self, unwrap: bool, no_bind: bool) -> IRModule:
        inputs: list[Var] = []
        weights: list[tuple[Var, Any]] = []
        nodes = {node.name: node for node in self._program.graph.nodes}
        for spec in self._program.graph_signature.input_specs:
            node = nodes[spec.arg.name]
            if spec.kind.name == "TOKEN":  # what puts effects in order
                self.values[node] = None
            elif spec.kind.name == "USER_INPUT":
                inputs.append(self._input(node))
            else:
                self._weight(node, self._stored(spec), spec.kind.name == "PARAMETER" and self._keep, weights)
        module = self.module(inputs, weights, lambda: self._body(nodes.values()), unwrap, no_bind)
        bounds = self._bounds()
        if bounds:
            module["main"] = module["main"].with_attr(bounds)
        return module

    def _bounds(self) -> dict[str, dict[str, int]]:
        """The bounds of the export's symbolic sizes."""
        known = {
            self.size(symbol).name: limits
            for symbol, limits in self._program.range_constraints.items()
            if symbol.is_Symbol
        }
        lower = {name: int(limits.lower) for name, limits in known.items() if 0 < float(limits.lower) < inf}
        upper = {name: int(limits.upper) for name, limits in known.items() if isfinite(float(limits.upper))}
        found = {"tir_var_lower_bound": lower, "tir_var_upper_bound": upper}
        return {key: sizes for key, sizes in found.items() if sizes}

    def _input(self, node: Any) -> Var:
        known = node.meta["val"]
        made = self.values[node] = Var(node.name, self.info(known.shape, known.dtype))
        return made

    def _stored(self, spec: Any) -> Any:
        """The tensor of a parameter, a buffer or a constant."""
        state = self._program.state_dict
        return state[spec.target] if spec.target in state else self._program.constants[spec.target]

    def _weight(self, node: Any, value: Any, keep: bool, weights: list[tuple[Var, Any]]) -> None:
        tensor = to_tensor(dense(value.detach()))
        if not keep:
            self.values[node] = const(tensor)
            return
        made = self.values[node] = Var(node.name, self.info(value.shape, value.dtype))
        weights.append((made, tensor))

    def _body(self, nodes: Any) -> Any:
        result = None
        unread, own = user_outputs(self._program)
        for node in nodes:
            if node.name in unread:
                continue
            if node.op == "call_function":
                name = getattr(node.target, "__name__", str(node.target))
                args = [self.argument(value) for value in node.args]
                named = {key: self.argument(value) for key, value in node.kwargs.items()}
                self.values[node] = self.operator(name, args, named, node)
            elif node.op == "get_attr":
                stored = getattr(self._program.graph_module, node.target)  # a tensor, or the graph of a branch
                self.values[node] = const(to_tensor(dense(stored))) if hasattr(stored, "layout") else stored
            elif node.op == "output":
                result = tuple(self.argument(node.args[0][at]) for at in own)
        return result
