"""The rewriting: a walk over the concrete syntax tree of a file (libcst), which changes names and forms and nothing else."""

from __future__ import annotations

from typing import Any

import libcst as cst
import libcst.matchers as m

from tilewright.core.dialects import DIALECTS, Dialect, classic_name
from tilewright.core.dialects.hybrid import LOOPS
from tilewright.core.migrate.allocations import with_buffers
from tilewright.core.migrate.axis_blocks import call_of, with_axis_lines
from tilewright.core.migrate.pointers import with_elements

_SCRIPT_MODULES = tuple(dialect.script for dialect in DIALECTS.values())
# The packages that hold them, below `tvm`; `tilewright` has the same.
_PACKAGES = frozenset({"script", "script.parser", "hybrid"})
_PREFIXES = tuple({dialect.prefix for dialect in DIALECTS.values()})
# What programs can be rewritten to.
TARGETS = tuple(name for name, dialect in DIALECTS.items() if dialect.migration is not None)


def migrate(text: str, to: str = "classic") -> str:
    """The program `text` in the dialect `to`, "classic" or "tirx"; text that is in it already comes back as it is.

    Raises `ValueError` for another dialect, and `libcst.ParserSyntaxError` when the text is no Python.
    """
    if to not in TARGETS:
        raise ValueError(f"programs can be rewritten to {' or '.join(TARGETS)}, not {to!r}")
    module = cst.parse_module(text)
    imports = _Imports()
    module.visit(imports)
    if not imports.names:
        return text
    rewriter = _Rewriter(DIALECTS[to], imports)
    made = with_elements(module, imports.names).visit(rewriter)
    return with_buffers(made, rewriter.new_names.values()).code if to == "tirx" else made.code


def _dotted(node: cst.BaseExpression | None) -> str:
    """`a.b.c` as text, empty for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        inner = _dotted(node.value)
        return f"{inner}.{node.attr.value}" if inner else ""
    return ""


def _holds_script_modules(module: str) -> bool:
    """Whether programs import the script namespaces from a module."""
    root, _, package = module.partition(".")
    return root in ("tvm", "tilewright") and package in _PACKAGES


class _Imports(cst.CSTVisitor):
    """The names under which a file knows the script namespaces, each with the module it comes from."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.imported: set[str] = set()
        self.classes: set[str] = set()
        self.last_import = -1

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        module = _dotted(node.module)
        if not _holds_script_modules(module):
            return
        for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
            name = alias.evaluated_name
            if name in _SCRIPT_MODULES:
                self.imported.add(alias.evaluated_alias or name)
                self.names[alias.evaluated_alias or name] = (
                    "hybrid" if module.endswith(".hybrid") or name == "ty" else name
                )

    def visit_Module(self, node: cst.Module) -> None:
        self.last_import = max(
            (
                at
                for at, line in enumerate(node.body)
                if m.matches(line, m.SimpleStatementLine(body=[m.Import() | m.ImportFrom()]))
            ),
            default=-1,
        )

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        if _has_hybrid(node.decorators):
            self.classes.add(node.name.value)

    def visit_Decorator(self, node: cst.Decorator) -> None:
        if _dotted(node.decorator) in ("tvm.hybrid.script", "hybrid.script", "tvm.script.tir"):
            self.names.update(dict.fromkeys(("tir", "ty"), "hybrid"))


