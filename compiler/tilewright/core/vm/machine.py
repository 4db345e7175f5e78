"""The virtual machine: it runs the functions of an executable, in one of three ways, of which each can do what the others cannot.

- `graph_call`, as one native function: a graph of kernels alone, which is what models are.  Nothing is interpreted, so this is the fast way; it cannot call
  Python, and nobody can watch its calls.
- `interpreter`, as instructions: programs that were lowered as TVM lowers them, or written with an `ExecBuilder`; they exist as instructions only.
- `walker`, binding by binding: functions of a module that was not lowered, for what is not native (calls by name, Python functions, closures, branches) and
  for a profile of the kernels, also of a module that was read from a file.  Lowered to instructions, such a function would lose the declared
  result of a Python function, which is checked here, and the sentences that name a wrong argument, and its profile would be full of the machine's own functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from tilewright.core.base.registry import PackedFunction, get_global_func
from tilewright.core.ir.relax import Function
from tilewright.core.runtime.arguments import PackedValue
from tilewright.core.runtime.device import Device, cpu, device
from tilewright.core.runtime.executable import Executable
from tilewright.core.runtime.module import Module
from tilewright.core.runtime.timing import BenchmarkResult, evaluator
from tilewright.core.vm import functions, registered  # noqa: F401  # pyright: ignore[reportUnusedImport]  (what graphs call by name)
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.functions import VMClosure
from tilewright.core.vm.graph_call import graph_call
from tilewright.core.vm.graph_ops import OPS
from tilewright.core.vm.interpreter import Interpreter
from tilewright.core.vm.mismatch import WrongCount
from tilewright.core.vm.profiling import Report, Timed
from tilewright.core.vm.values import argument, incoming
from tilewright.core.vm.walker import Walker


class VMInstrumentReturnKind(IntEnum):
    """An instrument's answer before a call: make it, or skip it."""

    NO_OP = 0
    SKIP_RUN = 1


