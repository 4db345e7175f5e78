"""Description of a symbol or value: Markdown for hovers, one line for outlines."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence

from tilewright.core.analyze import Analysis, Definition, Placed
from tilewright.core.base.dtype import is_dtype
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.builder.namespace import Member, Namespace
from tilewright.core.describe.blocks import block_description, block_detail
from tilewright.core.describe.buffers import buffer_description
from tilewright.core.describe.called import function_called
from tilewright.core.describe.deduced import deduced_description
from tilewright.core.describe.functions import function_description, function_detail, module_description
from tilewright.core.describe.graphs import graph_description, info_text, value_description, variable_description
from tilewright.core.describe.instantiations import defaults_of
from tilewright.core.describe.lowers import lowering_fact
from tilewright.core.describe.members import markdown
from tilewright.core.describe.python_functions import python_description, python_detail
from tilewright.core.describe.ranges import analyzer_of, bounds_text, domain_of
from tilewright.core.describe.text import bullets, code, expression_text, range_text, type_text
from tilewright.core.describe.work import loop_facts
from tilewright.core.frontend.formulas import Formula
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr, IntImm, IterVar, Range, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.python_function import is_python
from tilewright.core.ir.relax import ExternFunc, Function, RelaxExpr
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.stmt import ForKind


def describe(analysis: Analysis, placed: Placed) -> str | None:
    """Markdown about what stands at a place, None when there is nothing to say."""
    symbol, value = placed.occurrence.symbol, placed.occurrence.value
    if isinstance(value, Member):
        fact = lowering_fact(value)
        return markdown(value) if fact is None else f"{markdown(value)}\n\n{bullets((fact,))}"
    if symbol is not None:
        rule = _RULES.get(symbol.kind)
        found = rule(analysis, placed.definition, symbol) if rule is not None else None
        found = found or _untold(analysis, placed.definition, symbol)
        return found and _with_defaults(analysis, placed.definition, symbol, found)
    called = function_called(analysis, value, placed.definition)
    if called is not None:
        return _function(analysis, *called)
    return _value(placed.definition, value)


_OF_A_DTYPE = (SymbolKind.BUFFER, SymbolKind.SCALAR, SymbolKind.PARAMETER, SymbolKind.FUNCTION)


def _with_defaults(analysis: Analysis, definition: Definition, symbol: Symbol, found: str) -> str:
    """The description with the data types in it that are only defaults of a Python function around; an instantiation that was chosen has no defaults."""
    if definition.given or symbol.kind not in _OF_A_DTYPE:
        return found
    for name, value in defaults_of(analysis, definition).items():
        if isinstance(value, str) and is_dtype(value) and re.search(rf"\b{re.escape(value)}\b", found):
            listed = found.rpartition("\n")[2].startswith("- ")
            found = f"{found}{'' if listed else chr(10)}\n- `{value}` is the default of `{name}`"
    return found


def detail(symbol: Symbol) -> str:
    """One line about a symbol."""
    value = symbol.value
    if isinstance(value, PrimFunc):
        return function_detail(value)
    if isinstance(value, ExternFunc) and is_python(value):
        return python_detail(value)
    if isinstance(value, RelaxExpr):
        return info_text(value.struct_info_)
    domain = domain_of(symbol)
    if domain is not None:
        return f"{_kind_of(symbol)} {range_text(domain)}".strip()
    if isinstance(value, (Expr, Buffer)):
        return type_text(value)
    if isinstance(value, BlockFrame):
        return block_detail(value)
    return "" if value is None or isinstance(value, (IRModule, Namespace)) else type_text(value)


def _buffer(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    if not isinstance(symbol.value, Buffer):
        return None
    return buffer_description(analysis, definition, symbol, symbol.value)


def _loop(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    domain = domain_of(symbol)
    if isinstance(symbol.value, (tuple, list)):
        return _several_loops(symbol, symbol.value)
    if domain is None:
        return _untold(analysis, definition, symbol)
    bounds = bounds_text(analyzer_of(definition.source_map), symbol.value)
    facts = (
        f"{_kind_of(symbol)} loop over `{range_text(domain)}`, {expression_text(domain.extent)} iterations",
        f"values {bounds}" if bounds else None,
        *loop_facts(definition, symbol),
        _defined(analysis, definition, symbol),
    )
    return f"{code(f'{symbol.name}: {type_text(symbol.value)}')}\n\n**loop variable**\n\n{bullets(facts)}"


def _several_loops(symbol: Symbol, variables: Sequence[Var]) -> str:
    """One name for all variables of a grid."""
    types = ", ".join(str(variable.dtype) for variable in variables)
    domains = symbol.binding if isinstance(symbol.binding, tuple) else ()
    facts = [f"`{range_text(Range.from_min_extent(each[0], each[1]))}`" for each in domains if each is not None]
    return f"{code(f'{symbol.name}: ({types})')}\n\n**loop variables** over {', '.join(facts)}"


def _axis(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    axis = symbol.value
    if not isinstance(axis, IterVar) and not isinstance(axis, Var):
        return None
    domain = domain_of(symbol)
    analyzer = analyzer_of(definition.source_map)
    bound = symbol.binding
    bounds = bounds_text(analyzer, bound)
    facts = (
        f"domain `{range_text(domain)}`" if domain is not None else None,
        f"bound to `{expression_text(bound)}`" + (f", which is {bounds}" if bounds else "")
        if bound is not None
        else None,
        _defined(analysis, definition, symbol),
    )
    variable = axis.var if isinstance(axis, IterVar) else axis
    head = f"**{_kind_of(symbol)} block axis**".replace("** ", "**")
    return f"{code(f'{symbol.name}: {variable.dtype}')}\n\n{head}\n\n{bullets(facts)}"


def _scalar(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    if isinstance(symbol.value, RelaxVar):
        return variable_description(symbol.name, symbol.kind.value, symbol.value)
    if not isinstance(symbol.value, Expr):
        return _python(analysis, definition, symbol)
    kind = "parameter" if symbol.kind is SymbolKind.PARAMETER else "variable"
    analyzer = analyzer_of(definition.source_map)
    bounds = bounds_text(analyzer, symbol.value)
    head = f"{symbol.name}: {_scalar_type(symbol.value)}"
    facts = (
        f"stands for `{expression_text(symbol.binding)}`" if isinstance(symbol.binding, Expr) else None,
        f"values {bounds}" if bounds else None,
        _defined(analysis, definition, symbol),
    )
    return f"{code(head)}\n\n**{kind}**\n\n{bullets(facts)}"


def _scalar_type(value: Expr) -> str:
    from tilewright.core.ir.node.type_ import PointerType, PrimType

    type_ = value.type_annotation if isinstance(value, Var) else None
    if isinstance(type_, PointerType) and isinstance(type_.element_type, PrimType):
        return f'T.handle("{type_.element_type.dtype}", "{type_.storage_scope or "global"}")'
    return str(value.dtype)


def _function(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    if isinstance(symbol.value, Function):
        return graph_description(symbol.name, symbol.value)
    if isinstance(symbol.value, RelaxVar):
        return variable_description(symbol.name, symbol.kind.value, symbol.value)
    if isinstance(symbol.value, ExternFunc) and is_python(symbol.value):
        return python_description(symbol.name, symbol.value)
    return function_description(symbol.name, symbol.value) if isinstance(symbol.value, PrimFunc) else None


def _module(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    return module_description(symbol.name, symbol.value) if isinstance(symbol.value, IRModule) else None


def _block(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    return block_description(definition, symbol)


def _python(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    """A captured value: ours are described as what they are, Python's constants are shown."""
    value = symbol.value
    if isinstance(value, Namespace):
        return f"{code(symbol.name)}\n\nThe namespace `{value.name}` of the script."
    if isinstance(value, PrimFunc):
        return function_description(symbol.name, value)
    if isinstance(value, IRModule):
        return module_description(symbol.name, value)
    if isinstance(value, ModuleInProgress):
        functions = ", ".join(f"`{name}`" for name in dir(value))
        return f"{code(symbol.name)}\n\nThe **module** `{value.script_name}`, whose functions are {functions}."
    if isinstance(value, Formula):
        return _helper(value)
    if isinstance(value, (bool, int, float, str, tuple, list)):
        return f"{code(f'{symbol.name} = {value!r}')}\n\n**Python value**"
    return _value(definition, value) or _untold(analysis, definition, symbol)


