"""Tensor intrinsics: named pairs of what is computed, and how a machine computes it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tilewright.core.ir.function import PrimFunc


class TensorIntrin:
    """`desc` says what a piece of a program computes; `impl` computes the same in the machine's way, with the same parameters."""

    def __init__(self, desc: PrimFunc, impl: PrimFunc) -> None:
        if len(desc.params) != len(impl.params):
            raise ValueError(
                f"the description has {len(desc.params)} parameters, and the implementation {len(impl.params)}"
            )
        for position, (a, b) in enumerate(zip(desc.params, impl.params)):
            if a.dtype is not b.dtype:
                raise ValueError(
                    f"parameter {position} is {a.dtype} in the description and {b.dtype} in the implementation"
                )
            if (a in desc.buffer_map) != (b in impl.buffer_map):
                raise ValueError(f"parameter {position} is a buffer in one of description and implementation only")
        self.desc, self.impl = desc, impl

    @staticmethod
    def register(name: str, desc: PrimFunc, impl: PrimFunc, override: bool = False) -> None:
        """Make an intrinsic known under a name; raises `ValueError` when the name is taken and `override` is not set."""
        _register(name, TensorIntrin(desc, impl), override)

    @staticmethod
    def get(name: str, allow_missing: bool = False) -> TensorIntrin | None:
        """The intrinsic of that name; raises `ValueError` when there is none, unless that is allowed."""
        found = _REGISTERED.get(name)
        if found is None and not allow_missing:
            raise ValueError(f"no tensor intrinsic is registered under {name!r}")
        if found is None or isinstance(found, TensorIntrin):
            return found
        made = TensorIntrin(*found())
        with _REGISTERING:
            if _REGISTERED[name] is found:  # neither made nor replaced by another thread in the meantime
                _REGISTERED[name] = made
        return TensorIntrin.get(name)

    @staticmethod
    def names() -> tuple[str, ...]:
        """The names under which intrinsics are registered."""
        return tuple(_REGISTERED)


def register_when_asked(name: str, make: Callable[[], tuple[PrimFunc, PrimFunc]]) -> None:
    """Make an intrinsic known under a name; its description and implementation are made when somebody first asks for it."""
    _register(name, make, override=False)


def _register(name: str, intrinsic: TensorIntrin | Callable[[], tuple[PrimFunc, PrimFunc]], override: bool) -> None:
    with _REGISTERING:
        if name in _REGISTERED and not override:
            raise ValueError(f"a tensor intrinsic {name!r} is registered already; pass override=True to replace it")
        _REGISTERED[name] = intrinsic


_REGISTERING = threading.Lock()
_REGISTERED: dict[str, TensorIntrin | Callable[[], tuple[PrimFunc, PrimFunc]]] = {}