class VirtualMachine:
    """Runs an executable: `VirtualMachine(ex, tvm.cpu())["main"](x)`.

    `machine.profile("main", x)` tells how long each call took.  `call_python` is called for the Python functions that graphs call by name; by default
    they are registered ones.  Memory is the process's own: `memory_cfg` is checked, and changes nothing.
    """

    NAIVE_ALLOCATOR = 1
    POOLED_ALLOCATOR = 2

    def __init__(
        self,
        rt_mod: Executable | Module,
        device: Device | str | Sequence[Device | str] | None = None,
        memory_cfg: str | dict[Device, str] | None = None,
        profile: bool = False,
    ) -> None:
        if not isinstance(rt_mod, VMExecutable):
            raise ValueError(f"an executable made by relax.build is needed, not {type(rt_mod).__name__}")
        _check_memory(memory_cfg)
        self.executable = rt_mod
        self.devices = _devices(device)
        self.device = self.devices[0]
        self.call_python: Callable[[str, list[object]], object] = lambda name, args: functions.get_py_func(name)(*args)
        self._inputs: dict[str, tuple[object, ...]] = {}
        self._outputs: dict[str, Any] = {}
        self._saved: dict[str, PackedFunction] = {}
        self._graphs: dict[str, PackedFunction] = {}
        self._interpreter: Interpreter | None = None
        self._instrument: PackedFunction | None = None
        self._timed: Timed | None = None

    @property
    def imports(self) -> tuple[Module, ...]:
        """The native code beneath."""
        native = self._form().native
        return () if native is None else (native,)

    @property
    def module(self) -> VirtualMachine:
        """The machine itself: TVM's has its functions in a module."""
        return self

    def __getitem__(self, name: str) -> PackedFunction:
        """The function called `name`, one that was saved, or a method of the machine; raises `AttributeError` when there is none."""
        if name in self._saved:
            return self._saved[name]
        if name not in self.executable.function_names and name in _METHODS:
            return getattr(self, _METHODS[name])
        return self._function(name)

    def get_function(self, name: str, query_imports: bool = False) -> PackedFunction:
        """The function called `name`."""
        return self[name]

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether there is a function called `name`."""
        return name in self._saved or name in self.executable.function_names

    def _function(self, name: str) -> PackedFunction:
        executable = self._form()
        executable.params_of(name)
        if executable.bytecode is not None:
            return self._by_instructions(executable, name)
        function = executable.functions[name]
        return self._native(name, function) or Walker(self, executable, OPS).callable(name, function)

    def _form(self) -> VMExecutable:
        """The program in the form in which its calls can be seen, as far as anybody looks."""
        if self._instrument is not None:
            return self.executable.form("instructions")
        return self.executable if self._timed is None else self.executable.form("kernels")

    def _native(self, name: str, function: Function) -> PackedFunction | None:
        """The function in native code as a whole, where it is a graph of kernels and nobody watches its calls."""
        entry, native = self.executable.entries.get(name), self.executable.native
        if entry is None or native is None or self._timed is not None or self._instrument is not None:
            return None
        found = self._graphs.get(name)
        if found is None:
            found = self._graphs[name] = graph_call(function, entry, native)
        return found

    def _by_instructions(self, executable: VMExecutable, name: str) -> PackedFunction:
        assert executable.bytecode is not None
        if self._interpreter is None or self._interpreter.code is not executable.bytecode:
            self._interpreter = Interpreter(executable.bytecode, self, lambda called: self._callee(executable, called))
        self._interpreter.watch = None if self._timed is None and self._instrument is None else self.watched
        run = self._interpreter.function(name)
        assert run is not None
        return VMClosure(
            name, lambda *args: run(*(argument(each, f"argument {at} of `{name}`") for at, each in enumerate(args)))
        )

    def _callee(self, executable: VMExecutable, name: str) -> PackedFunction:
        """The function that instructions call by a name outside the executable."""
        if name == "vm.builtin.call_py_func":
            return lambda call: self.call_python(call[0], list(call[1]))
        native = executable.native
        return native[name] if native is not None and name in native else self.packed(name)

    def packed(self, name: str) -> PackedFunction:
        """The function that programs call by that name: of an external module, or a registered one; raises `ValueError` when there is none."""
        found = self.executable.external(name) or get_global_func(name, allow_missing=True)
        if found is None:
            raise ValueError(f"no function {name!r} is registered: call tilewright.register_global_func({name!r}, ...)")
        return found

    def watched(self, name: str, callee: PackedFunction, args: tuple[object, ...]) -> object:
        """Call a function under the eyes of the instrument and of the profiler."""
        if self._instrument is not None:
            asked = self._instrument(callee, name, True, None, *args)
            if asked is not None and int(asked) == VMInstrumentReturnKind.SKIP_RUN:
                return None
        made = callee(*args) if self._timed is None else self._timed.call(name, callee, args)
        if self._instrument is not None:
            self._instrument(callee, name, False, made, *args)
        return made

    @property
    def is_watched(self) -> bool:
        """Whether calls are reported to an instrument or to the profiler."""
        return self._instrument is not None or self._timed is not None

    # The stateful interface

    def set_input(self, func_name: str, *args: object, **kwargs: object) -> None:
        """Keep arguments for `invoke_stateful`, by name or by position; the function can still be called with arguments of its own."""
        self._inputs[func_name] = self._by_position(func_name, args, kwargs)
        self._outputs.pop(func_name, None)

    set_input_with_tensors = set_input

    def _by_position(self, func_name: str, args: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        names = self.executable.params_of(func_name)
        unknown = [name for name in named if name not in names]
        if unknown:
            raise ValueError(f"`{func_name}` has no parameter {unknown[0]!r}; it has {', '.join(names)}")
        rest = iter(args)
        given = tuple(named[name] if name in named else next(rest, _MISSING) for name in names)
        count = len(args) + len(named)
        if count != len(names) or any(each is _MISSING for each in given):
            raise WrongCount(func_name, len(names), count)
        return tuple(map(incoming, given))

    def invoke_stateful(self, func_name: str) -> None:
        """Call the function on the arguments that `set_input` has kept, and keep its result."""
        self.executable.params_of(func_name)
        if func_name not in self._inputs:
            raise ValueError(f"call set_input({func_name!r}, ...) first")
        self._outputs[func_name] = self._function(func_name)(*self._inputs[func_name])

    def get_outputs(self, func_name: str) -> PackedValue:
        """The result of the last `invoke_stateful`."""
        if func_name not in self._outputs:
            raise ValueError(f"call invoke_stateful({func_name!r}) first")
        return self._outputs[func_name]

    def get_output(self, func_name: str, *path: int) -> PackedValue:
        """The result of the last `invoke_stateful`, or an item of it."""
        found: Any = self.get_outputs(func_name)
        for index in path:
            found = found[index]
        return found

    def get_output_arity(self, func_name: str, *path: int) -> int:
        """The number of items the result, or an item of it, has; -1 when it is no tuple."""
        found = self.get_output(func_name, *path)
        return len(found) if isinstance(found, tuple) else -1  # pyright: ignore[reportUnknownArgumentType]

    def get_function_arity(self, func_name: str) -> int:
        """The number of parameters a function has."""
        return len(self.executable.params_of(func_name))

    def get_function_param_name(self, func_name: str, index: int) -> str:
        """The name of a parameter."""
        return self.executable.params_of(func_name)[index]

    # Function values, saved functions

    def invoke_closure(self, closure: PackedFunction, *args: object) -> PackedValue:
        """Call a function value."""
        return closure(*map(incoming, args))

    def save_function(
        self, func_name: str, saved_name: str, *args: object, include_return: bool = True, **kwargs: object
    ) -> None:
        """Keep a function with its arguments under a new name; raises `ValueError` when the executable has a function of that name."""
        if saved_name in self.executable.function_names:
            raise ValueError(f"the executable has a function {saved_name!r} of its own")
        function, given = self._function(func_name), self._by_position(func_name, args, kwargs)
        self._saved[saved_name] = lambda: function(*given) if include_return else (function(*given), None)[1]

    # Measuring

    def set_instrument(self, instrument: PackedFunction | str) -> None:
        """Have a function called before and after each call that a program makes.

        It gets the function, its name, whether this is before, the result (None before) and the arguments; when it gives `VMInstrumentReturnKind.SKIP_RUN`
        before, the call is left out.  The calls are those of the program as TVM lowers it, where it can still be made: each kernel on its own.
        """
        self._instrument = get_global_func(instrument) if isinstance(instrument, str) else instrument
        self._interpreter = None

    def time_evaluator(
        self,
        func_name: str,
        dev: object = None,
        number: int = 10,
        repeat: int = 1,
        min_repeat_ms: int = 0,
        cooldown_interval_ms: int = 0,
        repeats_to_cooldown: int = 1,
        f_preproc: str = "",
    ) -> Callable[..., BenchmarkResult]:
        """A function that calls the function `number` times, `repeat` times over, and tells the mean times."""
        prepare = get_global_func(f_preproc) if f_preproc else None
        return evaluator(
            self[func_name], number, repeat, min_repeat_ms, cooldown_interval_ms, repeats_to_cooldown, prepare
        )

    def profile(self, func_name: str, *args: object) -> Report:
        """Call the function and report how long each call in it took; a pure function is called once before, so that what is made at first use is there."""
        self._timed = Timed()
        self._interpreter = None
        try:
            function = self._function(func_name)
            args = args or self._inputs.get(func_name, ())
            plain = self.executable.functions.get(func_name)
            if plain is not None and plain.is_pure:
                function(*args)
                self._timed.reset()
            self._timed.call(func_name, function, args)
            return Report(self._timed.root, self.device)
        finally:
            self._timed = None
            self._interpreter = None


# The methods that TVM's machine has as functions.
_METHODS = {
    "invoke_stateful": "invoke_stateful",
    "invoke_closure": "invoke_closure",
    "set_input": "set_input",
    "set_instrument": "set_instrument",
    "save_function": "save_function",
    "get_output": "get_output",
    "get_output_arity": "get_output_arity",
    "get_function_arity": "get_function_arity",
    "get_function_param_name": "get_function_param_name",
    "profile": "profile",
}
_MISSING = object()


def _devices(given: Any) -> tuple[Device, ...]:
    if given is None:
        return (cpu(),)
    several: Sequence[Any] = given if isinstance(given, Sequence) and not isinstance(given, str) else (given,)
    found = tuple(device(each) if isinstance(each, str) else each for each in several)
    if not found or not all(isinstance(each, Device) for each in found):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a device or a list of devices is needed, not {given!r}")
    for each in found:
        if not each.exist:
            raise ValueError(f"compiled functions run on the CPU, not on {each}")
    return found


def _check_memory(asked: object) -> None:
    if isinstance(asked, str) and asked not in ("naive", "pooled"):
        raise ValueError(f'memory_cfg is "naive" or "pooled", not {asked!r}')
    if asked is not None and not isinstance(asked, (str, dict)):
        raise TypeError(f"memory_cfg is expected be string or dictionary, but received {type(asked)}")
