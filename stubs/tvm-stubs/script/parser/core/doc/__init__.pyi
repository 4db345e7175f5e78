# Generated from tilewright.script.parser.core.doc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.doc import NodeTransformer as NodeTransformer
from tilewright.frontend.doc import NodeVisitor as NodeVisitor
from tilewright.frontend.doc import from_doc as from_doc
from tilewright.frontend.doc import get_cls as get_cls
from tilewright.frontend.doc import iter_child_nodes as iter_child_nodes
from tilewright.frontend.doc import parse as parse
from tilewright.frontend.doc import to_doc as to_doc

def __getattr__(name: _str) -> _Any: ...
