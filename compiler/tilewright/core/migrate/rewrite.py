"""The rewriting: a walk over the concrete syntax tree of a piece (libcst), which changes names and forms and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import libcst as cst
import libcst.matchers as m

from tilewright.core.dialects import DIALECTS, HYBRID, TIRX, Dialect, classic_name
from tilewright.core.migrate.allocations import with_buffers
from tilewright.core.migrate.axis_blocks import call_of, with_axis_lines
from tilewright.core.migrate.calls import CALLS, STATEMENTS, STRINGS, Words
from tilewright.core.migrate.imports import (
    SCRIPT_MODULES,
    Imports,
    dotted,
    has_hybrid,
    holds_script_modules,
    is_hybrid,
    is_import,
)
from tilewright.core.migrate.lets import flat_let, is_let
from tilewright.core.migrate.pointers import with_elements
from tilewright.core.migrate.walking import Transformer

_PREFIXES = tuple({dialect.prefix for dialect in DIALECTS.values()})


# Decorators of modules.
_MODULES = frozenset({"I.ir_module", "ir_module", "tvm.script.ir_module", "script.ir_module", "R.ir_module"})


@dataclass(frozen=True)
class Place:
    """The facts about the rest of its file that a piece needs.

    `beside`: functions in their own dialect stay in the file, so that the new namespace needs a name of its own.
    `adds_import`: the piece gets the import that hybrid script did without.
    """

    imports: Imports
    beside: bool = False
    adds_import: bool = False


def rewritten(text: str, dialect: Dialect, at: Place) -> str:
    """A piece of a file in the dialect."""
    module = cst.parse_module(text)
    inside = at.imports.inside(module) if "import" in text else at.imports
    rewriter = _Rewriter(dialect, inside, at)
    read = with_elements(module, inside.names) if "load" in text or "store" in text else module
    made = read.visit(rewriter)
    is_allocating = dialect is TIRX and "allocate" in text
    return with_buffers(made, rewriter.new_names.values()).code if is_allocating else made.code


def new_names(imports: Imports, dialect: Dialect, beside: bool) -> dict[str, str]:
    """The name of each namespace of the file when it is that of the dialect."""
    return {
        name: _new_name(name, kind, dialect, beside and name not in imports.local)
        for name, kind in imports.names.items()
    }


def _new_name(name: str, kind: str, dialect: Dialect, beside: bool) -> str:
    if kind == dialect.script:
        return name
    if dialect is HYBRID:
        return "tir"
    if kind == "hybrid":
        return "T"
    return f"T_{dialect.script}" if beside else name


class _Rewriter(Transformer):
    """Changes what the row of the dialect names; a form is recognised by the name of its namespace."""

    def __init__(self, dialect: Dialect, imports: Imports, at: Place) -> None:
        super().__init__()
        assert dialect.migration is not None, f"nothing is rewritten to {dialect.name}"
        self.dialect = dialect
        self.migration = dialect.migration
        self.imports = imports
        self.at = at
        self.strings = 0
        self.hybrid = 0  # how many definitions of hybrid script are around
        # Variables of the loops between one block and the next, innermost block last.
        self.loops: list[list[str]] = [[]]
        self.new_names = new_names(imports, dialect, at.beside)

    # Names

    def _kind(self, name: str) -> str | None:
        """The module that a namespace comes from; hybrid script knows its own inside of its definitions only."""
        kind = self.imports.names.get(name)
        return None if kind == "hybrid" and not self.hybrid and name not in self.imports.imported else kind

    def _member(self, node: cst.BaseExpression) -> str | None:
        """The member of a script namespace that an expression names, None when it names none."""
        is_named = isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name)
        return node.attr.value if is_named and self._kind(node.value.value) is not None else None  # pyright: ignore

    def _new_member(self, node: cst.BaseExpression) -> str | None:
        """The member that an expression, already rewritten, names."""
        known = {*self.new_names.values(), *self.imports.names}
        is_named = isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and node.value.value in known
        return node.attr.value if is_named and isinstance(node, cst.Attribute) else None

    def _is_of_target(self, node: cst.BaseExpression) -> bool:
        """Whether an expression is written in the dialect that is written already."""
        return self.imports.names.get(_head(node)) == self.dialect.script

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        member = self._member(original_node)
        if member is None:
            return self._of_relax(original_node, updated_node) or updated_node
        assert isinstance(original_node.value, cst.Name)
        kind = self.imports.names[original_node.value.value]
        only = self.migration.only_from.get(member, kind)
        applies = only == kind or (kind == "hybrid" and only == "tir")
        name = self.migration.names.get(member, member) if applies else member
        space = cst.Name(self.new_names[original_node.value.value])
        return updated_node.with_changes(value=space, attr=updated_node.attr.with_changes(value=name))

    def _of_relax(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        if not isinstance(original.value, cst.Name) or original.value.value not in self.imports.relax:
            return None
        name = self._words.relax.get(original.attr.value)
        return None if name is None else updated.with_changes(attr=cst.Name(name))

    @property
    def _words(self) -> Words:
        return Words.of(self.dialect)

    # Imports

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> Any:
        module = dotted(original_node.module)
        if isinstance(updated_node.names, cst.ImportStar):
            return updated_node
        if module in ("tvm", "tilewright"):
            return self._import_of_modules(updated_node)
        if not holds_script_modules(module) or self._stays_beside(updated_node):
            return updated_node
        aliases: list[cst.ImportAlias] = []
        for alias in updated_node.names:
            made = self._alias(alias)
            if made is not None and not any(made.deep_equals(known) for known in aliases):
                aliases.append(made)
        if not aliases:
            return cst.RemoveFromParent()
        names = [*aliases[:-1], aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]
        if module == "tvm.hybrid":
            return updated_node.with_changes(module=cst.parse_expression("tvm.script"), names=names)
        return updated_node.with_changes(names=names)

    def _stays_beside(self, node: cst.ImportFrom) -> bool:
        return self.at.beside and not self.imports.local

    def _alias(self, alias: cst.ImportAlias) -> cst.ImportAlias | None:
        name = alias.evaluated_name
        if name not in SCRIPT_MODULES:
            return alias
        if self.dialect is HYBRID:
            kept = self.at.beside or any(
                each.startswith(f"{alias.evaluated_alias or name}.") for each in self.imports.host_uses
            )
            return alias if kept else None
        local = self.new_names[alias.evaluated_alias or name]
        asname = cst.AsName(cst.Name(local)) if local != self.dialect.script else None
        return alias.with_changes(name=cst.Name(self.dialect.script), asname=asname)

    def _import_of_modules(self, node: cst.ImportFrom) -> Any:
        """`from tvm import tir` without what stood for the `tir` of hybrid script alone."""
        assert not isinstance(node.names, cst.ImportStar)
        kept = [alias for alias in node.names if not self._is_hybrid_alone(alias)]
        if self.at.beside or len(kept) == len(node.names):
            return node
        if not kept:
            return cst.RemoveFromParent()
        return node.with_changes(names=[*kept[:-1], kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)])

    def _is_hybrid_alone(self, alias: cst.ImportAlias) -> bool:
        local = alias.evaluated_alias or alias.evaluated_name
        is_used = any(each.startswith(f"{local}.") for each in self.imports.host_uses)
        return local in self.imports.modules and not is_used and self.imports.names.get(local) == "hybrid"

    def leave_Module(self, original_node: cst.Module, updated_node: cst.Module) -> cst.Module:
        """The import of the namespace where there was none of it."""
        line = self._new_import(original_node)
        if line is None:
            return updated_node
        places = [at for at, each in enumerate(updated_node.body) if is_import(each)]
        first = updated_node.body[0] if updated_node.body else None
        documented = first is not None and m.matches(first, m.SimpleStatementLine(body=[m.Expr(m.SimpleString())]))
        at = places[-1] + 1 if places else int(documented)
        made = cst.parse_statement(line + "\n", config=original_node.config_for_parsing)
        return updated_node.with_changes(body=[*updated_node.body[:at], made, *updated_node.body[at:]])

    def _new_import(self, module: cst.Module) -> str | None:
        if self.dialect is HYBRID:
            return "import tvm" if self.at.adds_import else None
        if self.at.adds_import:
            return f"from tvm.script import {self.dialect.script} as T"
        lines = [each.body for each in module.body if isinstance(each, cst.SimpleStatementLine)]
        here = any(self._imports_script(each) for line in lines for each in line)
        added = sorted(
            {new for old, new in self.new_names.items() if new != old and self.imports.names[old] != "hybrid"}
        )
        return (
            f"from tvm.script import {self.dialect.script} as {added[0]}" if here and added and self.at.beside else None
        )

    def _imports_script(self, node: cst.CSTNode) -> bool:
        if not isinstance(node, cst.ImportFrom) or isinstance(node.names, cst.ImportStar):
            return False
        return holds_script_modules(dotted(node.module)) and any(
            alias.evaluated_name in SCRIPT_MODULES for alias in node.names
        )

    # Definitions

    def leave_Decorator(self, original_node: cst.Decorator, updated_node: cst.Decorator) -> cst.Decorator:
        made = updated_node.decorator
        called = made.func if isinstance(made, cst.Call) else made
        if self.dialect is HYBRID and (dotted(called) in _MODULES or self._new_member(called) == "prim_func"):
            return updated_node.with_changes(decorator=cst.parse_expression("tvm.hybrid.script"))
        if self._new_member(called) != "prim_func":
            return updated_node
        given = [each for each in (made.args if isinstance(made, cst.Call) else ()) if _keyword(each) != "s_tir"]
        if self.dialect is TIRX:
            given.append(cst.parse_expression("f(s_tir=True)").args[0])  # pyright: ignore[reportAttributeAccessIssue]
        if not given:
            return updated_node.with_changes(decorator=called)
        given[-1] = given[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return updated_node.with_changes(decorator=cst.Call(called, given))

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self.hybrid += has_hybrid(node)

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        self.hybrid -= has_hybrid(original_node)
        if self.dialect is HYBRID:
            return updated_node
        return updated_node.with_changes(decorators=self._later(updated_node.decorators, self._prim_func()))

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self.hybrid += has_hybrid(node)

    def leave_Annotation(self, original_node: cst.Annotation, updated_node: cst.Annotation) -> cst.Annotation:
        """`T.int32`: `ty.int32` in hybrid script."""
        given = updated_node.annotation
        if self.dialect is not HYBRID or not isinstance(given, cst.Attribute) or self._new_member(given) is None:
            return updated_node
        return updated_node.with_changes(annotation=given.with_changes(value=cst.Name("ty")))

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        if self.dialect is HYBRID and any(is_hybrid(item) for item in updated_node.decorators):
            return updated_node.with_changes(
                body=updated_node.body.with_changes(body=_without_decorators(updated_node))
            )
        if not has_hybrid(original_node):
            return updated_node
        self.hybrid -= 1
        body = [self._decorated(item) for item in updated_node.body.body]
        return updated_node.with_changes(
            decorators=self._later(updated_node.decorators, cst.parse_expression("tvm.script.ir_module")),
            body=updated_node.body.with_changes(body=body),
        )

    def _decorated(self, item: object) -> Any:
        """A function of a hybrid class needs a decorator of its own now."""
        if not isinstance(item, cst.FunctionDef) or item.decorators:
            return item
        return item.with_changes(decorators=[cst.Decorator(self._prim_func())])

    def _later(self, decorators: Any, made: cst.BaseExpression) -> list[cst.Decorator]:
        return [item.with_changes(decorator=made) if is_hybrid(item) else item for item in decorators]

    def _prim_func(self) -> cst.BaseExpression:
        return cst.parse_expression("T.prim_func(s_tir=True)" if self.dialect is TIRX else "T.prim_func")

    # Calls and texts in them

    def visit_Call_func(self, node: cst.Call) -> None:
        self.strings += self._member(node.func) in STRINGS

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if dotted(original_node.func) in self.imports.classes and not original_node.args:
            return updated_node.func  # a class of hybrid script gave its module when it was called
        member = self._member(original_node.func)
        if member is None:
            return self._keywords_of_relax(original_node, updated_node)
        self.strings -= member in STRINGS
        assert isinstance(original_node.func, cst.Attribute)
        assert isinstance(original_node.func.value, cst.Name)
        local = original_node.func.value.value
        rule = CALLS.get((self.dialect.name, member))
        if rule is None:
            return updated_node
        return rule(updated_node, self.new_names[local], self.imports.names[local])

    def _keywords_of_relax(self, original: cst.Call, updated: cst.Call) -> cst.Call:
        head = dotted(original.func).partition(".")[0]
        if head not in self.imports.relax:
            return updated
        return updated.with_changes(args=[self._words.argument(each) for each in updated.args])

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> cst.SimpleString:
        value = original_node.evaluated_value
        if self.strings <= 0 or not isinstance(value, str):
            return updated_node
        name = self.dialect.own(classic_name(value) if value.startswith(_PREFIXES) else value)
        return (
            updated_node
            if name == value
            else updated_node.with_changes(value=updated_node.value.replace(value, name, 1))
        )

    # Statements

    def visit_For_body(self, node: cst.For) -> None:
        self.loops[-1] += _variables(node.target)

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> cst.For:
        del self.loops[-1][len(self.loops[-1]) - len(_variables(original_node.target)) :]
        return updated_node

    def visit_With_body(self, node: cst.With) -> None:
        self.loops.append([])

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        self.loops.pop()
        if self.dialect is TIRX and is_let(updated_node, self._new_member):
            return flat_let(updated_node)
        found = call_of(original_node.items[0], self._member)
        if found is None or self.dialect is HYBRID:
            return updated_node
        space = self.new_names[found.func.value.value]  # pyright: ignore
        return with_axis_lines(updated_node, self.loops[-1], space, self._new_member)

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> Any:
        call = updated_node.value
        if isinstance(call, cst.Call) and self._new_member(call.func) == "evaluate" and len(call.args) == 1:
            call = call.args[0].value
        member = self._new_member(call.func) if isinstance(call, cst.Call) else None
        rule = STATEMENTS.get((self.dialect.name, member or ""))
        made = rule(call) if rule is not None and isinstance(call, cst.Call) else None
        return updated_node if made is None else made

    def leave_Assert(self, original_node: cst.Assert, updated_node: cst.Assert) -> cst.Assert:
        """`assert x, ("ValueError", ["part"])` has one text in the other dialects."""
        return updated_node if self.dialect is TIRX else self._words.assertion(updated_node)

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        """`T.Buffer[(4, 4), "float32"]` is a call now, and so is `T.Ptr[T.float32]`."""
        items = [item.slice.value for item in updated_node.slice if isinstance(item.slice, cst.Index)]
        member = self._new_member(updated_node.value)
        if member == "Buffer":
            return cst.Call(updated_node.value, [cst.Arg(item) for item in items])
        if member == "Ptr" and m.matches(items[0], m.Attribute()):
            handle = updated_node.value.with_changes(attr=cst.Name("handle"))
            return cst.Call(handle, [cst.Arg(cst.SimpleString(f'"{items[0].attr.value}"')), *map(cst.Arg, items[1:])])  # pyright: ignore
        return updated_node

    def leave_AnnAssign(self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign) -> Any:
        """A variable with a value: `x: T.int32 = e` in classic, `x: T.let[T.int32] = e` in tirx."""
        given = updated_node.annotation.annotation
        if updated_node.value is None:
            return updated_node
        inner = (
            given.value if isinstance(given, cst.Subscript) else given.func if isinstance(given, cst.Call) else given
        )
        member = self._new_member(inner)
        if self.dialect is TIRX:
            stays = member in (None, "let") or self._is_of_target(original_node.annotation.annotation)
            return updated_node if stays else _with_annotation(updated_node, _let_of(inner, given))
        if member != "let":
            return updated_node
        if isinstance(given, cst.Subscript) and isinstance(given.slice[0].slice, cst.Index):
            return _with_annotation(updated_node, given.slice[0].slice.value)
        return cst.Assign([cst.AssignTarget(updated_node.target)], updated_node.value, updated_node.semicolon)


def _variables(target: cst.BaseExpression) -> list[str]:
    """The names that a loop gives values to."""
    if isinstance(target, cst.Name):
        return [target.value]
    parts = target.elements if isinstance(target, (cst.Tuple, cst.List)) else ()
    return [name for part in parts for name in _variables(part.value)]


def _head(node: cst.BaseExpression) -> str:
    """The first name of `T.int32`, `T.handle("float32")`, `T.let[...]`."""
    while isinstance(node, (cst.Subscript, cst.Call, cst.Attribute)):
        node = node.func if isinstance(node, cst.Call) else node.value
    return node.value if isinstance(node, cst.Name) else ""


def _without_decorators(node: cst.ClassDef) -> list[Any]:
    """The functions of a module, which need no decorator in hybrid script."""
    return [
        item.with_changes(decorators=[each for each in item.decorators if not is_hybrid(each)])
        if isinstance(item, cst.FunctionDef)
        else item
        for item in node.body.body
    ]


def _let_of(inner: Any, given: cst.BaseExpression) -> cst.BaseExpression:
    """`T.let[given]`, of the namespace that `inner` is a member of."""
    return cst.parse_expression("T.let[_]").with_changes(  # pyright: ignore[reportCallIssue]
        value=cst.Attribute(inner.value, cst.Name("let")), slice=[cst.SubscriptElement(cst.Index(given))]
    )


def _with_annotation(node: cst.AnnAssign, annotation: cst.BaseExpression) -> cst.AnnAssign:
    return node.with_changes(annotation=node.annotation.with_changes(annotation=annotation))


def _keyword(argument: cst.Arg) -> str:
    return argument.keyword.value if argument.keyword is not None else ""
