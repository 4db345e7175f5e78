# Generated from tilewright.relax.training.setup_trainer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.training import AppendLoss as AppendLoss
from tilewright.core.training.setup_trainer import BackboneError as BackboneError
from tvm.relax.transform import DecomposeOpsForInference as DecomposeOpsForInference
from tvm.relax.transform import DecomposeOpsForTraining as DecomposeOpsForTraining
from tvm.relax.transform import Gradient as Gradient
from tvm import IRModule as IRModule
from tvm.relax.transform import LegalizeOps as LegalizeOps
from tvm.relax.training.loss import Loss as Loss
from tvm.relax.training.optimizer import Optimizer as Optimizer
from tvm.relax.training import SetupTrainer as SetupTrainer
from tvm.ir import Tuple as Tuple

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
