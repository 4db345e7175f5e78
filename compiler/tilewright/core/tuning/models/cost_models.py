"""Cost models: which of several candidates is probably faster, from those that were measured.

`LearnedModel` is a forest of extremely randomized trees (Geurts et al., 2006; `scikit-learn`): with the few dozens of measurements that a search begins with they
learn more than boosted trees, whose many small steps need more.  `RandomModel` knows nothing.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.core.base.optional import optional
from tilewright.core.base.warn import warn_user
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.tuning.measuring.runner import RunnerResult
from tilewright.core.tuning.models.features import FeatureExtractor, Rows
from tilewright.core.tuning.records.workload import FAILED, MeasureCandidate

if TYPE_CHECKING:
    from tilewright.core.tuning.context import TuneContext

NOTE = "the learned cost model needs scikit-learn (pip install scikit-learn); candidates are chosen at random"


class CostModel:
    """A model; programs may derive their own, with `update` and `predict`."""

    CostModelType: TypeAlias = "CostModel | Literal['xgb', 'random']"

    def load(self, path: str) -> None:
        """Read what was learned from a file."""
        raise NotImplementedError

    def save(self, path: str) -> None:
        """Write what was learned into a file."""
        raise NotImplementedError

    def update(
        self, context: TuneContext, candidates: Sequence[MeasureCandidate], results: Sequence[RunnerResult]
    ) -> None:
        """Learn from measurements."""
        raise NotImplementedError

    def predict(self, context: TuneContext, candidates: Sequence[MeasureCandidate]) -> NDArray[np.float64]:
        """A score of each candidate, larger for those that are probably faster."""
        raise NotImplementedError

    @staticmethod
    def create(kind: str = "xgb", **options: Any) -> CostModel:
        """The model "random", or for "xgb", TVM's word for the default, the learned one; where scikit-learn is missing the random one, with a warning."""
        if kind not in ("xgb", "learned", "random"):
            raise ValueError(f"there is no kind of cost model called {kind!r}; there are xgb, learned and random")
        if kind == "random":
            return RandomModel(**options)
        if optional("sklearn") is None:
            warn_user(NOTE)
            return RandomModel(seed=options.get("seed"))
        return LearnedModel(**options)


class RandomModel(CostModel):
    """Scores at random, from 0 to `max_range`."""

    def __init__(self, *, seed: int | None = None, path: str | None = None, max_range: int | None = 100) -> None:
        self.max_range = max_range or 1
        self._generator = np.random.default_rng(seed)
        if path is not None:
            self.load(path)

    def load(self, path: str) -> None:
        self._generator.bit_generator.state = pickle.loads(Path(path).read_bytes())

    def save(self, path: str) -> None:
        Path(path).write_bytes(pickle.dumps(self._generator.bit_generator.state))

    def update(
        self, context: TuneContext, candidates: Sequence[MeasureCandidate], results: Sequence[RunnerResult]
    ) -> None:
        """Nothing is learned."""

    def predict(self, context: TuneContext, candidates: Sequence[MeasureCandidate]) -> NDArray[np.float64]:
        return self._generator.random(len(candidates)) * self.max_range


class LearnedModel(CostModel):
    """Learns the speed of candidates relative to the fastest of their workload; scores at random until `num_warmup_samples` were measured.

    What is saved are the measurements; the forest is grown from them when it is asked.  Features of stores are summed, as their times add up.
    """

    def __init__(
        self,
        *,
        extractor: FeatureExtractor.FeatureExtractorType = "per-store-feature",
        num_warmup_samples: int = 12,
        num_trees: int = 64,
        seed: int | None = None,
    ) -> None:
        self.extractor = extractor if isinstance(extractor, FeatureExtractor) else FeatureExtractor.create(extractor)
        self.num_warmup_samples, self.num_trees = num_warmup_samples, num_trees
        self._seed = seed
        self._chance = RandomModel(seed=seed, max_range=1)
        self._data: dict[int, tuple[list[list[float]], list[float]]] = {}
        self._forest: Any = None

    def load(self, path: str) -> None:
        self._data = pickle.loads(Path(path).read_bytes())
        self._forest = None

    def save(self, path: str) -> None:
        Path(path).write_bytes(pickle.dumps(self._data))

    def update(
        self, context: TuneContext, candidates: Sequence[MeasureCandidate], results: Sequence[RunnerResult]
    ) -> None:
        rows = self.extractor.extract_from(context, candidates)
        features, seconds = self._data.setdefault(_key(context), ([], []))
        features += [_summed(each) for each in rows]
        seconds += [median(each.run_secs) if each.run_secs else FAILED for each in results]
        self._forest = None

    def predict(self, context: TuneContext, candidates: Sequence[MeasureCandidate]) -> NDArray[np.float64]:
        if not candidates or sum(len(seconds) for _, seconds in self._data.values()) < self.num_warmup_samples:
            return self._chance.predict(context, candidates)
        rows = self.extractor.extract_from(context, candidates)
        return np.asarray(self._grown().predict([_summed(each) for each in rows]), np.float64)

    def _grown(self) -> Any:
        """The forest of what was measured so far."""
        if self._forest is None:
            from sklearn.ensemble import ExtraTreesRegressor

            features = [row for rows, _ in self._data.values() for row in rows]
            speeds = [min(seconds) / each for _, seconds in self._data.values() for each in seconds]
            self._forest = ExtraTreesRegressor(self.num_trees, min_samples_leaf=2, random_state=self._seed)
            self._forest.fit(features, speeds)
        return self._forest


def _summed(rows: Rows) -> list[float]:
    """The features of all stores in one row: the sums, and the largest."""
    return [*rows.sum(axis=0).tolist(), *rows.max(axis=0).tolist()]


def _key(context: TuneContext) -> int:
    return structural_hash(context.mod)


__all__ = ["NOTE", "CostModel", "LearnedModel", "RandomModel"]
