# Generated from tilewright.script.parser.core.evaluator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.core.evaluator import ExprEvaluator as ExprEvaluator
from tilewright.script.parser.core.evaluator import eval_expr as eval_expr

def __getattr__(name: _str) -> _Any: ...
