"""`BasePyModule`: instances of modules whose Python, Relax and TensorIR functions call one another on tensors of PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from tilewright.builder.relax_info import as_struct_info
from tilewright.driver import build_module
from tilewright.ir.expr import Expr, Var
from tilewright.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.ir.python_function import is_python
from tilewright.ir.relax import Function, ShapeExpr
from tilewright.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.ir.walk import substitute
from tilewright.relax.torch_bridge import contiguous, has_torch, to_tensor, to_torch, torch_module
from tilewright.relax.vm_build import build
from tilewright.runtime import Tensor, cpu, empty
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
            compiled = {
                variable: function for variable, function in self.ir_mod.functions.items() if not is_python(function)
            }
            made = IRModule(compiled, self.ir_mod.attrs, self.ir_mod.global_infos)
            self.relax_vm = VirtualMachine(build(made, self.target), self.device)
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
        known = packed.function
        if known is None:
            known = packed.function = _from_source(packed.name, str(function.attrs["python_source"]))
        return known.__get__(self) if _takes_self(known) else known

    def _tir_method(self, name: str) -> Callable[..., None]:
        def method(*args: Any) -> None:
            self.compiled_tir_funcs[name](*[to_tensor(value) for value in args])

        return method

    def _relax_method(self, name: str) -> Callable[..., Any]:
        def method(*args: Any) -> Any:
            assert self.relax_vm is not None
            return _given_back(self.relax_vm[name](*[to_tensor(contiguous(value)) for value in args]))

        return method

    # Calls

    def call_tir(self, tir_func: Any, args: Any, out_sinfo: Any) -> Any:
        """Call a function of TensorIR, by name or as an attribute, that writes its results into new tensors of `out_sinfo`."""
        name = tir_func if isinstance(tir_func, str) else getattr(tir_func, "__name__", str(tir_func))
        function = self.compiled_tir_funcs.get(name)
        if function is None:
            raise ValueError(f"the module has no TensorIR function `{name}`; it has {_listed(self.compiled_tir_funcs)}")
        inputs = self._inputs(args)
        sizes = _sizes(self.ir_mod[name], inputs)
        return self._into_new(function, inputs, out_sinfo, sizes)

    def call_dps_packed(self, func_name: str, args: Any, out_sinfo: Any) -> Any:
        """Call a registered function that writes its results into new tensors, given after the arguments."""
        function = self.extern_funcs.get(func_name) or get_global_func(func_name, allow_missing=True)
        if function is None:
            raise ValueError(
                f"no function {func_name!r} is registered: call tvm.register_global_func({func_name!r}, ...)"
            )
        self.extern_funcs[func_name] = function
        return self._into_new(function, self._inputs(args), out_sinfo, {})

    def call_py_func(self, func_name: str, args: Any) -> Any:
        """Call a Python function of the module on tensors of PyTorch."""
        if func_name not in self.pyfuncs:
            raise ValueError(f"the module has no Python function `{func_name}`; it has {_listed(self.pyfuncs)}")
        given = args if isinstance(args, (list, tuple)) else [args]
        return self.pyfuncs[func_name](*[_given_back(value) for value in given])

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

    def _inputs(self, args: Any) -> list[Any]:
        given = args if isinstance(args, (list, tuple)) else [args]
        return [to_tensor(contiguous(value)) for value in given]

    def _into_new(self, function: Callable[..., Any], inputs: list[Any], out_sinfo: Any, sizes: dict[str, int]) -> Any:
        outputs = [empty(_shape(info, sizes), str(info.dtype)) for info in _tensors(out_sinfo)]
        function(*inputs, *outputs)
        made = [_given_back(output) for output in outputs]
        return made[0] if len(made) == 1 else made

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


def _takes_self(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and code.co_varnames[:1] == ("self",)


def _from_source(name: str, source: str) -> Callable[..., Any]:
    """The function that a text defines; the namespaces of scripts and PyTorch are known to it."""
    import tilewright
    from tilewright.script import ir as I
    from tilewright.script import relax as R
    from tilewright.script import tir as T

    names: dict[str, Any] = {"tvm": tilewright, "tilewright": tilewright, "I": I, "R": R, "T": T}
    if has_torch():
        torch = torch_module()
        names |= {"torch": torch, "F": torch.nn.functional}
    exec(compile(source, f"<python function {name}>", "exec"), names)
    return names[name]


def _tensors(out_sinfo: Any) -> list[TensorStructInfo]:
    """The struct infos of the results."""
    given = out_sinfo if isinstance(out_sinfo, (list, tuple)) else [out_sinfo]
    infos: list[StructInfo] = [as_struct_info(info) for info in given]
    flat = [field for info in infos for field in (info.fields if isinstance(info, TupleStructInfo) else [info])]
    for info in flat:
        if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
            raise ValueError(f"out_sinfo says the shape of every result, and this is `{info.script()}`")
    return [info for info in flat if isinstance(info, TensorStructInfo)]


def _sizes(function: Any, inputs: list[Any]) -> dict[str, int]:
    """What the symbolic sizes of a function's buffers are, by their names, for these arguments."""
    found: dict[str, int] = {}
    for param, value in zip(function.params, inputs):
        buffer = function.buffer_map.get(param)
        if buffer is None:
            if isinstance(value, (int, Tensor)) and param.name:
                found[param.name] = int(value) if isinstance(value, int) else int(value.numpy())
            continue
        for size, given in zip(buffer.shape, getattr(value, "shape", ())):
            if isinstance(size, Var):
                found.setdefault(size.name, int(given))
    return found


def _shape(info: TensorStructInfo, sizes: dict[str, int]) -> tuple[int, ...]:
    """The sizes of a result; symbolic ones are found by name."""
    from tilewright.arith import Analyzer
    from tilewright.ir.expr import IntImm
    from tilewright.ir.walk import free_vars

    made: list[int] = []
    for size in info.shape.values:  # pyright: ignore[reportOptionalMemberAccess, reportUnknownMemberType]
        value: Any = size
        if isinstance(size, Expr):
            known = {var: IntImm(var.dtype, sizes[var.name]) for var in free_vars(size) if var.name in sizes}
            value = getattr(Analyzer().simplify(substitute(size, known)), "value", None)
        if not isinstance(value, int):
            raise ValueError(f"the size `{size}` of a result cannot be told from the arguments")
        made.append(value)
    return tuple(made)


def _listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


__all__ = ["BasePyModule"]
