"""`@node`: declares an IR node from its fields.

The decorator gives a class slots, a positional constructor, `children()` and `map_children()` made from the annotations, and
identity comparison.  Nodes are never changed once made: a pass makes new ones, and returns the same object when
nothing changed.  A field is a child when its annotation names a node type of `CHILD_TYPES`, alone, optional or in a tuple;
`Var`, `Buffer` and `GlobalVar` fields are definitions and references, which `walk` treats on its own.  A field that is given by keyword only is a note:
copies keep it, and it is no part of what the node means, so that it is not compared, hashed or saved.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from tilewright.core.base.identity import Identified
from tilewright.core.base.keywords import renaming
from tilewright.core.ir.node import ports
from tilewright.core.ir.node.array import Array
from tilewright.core.ir.node.fields import held

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[Any], Any]:
        """Only type checkers ask for it."""
        return lambda decorator: decorator


CHILD_TYPES = frozenset(
    {
        "Expr",
        "Stmt",
        "Range",
        "IterVar",
        "Block",
        "BlockRealize",
        "BufferRegion",
        "MatchBufferRegion",
        "CommReducer",
        "Iter",
        "OnAxis",
        "TileLayout",
        "RelaxExpr",
        "Binding",
        "BindingBlock",
    }
)
_ANNOTATION = re.compile(r"(?P<many>tuple\[)?(?P<type>\w+)(?P<optional> \| None)?(?:, \.\.\.\])?$")


class Node(Identified):
    """Base of everything in the IR: compared by identity, walked through `children` and `map_children`."""

    __slots__ = ()
    field_names: ClassVar[tuple[str, ...]] = ()
    note_names: ClassVar[tuple[str, ...]] = ()
    child_fields: ClassVar[tuple[tuple[str, str], ...]] = ()

    def children(self) -> tuple[Node, ...]:
        """The nodes directly below, in the order of the fields."""
        return ()

    def map_children(self, function: Callable[[Any], object]) -> Self:
        """This node with `function` applied to each child; the same object when every child came back unchanged."""
        return self

    def replace(self, **changes: object) -> Self:
        """A copy with some fields changed."""
        for name in self.note_names:
            changes.setdefault(name, getattr(self, name))
        return type(self)(
            *[changes.pop(name) if name in changes else getattr(self, name) for name in self.field_names],
            **changes,
        )

    def script(self, **options: object) -> str:
        """TVMScript text of this node; the options are those of `tilewright.core.printer.script`.

        A program is printed in the dialect that it was written in, unless `dialect` says another.
        """
        return ports.script.call(self, **options)

    def show(self, style: str | None = None, black_format: bool | None = None, **options: object) -> None:
        """Print `script()` with colours when the output is a terminal or a notebook."""
        ports.show.call(self, style, black_format, **options)

    def astext(self, show_meta_data: bool = True) -> str:
        """`script()` under the name that it had in TVM before."""
        return self.script(show_meta=show_meta_data)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Nodes are pickled and copied as their JSON, which has room for programs of any depth; what is pickled together shares nothing."""
        text = ports.save_json.call(self)
        if not self.note_names:
            return _loaded, (text,)
        return _with_notes, (text, {name: getattr(self, name) for name in self.note_names})

    def __getstate__(self) -> dict[str, object]:
        """The state that `__setstate__` takes, of TVM's objects: the node as JSON."""
        load, given = self.__reduce__()
        return {"handle": (load, given)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Fill a node that was just made with a deep copy of the one whose state is given."""
        load, given = state["handle"]
        made = load(*given)
        for field in dataclasses.fields(made):
            setattr(self, field.name, getattr(made, field.name))

    def __str__(self) -> str:
        return ports.script.call(self)

    def __repr__(self) -> str:
        return ports.script.call(self)


def _loaded(text: str) -> Any:
    """A node from its JSON."""
    return ports.load_json.call(text)


def _with_notes(text: str, notes: dict[str, object]) -> Any:
    """A node from its JSON, with its notes."""
    return _loaded(text).replace(**notes)


NodeType = TypeVar("NodeType", bound=type)


@dataclass_transform(eq_default=False, field_specifiers=(dataclasses.field,))
def node(cls: NodeType) -> NodeType:
    """Make `cls` a node class; fields given `dataclasses.field(init=False)` are derived and not passed on when copying."""
    if sys.version_info < (3, 11):
        _hide_mappings(cls)
    made: Any = dataclasses.dataclass(slots=True, eq=False, repr=False)(cls)
    own = dataclasses.fields(made)
    made.field_names = tuple(field.name for field in own if field.init and not field.kw_only)
    made.note_names = tuple(field.name for field in own if field.init and field.kw_only)
    kinds = ((field.name, child_kind(str(field.type))) for field in own if field.init and not field.kw_only)
    made.child_fields = tuple((name, kind) for name, kind in kinds if kind is not None)
    if made.child_fields and "children" not in cls.__dict__:
        made.children, made.map_children = _generate(made)
    return made


def also_called(**names: str) -> Callable[[NodeType], NodeType]:
    """Let the constructor of a node take fields under further names as well: those of other versions of TVM."""

    def decorate(cls: NodeType) -> NodeType:
        made: Any = cls
        own = inspect.signature(made.__init__)
        made.__init__ = renaming(made.__init__, names)
        made.__init__.__signature__ = own.replace(parameters=list(_also_called(own.parameters.values(), names)))
        return cls

    return decorate


def _also_called(own: Iterable[inspect.Parameter], names: Mapping[str, str]) -> Iterator[inspect.Parameter]:
    """The parameters and their further names.  What may be given under another name may be missing under its own, and so may what follows."""
    is_open = False
    for each in own:
        is_open = is_open or each.name in names.values() or each.default is not each.empty
        yield each.replace(default=None) if is_open and each.default is each.empty else each
    for name in names:
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None)


def _hide_mappings(cls: type) -> None:
    """Python 3.10 takes every mapping for mutable and refuses it as a default; those of nodes cannot change."""
    for name in inspect.get_annotations(cls):
        given: object = cls.__dict__.get(name)
        own: Any = given if isinstance(given, dataclasses.Field) else dataclasses.field(default=given)
        if isinstance(own.default, dict):
            own.default, own.default_factory = dataclasses.MISSING, functools.partial(_itself, own.default)
            setattr(cls, name, own)


def _itself(value: object) -> object:
    return value


def child_kind(annotation: str) -> str | None:
    """ "one", "optional", "many" for a field that holds children, None for any other."""
    match = _ANNOTATION.match(held(annotation))
    if match is None or match["type"] not in CHILD_TYPES:
        return None
    return "many" if match["many"] else "optional" if match["optional"] else "one"


def map_array(function: Callable[[Any], object], items: tuple[object, ...]) -> tuple[object, ...]:
    """`function` applied to each item, in an array; the same items when nothing changed."""
    mapped = [function(item) for item in items]
    for old, new in zip(items, mapped):
        if old is not new:
            return Array(mapped)
    return items


def _generate(cls: Any) -> tuple[object, object]:
    """Compile `children` and `map_children` for a class from its child fields: straight-line code is twice as fast as a loop."""
    parts = {
        "one": ("self.{0},", "{0} = function(self.{0})"),
        "optional": (
            "*(() if self.{0} is None else (self.{0},)),",
            "{0} = None if self.{0} is None else function(self.{0})",
        ),
        "many": ("*self.{0},", "{0} = map_array(function, self.{0})"),
    }
    gather = " ".join(parts[kind][0].format(name) for name, kind in cls.child_fields)
    steps = [parts[kind][1].format(name) for name, kind in cls.child_fields]
    changed = {name for name, _ in cls.child_fields}
    same = " and ".join(f"{name} is self.{name}" for name, _ in cls.child_fields)
    given = [name if name in changed else f"self.{name}" for name in cls.field_names]
    arguments = ", ".join([*given, *(f"{name}=self.{name}" for name in cls.note_names)])
    lines = [
        f"def children(self): return ({gather})",
        "def map_children(self, function):",
        *(f"    {step}" for step in steps),
    ]
    lines += [f"    return self if {same} else cls({arguments})"]
    scope: dict[str, object] = {"map_array": map_array, "cls": cls}
    exec("\n".join(lines), scope)
    return scope["children"], scope["map_children"]
