"""Programs that `torch.export` made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.builder.relax_values import const
from tilewright.ir.function import IRModule
from tilewright.ir.relax import Var
from tilewright.relax.frontend.torch.translator import Convert, Translator
from tilewright.relax.torch_bridge import to_tensor


def from_exported_program(
    exported_program: Any,
    *,
    keep_params_as_input: bool = False,
    unwrap_unit_return_tuple: bool = False,
    no_bind_return_tuple: bool = False,
    custom_convert_map: Mapping[str, Convert] | None = None,
) -> IRModule:
    """The program as the function `main` of a module.

    Weights are constants, or with `keep_params_as_input` further parameters, whose tensors are the attribute "params".  Sizes that the export leaves open
    are symbolic.  `custom_convert_map` gives translations by the name of the operator, `"relu.default"` or `"relu"`: functions of the node and the
    translator.

    Raises `UnsupportedOperatorError` for an operator without translation.
    """
    made = _Exported(exported_program, custom_convert_map, keep_params_as_input)
    return made.translated(unwrap_unit_return_tuple, no_bind_return_tuple)


class _Exported(Translator):
    def __init__(self, program: Any, custom: Mapping[str, Convert] | None, keep: bool) -> None:
        super().__init__(custom)
        self._program = program
        self._keep = keep

    def translated(self, unwrap: bool, no_bind: bool) -> IRModule:
        inputs: list[Var] = []
        weights: list[tuple[Var, Any]] = []
        nodes = {node.name: node for node in self._program.graph.nodes}
        for spec in self._program.graph_signature.input_specs:
            node = nodes[spec.arg.name]
            if spec.kind.name == "USER_INPUT":
                inputs.append(self._input(node))
            else:
                self._weight(node, self._stored(spec), spec.target, weights)
        return self.module(inputs, weights, lambda: self._body(nodes.values()), unwrap, no_bind)

    def _input(self, node: Any) -> Var:
        known = node.meta["val"]
        made = self.values[node] = Var(node.name, self.info(known.shape, known.dtype))
        return made

    def _stored(self, spec: Any) -> Any:
        """The tensor of a parameter, a buffer or a constant."""
        state = self._program.state_dict
        return state[spec.target] if spec.target in state else self._program.constants[spec.target]

    def _weight(self, node: Any, value: Any, name: str, weights: list[tuple[Var, Any]]) -> None:
        tensor = to_tensor(value.contiguous())
        if not self._keep:
            self.values[node] = const(tensor)
            return
        made = self.values[node] = Var(name.replace(".", "_"), self.info(value.shape, value.dtype))
        weights.append((made, tensor))

    def _body(self, nodes: Any) -> Any:
        result: Any = None
        for node in nodes:
            if node.op == "call_function":
                name = getattr(node.target, "__name__", str(node.target))
                args = [self.argument(value) for value in node.args]
                named = {key: self.argument(value) for key, value in node.kwargs.items()}
                self.values[node] = self.operator(name, args, named, node)
            elif node.op == "get_attr":
                self.values[node] = const(to_tensor(getattr(self._program.graph_module, node.target)))
            elif node.op == "output":
                result = self.argument(node.args[0])
        return result
