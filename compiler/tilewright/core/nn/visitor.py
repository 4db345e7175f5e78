"""`nn.Mutator`: puts other modules, parameters and effects into the place of those of a network."""

from __future__ import annotations

from typing import Any

from tilewright.core.nn.containers import ModuleDict, ModuleList, ParameterDict, ParameterList
from tilewright.core.nn.core import Effect, Module, members, replace_member
from tilewright.core.nn.tensor import Parameter


class Mutator:
    """Goes through a module: what a `visit_...` gives takes the place of what it was called with.

    Subclasses override the visits they care about, and call `visit` to go on into the parts.  The name is the path to the member.
    """

    def visit_module(self, name: str, node: Module) -> Any:
        """For a module that is no container."""
        return self.visit(name, node)

    def visit_effect(self, name: str, node: Effect) -> Any:
        """For an effect."""
        return self.visit(name, node)

    def visit_param(self, name: str, node: Parameter) -> Any:
        """For a parameter."""
        return self.visit(name, node)

    def visit_moduledict(self, name: str, node: ModuleDict) -> Any:
        """For a dictionary of modules."""
        return self.visit(name, node)

    def visit_modulelist(self, name: str, node: ModuleList) -> Any:
        """For a list of modules."""
        return self.visit(name, node)

    def visit_parameterdict(self, name: str, node: ParameterDict) -> Any:
        """For a dictionary of parameters."""
        return self.visit(name, node)

    def visit_parameterlist(self, name: str, node: ParameterList) -> Any:
        """For a list of parameters."""
        return self.visit(name, node)

    def visit(
        self, name: str, node: Module | Effect | Parameter | ModuleDict | ModuleList | ParameterDict | ParameterList
    ) -> Any:
        """Visit the parts of a module, each by its kind, and give the module; anything else as it is."""
        if not isinstance(node, Module):
            return node
        for member, value in members(node):
            visit = next((method for kind, method in _VISITS if isinstance(value, kind)), None)
            if visit is not None:
                path = f"{name}.{member}" if name else member
                replace_member(node, member, getattr(self, visit)(path, value))
        return node


# The most special kind first.
_VISITS = (
    (ParameterDict, "visit_parameterdict"),
    (ParameterList, "visit_parameterlist"),
    (ModuleDict, "visit_moduledict"),
    (ModuleList, "visit_modulelist"),
    (Module, "visit_module"),
    (Effect, "visit_effect"),
    (Parameter, "visit_param"),
)
