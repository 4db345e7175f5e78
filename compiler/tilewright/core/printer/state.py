"""The state of one printing, and the two questions every rule asks: the text of an expression, the document of a statement.

Rules are functions `(printer, node)`; they stand in dicts by node type, `EXPRESSIONS` in `tir_expr` and `STATEMENTS` in `tir_stmt`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.builder.dialects import NAMESPACES, member_at
from tilewright.core.dialects import DIALECTS, Dialect
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import DataflowBlock
from tilewright.core.ir.structural import structural_equal
from tilewright.core.printer.document import Document, Line, Marks, Text, unmarked
from tilewright.core.printer.naming import Names
from tilewright.core.printer.options import Options
from tilewright.core.printer.scopes import Scope, Uses

if TYPE_CHECKING:
    from tilewright.core.analysis.infer import InferContext

ExpressionRule = Callable[["Printer", Any], Text]
StatementRule = Callable[["Printer", Any], Document]


class Inexpressible(TVMError, ValueError):
    """A program holds what the dialect that is asked for has no form for; the message says what."""


def _has(dialect: Dialect, name: str) -> bool:
    """Whether a dialect has the form that the classic one calls `name`; each program asks it of the same few."""
    if (dialect.name, name) in _SEEN:
        return True
    found = member_at(NAMESPACES[dialect.name], dialect.words.forms.get(name, name)) is not None
    if found:
        _SEEN.add((dialect.name, name))
    return found


# Forms that dialects were found to have: forms are added, and never taken away.
_SEEN: set[tuple[str, str]] = set()


class Unsaid(Exception):
    """A variable is mentioned whose declaration was left out because nothing seemed to mention it."""

    def __init__(self, target: Var) -> None:
        super().__init__(target.name)
        self.target = target


class Printer:
    """Names, scopes and what was used of `T` and `I`, while one root is printed; a program as root is to be read again."""

    def __init__(
        self,
        options: Options,
        root: object,
        rules: tuple[dict[type, ExpressionRule], dict[type, StatementRule]],
        dialect: Dialect,
        marks: Marks | None = None,
    ) -> None:
        self.options = options
        self.dialect = dialect
        self.words = dialect.words
        self.namespace = dialect.namespace or options.tir_prefix
        self.marks = marks  # None when nobody will ask where nodes were printed
        self.expressions, self.statements = rules
        self.names = Names(
            options.show_object_address,
            (options.ir_prefix, self.namespace, options.relax_prefix, "range", "metadata"),
        )
        self.uses = Uses(root)
        self.is_program = isinstance(root, (IRModule, BaseFunc))
        self.scopes: list[Scope] = []
        self.prefixes: set[str] = set()
        self._forms: dict[str, Text] = {}
        self.metadata: dict[str, list[object]] = {}
        self.cells: set[Buffer] = set()  # buffers of one element that are written as names of that element
        self.type_variables: dict[
            str, None
        ] = {}  # names of the sizes that are written as type variables above the program
        self.plainly_sized: frozenset[Var] = frozenset()  # sizes of the signature that are type variables
        self.quoted: frozenset[Var] = frozenset()  # symbolic variables of the signature that is being printed
        self.sizes: InferContext | None = None  # what is known of sizes in the function that is being printed
        self._unsaid: Collection[object] = ()
        self._module = root if isinstance(root, IRModule) else None
        self.listing = False
        self._comments = {id(node): comment for node, comment in (options.obj_to_annotate or {}).items()}

    def tir(self, name: str) -> Text:
        """`T.name`, by its name in the dialect; raises `Inexpressible` where the dialect has no such form."""
        found = self._forms.get(name)
        if found is None:
            if self.lacks(name):
                raise Inexpressible(f"the {self.dialect.name} dialect has no `{self.namespace}.{name}`")
            self.prefixes.add("tir")
            found = self._forms[name] = f"{self.namespace}.{self.words.forms.get(name, name)}"
        return found

    def lacks(self, name: str) -> bool:
        """Whether only other dialects have the form that the classic one calls `name`."""
        return not _has(self.dialect, name) and any(_has(each, name) for each in DIALECTS.values())

    def type_name(self, name: str) -> Text:
        """`T.name` of a data type."""
        return self.tir(name) if self.dialect.types is None else f"{self.dialect.types}.{name}"

    def ir(self, name: str) -> Text:
        """`I.name`"""
        self.prefixes.add("ir")
        return f"{self.options.ir_prefix}.{name}"

    def relax(self, name: str) -> Text:
        """`R.name`"""
        self.prefixes.add("relax")
        return f"{self.options.relax_prefix}.{self.words.relax_forms.get(name, name)}"

    @property
    def in_module(self) -> bool:
        """Whether a module is printed."""
        return self._module is not None

    def device_index(self, device: Any) -> int:
        """Which of the module's devices of that kind of target a device is."""
        listed = () if self._module is None else self._module.global_infos.get("vdevice", ())
        kinds = [str(other.target.kind) for other in listed if other.target is not None]
        position = next((at for at, other in enumerate(listed) if structural_equal(other, device)), None)
        return device.vdevice_id if position is None else kinds[:position].count(str(device.target.kind))

    def listed_info(self, info: object) -> str | None:
        """`mesh[0]`: where the module lists that piece of global information, None when it does not, or where the list itself is printed."""
        if self.listing:
            return None
        for name, listed in ({} if self._module is None else self._module.global_infos).items():
            for at, other in enumerate(listed):
                if structural_equal(other, info):
                    return f"{name}[{at}]"
        return None

    def used_elsewhere(self, target: object, node: object) -> bool:
        """Whether `target` is mentioned outside `node`."""
        return id(node) not in self.uses.enclosing(target)

    def expr(self, node: object) -> Text:
        """Text of an expression, or of anything else that stands inside a line."""
        made = self.names.given.get(id(node))
        if made is None:
            made = self.expressions[type(node)](self, node)
        return made if self.marks is None else self.marks.around(made, node)

    def statement(self, node: object) -> Document:
        """Document of a statement."""
        made = self.statements[type(node)](self, node)
        if made.node is None:
            made.node = node
        comment = self._comments.get(id(node))
        if comment is not None:
            made.comment = comment
        return made

    @property
    def scope(self) -> Scope:
        """The innermost scope."""
        return self.scopes[-1]

    def inside(self, node: object) -> _Inside:
        """A scope that belongs to `node`; what it names is forgotten at its end."""
        return _Inside(self, Scope(node))

    def keep_names(self) -> None:
        """Moves the innermost scope's names to the scope around it, with which it shares its suite."""
        inner, outer = self.scopes[-1], self.scopes[-2]
        outer.named += inner.named
        inner.named = []

    def define(self, target: Any, scope: Scope | None = None) -> Text:
        """Give a variable or buffer its name in `scope`, the innermost by default."""
        if not self.names.known(target):
            if target in self._unsaid:
                raise Unsaid(target)
            hint = target.name or ("buffer" if isinstance(target, Buffer) else "v")
            made = self.names.define(target, hint)
            (scope or self.scopes[-1]).named.append(target)
            return made if self.marks is None else self.marks.around_definition(made, target)
        return self.name(target)

    def define_as(self, target: object, scope: Scope, made: Callable[[], Text]) -> None:
        """Write `target` as `made()` while `scope` lasts."""
        self.names.define_as(target, made)
        scope.named.append(target)

    @contextmanager
    def leaving_unsaid(self, targets: Collection[Var]) -> Generator[None]:
        """Inside, nothing may mention the variables `targets`: where one would be declared, `Unsaid` is raised."""
        before, self._unsaid = self._unsaid, targets
        try:
            yield
        finally:
            self._unsaid = before

    def as_type_variables(self, sizes: Iterable[Var]) -> None:
        """Write the sizes, which have their names, as type variables above the program."""
        self.type_variables |= dict.fromkeys(sorted(str(unmarked(self.name(size))) for size in sizes))

    def name(self, target: Var | Buffer) -> Text:
        """The name of an object."""
        found = self.names.text(target)
        assert found is not None, f"{type(target).__name__} {target.name} has no name yet"
        return found if self.marks is None else self.marks.around(found, target)

    def declaring_scope(self, target: object) -> Scope:
        """The innermost scope around all uses of `target`."""
        enclosing = set(self.uses.enclosing(target))
        for scope in reversed(self.scopes):
            if id(scope.node) in enclosing and type(scope.node) is not DataflowBlock:
                return scope
        return next((scope for scope in reversed(self.scopes) if scope.node is None), self.scopes[0])

    def holds_all_uses(self, node: object, target: object) -> bool:
        """Whether `target` is used nowhere outside `node`."""
        return id(node) in self.uses.enclosing(target)

    def may_be_concise(self, node: object) -> bool:
        """Whether `node` may take the rest of its suite as its body; one with a comment shows where it ends."""
        return self.scope.concise and id(node) not in self._comments

    def body(self, scope: Scope, members: tuple[object, ...], ends: bool = True) -> list[Document]:
        """Print statements one after another into `scope`; `ends` says whether the suite of the text ends with the last of them."""
        last = len(members) - 1 if ends else -1
        for position, member in enumerate(members):
            scope.concise = position == last
            scope.statements.append(self.statement(member))
        return scope.statements

    def add_metadata(self, kind: str, value: object) -> Text:
        """`metadata["kind"][i]`: a reference to a value that has no text of its own."""
        known = self.metadata.setdefault(kind, [])
        position = next((at for at, other in enumerate(known) if other is value or _same(other, value)), len(known))
        if position == len(known):
            known.append(value)
        return f'metadata["{kind}"][{position}]'


class _Inside:
    """Being inside a scope; a generator would take three times as long to come and go."""

    __slots__ = ("printer", "scope")

    def __init__(self, printer: Printer, scope: Scope) -> None:
        self.printer, self.scope = printer, scope

    def __enter__(self) -> Scope:
        self.printer.scopes.append(self.scope)
        return self.scope

    def __exit__(self, *_: object) -> None:
        self.printer.scopes.pop()
        for target in self.scope.named:
            self.printer.names.forget(target)


def _same(a: Any, b: Any) -> bool:
    """Strings are one entry when they say the same; arrays when they are the same object."""
    return isinstance(getattr(a, "value", None), str) and getattr(b, "value", None) == a.value


def assign(target: Text, value: Text) -> Line:
    """`target = value`"""
    return Line(f"{target} = {value}")
