"""A module: a decorated class whose functions become the functions of an `IRModule`."""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.analysis.derive import function_info
from tilewright.core.base.source import Span
from tilewright.core.builder.frames import IRBuilder, IRModuleFrame
from tilewright.core.builder.module import ir_module
from tilewright.core.dialects import HYBRID
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.dialects import in_dialect
from tilewright.core.frontend.frames import close_suite, open_suite
from tilewright.core.frontend.macros import defined_macro
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.relax_function import declared_info, visit_relax_function
from tilewright.core.frontend.roles import DIALECT, is_checked, macro_hygiene, role
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.tir_function import annotation_value, definition_place, read_prim_func
from tilewright.core.frontend.tree_parts import last_name
from tilewright.core.frontend.undecorated import decorator_of
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.construction import fill_struct_info
from tilewright.core.ir.expr import GlobalVar, Var
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.node.type_ import VOID_TYPE
from tilewright.core.ir.python_function import python_function
from tilewright.core.ir.relax import ExternFunc


def visit_module_class(context: Context, node: ast.ClassDef, check: bool = True) -> IRModule | None:
    """Read a module; None when one of its functions could not be built."""
    name = name_place(context.place, context.source, node)
    symbol = context.define(SymbolKind.MODULE, node.name, name, definition_place(context, node), None)
    module = ModuleInProgress(node.name)
    context.scopes.enter()
    inner = context.derived(owner=symbol, return_types={})
    for alias in (node.name, "cls"):
        inner.scopes.bind(alias, module, symbol)
    frame, holes = _read_attributes(inner, node, name)
    outside = _outside_functions(inner, module)
    said = len(context.recorder.values)
    functions, whole, of_world = _read_functions(inner.derived(module=frame), node, module, check, frame)
    functions = {**outside, **functions, **frame.functions}
    context.scopes.leave()
    made = IRModule(functions, frame.attrs, frame.global_infos, Span(context.source, *name))
    if symbol.value is None:
        symbol.value = made
    if check:
        _check_calls(context, IRModule({**functions, **of_world}) if of_world else made)
        if not whole:
            _check_broken(context, made, node, [value for *_, value in context.recorder.values[said:]])
    return made if whole and not holes else None


def _check_calls(context: Context, module: IRModule) -> None:
    """Report calls that do not fit the functions of the module that they call; functions that could not be built are not in it."""
    from tilewright.core.analysis.checks.calls import call_mistakes
    from tilewright.core.analysis.checks.fresh_outputs import fresh_output_mistakes
    from tilewright.core.analysis.checks.relax_calls import relax_call_mistakes

    unknown = () if context.world is None else context.world.variables
    for found in (*call_mistakes(module), *relax_call_mistakes(module, unknown)):
        context.add(found)
    for found in fresh_output_mistakes(module) if context.environment.recorded else ():
        context.add(found)


def _check_broken(context: Context, module: IRModule, node: ast.ClassDef, values: list[Any]) -> None:
    """Report such calls in the functions that could not be built: what is wrong with a call is often why what follows from it is wrong."""
    from tilewright.core.analysis.checks.relax_calls import broken_function_mistakes, is_kernel_call

    built = {variable.name_hint for variable in module.functions}
    broken = [context.place(each) for each in node.body if isinstance(each, ast.FunctionDef) and each.name not in built]
    calls = [
        value
        for value in values
        if is_kernel_call(value) and any(low <= value.span.start < high for low, high in broken if value.span)
    ]
    unknown = () if context.world is None else context.world.variables
    for found in broken_function_mistakes(calls, module, unknown):
        context.add(found)


