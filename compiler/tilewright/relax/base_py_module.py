"""`BasePyModule`: instances of modules whose Python, Relax and TensorIR functions call one another on tensors of PyTorch."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from tilewright.arith import Analyzer
from tilewright.builder.relax_info import as_struct_info
from tilewright.driver import build_module
from tilewright.ir.expr import Expr, IntImm, Var
from tilewright.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.ir.python_function import is_python
from tilewright.ir.relax import Function, ShapeExpr
from tilewright.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.ir.walk import free_vars, substitute
from tilewright.relax.python_calls import without_python
from tilewright.relax.python_source import bound, function_of
from tilewright.relax.tir_arguments import arguments as _arguments
from tilewright.relax.tir_arguments import sizes_of
from tilewright.relax.torch_bridge import as_array, contiguous, empty, has_torch, to_tensor, to_torch
from tilewright.relax.vm_build import build
from tilewright.runtime import Tensor, cpu
from tilewright.runtime.registry import get_global_func
from tilewright.target import Target
from tilewright.vm.machine import VirtualMachine


class BasePyModule:
    """An instance of a module: its functions are methods.

    Python functions run as they are; functions of Relax and TensorIR are compiled when the instance is made, for `target`, by default the machine
    itself.  Tensors of PyTorch go in and come out, without being copied; where PyTorch is not installed the results are our tensors.
    """

    holds_python_functions: ClassVar[bool] = True

    def __init__(self, ir_mod: IRModule, device: Any = None, target: Any = None) -> None:
        self.ir_mod = ir_mod
        self.device = cpu() if device is None else device
        if getattr(self.device, "type", "cpu") not in ("cpu", "llvm"):
            raise ValueError(f"functions run on the CPU here, and the device is `{self.device}`")
        self.target = Target("llvm") if target is None else Target(target)
        self.pyfuncs: dict[str, Callable[..., Any]] = {}
        self.extern_funcs: dict[str, Callable[..., Any]] = {}
        self.compiled_tir_funcs: dict[str, Callable[..., Any]] = {}
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

    def _python_method(self, function: BaseFunc) -> Callable[..., Any]:
        """A Python function of the module with the instance as its first argument."""
        packed = function.attrs["python_packed_func"]
        if packed.function is None:
            packed.function = function_of(packed.name, str(function.attrs["python_source"]))
        return bound(packed.function, self)

    def _tir_method(self, name: str) -> Callable[..., None]:
        def method(*args: Any) -> None:
            self.compiled_tir_funcs[name](*_arguments(self.ir_mod[name], args, in_place=True))

        return method

    def _relax_method(self, name: str) -> Callable[..., Any]:
        def method(*args: Any) -> Any:
            assert self.relax_vm is not None
            return _given_back(self.relax_vm[name](*[to_tensor(contiguous(value)) for value in args]))

        return method

    # Calls

    def call_tir(
        self, tir_func: Any, args: Any, out_sinfo: Any = None, *, tir_vars: Any = (), out_ty: Any = None
    ) -> Any:
        """Call a function of TensorIR, by name or as an attribute, that writes its results into new tensors of `out_sinfo`.

        `tir_vars` are further integers that it takes; `out_ty` is what `out_sinfo` is called today.
        """
        name, function = self._tensor_ir(tir_func)
        inputs = _arguments(self.ir_mod[name], _several(args))
        infos = out_sinfo if out_ty is None else out_ty
        outputs = self._new(infos, inputs, sizes_of(self.ir_mod[name], inputs))
        function(*inputs, *map(as_array, outputs), *map(int, tir_vars))
        return _given_back(_as_declared(infos, outputs))

    def call_tir_inplace(
        self, tir_func: Any, args: Any, inplace_indices: Any, out_sinfo: Any, *, tir_vars: Any = ()
    ) -> Any:
        """As `call_tir`, with results in the arguments of these numbers; -1 stands for a new tensor."""
        name, function = self._tensor_ir(tir_func)
        inputs = _arguments(self.ir_mod[name], _several(args), in_place=True)
        new = [to_tensor(made) for made in self._new(out_sinfo, inputs, sizes_of(self.ir_mod[name], inputs))]
        places = list(zip(_several(inplace_indices), new))
        function(*inputs, *[output for at, output in places if at == -1], *map(int, tir_vars))
        return _given_back(_as_declared(out_sinfo, [output if at == -1 else inputs[at] for at, output in places]))

    def _tensor_ir(self, tir_func: Any) -> tuple[str, Callable[..., Any]]:
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
            raise ValueError(f"the module has no TensorIR function `{name}`; it has {_listed(self.compiled_tir_funcs)}")
        return name, function

    def call_dps_packed(self, func_name: str, args: Any, out_sinfo: Any = None, *, out_ty: Any = None) -> Any:
        """Call a registered function that writes its results into new tensors, given after the arguments.

        A Python function that has no parameters for them gives its result back instead; one of the module gets tensors of PyTorch.
        """
        given = _several(args)
        if func_name in self.pyfuncs:
            return self.call_py_func(func_name, given)
        function = self._registered(func_name)
        infos = out_sinfo if out_ty is None else out_ty
        inputs = [value if isinstance(value, (bool, int, float)) else to_tensor(contiguous(value)) for value in given]
        if not _has_room(function, len(inputs) + len(_tensors(infos))) and _has_room(function, len(inputs)):
            return _given_back(function(*inputs))
        outputs = self._new(infos, inputs, {})
        function(*inputs, *map(to_tensor, outputs))
        return _given_back(_as_declared(infos, outputs))

    def call_packed(self, func_name: Any, args: Any) -> Any:
        """Call a registered function, or a function value, and take what it gives."""
        function = self._registered(func_name) if isinstance(func_name, str) else func_name
        inputs = [value if isinstance(value, _PLAIN) else to_tensor(contiguous(value)) for value in _several(args)]
        return _given_back(function(*inputs))

    def _registered(self, name: str) -> Callable[..., Any]:
        function = self.extern_funcs.get(name) or get_global_func(name, allow_missing=True)
        if function is None:
            raise ValueError(
                f"Function {name!r} not found as a global function: call tvm.register_global_func({name!r}, ...)"
            )
        self.extern_funcs[name] = function
        return function

    def call_py_func(self, func_name: str, args: Any) -> Any:
        """Call a Python function of the module on tensors of PyTorch."""
        if func_name not in self.pyfuncs:
            raise ValueError(f"the module has no Python function `{func_name}`; it has {_listed(self.pyfuncs)}")
        return self.pyfuncs[func_name](*[_given_back(value) for value in _several(args)])

    def _call_from_relax(self, name: str, args: Sequence[Any]) -> Any:
        """What a function of Relax gets of a Python function, which is named where it is missing."""
        if name not in self.pyfuncs:
            function = get_global_func(name, allow_missing=True)
            if function is None:
                raise ValueError(f"the module has no Python function `{name}`; it has {_listed(self.pyfuncs)}")
            return function(*args)
        made = self.call_py_func(name, list(args))
        converted = to_tensor(contiguous(made) if not isinstance(made, (list, tuple)) else [*map(contiguous, made)])
        return tuple(converted) if isinstance(converted, list) else converted

    def _new(self, out_sinfo: Any, inputs: list[Any], sizes: dict[str, int]) -> list[Any]:
        """Memory for results."""
        infos = _tensors(out_sinfo)
        return [empty(self._shape(info, inputs, sizes), str(info.dtype)) for info in infos]

    def _shape(self, info: TensorStructInfo, inputs: list[Any], sizes: dict[str, int]) -> tuple[int, ...]:
        assert isinstance(info.shape, ShapeExpr)
        return tuple(self._infer_concrete_shape_from_args(info.shape.values, inputs, sizes))

    def _infer_concrete_shape_from_args(
        self, shape: Sequence[Any], in_args: Sequence[Any], sizes: Mapping[str, int] | None = None
    ) -> list[int]:
        """A shape as numbers.

        Symbolic sizes are known by name, or are those of the first argument with as many dimensions; raises `ValueError` for one that nothing tells.
        """
        if all(type(size) is IntImm for size in shape):
            return [size.value for size in shape]
        alike = next((tuple(arg.shape) for arg in in_args if len(getattr(arg, "shape", ())) == len(shape)), None)
        known = dict(sizes or {})
        if alike is not None:
            for size, number in zip(shape, alike):
                if isinstance(size, Var):
                    known.setdefault(size.name, int(number))
        return [_size(size, known) for size in shape]

    # Conversions

    def _convert_pytorch_to_tvm(self, tensors: Any) -> Any:
        """Tensors of PyTorch, arrays and numbers as our tensors, which share their memory; lists and tuples item by item."""
        return to_tensor(tensors)

    def _convert_tvm_to_pytorch(self, tvm_tensors: Any) -> Any:
        """Our tensors as tensors of PyTorch, which share their memory; lists and tuples item by item."""
        return to_torch(tvm_tensors)

    # Looking and changing

    def add_python_function(self, name: str, func: Callable[..., Any]) -> None:
        """Make a Python function a method of this instance; functions of Relax can call it."""
        self.pyfuncs[name] = func
        setattr(self, name, func)

    def get_function(self, name: str) -> Callable[..., Any] | None:
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

    def script(self, **options: Any) -> str:
        """The module as TVMScript, its Python functions as they were written."""
        return self.ir_mod.script(**options)

    def show(self, style: str | None = None, black_format: bool | None = None, **options: Any) -> None:
        """Print the module as TVMScript."""
        self.ir_mod.show(style, black_format, **options)


def instance_of(module: IRModule, device: Any = None, target: Any = None) -> BasePyModule:
    """An instance of the class that a module was made from."""
    made_from: Any = module.python_class
    made = made_from.__new__(made_from)
    made_from.__init__(made, module, device, target)
    return made


def _given_back(value: Any) -> Any:
    """A result for Python: a tensor of PyTorch where that is installed."""
    if isinstance(value, (list, tuple)) and any(isinstance(item, (Tensor, list, tuple)) for item in value):
        return [_given_back(item) for item in value]
    return to_torch(value) if isinstance(value, Tensor) and has_torch() else value


def _named(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    method.__name__ = name
    return method


def _tensors(out_sinfo: Any) -> list[TensorStructInfo]:
    """The struct infos of the results."""
    if isinstance(out_sinfo, TensorStructInfo) and isinstance(out_sinfo.shape, ShapeExpr):
        return [out_sinfo]
    given = out_sinfo if isinstance(out_sinfo, (list, tuple)) else [out_sinfo]
    infos: list[StructInfo] = [as_struct_info(info) for info in given]
    flat = [field for info in infos for field in (info.fields if isinstance(info, TupleStructInfo) else [info])]
    for info in flat:
        if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
            raise ValueError(f"out_sinfo says the shape of every result, and this is `{info.script()}`")
    return [info for info in flat if isinstance(info, TensorStructInfo)]


def _size(size: Any, known: Mapping[str, int]) -> int:
    """A size as a number; symbolic ones are found by name."""
    value: Any = size
    if isinstance(size, Expr):
        numbers = {var: IntImm(var.dtype, known[var.name]) for var in free_vars(size) if var.name in known}
        value = getattr(Analyzer().simplify(substitute(size, numbers)), "value", None)
    if not isinstance(value, int):
        raise ValueError(f"Cannot infer concrete output shape: no argument tells the size `{size}`")
    return value


def _several(args: Any) -> list[Any]:
    return list(args) if isinstance(args, (list, tuple)) else [args]  # pyright: ignore[reportUnknownArgumentType]


_PLAIN = (bool, int, float, str, type(None))


def _as_declared(out_sinfo: Any, outputs: list[Any]) -> Any:
    """One result as itself, unless a tuple of one was asked for."""
    return outputs if len(outputs) != 1 or isinstance(out_sinfo, TupleStructInfo) else outputs[0]


def _has_room(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with so many arguments; those that do not tell are taken at their word."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def _listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


__all__ = ["BasePyModule"]
