"""`BasePyModule`: instances of modules whose Python, Relax and TensorIR functions call one another on tensors of PyTorch."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from tilewright.core.base.registry import PackedFunction, get_global_func
from tilewright.core.driver.native import build_module
from tilewright.core.driver.relax_build import build
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.python_function import is_python
from tilewright.core.ir.relax import Function
from tilewright.core.pymodule.declared_results import (
    as_declared,
    concrete,
    given_back,
    listed,
    new_results,
    several,
    tensors,
)
from tilewright.core.pymodule.python_calls import without_python
from tilewright.core.pymodule.python_source import bound, function_of
from tilewright.core.pymodule.tir_arguments import arguments as _arguments
from tilewright.core.pymodule.tir_arguments import sizes_of
from tilewright.core.runtime.device import Device, cpu, device
from tilewright.core.runtime.torch_bridge import as_array, contiguous, to_tensor, to_torch
from tilewright.core.target.target import Target
from tilewright.core.vm.machine import VirtualMachine


class BasePyModule:
    """An instance of a module: its functions are methods.

    Python functions run as they are; functions of Relax and TensorIR are compiled when the instance is made, for `target`, by default the machine
    itself.  Tensors of PyTorch go in and come out, without being copied; where PyTorch is not installed the results are our tensors.
    """

    holds_python_functions: ClassVar[bool] = True

    def __init__(self, ir_mod: IRModule, device: object = None, target: Any = None) -> None:
        self.ir_mod = ir_mod
        self.device = _on_cpu(cpu() if device is None else device)
        self.target = Target("llvm") if target is None else Target(target)
        self.pyfuncs: dict[str, PackedFunction] = {}
        self.extern_funcs: dict[str, PackedFunction] = {}
        self.compiled_tir_funcs: dict[str, PackedFunction] = {}
        self.tir_func_names = self._names(PrimFunc)
        self.relax_func_names = self._names(Function)
        self.relax_vm: VirtualMachine | None = None
        self._compile()
        self._bind()

    def _names(self, kind: type) -> list[str]:
        return [
            variable.name_hint for variable, function in self.ir_mod.functions.items() if isinstance(function, kind)
        ]

    # Compilation

    def _compile(self) -> None:
        """Native code for the functions of TensorIR, and a virtual machine for those of Relax."""
        tensor_ir = {
            variable: function.with_attr("global_symbol", variable.name_hint)
            for variable, function in self.ir_mod.functions.items()
            if isinstance(function, PrimFunc)
        }
        if tensor_ir:
            native = build_module(IRModule(tensor_ir), self.target)
            self.compiled_tir_funcs = {name: native[name] for name in self.tir_func_names}
        if self.relax_func_names:
            self.relax_vm = VirtualMachine(build(without_python(self.ir_mod), self.target), self.device)
            self.relax_vm.call_python = self._call_from_relax

    def _bind(self) -> None:
        """Make every function a method."""
        for variable, function in self.ir_mod.functions.items():
            name = variable.name_hint
            if isinstance(function, PrimFunc):
                setattr(self, name, _named(name, self._tir_method(name)))
            elif isinstance(function, Function):
                setattr(self, name, _named(name, self._relax_method(name)))
            elif is_python(function):
                self.add_python_function(name, self._python_method(function))
        for name, function in self.ir_mod.pyfuncs.items():
            if name not in self.pyfuncs:
                self.add_python_function(name, function)

    def _python_method(self, function: BaseFunc) -> PackedFunction:
        """A Python function of the module with the instance as its first argument."""
        packed = function.attrs["python_packed_func"]
        if packed.function is None:
            packed.function = function_of(packed.name, str(function.attrs["python_source"]))
        return bound(packed.function, self)

    def _tir_method(self, name: str) -> Callable[..., None]:
        def method(*args: object) -> None:
            self.compiled_tir_funcs[name](*_arguments(self.ir_mod[name], args, in_place=True))

        return method

    def _relax_method(self, name: str) -> PackedFunction:
        def method(*args: object, **named: object) -> Any:
            assert self.relax_vm is not None
            given = _by_position(self.ir_mod[name], args, named) if named else args
            return given_back(self.relax_vm[name](*[to_tensor(contiguous(value)) for value in given]))

        return method

    # Calls

    def call_tir(
        self, tir_func: object, args: object, out_sinfo: object = None, *, tir_vars: Any = (), out_ty: object = None
    ) -> Any:
        """Call a function of TensorIR, by name or as an attribute, that writes its results into new tensors of `out_sinfo`.

        `tir_vars` are further integers that it takes; `out_ty` is what `out_sinfo` is called in tirx.
        """
        name, function = self._tensor_ir(tir_func)
        inputs = _arguments(self.ir_mod[name], several(args))
        infos = out_sinfo if out_ty is None else out_ty
        outputs = new_results(infos, inputs, sizes_of(self.ir_mod[name], inputs))
        function(*inputs, *map(as_array, outputs), *map(int, tir_vars))
        return given_back(as_declared(infos, outputs))

    def call_tir_inplace(
        self, tir_func: object, args: object, inplace_indices: object, out_sinfo: object, *, tir_vars: Any = ()
    ) -> Any:
        """Like `call_tir`, with results in the arguments of these numbers; -1 stands for a new tensor."""
        name, function = self._tensor_ir(tir_func)
        inputs = _arguments(self.ir_mod[name], several(args), in_place=True)
        new = [to_tensor(made) for made in new_results(out_sinfo, inputs, sizes_of(self.ir_mod[name], inputs))]
        places = list(zip(several(inplace_indices), new))
        function(*inputs, *[output for at, output in places if at == -1], *map(int, tir_vars))
        return given_back(as_declared(out_sinfo, [output if at == -1 else inputs[at] for at, output in places]))

    def _tensor_ir(self, tir_func: object) -> tuple[str, PackedFunction]:
        """The name and the compiled form of a function of TensorIR, which is given by name, as an attribute, or itself."""
        if isinstance(tir_func, str):
            name = tir_func
        elif isinstance(tir_func, PrimFunc):
            name = next((var.name_hint for var, item in self.ir_mod.functions.items() if item is tir_func), "")
            name = name or str(tir_func.attrs.get("global_symbol", ""))
        else:
            name = getattr(tir_func, "name_hint", None) or getattr(tir_func, "__name__", str(tir_func))
        function = self.compiled_tir_funcs.get(name)
        if function is None:
            raise ValueError(
                f"Could not resolve or find compiled TIR function: the module has no TensorIR function `{name}`; "
                f"it has {listed(self.compiled_tir_funcs)}"
            )
        return name, function

    def call_dps_packed(self, func_name: str, args: object, out_sinfo: object = None, *, out_ty: object = None) -> Any:
        """Call a registered function that writes its results into new tensors, given after the arguments.

        A Python function that has no parameters for them gives its result back instead; one that is an attribute of the instance gets tensors of
        PyTorch, and is meant before any that is registered.
        """
        given = several(args)
        own = vars(self).get(func_name)
        if callable(own):
            return given_back(own(*map(given_back, given)))
        function = self._registered(func_name)
        infos = out_sinfo if out_ty is None else out_ty
        inputs = [value if isinstance(value, (bool, int, float)) else to_tensor(contiguous(value)) for value in given]
        if not _has_room(function, len(inputs) + len(tensors(infos))) and _has_room(function, len(inputs)):
            return given_back(function(*inputs))
        outputs = new_results(infos, inputs, {})
        function(*inputs, *map(to_tensor, outputs))
        return given_back(as_declared(infos, outputs))

    def call_packed(self, func_name: Any, args: Any) -> Any:
        """Call a registered function, or a function value, and take what it gives."""
        function = self._registered(func_name) if isinstance(func_name, str) else func_name
        inputs = [value if isinstance(value, _PLAIN) else to_tensor(contiguous(value)) for value in several(args)]
        return given_back(function(*inputs))

    def _registered(self, name: str) -> PackedFunction:
        function = self.extern_funcs.get(name) or get_global_func(name, allow_missing=True)
        if function is None:
            raise ValueError(
                f"Function {name!r} not found as a global function: call tvm.register_global_func({name!r}, ...)"
            )
        self.extern_funcs[name] = function
        return function

    def call_py_func(self, func_name: str, args: object) -> Any:
        """Call a Python function of the module on tensors of PyTorch."""
        if func_name not in self.pyfuncs:
            raise self._no_python(func_name)
        return self.pyfuncs[func_name](*[given_back(value) for value in several(args)])

    def _no_python(self, name: str) -> ValueError:
        return ValueError(f"Python function '{name}' not found in the module; it has {listed(self.pyfuncs)}")

    def _call_from_relax(self, name: str, args: Sequence[object]) -> Any:
        """Call a Python function from Relax and convert its result; raises an error with its name when it is missing."""
        if name not in self.pyfuncs:
            function = get_global_func(name, allow_missing=True)
            if function is None:
                raise self._no_python(name)
            return function(*args)
        made = self.call_py_func(name, list(args))
        converted = to_tensor(contiguous(made) if not isinstance(made, (list, tuple)) else [*map(contiguous, made)])
        return tuple(converted) if isinstance(converted, list) else converted

    def _infer_concrete_shape_from_args(self, shape: Sequence[object], in_args: Sequence[object]) -> list[int]:
        """A shape as numbers; symbolic sizes are those of the first argument with as many dimensions."""
        return concrete(shape, in_args, {})

    # Conversions

    def _convert_pytorch_to_tvm(self, tensors: object) -> object:
        """Tensors of PyTorch, arrays and numbers as our tensors, which share their memory; lists and tuples item by item."""
        return to_tensor(tensors)

    def _convert_tvm_to_pytorch(self, tvm_tensors: object) -> object:
        """Our tensors as tensors of PyTorch, which share their memory; lists and tuples item by item."""
        return to_torch(tvm_tensors)

    # Looking and changing

    def add_python_function(self, name: str, func: PackedFunction) -> None:
        """Make a Python function a method of this instance; functions of Relax can call it."""
        self.pyfuncs[name] = func
        setattr(self, name, func)

    def get_function(self, name: str) -> PackedFunction | None:
        """The function of that name, of whatever kind; None when there is none."""
        if name in self.compiled_tir_funcs:
            return self.compiled_tir_funcs[name]
        if name in self.extern_funcs:
            return self.extern_funcs[name]
        return getattr(self, name) if name in self.pyfuncs or name in self.relax_func_names else None

    def list_functions(self) -> dict[str, list[str]]:
        """The names of the functions of each kind."""
        return {
            "tir": list(self.tir_func_names),
            "relax": list(self.relax_func_names),
            "python": list(self.pyfuncs),
            "extern": list(self.extern_funcs),
        }

    @property
    def functions(self) -> dict[GlobalVar, BaseFunc]:
        """The functions of the module, by their variables."""
        return self.ir_mod.functions

    def __getitem__(self, name: str | GlobalVar) -> Any:
        return self.ir_mod[name]

    def __getattr__(self, name: str) -> Any:
        """Attributes that an instance lacks come from the module: `attrs`, `global_infos`, `get_global_var` and the like."""
        module = self.__dict__.get("ir_mod")
        if module is None or name.startswith("__") or not hasattr(module, name):
            raise AttributeError(f"the module has no function and no attribute `{name}`", name=name, obj=self)
        return getattr(module, name)

    def script(self, **options: object) -> str:
        """The module as TVMScript, its Python functions as they were written."""
        return self.ir_mod.script(**options)

    def show(self, style: str | None = None, black_format: bool | None = None, **options: object) -> None:
        """Print the module as TVMScript."""
        self.ir_mod.show(style, black_format, **options)


def instance_of(
    module: IRModule, device: Device | str | None = None, target: Target | str | None = None
) -> BasePyModule:
    """An instance of the class that a module was made from; those read from text have none of their own.

    Raises `TypeError` for a module without Python functions.
    """
    if module.python_class is None and not any(map(is_python, module.functions.values())):
        raise TypeError(
            "a module is compiled before it is called: tilewright.build(module) or tilewright.relax.build(module)"
        )
    made_from: Any = module.python_class or BasePyModule
    made = made_from.__new__(made_from)
    made_from.__init__(made, module, device, target)
    return made


def _named(name: str, method: PackedFunction) -> PackedFunction:
    method.__name__ = name
    return method


def _on_cpu(given: object) -> Device:
    """A device by itself or by name; raises `ValueError` for one that nothing runs on here."""
    found: Device = given if isinstance(given, Device) else device(str(given))
    if not found.exist:
        raise ValueError(f"functions run on the CPU here, and the device is `{found}`")
    return found


def _has_room(function: PackedFunction, count: int) -> bool:
    """Whether a function can be called with so many arguments; those that do not tell are taken at their word."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def _by_position(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
    """The arguments of a function of Relax in the order of its parameters; raises `TypeError` for names that are none of them."""
    names = [param.name_hint for param in function.params[len(args) :]]
    strange = [name for name in named if name not in names]
    if strange:
        raise TypeError(f"the function takes no argument `{strange[0]}` by name; it has {listed(names)} left")
    return [*args, *(named[name] for name in names if name in named)]


_PLAIN = (bool, int, float, str, type(None))


__all__ = ["BasePyModule"]
