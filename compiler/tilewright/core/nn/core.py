"""`nn.Module`: networks as Python classes, with parameters and modules as attributes, that become modules of Relax."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.base.registry import PackedFunction
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import DataflowVar, RelaxExpr, TupleGetItem, Var
from tilewright.core.ir.struct_info import TensorStructInfo, TupleStructInfo
from tilewright.core.nn import ports
from tilewright.core.nn.subroutine import SubroutineMixin
from tilewright.core.nn.tensor import Parameter, Tensor

if TYPE_CHECKING:
    from tilewright.core.driver.native import PipelineLike
    from tilewright.core.nn.spec import ModuleSpec
    from tilewright.core.runtime.device import Device


# A size of a network: a number, or an expression of sizes that its functions are given.
IntExpr = int | Expr


class Effect:
    """A state that methods change: a variable goes in, and the changed one comes out beside the result."""

    def emit_init(self, name_hint: str, builder: BlockBuilder) -> list[Var]:
        """Emit the state that there is at first."""
        raise NotImplementedError

    def create(self, name_hint: str) -> list[Var]:
        """Parameters that stand for the state of a function."""
        raise NotImplementedError

    def set_state(self, state_vars: list[Var]) -> None:
        """Go on with this state."""
        raise NotImplementedError

    def finalize(self) -> list[Var]:
        """The state at the end of a function, which is forgotten."""
        raise NotImplementedError

    def to(self, dtype: str | None = None) -> None:
        """Change the data type of what is kept, where there is one."""


class Module(SubroutineMixin):
    """A network, or a part of one: attributes are its weights and parts, methods compute with `nn.op`.

    `export_tvm` makes functions of Relax of the methods, `jit` compiles them.
    """

    def _named_members(self) -> list[tuple[str, Any]]:
        """The members with their names: attributes, or the items of a list or dictionary."""
        return list(vars(self).items())

    def _replace_member(self, name: str, value: object) -> None:
        """Put another value in the place of a member."""
        setattr(self, name, value)

    def named_parameters(self, prefix: str = "") -> Iterator[tuple[str, Parameter]]:
        """The parameters of the module and of its parts, named by the path to them: `layers.0.weight`."""
        yield from found(self, prefix, Parameter)

    def parameters(self) -> Iterator[Parameter]:
        """The parameters of the module and of its parts."""
        for _, parameter in self.named_parameters():
            yield parameter

    def state_dict(self, *, prefix: str = "", destination: dict[str, Parameter] | None = None) -> dict[str, Parameter]:
        """The parameters by name, put into `destination` where that is given."""
        made = {} if destination is None else destination
        made.update(self.named_parameters(prefix))
        return made

    def load_state_dict(self, state_dict: Mapping[str, Parameter], strict: bool = True) -> tuple[list[str], list[str]]:
        """Take the elements of these parameters; gives the names that were missing, and those that are not known.

        Raises `KeyError` when there are any and `strict` is set, `ValueError` for a parameter without elements.
        """
        own = self.state_dict()
        unexpected = [name for name in state_dict if name not in own]
        for name, parameter in state_dict.items():
            if name not in own:
                continue
            if parameter.data is None:
                raise ValueError(f"Parameter {name} is not set to any concrete tensor")
            own.pop(name).data = parameter.data
        missing = list(own)
        if strict and (missing or unexpected):
            raise KeyError(f"Missing keys: {missing}, Unexpected keys: {unexpected}")
        return missing, unexpected

    def __call__(self, *args: object, **kwargs: object) -> Any:
        """The result of the method `forward`."""
        forward: PackedFunction | None = getattr(self, "forward", None)
        if forward is None:
            raise NotImplementedError(f"Module {type(self)} does not have a `forward` method")
        return forward(*args, **kwargs)

    def to(self, dtype: str | None = None) -> None:
        """Change the data type of all parameters."""
        for _, member in self._named_members():
            if callable(getattr(member, "to", None)):
                member.to(dtype=dtype)
        if dtype is not None and isinstance(getattr(self, "dtype", None), str):
            self.dtype = dtype

    def export_tvm(self, spec: Any, debug: bool = False, allow_extern: bool = False) -> Any:
        """The methods that `spec` names as functions of Relax: the module, its parameters by name, and with `allow_extern` its external modules.

        `spec` is an `nn.spec.ModuleSpec`, or `{"forward": {"x": nn.spec.Tensor((1, 784), "float32")}}`.  With `debug` the functions take and give the state
        of input and output, which `nn.op.print_` and `nn.op.debug_func` need.
        """
        module, parameters, externs = ports.exported.call(self, spec, debug)
        if allow_extern:
            return module, parameters, externs
        if externs:
            raise ValueError("the module uses an ExternModule: export it with allow_extern=True")
        return module, parameters

    def jit(
        self,
        spec: ModuleSpec | Mapping[str, Any],
        device: Device | str = "cpu",
        pipeline: PipelineLike = "default_build",
        out_format: str = "torch",
        debug: bool = False,
    ) -> Any:
        """The module compiled: `jit(spec)["forward"](x)` takes and gives tensors of PyTorch.  All parameters must have elements."""
        if out_format != "torch":
            raise ValueError(f"Unknown out_format: {out_format}")
        return ports.compiled.call(self, spec, device, pipeline, debug)


def wrap_nested(expr: RelaxExpr, name: str) -> Any:
    """The expression bound to a variable called `name`, as a `Tensor`; a tuple field by field.

    Raises `TypeError` for what is neither a tensor nor a tuple.
    """
    if not isinstance(expr, DataflowVar):
        builder = BlockBuilder.current()
        if builder is None:
            raise RuntimeError(f"`nn.op` works while a module is exported, and `{name}` was called outside")
        expr = builder.emit(expr, name)
    info = expr.struct_info
    if isinstance(info, TensorStructInfo):
        return Tensor(_expr=expr)
    if isinstance(info, TupleStructInfo):
        return tuple(wrap_nested(TupleGetItem(expr, at), f"{name}.{at}") for at in range(len(info.fields)))
    raise TypeError(f"Unsupported return type: {info}")


def members(module: Module) -> list[tuple[str, Any]]:
    """The members of a module with their names: attributes, positions or keys."""
    return module._named_members()  # pyright: ignore[reportPrivateUsage]


def replace_member(module: Module, name: str, value: object) -> None:
    """Put another value in the place of a member."""
    module._replace_member(name, value)  # pyright: ignore[reportPrivateUsage]


def found(root: Module, prefix: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The members of `root` and of the modules in it that are of a kind, by the path to them: `layers.0.weight`."""
    for name, member in members(root):
        if isinstance(member, kind):
            yield prefix + name, member
        elif isinstance(member, Module):
            yield from found(member, f"{prefix}{name}.", kind)
