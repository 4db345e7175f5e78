"""From pieces to text, as TVM's printer of documents writes it: the parentheses Python needs, comments, carets under what a path leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tilewright.core.ir.access_path import AccessPath
from tilewright.core.printer import tvm_doc as docs
from tilewright.core.printer.document import (
    LAMBDA,
    Blank,
    Document,
    Group,
    Line,
    Marks,
    PrintedScript,
    Suite,
    Text,
    above,
    bracketed,
    call,
    joined,
    operation,
    render,
    text,
    tupled,
)
from tilewright.core.printer.excerpt import marked_lines
from tilewright.core.printer.tvm_doc import Doc, ExprDoc, OperationKind, StmtDoc
from tilewright.core.printer.values import number, string

__all__ = ["to_python_script"]


def to_python_script(
    doc: Doc,
    indent_spaces: int = 4,
    print_line_numbers: bool = False,
    num_context_lines: int | None = None,
    path_to_underline: Sequence[AccessPath] | None = None,
) -> str:
    """The text of `doc`, with carets under the pieces whose source is the nearest to a path.

    Raises `ValueError` for a comment of several lines behind a statement of one.
    """
    writer = _Writer()
    printed = render(writer.document(doc), writer.marks, indent_spaces)
    ranges = [place for path in path_to_underline or () for place in _nearest(printed, path)]
    return marked_lines(printed.text, ranges, print_line_numbers, num_context_lines)


def _nearest(printed: PrintedScript, path: AccessPath) -> list[tuple[int, int]]:
    """The places of the pieces that were printed for `path`, or for its longest beginning that any was printed for."""
    found: list[tuple[int, tuple[int, int]]] = []
    for place in printed.places:
        lengths = [len(source.steps) for source in place.node.source_paths if source.is_prefix_of(path)]
        if lengths:
            found.append((max(lengths), (place.start, place.end)))
    longest = max((length for length, _ in found), default=0)
    return [where for length, where in found if length == longest]


class _Writer:
    """Turns pieces into lines, with marks around those whose place may be asked for."""

    def __init__(self) -> None:
        self.marks = Marks()

    def document(self, doc: Doc) -> Document:
        """Any piece as lines."""
        if isinstance(doc, docs.StmtBlockDoc):
            return Group(self.statements(doc.stmts), doc)
        if isinstance(doc, StmtDoc):
            return Group([self.statement(doc)])
        assert isinstance(doc, ExprDoc)
        return Line(self.expr(doc))

    def expr(self, doc: ExprDoc) -> Text:
        """An expression on its line."""
        written = _EXPRESSIONS[type(doc)](self, doc)
        return self.marks.around(written, doc) if doc.source_paths else written

    def child(self, doc: ExprDoc, precedence: int) -> Text:
        """An operand, in parentheses unless it binds at least as tightly as `precedence`."""
        return above(self.expr(doc), precedence)

    def many(self, items: Iterable[ExprDoc]) -> list[Text]:
        """Expressions that commas divide."""
        return [self.expr(item) for item in items]

    def target(self, doc: ExprDoc) -> Text:
        """The target or value of an assignment: a tuple is written without parentheses."""
        if not isinstance(doc, docs.TupleDoc) or not doc.elements:
            return self.expr(doc)
        items = joined(self.many(doc.elements))
        return f"{items}," if len(doc.elements) == 1 else items

    def statements(self, items: Iterable[StmtDoc]) -> list[Document]:
        """Statements one below the other; a function is followed by an empty line."""
        found: list[Document] = []
        for item in items:
            found.append(self.statement(item))
            if isinstance(item, docs.FunctionDoc):
                found.append(Blank())
        return found

    def statement(self, doc: StmtDoc) -> Document:
        """One statement with its comment."""
        return _STATEMENTS[type(doc)](self, doc)

    def line(self, doc: StmtDoc, written: Text) -> Line:
        """A statement of one line; its comment stands behind it."""
        if doc.comment is not None and "\n" in doc.comment:
            raise ValueError(f"the comment string of {type(doc).__name__} cannot have newline.")
        return Line(written, doc, doc.comment)

    def suite(self, doc: StmtDoc, head: Text, body: Sequence[StmtDoc]) -> Suite:
        """A statement with an indented body; its comment stands above it."""
        return Suite((head,), self.statements(body), doc, doc.comment)

    def definition(self, doc: docs.FunctionDoc | docs.ClassDoc, head: Text, body: Sequence[StmtDoc]) -> Suite:
        """A function or a class; its comment is its documentation string."""
        heads = (*(f"@{self.expr(decorator)}" for decorator in doc.decorators), head)
        said = [] if doc.comment is None else _documentation(doc.comment)
        return Suite(heads, [*said, *(self.statements(body) or [Line(text("pass"))])], doc)


def _literal(_: _Writer, doc: docs.LiteralDoc) -> Text:
    value = doc.value
    if isinstance(value, str):
        return string(value)
    if isinstance(value, float):
        return number(value)
    if value is None or isinstance(value, (bool, int)):
        return str(value)
    inner: object = value.value
    return _literal(_, docs.LiteralDoc(bool(inner) if value.dtype == "bool" else inner))


def _operation(writer: _Writer, doc: docs.OperationDoc) -> Text:
    sign, precedence = _OPERATORS[doc.kind]
    operands = doc.operands
    if doc.kind < OperationKind._UnaryEnd:  # pyright: ignore[reportPrivateUsage]
        return operation(precedence, f"{sign}{writer.child(operands[0], precedence)}")
    if doc.kind == OperationKind.IfThenElse:
        condition, chosen, other = operands
        written = f"{writer.child(chosen, precedence)} if {writer.child(condition, precedence + 1)}"
        return operation(precedence, f"{written} else {writer.child(other, precedence + 1)}")
    left, right = operands
    # `**` groups to the right, where a sign may stand without parentheses.
    least = (precedence + 1, _UNARY) if doc.kind == OperationKind.Pow else (precedence, precedence + 1)
    return operation(precedence, f"{writer.child(left, least[0])} {sign} {writer.child(right, least[1])}")


def _call(writer: _Writer, doc: docs.CallDoc) -> Text:
    named = dict(zip(doc.kwargs_keys, writer.many(doc.kwargs_values), strict=True))
    return call(writer.child(doc.callee, _IDENTITY), *writer.many(doc.args), **named)


def _index(writer: _Writer, doc: docs.IndexDoc) -> Text:
    value = writer.child(doc.value, _IDENTITY)
    return f"{value}[{joined(writer.many(doc.indices)) or '()'}]"


def _slice(writer: _Writer, doc: docs.SliceDoc) -> Text:
    start, stop, step = ("" if part is None else writer.expr(part) for part in (doc.start, doc.stop, doc.step))
    return f"{start}:{stop}" if doc.step is None else f"{start}:{stop}:{step}"


def _lambda(writer: _Writer, doc: docs.LambdaDoc) -> Text:
    return operation(LAMBDA, f"lambda {joined(writer.many(doc.args))}: {writer.expr(doc.body)}")


def _dict(writer: _Writer, doc: docs.DictDoc) -> Text:
    items = zip(writer.many(doc.keys), writer.many(doc.values), strict=True)
    return "{" + joined(f"{key}: {value}" for key, value in items) + "}"


def _assigned(writer: _Writer, doc: docs.AssignDoc) -> Text:
    """The text of an assignment, as a statement or as a parameter."""
    empty = isinstance(doc.lhs, docs.TupleDoc) and not doc.lhs.elements
    left = "" if empty else writer.target(doc.lhs)
    annotation = "" if doc.annotation is None else f": {writer.expr(doc.annotation)}"
    if doc.rhs is None:
        return f"{left}{annotation}"
    several = isinstance(doc.rhs, docs.TupleDoc) and len(doc.rhs.elements) > 1
    return f"{left}{annotation} = {writer.target(doc.rhs) if several else writer.expr(doc.rhs)}"


def _if(writer: _Writer, doc: docs.IfDoc) -> Document:
    then = writer.suite(doc, f"if {writer.expr(doc.predicate)}:", doc.then_branch)
    if not doc.else_branch:
        return then
    then.node = None
    then.comment = None
    return Group([then, Suite(("else:",), writer.statements(doc.else_branch))], doc, doc.comment)


def _with(writer: _Writer, doc: docs.ScopeDoc) -> Document:
    named = "" if doc.lhs is None else f" as {writer.expr(doc.lhs)}"
    return writer.suite(doc, f"with {writer.expr(doc.rhs)}{named}:", doc.body)


def _assert(writer: _Writer, doc: docs.AssertDoc) -> Document:
    message = "" if doc.msg is None else f", {writer.expr(doc.msg)}"
    return writer.line(doc, f"assert {writer.expr(doc.test)}{message}")


def _function(writer: _Writer, doc: docs.FunctionDoc) -> Document:
    parameters = joined(_assigned(writer, parameter) for parameter in doc.args)
    result = "" if doc.return_type is None else f" -> {writer.expr(doc.return_type)}"
    return writer.definition(doc, f"def {writer.expr(doc.name)}({parameters}){result}:", doc.body)


def _comment(_: _Writer, doc: docs.CommentDoc) -> Document:
    lines = doc.comment.split("\n") if doc.comment else ()
    return Group([Line(f"# {line}") for line in lines] or [Blank()], doc)


def _doc_string(_: _Writer, doc: docs.DocStringDoc) -> Document:
    return Group(_documentation(doc.comment) if doc.comment else [Blank()], doc)


def _documentation(comment: str) -> list[Document]:
    quotes = Line('"""')
    return [quotes, *(Line(line) if line else Blank() for line in comment.split("\n")), quotes]


