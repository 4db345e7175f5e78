# Generated from tilewright.relax.frontend.nn.spec by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class Int(_Any):  # type: ignore[misc, unused-ignore]
    """An integer argument: a symbolic size in the function, a shape of one size when it is called."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class MethodSpec(_Any):  # type: ignore[misc, unused-ignore]
    """A method and its arguments; the modes say how weights and effects are passed: one by one ("plain"), as one tuple ("packed") or not at all ("none")."""
    def described(self, name: _Any) -> _Any:
        """The method's signature, under a name."""
    @staticmethod
    def from_raw(spec: _Any, method: _Any) -> MethodSpec | _Any:
        """The specification of a method from `{"x": nn.spec.Tensor(...), "$": {"param_mode": "packed"}}`."""
    @staticmethod
    def from_torch(args: _Any, method: _Any) -> MethodSpec | _Any:
        """The specification of a method for arguments like these tensors of PyTorch and integers."""
    def __init__(self, method: _Any, arg_names: _Any, arg_specs: _Any, param_mode: _Any, effect_mode: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ModuleSpec(_Any):  # type: ignore[misc, unused-ignore]
    """The methods of a module that become functions, by name."""
    @staticmethod
    def from_raw(spec: _Any, module: _Any) -> ModuleSpec | _Any:
        """The specification of a module from `{"forward": {"x": nn.spec.Tensor(...)}}`."""
    def __init__(self, module: _Any, method_names: _Any, method_specs: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Object(_Any):  # type: ignore[misc, unused-ignore]
    """An argument that is no tensor; `object_type` is the subclass of `nn.Object` that methods get."""
    def __init__(self, object_type: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Tensor(_Any):  # type: ignore[misc, unused-ignore]
    """A tensor argument; sizes are numbers, expressions, or names of symbolic sizes."""
    def __init__(self, shape: _Any, dtype: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Tuple(_Any):  # type: ignore[misc, unused-ignore]
    """Several arguments as one, a tuple or a list."""
    def __init__(self, name: _Any, elements: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
