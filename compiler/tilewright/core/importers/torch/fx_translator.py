"""Graphs that `torch.fx` traced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.functional import functional_graph, require_traced
from tilewright.core.importers.torch.layers import LAYERS
from tilewright.core.importers.torch.operators import operator
from tilewright.core.importers.torch.translator import Convert, Translator, UnsupportedOperatorError
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Var
from tilewright.core.runtime.torch_bridge import to_tensor


def from_fx(
    model: object,
    input_info: Sequence[tuple[Sequence[Any], str]],
    *,
    keep_params_as_input: bool = False,
    unwrap_unit_return_tuple: bool = False,
    no_bind_return_tuple: bool = False,
    custom_convert_map: Mapping[str, Convert] | None = None,
    default_image_layout: str = "NCHW",
) -> IRModule:
    """The traced model as the function `main` of a module; `input_info` is the shape and the data type of each input.

    Weights are constants, or with `keep_params_as_input` further parameters, whose tensors are the attribute "params".

    Writes into tensors become new values.  A model that writes into views which it reads later is translated from the operators of ATen that PyTorch's functionalization
    makes of it.  Inputs that the model writes into are not changed by `main`: a warning names them.

    Raises `UnsupportedOperatorError` for an operator or a layer without translation, and for a write into a view that cannot become a new value.
    """
    if default_image_layout != "NCHW":
        raise ValueError(
            f"images of PyTorch have the layout NCHW; relax.transform.ConvertLayout makes {default_image_layout}"
        )
    require_traced(model, "from_fx(torch.fx.symbolic_trace(model), input_info)")
    made = TracedTranslator(model, functional_graph(model, input_info, custom_convert_map or {}), custom_convert_map)
    return made.translated(input_info, keep_params_as_input, unwrap_unit_return_tuple, no_bind_return_tuple)


class TracedTranslator(Translator):
    """Translates a traced model: `graph_model` has the nodes; the weights and their names are those of `model`."""

    def __init__(self, model: Any, graph_model: Any, custom: Mapping[str, Convert] | None) -> None:
        super().__init__(operator, custom)
        self._model = model
        self._graph_model = graph_model
        self._layers = dict(model.named_modules())
        self._weights: dict[int, Any] = {}

    def translated(self, input_info: Any, keep: bool, unwrap: bool, no_bind: bool) -> IRModule:
        inputs = [Var(f"inp_{at}", self.info(shape, dtype)) for at, (shape, dtype) in enumerate(input_info)]
        weights: list[tuple[Var, Any]] = []
        parameters = sorted(self._model.named_parameters(), key=itemgetter(0))
        for name, value in (*parameters, *self._model.named_buffers()):
            tensor = to_tensor(value.detach().contiguous())
            if not keep:
                self._weights[id(value)] = const(tensor)
                continue
            var = self._weights[id(value)] = Var(name.replace(".", "_"), self.info(value.shape, value.dtype))
            weights.append((var, tensor))
        return self.module(inputs, weights, lambda: self._body(iter(inputs)), unwrap, no_bind)

    def weight(self, value: Any) -> Any:
        """The function's value for a tensor of the model; None stays None."""
        if value is None:
            return None
        known = self._weights.get(id(value))
        return const(to_tensor(value.detach().contiguous())) if known is None else known

    def _body(self, inputs: Any) -> Any:
        result = None
        for node in self._graph_model.graph.nodes:
            if node.op == "placeholder":
                self.values[node] = next(inputs)
            elif node.op == "output":
                result = self.argument(node.args[0])
            else:
                self.values[node] = self._value(node)
        return result

    def _value(self, node: Any) -> Any:
        args = [self.argument(value) for value in node.args]
        named = {key: self.argument(value) for key, value in node.kwargs.items()}
        if node.op == "get_attr":
            return self.weight(_attribute(self._graph_model, node.target))
        if node.op == "call_module":
            return self._layer(node, args)
        name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", str(node.target))
        if name in ("to",) and "dtype" not in named:
            return self.operator(name, [args[0], *node.args[1:]], named, node)
        return self.operator(
            name, args, {key: value for key, value in named.items() if key not in ("inplace", "training")}, node
        )

    def _layer(self, node: Any, args: list[Any]) -> Any:
        layer = self._layers[node.target]
        for kind in type(layer).__mro__:
            row = LAYERS.get(kind.__name__)
            if row is not None:
                made = self.emit(row(self, layer, *args))
                return self.changed(node, made) if getattr(layer, "inplace", False) is True else made
        raise UnsupportedOperatorError(f"the layer `{type(layer).__name__}` of PyTorch has no translation into Relax")


def _attribute(model: object, path: str) -> object:
    for name in path.split("."):
        model = getattr(model, name)
    return model
