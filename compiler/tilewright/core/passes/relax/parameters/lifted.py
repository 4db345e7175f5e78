"""Constants that a build makes of the constants of a program, with what is needed to make them again of other values.

A recipe computes small ones at once; kernels of the program compute the others, in the function `computed_constants`, when their native code is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.passes.relax.parameters.recipes import RECIPES
from tilewright.core.runtime.product_tensor import ProductTensor, factors_of
from tilewright.core.runtime.tensor import Tensor


@dataclass(frozen=True)
class Computed:
    """A constant that the recipe of that name has made of tensors."""

    recipe: str
    given: tuple[Tensor, ...]
    settings: Any
    made: Tensor


@dataclass
class LiftedConstants:
    """The constants that recipes have made, in order, and the tensors that the function `computed_constants` fills, in the order of its results."""

    by_recipe: list[Computed] = field(default_factory=list[Computed])
    tensors: list[Tensor] = field(default_factory=list[Tensor])

    def computed(self, recipe: str, given: Sequence[Tensor], settings: object) -> Tensor:
        """The constant that a recipe makes."""
        made = ProductTensor(RECIPES[recipe](list(map(factors_of, given)), settings))
        self.by_recipe.append(Computed(recipe, tuple(given), settings, made))
        return made
