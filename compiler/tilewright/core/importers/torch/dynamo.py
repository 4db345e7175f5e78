"""`torch.compile` with Relax: a backend that runs graphs by Tilewright, and one that only collects them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from tilewright.core.driver.relax_build import build
from tilewright.core.driver.relax_pipelines import chosen
from tilewright.core.importers.torch.fx_translator import from_fx
from tilewright.core.importers.torch.translator import dtype_name
from tilewright.core.importers.torch.writes import writes
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.runtime.torch_bridge import is_torch, to_tensor, to_torch, torch_module
from tilewright.core.vm.machine import VirtualMachine


def relax_dynamo(pipeline: Any = None) -> Callable[[Any, list[Any]], Callable[..., Any]]:
    """A backend: `torch.compile(model, backend=relax_dynamo())`.

    `pipeline` is a pass over the module, or the name of a pipeline, before it is built.
    """

    def backend(graph_module: Any, example_inputs: list[Any]) -> Callable[..., Any]:
        torch = torch_module()
        found = writes(graph_module.graph, dict(graph_module.named_modules()))
        if found.lost is None and not found.inputs:
            return compiled(graph_module, example_inputs)
        # PyTorch's functionalization makes new values of what is written, and puts those of inputs where the caller finds them
        wrapped = importlib.import_module("torch._dynamo.backends.common").aot_autograd
        boxed = importlib.import_module("functorch.compile").make_boxed_func
        with torch.no_grad():
            return wrapped(fw_compiler=lambda graph, inputs: boxed(compiled(graph, inputs)))(
                graph_module, example_inputs
            )

    def compiled(graph_module: Any, example_inputs: list[Any]) -> Callable[..., Any]:
        graph_module.graph.eliminate_dead_code()
        module = from_fx(graph_module, _inputs(example_inputs))
        machine = VirtualMachine(build(chosen(pipeline)(module), "llvm"))

        def run(*args: object) -> Any:
            given = [to_tensor(arg.detach().contiguous()) for arg in args if is_torch(arg)]
            return to_torch(machine["main"](*given))

        return run

    return backend


def dynamo_capture_subgraphs(model: object, *params: object, **kwargs: object) -> IRModule:
    """The graphs that `torch.compile` makes of a call of the model on these arguments, as the functions `subgraph_0`, ... of a module.

    `keep_params_as_input=True` makes weights parameters of the functions.
    """
    torch = torch_module()
    keep = bool(kwargs.pop("keep_params_as_input", False))
    found = IRModule()

    def capture(graph_module: Any, example_inputs: list[Any]) -> Any:
        module = from_fx(
            graph_module, _inputs(example_inputs), keep_params_as_input=keep, unwrap_unit_return_tuple=True
        )
        name = f"subgraph_{len(found.functions)}"
        found[name] = module["main"].with_attr("global_symbol", name)
        return graph_module.forward

    torch._dynamo.reset()
    with torch.no_grad():
        torch.compile(model, backend=capture)(*params, **kwargs)
    return found


def _inputs(examples: list[Any]) -> list[tuple[list[Any], str]]:
    """The shapes and types of the tensors among the inputs of a graph; sizes that may change are symbolic."""
    torch = torch_module()
    sizes: dict[str, SymbolicVar] = {}

    def size(value: Any) -> Any:
        if isinstance(value, torch.SymInt):
            return sizes.setdefault(str(value), SymbolicVar(str(value), "int64"))
        return int(value)

    return [
        ([size(one) for one in value.shape], dtype_name(value.dtype))
        for value in examples
        if isinstance(value, torch.Tensor)
    ]