def _read_attributes(context: Context, node: ast.ClassDef, name: tuple[int, int]) -> tuple[IRModuleFrame, int]:
    """Read what stands in the class besides functions, such as `I.module_attrs`; also how much of it failed."""
    others = [
        statement for statement in node.body if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    frame = ir_module()
    with context.building() as inner:
        open_suite(inner, frame, name)
        visit_suite(inner, others)
        close_suite(inner, frame, name)
    return frame, inner.gaps.count


def _outside_functions(context: Context, module: ModuleInProgress) -> dict[GlobalVar, BaseFunc]:
    """The functions from outside that the class names: `f = R.ExternFunc("f")`."""
    found: dict[GlobalVar, BaseFunc] = {}
    for name in context.scopes.names():
        binding = context.scopes.find_here(name)
        if binding is not None and isinstance(binding.value, ExternFunc):
            variable = module.script_functions[name] = GlobalVar(name)
            fill_struct_info(variable, binding.value.struct_info_)
            found[variable] = binding.value
    return found


def _read_functions(
    context: Context, node: ast.ClassDef, module: ModuleInProgress, check: bool, frame: IRModuleFrame
) -> tuple[dict[GlobalVar, BaseFunc], bool, dict[GlobalVar, BaseFunc]]:
    """The functions by their references, whether all of them could be built, and those that are so in this world only.  All are declared before one is read."""
    definitions = [
        (statement, *_role(context, statement)) for statement in node.body if isinstance(statement, ast.FunctionDef)
    ]
    for statement, found, keywords in definitions:
        if found in ("prim_func", "relax_function", "pyfunc"):
            _declare(context, statement, module)
            if found == "relax_function":
                _declare_relax(context, statement, module, keywords, frame)
        elif found == "macro":
            _bind_macro(context, statement)
    functions: dict[GlobalVar, BaseFunc] = {}
    of_world: dict[GlobalVar, BaseFunc] = {}
    whole = True
    frame.global_vars.update(module.script_functions)
    for statement, found, keywords in _tensor_ir_first(definitions):
        if found == "relax_function":
            made = visit_relax_function(context, statement, keywords, check and is_checked(keywords))
            whole = whole and made is not None
            if made is not None:
                _define(module, statement.name, made, functions)
        elif found == "prim_func":
            with in_dialect(context, keywords.get(DIALECT)) as inner:
                func, is_open = read_prim_func(inner, statement, keywords, check and is_checked(keywords))
            whole = whole and func is not None and not is_open
            if func is not None and is_open:
                of_world[module.script_functions[statement.name]] = func
            elif func is not None:
                _define(module, statement.name, func, functions)
        elif found == "pyfunc":
            _declared_python(context, node, statement, module, functions)
        elif found is None and is_python_class(context, node):
            _bind_python(context, statement)
        elif found is None:
            _python_function(context, statement)
            whole = False
    return functions, whole, of_world


Definition = tuple[ast.FunctionDef, str | None, dict[str, Any]]


def _tensor_ir_first(definitions: list[Definition]) -> list[Definition]:
    """The functions of Relax last: what they call is known then."""
    return sorted(definitions, key=lambda item: item[1] == "relax_function")


def _define(module: ModuleInProgress, name: str, function: BaseFunc, functions: dict[GlobalVar, BaseFunc]) -> None:
    variable = module.script_functions[name]
    fill_struct_info(variable, function_info(function) or variable.struct_info_)
    functions[variable] = function


def _declare_relax(
    context: Context, node: ast.FunctionDef, module: ModuleInProgress, keywords: dict[str, object], frame: IRModuleFrame
) -> None:
    """Let the functions of Relax know one another's signatures."""
    with IRBuilder() as builder:
        builder.module = frame
        info = declared_info(context, node, keywords.get("pure") is not False)
    fill_struct_info(module.script_functions[node.name], info)


def _role(context: Context, node: ast.FunctionDef) -> tuple[str | None, dict[str, Any]]:
    """The role of a function of the module; in hybrid script one without a decorator is a function of the script."""
    found, keywords = role(context, node)
    if not node.decorator_list and context.dialect.functions_are_plain:
        return "prim_func", {}
    return ("prim_func", {**keywords, DIALECT: HYBRID}) if found == "hybrid" else (found, keywords)


def _declare(context: Context, node: ast.FunctionDef, module: ModuleInProgress) -> None:
    if node.name in module.script_functions:
        context.report(
            "duplicate-function",
            f"the function `{node.name}` is defined twice in the module",
            name_place(context.place, context.source, node),
        )
        return
    variable = module.script_functions[node.name] = GlobalVar(node.name)
    if node.returns is not None:
        with context.silence(), context.recorder.paused():
            value = annotation_value(context, node.returns)
            made = value() if callable(value) and not isinstance(value, Var) else value
        context.return_types[variable] = made.type_annotation if isinstance(made, Var) else VOID_TYPE


def _bind_macro(context: Context, node: ast.FunctionDef) -> None:
    place = name_place(context.place, context.source, node)
    macro = defined_macro(context, node, macro_hygiene(context, node.decorator_list[0]))
    context.bind(SymbolKind.FUNCTION, node.name, place, definition_place(context, node), macro)


def is_python_class(context: Context, node: ast.ClassDef) -> bool:
    """Whether a class may hold Python functions: it inherits `BasePyModule`."""
    for base in node.bases:
        name = last_name(base)
        binding = context.scopes.find(name) or context.captured(name)
        known = getattr(binding.value if binding is not None else None, "holds_python_functions", False)
        if name == "BasePyModule" or known is True:
            return True
    return False


def _declared_python(
    context: Context,
    node: ast.ClassDef,
    statement: ast.FunctionDef,
    module: ModuleInProgress,
    functions: dict[GlobalVar, BaseFunc],
) -> None:
    """A Python function of the module: its text is kept, and nothing of it is read."""
    made = python_function(statement.name, _text(context, statement))
    place = name_place(context.place, context.source, statement)
    context.bind(SymbolKind.FUNCTION, statement.name, place, definition_place(context, statement), made)
    if not is_python_class(context, node):
        sentence = (
            f"`{statement.name}` is a Python function, and the class `{node.name}` does not inherit `BasePyModule`"
        )
        context.report("python-function", sentence, place)
        return
    _define(module, statement.name, made, functions)


def _text(context: Context, node: ast.FunctionDef) -> str:
    """The text of a function without its decorators, from the left margin."""
    start, end = context.place(node)
    start = context.source.text.find("def ", start) if context.source.text[start] == "@" else start
    lines = context.source.text[start:end].split("\n")
    margin = " " * (start - context.source.text.rfind("\n", 0, start) - 1)
    return "\n".join([lines[0], *[line.removeprefix(margin) for line in lines[1:]]])


def _bind_python(context: Context, node: ast.FunctionDef) -> None:
    place = name_place(context.place, context.source, node)
    context.bind(SymbolKind.PYTHON, node.name, place, definition_place(context, node), UNKNOWN)


def _python_function(context: Context, node: ast.FunctionDef) -> None:
    """A function that is not of the script has no place in a module, unless its decorator cannot be known."""
    place = name_place(context.place, context.source, node)
    context.bind(SymbolKind.PYTHON, node.name, place, definition_place(context, node), UNKNOWN)
    if not node.decorator_list:
        context.report(
            "undecorated-function",
            f"the function `{node.name}` of the module needs a decorator, such as `{decorator_of(node)}`",
            place,
        )
