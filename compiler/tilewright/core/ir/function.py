"""Functions and modules.

    func   ::= PrimFunc(params, body, ret_type, buffer_map, attrs)
    module ::= IRModule({GlobalVar: func}, attrs, global_infos)

`buffer_map` says which handle parameter holds which buffer.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tilewright.core.base.keywords import also_named
from tilewright.core.base.source import Span
from tilewright.core.dialects import classic_name, common_dialect
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import GlobalVar, Var
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.node import Node, array, node, ports
from tilewright.core.ir.node.fields import Field
from tilewright.core.ir.node.type_ import VOID_TYPE, Type
from tilewright.core.ir.stmt import Stmt


class BaseFunc(Node):
    """Base of the functions a module may hold; `attrs["global_symbol"]` is the name it is linked under.

    `dialect` is the name of the dialect that it was written in, in which it is printed; None for one that was not read from text.
    """

    __slots__ = ()
    attrs: Field[DictAttrs, Mapping[str, Any] | None]
    dialect: str | None

    def _repr_html_(self) -> str:
        """The script in colours, foldable, as notebooks show it."""
        return ports.html.call(self)

    def with_attr(self, attr_key_or_dict: str | Mapping[str, object], attr_value: object = None) -> Any:
        """A copy with one attribute set, or with those of a mapping."""
        new = {attr_key_or_dict: attr_value} if isinstance(attr_key_or_dict, str) else dict(attr_key_or_dict)
        return self.replace(attrs=DictAttrs({**self.attrs, **{classic_name(key): value for key, value in new.items()}}))

    def with_attrs(self, attr_map: Mapping[str, object]) -> object:
        """A copy with the attributes of a mapping set."""
        return self.with_attr(attr_map)

    def without_attr(self, attr_key: str) -> Any:
        """A copy without that attribute."""
        return self.replace(
            attrs=DictAttrs({key: value for key, value in self.attrs.items() if key != classic_name(attr_key)})
        )

    def get_attr(self, attr_key: str, default: object = None) -> Any:
        """The attribute, or `default`."""
        return self.attrs.get(attr_key, default)


@node
class PrimFunc(BaseFunc):
    """A function over buffers and scalars.

    `plain`: it was said to be without blocks, as in tirx a function is under `@T.prim_func` without `s_tir=True`; None where nothing was said.
    Only the printer asks for it, and for `dialect`.
    `scheduled`: somebody has said how its loops run, so that the compiler makes none parallel by itself; None where nothing was said.
    """

    params: Field[tuple[Var, ...], Sequence[Var | Buffer]]
    body: Stmt
    ret_type: Field[Type, Type | None] = derived(default=VOID_TYPE)
    buffer_map: Field[Mapping[Var, Buffer], Mapping[Var, Buffer] | None] = derived(default=None)
    attrs: Field[DictAttrs, Mapping[str, Any] | None] = derived(default=None)
    span: Span | None = None
    plain: bool | None = dataclasses.field(default=None, kw_only=True)
    scheduled: bool | None = dataclasses.field(default=None, kw_only=True)
    dialect: str | None = dataclasses.field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        given: list[Any] = list(self.params)
        mapping: dict[Var, Buffer] = dict(self.buffer_map or {})
        for position, param in enumerate(given):
            if hasattr(param, "asobject"):  # what an IRBuilder gives for a buffer
                param = param.asobject()
            if isinstance(param, Buffer):
                given[position] = handle = Var(param.name, "handle")  # pyright: ignore[reportArgumentType]
                mapping[handle] = param
        self.params, self.buffer_map = array(given), mapping
        self.ret_type = self.ret_type or VOID_TYPE
        self.attrs = self.attrs if type(self.attrs) is DictAttrs else DictAttrs(self.attrs or {})

    def with_body(self, new_body: Stmt, span: Span | None = None) -> PrimFunc:
        """A copy with another body."""
        return self if new_body is self.body else self.replace(body=new_body, span=span or self.span)

    def specialize(self, param_map: Mapping[Var, object]) -> PrimFunc:
        """A copy in which some parameters have become constants or buffers of known shape; the function itself where none has."""
        if not param_map:
            return self
        return ports.specialize.call(self, param_map)

    def __call__(self, *args: object, **named: object) -> NoReturn:
        """A program is built before it is called; raises `TypeError`."""
        raise TypeError(f"`{self.name}` is a program and not yet compiled: call tilewright.build({self.name})(...)")

    @property
    def name(self) -> str:
        """The linked name, "main" when it has none."""
        return str(self.attrs.get("global_symbol", "main"))

    @property
    def struct_info(self) -> Any:
        """The function's struct info: buffers are tensors."""
        return ports.prim_func_info.call(self)

    @property
    def ty(self) -> Any:
        """Its struct info, as TVM since 0.27 calls the type of an expression."""
        return self.struct_info

    @property
    def __name__(self) -> str:
        """The name under which Python's tools know a decorated function."""
        return self.name


