"""Lists and dictionaries of modules and of parameters, themselves modules."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Any, Generic, TypeVar

from tilewright.core.nn.core import Module
from tilewright.core.nn.tensor import Parameter

Item = TypeVar("Item")


class ListOf(Module, Generic[Item]):
    """A list; its members are named by their positions."""

    def _held(self) -> list[Item]:
        raise NotImplementedError

    def _named_members(self) -> list[tuple[str, Any]]:
        return [(str(at), item) for at, item in enumerate(self)]

    def _replace_member(self, name: str, value: Any) -> None:
        self[int(name)] = value

    def __iter__(self) -> Iterator[Item]:
        return iter(self._held())

    def __getitem__(self, idx: int) -> Item:
        return self._held()[idx]

    def __setitem__(self, idx: int, item: Item) -> None:
        self._held()[idx] = self._checked(item)

    def __len__(self) -> int:
        return len(self._held())

    def append(self, item: Item) -> None:
        """Put one more at the end."""
        self._held().append(self._checked(item))

    def extend(self, items: Iterable[Item]) -> None:
        """Put more at the end."""
        for item in items:
            self.append(item)

    def _checked(self, item: object) -> Any:
        return item


class DictOf(Module, Generic[Item]):
    """A dictionary; its members are named by their keys."""

    def _held(self) -> dict[str, Item]:
        raise NotImplementedError

    def _named_members(self) -> list[tuple[str, Any]]:
        return list(self.items())

    def _replace_member(self, name: str, value: Any) -> None:
        self[name] = value

    def __getitem__(self, key: str) -> Item:
        return self._held()[key]

    def __setitem__(self, key: str, item: Item) -> None:
        self._held()[key] = self._checked(key, item)

    def __len__(self) -> int:
        return len(self._held())

    def __contains__(self, key: object) -> bool:
        return key in self._held()

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._held().keys()

    def values(self) -> ValuesView[Item]:
        """The members."""
        return self._held().values()

    def items(self) -> ItemsView[str, Item]:
        """The members with their names."""
        return self._held().items()

    def get(self, key: str, default: Item | None = None) -> Item | None:
        """The member of that name, or `default`."""
        return self._held().get(key, default)

    def update(self, items: Mapping[str, Item]) -> None:
        """Add or replace members."""
        for key, item in items.items():
            self[key] = item

    def clear(self) -> None:
        """Take all members out."""
        self._held().clear()

    def pop(self, key: str) -> Item:
        """Take a member out, and give it."""
        return self._held().pop(key)

    def _checked(self, key: object, item: object) -> Any:
        return item


class ModuleList(ListOf[Module]):
    """Modules one after another; called, it feeds each with what the one before gave."""

    def __init__(self, modules: list[Module]) -> None:
        self.modules = modules

    def _held(self) -> list[Module]:
        return self.modules

    def forward(self, x: object) -> Any:
        """The result of the last module."""
        for module in self.modules:
            x = module(x)
        return x


class ModuleDict(DictOf[Module]):
    """Modules by name; iterating gives the modules."""

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        self.modules = dict(modules or {})

    def _held(self) -> dict[str, Module]:
        return self.modules

    def __iter__(self) -> Iterator[Module]:
        return iter(self.modules.values())


class ParameterList(ListOf[Parameter]):
    """Parameters one after another."""

    def __init__(self, params: Iterable[Parameter] | None = None) -> None:
        self.params: list[Parameter] = []
        self.extend(params or ())

    def _held(self) -> list[Parameter]:
        return self.params

    def _checked(self, item: object) -> Any:
        return _parameter(item, "ParameterList elements")


class ParameterDict(DictOf[Parameter]):
    """Parameters by name; iterating gives the names."""

    def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
        self.params: dict[str, Parameter] = {}
        self.update(params or {})

    def _held(self) -> dict[str, Parameter]:
        return self.params

    def __iter__(self) -> Iterator[str]:
        return iter(self.params)

    def _checked(self, key: object, item: object) -> Any:
        if not isinstance(key, str):
            raise TypeError(f"ParameterDict keys must be strings, but got {type(key).__name__}")
        return _parameter(item, "ParameterDict values")


def _parameter(item: object, what: str) -> Parameter:
    if not isinstance(item, Parameter):
        raise TypeError(f"{what} must be nn.Parameter, but got {type(item).__name__}")
    return item
