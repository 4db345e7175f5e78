"""Graphs of PyTorch in which no operator writes into its argument: PyTorch's own functionalization makes them.

A write into a view changes the tensor that it is a view of, and every other view of that; values of Relax do not change.  Functionalization turns `x[1].fill_(7)` into
a new `x`, by `select_scatter` and similar operators, and reads views anew.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tilewright.core.base.names import with_article
from tilewright.core.base.warn import warn_user
from tilewright.core.importers.torch.translator import UnsupportedOperatorError
from tilewright.core.importers.torch.writes import Writes, name_of, writes
from tilewright.core.runtime.torch_bridge import torch_module

_KEPT = (
    "the program writes into {}: the function `main` returns the results that PyTorch returns, "
    "and leaves what it was given, and its constants, as they are"
)


def require_traced(given: object, call: str) -> None:
    """Refuse a model that was not traced, or anything else without a graph; raises `TypeError` with the call that traces it first."""
    if not hasattr(given, "graph"):
        function, _, rest = call.partition("(")
        maker = rest.partition("(")[0]
        is_class = isinstance(given, type)
        said = f"the class {given.__name__}" if is_class else with_article(type(given).__name__)
        raise TypeError(f"{function} takes what {maker} makes, not {said}: {call}")


def functional_program(program: Any, decompose: bool, translated: Collection[str]) -> Any:
    """The exported program without writes; with `decompose` also in the fewer kinds of operators of Core ATen, except for those that are `translated` as they are.

    Programs with sparse tensors, which PyTorch cannot decompose, stay as they are.  Raises `UnsupportedOperatorError` for writes that would be lost.
    """
    found = writes(program.graph, {})
    _refuse_windows(found)
    if _has_sparse(program):
        if found.lost is not None:
            raise lost(found.lost)
        return program
    if decompose:
        return program.run_decompositions(_decompositions(translated))
    return program.run_decompositions({}) if any(map(_writes, program.graph.nodes)) else program


def _refuse_windows(found: Writes) -> None:
    """PyTorch's own functionalization forgets the elements between the windows."""
    if found.windows is not None:
        raise lost(found.windows, ": it is written by windows (`unfold`)")


def _decompositions(kept: Collection[str]) -> Any:
    """PyTorch's decompositions of operators, without those of the names that are kept, and without wrong ones."""
    table = torch_module().export.default_decompositions()
    for one in [one for one in table if _names(one) & {*kept, *_WRONG}]:
        table.pop(one)
    return table


# Decompositions of PyTorch 2.13 that compute something else than the operator.
_WRONG = ("multilabel_margin_loss_forward",)


def _names(target: object) -> set[str]:
    """`{"add.Tensor", "add"}` for `torch.ops.aten.add.Tensor`."""
    name = getattr(target, "__name__", str(target))
    return {name, name.partition(".")[0]}


def _has_sparse(program: Any) -> bool:
    torch = torch_module()
    stored = (*program.state_dict.values(), *program.constants.values())
    return any(isinstance(one, torch.Tensor) and one.layout != torch.strided for one in stored)


def _writes(node: Any) -> bool:
    return node.op == "call_function" and bool(getattr(getattr(node.target, "_schema", None), "is_mutable", False))


def user_outputs(program: Any) -> tuple[set[str], list[int]]:
    """The nodes that only new values of inputs and buffers need, by name, and which outputs are the program's own.

    A functional program puts out new values of what it wrote into before its own results.  As TVM's, the function that is made returns the results alone.
    """
    specs = program.graph_signature.output_specs
    own = [at for at, spec in enumerate(specs) if not spec.kind.name.endswith("MUTATION")]
    written = [at for at in range(len(specs)) if at not in own]
    if not written:
        return set(), own
    _warn([specs[at] for at in written])
    (output,) = (node for node in program.graph.nodes if node.op == "output")
    results = output.args[0]
    needed = [_sources([results[at] for at in places]) for places in (written, own)]
    return needed[0] - needed[1], own


def _sources(values: list[Any]) -> set[str]:
    """The names of the nodes that values are computed from, and their own."""
    found: set[str] = set()
    left = [value for value in values if hasattr(value, "all_input_nodes")]
    while left:
        node = left.pop()
        if node.name not in found:
            found.add(node.name)
            left += node.all_input_nodes
    return found


_KINDS: Mapping[str, str] = {
    "USER_INPUT_MUTATION": "input",
    "BUFFER_MUTATION": "buffer",
    "PARAMETER_MUTATION": "parameter",
}


def _warn(specs: list[Any]) -> None:
    into = ", ".join(f"the {_KINDS.get(spec.kind.name, 'tensor')} `{spec.target}`" for spec in specs)
    warn_user(_KEPT.format(into))


def functional_graph(model: Any, input_info: object, custom: Collection[str]) -> Any:
    """The traced model itself, or where it writes into views that are read later one without writes, in operators of ATen.

    Raises `UnsupportedOperatorError` when such a model cannot be made.
    """
    layers = dict(model.named_modules())
    found = writes(model.graph, layers)
    if found.inputs:
        into = ", ".join(f"the input `{node.name}`" for node in found.inputs)
        warn_user(_KEPT.format(into))
    if found.weights is not None:
        raise lost(found.weights, ": it is a weight or a buffer of the model")
    if found.lost is None:
        return model
    _refuse_windows(found)
    try:
        return _without_writes(model, input_info, custom)
    except Exception as error:
        raise lost(found.lost, f": {error}") from error


def lost(node: Any, why: str = "") -> UnsupportedOperatorError:
    """The error of a write that would be lost."""
    return UnsupportedOperatorError(
        f"the operator `{name_of(node)}` of the node `{node.name}` writes into a tensor that others share, which has no translation into Relax{why}"
    )


def _without_writes(model: Any, input_info: Any, custom: Collection[str]) -> Any:
    torch = torch_module()
    count = sum(node.op == "placeholder" for node in model.graph.nodes)
    if count != len(input_info) or not all(isinstance(size, int) for sizes, _ in input_info for size in sizes):
        raise ValueError("`input_info` does not have a known size for each input")
    if custom:
        raise ValueError("custom_convert_map names operators that would be written otherwise")
    given = [torch.zeros(tuple(sizes), dtype=getattr(torch, dtype)) for sizes, dtype in input_info]
    trace = torch.fx.experimental.proxy_tensor.make_fx
    with torch.no_grad():
        made = trace(torch.func.functionalize(model), tracing_mode="fake", _allow_non_fake_inputs=True)(*given)
    for node in [node for node in made.graph.nodes if name_of(node) == "copy_" and node.args[0].op == "placeholder"]:
        made.graph.erase_node(node)  # new values of inputs, which are not returned
    made.graph.eliminate_dead_code()
    return made
