"""`RelaxToPyFuncConverter`: functions of Relax as Python functions over tensors of PyTorch, at any stage of compilation."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.python_function import is_python, python_function
from tilewright.core.ir.relax import Call, Function
from tilewright.core.ir.walk import walk
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.relax.lowering.legalize_ops import LegalizeOps
from tilewright.core.printer.relax_torch import torch_call
from tilewright.core.printer.torch_calls import CALLS
from tilewright.core.printer.torch_function import Writer, standalone, torch_function
from tilewright.core.pymodule.base_py_module import BasePyModule, instance_of


class RelaxToPyFuncConverter:
    """Makes Python functions of functions of Relax.

    Ops become calls of PyTorch; `call_tir`, `call_dps_packed` and calls of other functions go through the compiled module.  Ops that PyTorch has
    nothing like become TensorIR.  `writer` writes the functions.
    """

    def __init__(self, ir_module: IRModule, writer: type[Writer] = Writer) -> None:
        self.ir_module = ir_module
        self._writer = writer
        self.operator_map = self._get_op_map()

    def convert(self, relax_functions: str | Iterable[str] | None = None) -> IRModule:
        """A module in which the named functions, or all of Relax, are Python functions; `pyfuncs` has them ready to be called.

        Calling the module makes an instance.  Raises `ValueError` for a name that is no function of Relax.
        """
        names = self._chosen(relax_functions)
        prepared = LegalizeOps(skip_ops={*self.operator_map, *CALLS} - _unspelled(self.ir_module))(self.ir_module)
        made: dict[GlobalVar, BaseFunc] = {}
        for variable, function in prepared.functions.items():
            name = variable.name_hint
            if name in names:
                assert isinstance(function, Function)
                made[variable] = python_function(name, torch_function(function, name, self._writer))
            else:
                made[variable] = function
        converted = IRModule(made, self.ir_module.attrs, self.ir_module.global_infos)
        converted.python_class = self.ir_module.python_class or BasePyModule
        shared = _Instance(converted)
        for name in names:
            function = self.ir_module[name]
            assert isinstance(function, Function)
            converted.pyfuncs[name] = _ready(name, function, shared, str(converted[name].attrs["python_source"]))
        return converted

    def _chosen(self, given: str | Iterable[str] | None) -> list[str]:
        relax = [name.name_hint for name, item in self.ir_module.functions.items() if isinstance(item, Function)]
        names = relax if given is None else [given] if isinstance(given, str) else list(given)
        known = {name.name_hint for name in self.ir_module.functions}
        for name in names:
            if name not in known:
                raise ValueError(f"Relax function '{name}' not found in module; it has {', '.join(relax) or 'none'}")
            if name not in relax:
                raise ValueError(f"Function '{name}' is not a Relax function")
        return names

    @staticmethod
    def _get_op_map() -> Mapping[str, Any]:
        """The PyTorch form of each op, by its registered name."""
        return {row.name: row.torch_form for row in RELAX_OPS.values() if row.torch_form is not None}


def convert_relax_to_pyfunc(ir_module: IRModule, relax_function_names: str | Iterable[str] | None = None) -> IRModule:
    """A module in which functions of Relax are Python functions."""
    return RelaxToPyFuncConverter(ir_module).convert(relax_function_names)


_HEAD = "import torch\nimport torch.nn.functional as F\n"
_MODULE_HEAD = (
    _HEAD
    + "from tvm.relax import BasePyModule\n"
    + "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tir as T\n\n"
)


def to_python_source(module: IRModule, relax_functions: str | Iterable[str] | None = None, name: str = "Module") -> str:
    """The Python source of functions of Relax: functions that need PyTorch alone, or, where anything compiled is called, a class of them all."""
    converted = RelaxToPyFuncConverter(module).convert(relax_functions)
    sources = [str(item.attrs["python_source"]) for item in converted.functions.values() if is_python(item)]
    alone = [standalone(source) for source in sources]
    if len(sources) == len(converted.functions):
        texts = [source for source in alone if source is not None]
        if len(texts) == len(sources):
            return "\n\n".join([_HEAD, *texts]) + "\n"
    text = converted.script(name=name)
    body = text[text.index("@I.ir_module") :]
    return f"{_MODULE_HEAD}\n{body}\n"


def _unspelled(module: IRModule) -> set[str]:
    """The ops of which some call has no counterpart in PyTorch, because of its settings."""
    calls = (
        node
        for function in module.functions.values()
        if isinstance(function, Function)
        for node in walk(function)
        if isinstance(node, Call) and isinstance(node.op, RelaxOp) and node.op.name not in CALLS
    )
    return {call.op.name for call in calls if torch_call(call, lambda _: "0") is None}


class _Instance:
    """An instance of the converted module, made when something first needs it."""

    def __init__(self, module: IRModule) -> None:
        self._module = module
        self._made: BasePyModule | None = None

    def __call__(self) -> BasePyModule:
        if self._made is None:
            self._made = instance_of(self._module)
        return self._made


def _ready(name: str, function: Function, instance: _Instance, source: str) -> PackedFunction:
    """The Python function of that name of the instance, which checks how many arguments there are."""
    wanted = len(function.params)

    def converted(*args: object) -> Any:
        if len(args) != wanted:
            raise ValueError(f"Expected {wanted} arguments, and `{name}` is given {len(args)}")
        return getattr(instance(), name)(*args)

    converted.__name__ = converted.__qualname__ = name
    converted.__doc__ = source
    converted.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(param.name_hint, inspect.Parameter.POSITIONAL_ONLY)
            for param in function.params
            if param.name_hint.isidentifier()
        ]
    )
    return converted


__all__ = ["RelaxToPyFuncConverter", "convert_relax_to_pyfunc", "to_python_source"]