def _helper(value: Formula) -> str:
    """A Python function that scripts call; of one whose statements are not read, its parameters."""
    node = value.macro.node
    head = f"def {node.name}({ast.unparse(node.args)})"
    shown = f"{head}:\n{_suite(value.body)}" if value.body else f"{head}: ..."
    parts = [code(shown), "**Python function**", ast.get_docstring(node)]
    return "\n\n".join(part for part in parts if part)


def _untold(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    """A name without a value: its type where the text says it."""
    found = deduced_description(analysis, definition, symbol)
    if found is not None or symbol.kind not in (SymbolKind.PYTHON, SymbolKind.SCALAR, SymbolKind.LOOP):
        return found
    return f"{code(symbol.name)}\n\n**{symbol.kind.value}** whose value is known when the program runs"


def _value(definition: Definition, value: object) -> str | None:
    """An expression that has no name: its type, what it simplifies to, and its bounds."""
    if isinstance(value, Buffer):
        return code(f"{value.name}: {type_text(value)}")
    if isinstance(value, BufferRegion):
        inside = ", ".join(range_text(range_) for range_ in value.region)
        return f"{code(f'{value.buffer.name}[{inside}]')}\n\n**region** of a `{value.buffer.dtype}` buffer"
    if isinstance(value, RelaxExpr):
        return value_description(value)
    if not isinstance(value, Expr):
        return None
    if isinstance(value, Var) and value.dtype.is_handle:
        return f"{code(f'{value.name}: {_scalar_type(value)}')}\n\n**pointer**"
    text = expression_text(value)
    analyzer = analyzer_of(definition.source_map)
    simple = expression_text(analyzer.simplify(value)) if value.dtype.is_integer and not value.dtype.is_vector else text
    bounds = bounds_text(analyzer, value)
    facts = (
        f"simplifies to `{simple}`" if simple != text and not isinstance(value, IntImm) else None,
        f"values {bounds}" if bounds else None,
    )
    listed = bullets(facts)
    return f"{code(text)}\n\n**{value.dtype}**" + (f"\n\n{listed}" if listed else "")


def _kind_of(symbol: Symbol) -> str:
    """ "spatial", "reduction", ... of an axis; "serial", "parallel", ... of a loop."""
    if isinstance(symbol.value, IterVar):
        return _AXIS_KINDS.get(symbol.value.iter_type.name, symbol.value.iter_type.name)
    if symbol.kind is SymbolKind.LOOP and isinstance(symbol.binding, tuple) and len(symbol.binding) > 2:
        kind = symbol.binding[2]
        return (kind.name if isinstance(kind, ForKind) else str(kind)).lower().replace("_", " ")
    return ""


_AXIS_KINDS = {
    "DataPar": "spatial",
    "CommReduce": "reduction",
    "Ordered": "scan",
    "Opaque": "opaque",
    "ThreadIndex": "thread",
}


def _defined(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    if symbol.start < 0:
        return None
    return f"defined {analysis.source.on_lines([definition.base + symbol.start])}"


_RULES: dict[SymbolKind, Callable[[Analysis, Definition, Symbol], str | None]] = {
    SymbolKind.BUFFER: _buffer,
    SymbolKind.LOOP: _loop,
    SymbolKind.AXIS: _axis,
    SymbolKind.SCALAR: _scalar,
    SymbolKind.PARAMETER: _scalar,
    SymbolKind.FUNCTION: _function,
    SymbolKind.MODULE: _module,
    SymbolKind.BLOCK: _block,
    SymbolKind.PYTHON: _python,
}


def _suite(body: Sequence[ast.stmt]) -> str:
    """The statements of a function as text, without what it says of itself."""
    told = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1
    lines = "\n".join(ast.unparse(statement) for statement in (body[1:] if told else body)).splitlines()
    return "\n".join(f"    {line}" for line in lines)
