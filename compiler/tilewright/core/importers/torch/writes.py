"""Which nodes of a traced graph write into tensors, and which of these writes other nodes would miss.

A translation gives the written tensor a new value.  That is enough unless another tensor that may share its memory is read later.  What may share memory is known by
the names of operators alone, so some are counted that do not.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Operators and layers that give a view of their argument, or may give the argument itself.
MAY_SHARE = frozenset(
    "view reshape _unsafe_view _reshape_alias flatten ravel unflatten as_strided permute transpose swapaxes swapdims t T H mT mH "
    "numpy_T matrix_H adjoint movedim moveaxis squeeze unsqueeze expand expand_as broadcast_to broadcast_tensors meshgrid split "
    "split_with_sizes unsafe_split unsafe_chunk hsplit vsplit dsplit tensor_split chunk slice narrow select getitem getattr unbind diagonal unfold "
    "reshape_as view_as view_as_real view_as_complex real imag contiguous detach alias identity to type type_as float double half "
    "bfloat16 long int short bool cpu resolve_conj resolve_neg positive requires_grad lift_fresh dropout dropout1d dropout2d dropout3d "
    "feature_dropout alpha_dropout feature_alpha_dropout stochastic_depth einsum sum_to_size atleast_1d atleast_2d atleast_3d squeeze_ "
    "Identity Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout Flatten Unflatten".split()
)

# Those that take only the shape or the type of their second argument.
_TAKES_SHAPE = frozenset({"expand_as", "reshape_as", "type_as", "view_as"})

# Functions of the module `operator`, and methods such as `__iadd__`, that change their first argument.
_CHANGING = frozenset(
    "iadd isub imul imatmul idiv itruediv ifloordiv imod ipow iand ior ixor ilshift irshift iconcat setitem".split()
)


@dataclass(frozen=True)
class Writes:
    """The node whose write others would miss, or None, the ones that write into windows (`unfold`) and into weights, or None, and the inputs that may be written into."""

    lost: Any
    windows: Any
    weights: Any
    inputs: tuple[Any, ...]


def name_of(node: Any) -> str:
    """The name of the operator of a node, `add_` for `torch.ops.aten.add_.Tensor`, `iadd` for `__iadd__`."""
    name = _written_name(node)
    return name[2:-2] if _is_of_language(name) else name


def _written_name(node: Any) -> str:
    name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", str(node.target))
    return name if node.op == "call_module" else name.partition(".")[0]


def _is_of_language(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def written(node: Any, layers: Mapping[str, Any]) -> Any:
    """The node into whose tensor another node writes, or None."""
    if node.op == "call_module":
        return _first(node) if getattr(layers[node.target], "inplace", False) is True else None
    if node.op not in ("call_function", "call_method"):
        return None
    if node.kwargs.get("out") is not None:
        return node.kwargs["out"]
    return _first(node) if changes(node) else None


def changes(node: Any) -> bool:
    """Whether the node of a function or a method changes its first argument."""
    written = _written_name(node)
    if _is_of_language(written) or getattr(node.target, "__module__", "") == "_operator":
        return name_of(node) in _CHANGING
    return written.endswith("_") or _asked(node)


def _asked(node: Any) -> bool:
    """Whether `inplace` is said, by name or by position."""
    if node.kwargs.get("inplace") is True:
        return True
    if node.op != "call_function" or not any(one is True for one in node.args):
        return False
    try:
        names = list(inspect.signature(node.target).parameters)
    except (TypeError, ValueError):
        return False
    return any(name == "inplace" and one is True for name, one in zip(names, node.args))


def _first(node: Any) -> Any:
    return next(iter(node.args), node.kwargs.get("input", node.kwargs.get("self")))


def writes(graph: Any, layers: Mapping[str, Any]) -> Writes:
    """The values that the nodes of a graph write into."""
    order = {node: at for at, node in enumerate(graph.nodes)}
    sharing, same = _Groups(), _Groups()
    found: list[tuple[Any, Any]] = []
    windows: set[Any] = set()
    for node in graph.nodes:
        target = written(node, layers)
        if target in order:
            found.append((node, target))
            sharing.join(node, target)
            same.join(node, target)
            windows |= {node} if target in windows else set()
        elif _shares(node, layers):
            for source in _shared_inputs(node):
                sharing.join(node, source)
            windows |= {node} if name_of(node) == "unfold" or windows.intersection(node.all_input_nodes) else set()
    into = {one for _, target in found for one in sharing.of(target) if one.op == "placeholder"}
    lost = (node for node, target in found if _is_lost(node, target, sharing, same, order))
    through = (node for node, target in found if target in windows)
    weights = (node for node, target in found if any(one.op == "get_attr" for one in sharing.of(target)))
    return Writes(
        next(lost, None), next(through, None), next(weights, None), tuple(sorted(into, key=order.__getitem__))
    )


def _shares(node: Any, layers: Mapping[str, Any]) -> bool:
    if node.op == "call_module":
        return any(kind.__name__ in MAY_SHARE for kind in type(layers[node.target]).__mro__)
    return node.op in ("call_function", "call_method") and name_of(node) in MAY_SHARE


def _shared_inputs(node: Any) -> list[Any]:
    """The inputs whose memory the result may be; `x.view_as(other)` takes only the shape from `other`."""
    return node.all_input_nodes[:1] if name_of(node) in _TAKES_SHAPE else node.all_input_nodes


def _is_lost(node: Any, target: object, sharing: _Groups, same: _Groups, order: Mapping[Any, int]) -> bool:
    """Assignments to parts and results that are put into a tensor have no translation of their own; other writes are lost on views of before."""
    if name_of(node) == "setitem" or node.kwargs.get("out") is not None:
        return True
    group = sharing.of(target)
    before = [one for one in group if order[one] < order[node] and one not in same.of(target)]
    return any(order[user] > order[node] for one in before for user in one.users)


class _Groups:
    """Nodes that belong together."""

    def __init__(self) -> None:
        self._groups: dict[Any, set[Any]] = {}

    def of(self, node: Any) -> set[Any]:
        return self._groups.setdefault(node, {node})

    def join(self, a: object, b: object) -> None:
        joined = self.of(a) | self.of(b)
        for node in joined:
            self._groups[node] = joined