class _Rewriter(cst.CSTTransformer):
    """Changes what the row of the dialect names; a form is recognised by the name of its namespace."""

    def __init__(self, dialect: Dialect, imports: _Imports) -> None:
        super().__init__()
        assert dialect.migration is not None, f"nothing is rewritten to {dialect.name}"
        self.dialect = dialect
        self.migration = dialect.migration
        self.imports = imports
        self.strings = 0
        self.loops: list[list[str]] = [
            []
        ]  # variables of the loops between one block and the next, innermost block last
        self.new_names = {name: "T" if kind == "hybrid" else name for name, kind in imports.names.items()}

    def _member(self, node: cst.BaseExpression) -> str | None:
        """The member of a script namespace that an expression names, None when it names none."""
        if (
            isinstance(node, cst.Attribute)
            and isinstance(node.value, cst.Name)
            and node.value.value in self.imports.names
        ):
            return node.attr.value
        return None

    def _is_new_member(self, node: cst.BaseExpression, *names: str) -> bool:
        """Whether an expression, already rewritten, is one of these members."""
        return (
            isinstance(node, cst.Attribute)
            and isinstance(node.value, cst.Name)
            and node.value.value in {*self.new_names.values(), *self.imports.names}
            and node.attr.value in names
        )

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        member = self._member(original_node)
        if member is None:
            return self._module(original_node, updated_node)
        assert isinstance(original_node.value, cst.Name)
        kind = self.imports.names[original_node.value.value]
        space = cst.Name(self.new_names[original_node.value.value])
        name = self.migration.names.get(member, member)
        if self.migration.only_from.get(member, kind) != kind and not (
            kind == "hybrid" and self.migration.only_from[member] == "tir"
        ):
            name = member
        return updated_node.with_changes(value=space, attr=updated_node.attr.with_changes(value=name))

    def _module(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression:
        """`tvm.tir`, or what has moved to another module, under its other name."""
        known = self.migration.modules.get(_dotted(original))
        if known is None:
            return updated
        module, _, name = known.rpartition(".")
        space = updated.value if _dotted(updated.value) == module else cst.parse_expression(module)
        return updated.with_changes(value=space, attr=cst.Name(name))

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> Any:
        module = _dotted(original_node.module)
        if not _holds_script_modules(module):
            return updated_node
        if isinstance(updated_node.names, cst.ImportStar):
            return updated_node
        aliases: list[cst.ImportAlias] = []
        for alias in updated_node.names:
            made = self._alias(alias, module)
            if not any(made.deep_equals(known) for known in aliases):
                aliases.append(made)
        last = aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        names = [*aliases[:-1], last]
        if module == "tvm.hybrid":
            return updated_node.with_changes(module=cst.parse_expression("tvm.script"), names=names)
        return updated_node.with_changes(names=names)

    def _alias(self, alias: cst.ImportAlias, module: str) -> cst.ImportAlias:
        name = alias.evaluated_name
        if name not in _SCRIPT_MODULES:
            return alias
        local = self.new_names[alias.evaluated_alias or name]
        asname = cst.AsName(cst.Name(local)) if local != self.dialect.script else None
        return alias.with_changes(name=cst.Name(self.dialect.script), asname=asname)

    def leave_Decorator(self, original_node: cst.Decorator, updated_node: cst.Decorator) -> cst.Decorator:
        made = updated_node.decorator
        called = made.func if isinstance(made, cst.Call) else made
        if not self._is_new_member(called, "prim_func"):
            return updated_node
        given = [
            argument for argument in (made.args if isinstance(made, cst.Call) else ()) if _keyword(argument) != "s_tir"
        ]
        if self.dialect.script == "tirx":
            given.append(cst.parse_expression("f(s_tir=True)").args[0])  # pyright: ignore[reportAttributeAccessIssue]
        if not given:
            return updated_node.with_changes(decorator=called)
        given[-1] = given[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return updated_node.with_changes(decorator=cst.Call(called, given))

    def leave_Module(self, original_node: cst.Module, updated_node: cst.Module) -> cst.Module:
        """Hybrid script knows its names without an import; the later dialects do not."""
        hybrid = {name for name, kind in self.imports.names.items() if kind == "hybrid"}
        if not hybrid or hybrid & self.imports.imported:
            return updated_node
        line = cst.parse_statement(f"from tvm.script import {self.dialect.script} as T\n")
        at = self.imports.last_import + 1
        return updated_node.with_changes(body=[*updated_node.body[:at], line, *updated_node.body[at:]])

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        return updated_node.with_changes(decorators=self._hybrid(updated_node.decorators, "T.prim_func"))

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        if not _has_hybrid(original_node.decorators):
            return updated_node
        body = [self._plain_function(item) for item in updated_node.body.body]
        return updated_node.with_changes(
            decorators=self._hybrid(updated_node.decorators, "tvm.script.ir_module"),
            body=updated_node.body.with_changes(body=body),
        )

    def _plain_function(self, item: Any) -> Any:
        """A function of a hybrid class needs a decorator of its own now."""
        if not isinstance(item, cst.FunctionDef) or item.decorators:
            return item
        return item.with_changes(decorators=[cst.Decorator(self._prim_func())])

    def _hybrid(self, decorators: Any, name: str) -> list[cst.Decorator]:
        made = self._prim_func() if name == "T.prim_func" else cst.parse_expression(name)
        return [item.with_changes(decorator=made) if _has_hybrid([item]) else item for item in decorators]

    def _prim_func(self) -> cst.BaseExpression:
        return cst.parse_expression("T.prim_func(s_tir=True)" if self.dialect.script == "tirx" else "T.prim_func")

    def visit_Call_func(self, node: cst.Call) -> None:
        if self._member(node.func) in ("func_attr", "call_intrin"):
            self.strings += 1

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        member = self._member(original_node.func)
        if _dotted(original_node.func) in self.imports.classes and not original_node.args:
            return updated_node.func  # a class of hybrid script gave its module when it was called
        if member in ("func_attr", "call_intrin"):
            self.strings -= 1
        if (
            member == "var"
            and len(original_node.args) == 1
            and isinstance(original_node.args[0].value, cst.SimpleString)
        ):
            kind = str(original_node.args[0].value.evaluated_value)
            return updated_node.with_changes(func=updated_node.func.with_changes(attr=cst.Name(kind)), args=[])
        if member == "range":
            return _loop(updated_node, self.new_names[original_node.func.value.value])  # pyright: ignore
        if member == "decl_buffer" and self.dialect.script == "tirx" and not _has_data(original_node):
            return updated_node.with_changes(func=updated_node.func.with_changes(attr=cst.Name("alloc_buffer")))
        if member == "bind" and self.dialect.script == "tir" and len(original_node.args) == 1:
            return updated_node.args[0].value
        return updated_node

    def visit_For_body(self, node: cst.For) -> None:
        self.loops[-1] += [name.value for name in m.findall(node.target, m.Name()) if isinstance(name, cst.Name)]

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> cst.For:
        count = len(m.findall(original_node.target, m.Name()))
        del self.loops[-1][len(self.loops[-1]) - count :]
        return updated_node

    def visit_With_body(self, node: cst.With) -> None:
        self.loops.append([])

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        self.loops.pop()
        if self.dialect.script == "tirx" and self._is_let(updated_node):
            return _flat_let(updated_node)
        found = call_of(original_node.items[0], self._member)
        if found is None:
            return updated_node
        space = self.new_names[found.func.value.value]  # pyright: ignore
        return with_axis_lines(updated_node, self.loops[-1], space, self._new_member)

    def _is_let(self, node: cst.With) -> bool:
        """Whether a `with` gives a variable its value: `with T.LetStmt(value) as x:`, or `with T.let(x, value):`."""
        call = node.items[0].item
        named = node.items[0].asname is None or isinstance(node.items[0].asname.name, cst.Name)
        if not isinstance(call, cst.Call):
            return False
        is_let = self._is_new_member(call.func, "LetStmt") or (
            self._is_new_member(call.func, "let") and len(call.args) == 2 and call.args[0].keyword is None
        )
        return named and is_let and len(node.items) == 1 and isinstance(node.body, cst.IndentedBlock)

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> Any:
        """`T.ret(x)`, alone or in `T.evaluate`, is `return x` in tirx, and `T.LetStmt(value, var=x)`, which holds for the rest of its suite, is `T.bind`."""
        call = updated_node.value
        before, after = ("LetStmt", "bind") if self.dialect.script == "tirx" else ("bind", "LetStmt")
        if isinstance(call, cst.Call) and self._is_new_member(call.func, before) and _names(call, "var"):
            assert isinstance(call.func, cst.Attribute)
            return updated_node.with_changes(value=call.with_changes(func=call.func.with_changes(attr=cst.Name(after))))
        if isinstance(call, cst.Call) and self._is_new_member(call.func, "evaluate") and len(call.args) == 1:
            call = call.args[0].value
        if self.dialect.script != "tirx" or not isinstance(call, cst.Call) or len(call.args) != 1:
            return updated_node
        return cst.Return(call.args[0].value) if self._is_new_member(call.func, "ret") else updated_node

    def _new_member(self, node: cst.BaseExpression) -> str | None:
        """The member that an expression, already rewritten, names."""
        return (
            node.attr.value if isinstance(node, cst.Attribute) and self._is_new_member(node, node.attr.value) else None
        )

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

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        """`T.Buffer[(4, 4), "float32"]` is a call now, and so is `T.Ptr[T.float32]`."""
        items = [item.slice.value for item in updated_node.slice if isinstance(item.slice, cst.Index)]
        if self._is_new_member(updated_node.value, "Buffer"):
            return cst.Call(updated_node.value, [cst.Arg(item) for item in items])
        if self._is_new_member(updated_node.value, "Ptr") and m.matches(items[0], m.Attribute()):
            handle = updated_node.value.with_changes(attr=cst.Name("handle"))
            return cst.Call(handle, [cst.Arg(cst.SimpleString(f'"{items[0].attr.value}"')), *map(cst.Arg, items[1:])])  # pyright: ignore
        return updated_node

    def leave_AnnAssign(self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign) -> cst.AnnAssign:
        """A variable with a value: `x: T.int32 = e` in classic, `x: T.let[T.int32] = e` in tirx."""
        given = updated_node.annotation.annotation
        if updated_node.value is None:
            return updated_node
        if (
            self.dialect.script == "tir"
            and isinstance(given, cst.Subscript)
            and self._is_new_member(given.value, "let")
        ):
            item = given.slice[0].slice
            assert isinstance(item, cst.Index)
            return updated_node.with_changes(annotation=updated_node.annotation.with_changes(annotation=item.value))
        inner = given.func if isinstance(given, cst.Call) else given
        if self.dialect.script == "tirx" and self._is_member_annotation(inner):
            spelled = cst.parse_expression("T.let[_]").with_changes(  # pyright: ignore[reportCallIssue]
                value=cst.Attribute(inner.value, cst.Name("let")),  # pyright: ignore[reportAttributeAccessIssue]
                slice=[cst.SubscriptElement(cst.Index(given))],
            )
            return updated_node.with_changes(annotation=updated_node.annotation.with_changes(annotation=spelled))
        return updated_node

    def _is_member_annotation(self, node: cst.BaseExpression) -> bool:
        return (
            isinstance(node, cst.Attribute)
            and isinstance(node.value, cst.Name)
            and node.value.value in self.new_names.values()
        )


def _has_hybrid(decorators: Any) -> bool:
    return any(
        _dotted(item.decorator) in ("tvm.hybrid.script", "hybrid.script", "tvm.script.tir") for item in decorators
    )


def _keyword(argument: cst.Arg) -> str:
    return argument.keyword.value if argument.keyword is not None else ""


def _flat_let(node: cst.With) -> cst.FlattenSentinel[cst.BaseStatement]:
    """`x = T.bind(value)`, or `T.bind(value, var=x)`, above what was the body: variables last as long as their suite in tirx."""
    call, target = node.items[0].item, node.items[0].asname
    assert isinstance(call, cst.Call)
    assert isinstance(call.func, cst.Attribute)
    args = call.args
    if call.func.attr.value == "let":  # the variable, then its value
        var = cst.parse_expression("f(var=_)").args[0].with_changes(value=args[0].value)  # pyright: ignore[reportAttributeAccessIssue]
        args = [cst.Arg(args[1].value, comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))), var]
    bind = call.with_changes(func=call.func.with_changes(attr=cst.Name("bind")), args=args)
    name = None if target is None else target.name
    small = cst.Assign([cst.AssignTarget(name)], bind) if isinstance(name, cst.Name) else cst.Expr(bind)
    line = cst.SimpleStatementLine([small], leading_lines=node.leading_lines)
    body = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    return cst.FlattenSentinel([line, *[item for item in body if isinstance(item, cst.BaseStatement)]])


def _has_data(node: cst.Call) -> bool:
    return any(_keyword(argument) == "data" for argument in node.args) or len(node.args) > 2


def _loop(node: cst.Call, space: str) -> cst.BaseExpression:
    """`tir.range(begin, end, "kind")`: `range`, or the loop form of the kind."""
    if len(node.args) < 3 or not isinstance(node.args[2].value, cst.SimpleString):
        return node.with_changes(func=cst.Name("range"))
    kind = LOOPS.get(str(node.args[2].value.evaluated_value).lower(), "serial")
    args = [node.args[0], node.args[1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]
    return node.with_changes(func=cst.parse_expression(f"{space}.{kind}"), args=args)


def _names(call: cst.Call, name: str) -> bool:
    """Whether an argument is given by that name."""
    return any(each.keyword is not None and each.keyword.value == name for each in call.args)