if TYPE_CHECKING:

    class AnyFunc(BaseFunc):
        """A function of a module, of whatever kind: a program knows which, and reads what that has."""

        def __getattr__(self, name: str) -> Any: ...


class FunctionMap(dict[GlobalVar, Any]):
    """The functions of a module; its hash tells which map it is, as of maps of TVM, not what is in it."""

    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]


class IRModule(Node):
    """Functions by name.  Unlike the nodes inside it, a module may be changed: `mod["f"] = func`, `mod.update_func`.

    `pyfuncs` are its Python functions by name, and `python_class` the class that it was made from where that has Python functions: calling such a
    module makes an instance.  A module that a decorator made has the `__name__` of the class below it.
    """

    __slots__ = ("__name__", "attrs", "functions", "global_infos", "pyfuncs", "python_class", "span")
    functions: dict[GlobalVar, Any]
    __name__: str

    def __init__(
        self,
        functions: Mapping[Any, BaseFunc] | None = None,
        attrs: Mapping[str, Any] | None = None,
        global_infos: Mapping[str, Any] | None = None,
        span: Span | None = None,
    ) -> None:
        self.functions = FunctionMap()
        self.attrs = DictAttrs(attrs or {})
        self.global_infos: dict[str, Any] = dict(global_infos or {})
        self.span = span
        self.pyfuncs: dict[str, Callable[..., object]] = {}
        self.python_class: type | None = None
        for name, function in (functions or {}).items():
            self.functions[name if isinstance(name, GlobalVar) else GlobalVar(str(name))] = function

    def _repr_html_(self) -> str:
        """The script in colours, foldable, as notebooks show it."""
        return ports.html.call(self)

    @property
    def dialect(self) -> str | None:
        """The dialect that its functions have in common, classic where they differ, None where none was read from text."""
        return common_dialect(function.dialect for function in self.functions.values())

    @staticmethod
    @also_named(expr="func")
    def from_expr(func: BaseFunc, functions: Mapping[Any, BaseFunc] | None = None) -> IRModule:
        """A module with `func` under its global symbol ("main" when it has none)."""
        made = IRModule(functions)
        made[str(func.attrs.get("global_symbol", "main"))] = func
        return made

    def get_global_var(self, name: str) -> GlobalVar:
        """The reference to the function called `name`; raises `ValueError` when there is none."""
        for variable in self.functions:
            if variable.name_hint == name:
                return variable
        raise ValueError(
            f"Cannot find global var {name!r} in the module; it has {', '.join(v.name_hint for v in self.functions) or 'no functions'}"
        )

    def get_global_vars(self) -> tuple[GlobalVar, ...]:
        """References to all functions, in order."""
        return tuple(self.functions)

    def functions_items(self) -> list[tuple[GlobalVar, BaseFunc]]:
        """Pairs of reference and function, by name."""
        return sorted(self.functions.items(), key=lambda pair: pair[0].name_hint)

    def update(self, other: IRModule | Mapping[Any, BaseFunc]) -> None:
        """Take over every function of `other`."""
        for name, function in (other.functions if isinstance(other, IRModule) else other).items():
            self[name] = function

    def update_func(self, var: GlobalVar, func: BaseFunc) -> None:
        """Replace, or add, the function of `var`."""
        self[var] = func

    def update_global_info(self, name: str, global_info: Sequence[object]) -> None:
        """Replace, or add, the global information called `name`."""
        self.global_infos[name] = list(global_info)

    def replace_global_vars(self, replacements: Mapping[str | GlobalVar, str | GlobalVar]) -> IRModule:
        """A module in which references to functions are replaced, in the functions' bodies as well; text is the name of a function."""
        return ports.replace_global_vars.call(self, replacements)

    def clone(self) -> IRModule:
        """A new module with the same functions."""
        return self._like(self.functions, self.attrs)

    def with_functions(self, functions: Mapping[GlobalVar, BaseFunc]) -> IRModule:
        """A new module with other functions and the same attributes."""
        return self._like(functions, self.attrs)

    def _like(self, functions: Mapping[GlobalVar, BaseFunc], attrs: Mapping[str, Any]) -> IRModule:
        made = IRModule(functions, attrs, self.global_infos, self.span)
        made.pyfuncs, made.python_class = dict(self.pyfuncs), self.python_class
        return made

    @property
    def __pyfuncs__(self) -> dict[str, Callable[..., object]]:
        """Its Python functions, under the name that decorated classes have for them."""
        return self.pyfuncs

    def __call__(self, device: object = None, target: object = None) -> Any:
        """An instance of a module with Python functions: its other functions are compiled; raises `TypeError` for any other module."""
        return ports.instance_of.call(self, device, target)

    def map_functions(self, function: Any) -> IRModule:
        """A module with `function` applied to each `PrimFunc`; this one when nothing changed."""
        mapped = {var: function(func) if isinstance(func, PrimFunc) else func for var, func in self.functions.items()}
        return self if all(mapped[var] is func for var, func in self.functions.items()) else self.with_functions(mapped)

    def with_attr(self, attr_key: str, attr_value: object) -> IRModule:
        """A copy with one module attribute set."""
        return self._like(self.functions, {**self.attrs, attr_key: attr_value})

    def without_attr(self, attr_key: str) -> IRModule:
        """A copy without that attribute."""
        return self._like(self.functions, {k: v for k, v in self.attrs.items() if k != attr_key})

    def with_attrs(self, attr_map: Mapping[str, object]) -> IRModule:
        """A copy with several module attributes set."""
        return self._like(self.functions, {**self.attrs, **attr_map})

    def get_attr(self, attr_key: str) -> Any:
        """The module attribute, None when it is not set."""
        return self.attrs.get(attr_key)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        load, given = Node.__reduce__(self)
        return _with_dialects, (load, given, [function.dialect for function in self.functions.values()])

    def children(self) -> tuple[Node, ...]:
        return tuple(self.functions.values())

    def __getitem__(self, name: str | GlobalVar) -> AnyFunc | Any:
        if isinstance(name, GlobalVar) and name in self.functions:
            return self.functions[name]
        return self.functions[self.get_global_var(name if isinstance(name, str) else name.name_hint)]

    def __setitem__(self, name: str | GlobalVar, func: BaseFunc) -> None:
        text = name if isinstance(name, str) else name.name_hint
        found = next((var for var in self.functions if var.name_hint == text), None)
        if found is None:
            found = name if isinstance(name, GlobalVar) else GlobalVar(text)
        self.functions[found] = func

    def __delitem__(self, name: str | GlobalVar) -> None:
        del self.functions[self.get_global_var(name if isinstance(name, str) else name.name_hint)]

    def __contains__(self, name: object) -> bool:
        text = name.name_hint if isinstance(name, GlobalVar) else name
        return any(var.name_hint == text for var in self.functions)

    def __iter__(self) -> Iterator[GlobalVar]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)


def _with_dialects(
    load: Callable[..., IRModule], given: tuple[object, ...], dialects: Sequence[str | None]
) -> IRModule:
    """A module that was copied, with the dialects of its functions."""
    made = load(*given)
    for (variable, function), dialect in zip(list(made.functions.items()), dialects):
        if dialect is not None:
            made.functions[variable] = function.replace(dialect=dialect)
    return made


def prim_funcs(module: IRModule) -> Iterable[tuple[GlobalVar, PrimFunc]]:
    """The TensorIR functions of a module."""
    return [(var, func) for var, func in module.functions.items() if isinstance(func, PrimFunc)]


def tensor_ir(module: IRModule) -> IRModule:
    """The module with its TensorIR functions alone; the module itself when it has no others."""
    kernels = dict(prim_funcs(module))
    return module if len(kernels) == len(module.functions) else module.with_functions(kernels)
