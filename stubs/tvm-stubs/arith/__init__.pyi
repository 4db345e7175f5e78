# Generated from tilewright.arith by `make stubs`; do not edit.
from typing import Any

from tilewright.arith.analyzer import Analyzer as Analyzer
from tilewright.arith.bounds import ConstIntBound as ConstIntBound
from tilewright.arith.analyzer import ConstraintScope as ConstraintScope
from tilewright.arith.analyzer import Extension as Extension
from tilewright.arith.int_set import IntSet as IntSet
from tilewright.arith.int_set import IntervalSet as IntervalSet
from tilewright.arith.modular import ModularSet as ModularSet
from tilewright.arith.analyzer import ProofStrength as ProofStrength
from . import analyzer as analyzer

def __getattr__(name: str) -> Any: ...