# How tightly signs and names bind.
_UNARY = 13
_IDENTITY = 15
_SIGNS = (
    ("Or", "or", 3),
    ("And", "and", 4),
    ("Not", "not ", 5),
    *(
        (name, sign, 6)
        for name, sign in zip(
            ("Lt", "LtE", "Eq", "NotEq", "Gt", "GtE"), ("<", "<=", "==", "!=", ">", ">="), strict=True
        )
    ),
    ("BitOr", "|", 7),
    ("BitXor", "^", 8),
    ("BitAnd", "&", 9),
    ("LShift", "<<", 10),
    ("RShift", ">>", 10),
    ("Add", "+", 11),
    ("Sub", "-", 11),
    *((name, sign, 12) for name, sign in zip(("Mult", "Div", "FloorDiv", "Mod"), ("*", "/", "//", "%"), strict=True)),
    ("USub", "-", _UNARY),
    ("Invert", "~", _UNARY),
    ("Pow", "**", 14),
    ("IfThenElse", "", 2),
)
# Each operator's sign, and how tightly it binds.
_OPERATORS = {OperationKind[name]: (sign, precedence) for name, sign, precedence in _SIGNS}

_EXPRESSIONS: dict[type[ExprDoc], Callable[[_Writer, Any], Text]] = {
    docs.LiteralDoc: _literal,
    docs.IdDoc: lambda _, doc: doc.name,
    docs.AttrAccessDoc: lambda writer, doc: f"{writer.child(doc.value, _IDENTITY)}.{doc.name}",
    docs.IndexDoc: _index,
    docs.CallDoc: _call,
    docs.OperationDoc: _operation,
    docs.LambdaDoc: _lambda,
    docs.TupleDoc: lambda writer, doc: tupled(writer.many(doc.elements)),
    docs.ListDoc: lambda writer, doc: bracketed(writer.many(doc.elements)),
    docs.DictDoc: _dict,
    docs.SliceDoc: _slice,
}

_STATEMENTS: dict[type[StmtDoc], Callable[[_Writer, Any], Document]] = {
    docs.AssignDoc: lambda writer, doc: writer.line(doc, _assigned(writer, doc)),
    docs.IfDoc: _if,
    docs.WhileDoc: lambda writer, doc: writer.suite(doc, f"while {writer.expr(doc.predicate)}:", doc.body),
    docs.ForDoc: lambda writer, doc: writer.suite(
        doc, f"for {writer.target(doc.lhs)} in {writer.expr(doc.rhs)}:", doc.body
    ),
    docs.ScopeDoc: _with,
    docs.ExprStmtDoc: lambda writer, doc: writer.line(doc, writer.expr(doc.expr)),
    docs.AssertDoc: _assert,
    docs.ReturnDoc: lambda writer, doc: writer.line(doc, f"return {writer.expr(doc.value)}"),
    docs.FunctionDoc: _function,
    docs.ClassDoc: lambda writer, doc: writer.definition(doc, f"class {writer.expr(doc.name)}:", doc.body),
    docs.CommentDoc: _comment,
    docs.DocStringDoc: _doc_string,
}
