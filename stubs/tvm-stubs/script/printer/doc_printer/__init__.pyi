# Generated from tilewright.script.printer.doc_printer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import AccessPath as AccessPath
from tvm.script.printer.doc import Doc as Doc

def to_python_script(doc: _Any, indent_spaces: _Any = ..., print_line_numbers: _Any = ..., num_context_lines: _Any = ..., path_to_underline: _Any = ...) -> _Any:
    """The text of `doc`, with carets under the pieces whose source is the nearest to a path.

    Raises `ValueError` for a comment of several lines behind a statement of one.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
