"""Rotary position embeddings of `nn.llm`: every kind of scaling turns by the angles of its published definition."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright.relax.frontend.nn.llm.position_embedding import (
    llama4_rope_with_position_map,
    llama_rope_with_position_map,
    switch_rope_freq_func,
)

THETA, FEATURES, HEADS = 10000.0, 16, (2, 1)
POSITIONS = np.array([3, 0, 70, 9, 200, 1, 2, 65, 128, 5, 7], "int32")
LLAMA: Mapping[str, Any] = {
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}


def own(width: int) -> np.ndarray:
    """The frequency of each pair: `theta ** (-2 * pair / width)`."""
    return np.asarray(THETA ** (-np.arange(0, width, 2) / width))


def smoothed(width: int) -> np.ndarray:
    """Waves longer than the context are `factor` times as slow, those of which many fit stay, and between them the share passes linearly in the number of waves."""
    frequencies = own(width)
    waves = LLAMA["original_max_position_embeddings"] * frequencies / (2 * math.pi)
    low, high = LLAMA["low_freq_factor"], LLAMA["high_freq_factor"]
    kept = np.clip((waves - low) / (high - low), 0, 1)
    return np.asarray((1 - kept) * frequencies / LLAMA["factor"] + kept * frequencies)


def stepped(width: int) -> np.ndarray:
    """As `smoothed`, without a passage."""
    frequencies = own(width)
    long = 2 * math.pi / frequencies > LLAMA["original_max_position_embeddings"] / LLAMA["low_freq_factor"]
    return np.where(long, frequencies / LLAMA["factor"], frequencies)


def turned(x: np.ndarray, angles: np.ndarray, width: int, adjacent: bool, larger: float = 1.0) -> np.ndarray:
    """Vectors (positions, heads, features) turned by angles (positions, pairs)."""
    cosine, sine = larger * np.cos(angles)[:, None], larger * np.sin(angles)[:, None]
    first, second = (
        (x[..., 0:width:2], x[..., 1:width:2]) if adjacent else (x[..., : width // 2], x[..., width // 2 : width])
    )
    a, b = first * cosine - second * sine, second * cosine + first * sine
    together = np.stack([a, b], -1).reshape(*a.shape[:-1], width) if adjacent else np.concatenate([a, b], -1)
    return np.concatenate([together, x[..., width:]], -1)


def parts(
    make: Callable[..., Any], scaling: Mapping[str, Any], rotary: int | None, last: Any, count: int
) -> tuple[np.ndarray, list[np.ndarray]]:
    """The tensor of queries, keys and values, and these as the function takes them apart."""
    function = make(THETA, 1.0, FEATURES, *HEADS, "float32", scaling, rotary)
    qkv = np.random.default_rng(1).standard_normal((count, 4, FEATURES)).astype("float32")
    outs = [np.zeros((count, heads, FEATURES), "float32") for heads in (2, 1, 1)]
    tilewright.build(function, target="llvm")(qkv, POSITIONS[:count], *outs, last)
    return qkv, outs


@pytest.mark.parametrize("rotary", [None, 8])
@pytest.mark.parametrize(
    ("make", "scaling", "frequencies", "adjacent"),
    [
        (llama_rope_with_position_map, {}, own, False),
        (llama_rope_with_position_map, {"rope_type": "default"}, own, False),
        (llama_rope_with_position_map, {"rope_type": "gptj"}, own, True),
        (llama_rope_with_position_map, {"rope_type": "llama3", **LLAMA}, smoothed, False),
        (llama4_rope_with_position_map, {"rope_type": "llama4", **LLAMA}, smoothed, True),
        (llama4_rope_with_position_map, {"rope_type": "llama4", **LLAMA, "high_freq_factor": 1.0}, stepped, True),
        (llama4_rope_with_position_map, {"rope_type": "gptj"}, own, True),
    ],
    ids=["none", "default", "gptj", "llama3", "llama4", "llama4 without a passage", "gptj by llama4"],
)
def test_angles(
    make: Callable[..., Any],
    scaling: Mapping[str, Any],
    frequencies: Callable[[int], np.ndarray],
    adjacent: bool,
    rotary: int | None,
) -> None:
    width = rotary or FEATURES
    qkv, (q, k, v) = parts(make, scaling, rotary, 1, len(POSITIONS))
    angles = POSITIONS[:, None] * frequencies(width)
    np.testing.assert_allclose(q, turned(qkv[:, :2], angles, width, adjacent), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(k, turned(qkv[:, 2:3], angles, width, adjacent), rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(v, qkv[:, 3:])


@pytest.mark.parametrize("make", [llama_rope_with_position_map, llama4_rope_with_position_map])
def test_nothing_is_turned_unless_it_is_asked_for(make: Callable[..., Any]) -> None:
    qkv, outs = parts(make, {}, None, 0, 5)
    np.testing.assert_array_equal(np.concatenate(outs, 1), qkv)


@pytest.mark.parametrize("count", [5, len(POSITIONS)], ids=["short", "long"])
def test_factors_of_pairs_for_long_and_for_short_contexts(count: int) -> None:
    scaling = {"rope_type": "longrope", "max_position_embeddings": 256, "original_max_position_embeddings": 8}
    factors = np.linspace(1, 3, FEATURES, dtype="float32")
    qkv, (q, k, _) = parts(llama_rope_with_position_map, scaling, None, factors, count)
    chosen = factors[: FEATURES // 2] if count > 8 else factors[FEATURES // 2 :]
    angles = POSITIONS[:count, None] * own(FEATURES) / chosen
    larger = math.sqrt(1 + math.log(256 / 8) / math.log(8))
    np.testing.assert_allclose(q, turned(qkv[:, :2], angles, FEATURES, False, larger), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(k, turned(qkv[:, 2:3], angles, FEATURES, False, larger), rtol=1e-4, atol=1e-4)


def test_yarn_slows_waves_down_that_turn_seldom() -> None:
    scaling = {
        "rope_type": "yarn",
        "factor": 4.0,
        "original_max_position_embeddings": 64,
        "beta_fast": 32,
        "beta_slow": 1,
        "inv_theta_log_scale": 1 / (2 * math.log(THETA)),
    }
    qkv, (q, _, _) = parts(llama_rope_with_position_map, scaling, None, 1, len(POSITIONS))
    # As in TVM, the passage is counted in features, of which the partners of pairs lie half of all apart: each has a frequency of its own.
    features = np.arange(FEATURES)
    low, high = (
        FEATURES * math.log(64 / (turns * 2 * math.pi)) / (2 * math.log(THETA)) for turns in (scaling["beta_fast"], 1)
    )
    low, high = max(low, 0), min(high, FEATURES - 1)
    slow = np.clip((features - low) / (high - low), 0, 1)
    frequencies = np.tile(own(FEATURES), 2)
    angles = POSITIONS[:, None] * (frequencies / 4 * slow + frequencies * (1 - slow))
    x = qkv[:, :2]
    half = FEATURES // 2
    partner = np.concatenate([-x[..., half:], x[..., :half]], -1)
    wanted = np.cos(angles)[:, None] * x + np.sin(angles)[:, None] * partner
    np.testing.assert_allclose(q, wanted, rtol=1e-4, atol=1e-4)


def test_a_scaling_that_lacks_something_is_refused() -> None:
    with pytest.raises(ValueError, match="does not say beta_slow"):
        switch_rope_freq_func(
            {
                "rope_type": "yarn",
                "factor": 2,
                "original_max_position_embeddings": 8,
                "beta_fast": 3,
                "inv_theta_log_scale": 1,
            }
        )
    with pytest.raises(ValueError, match="spiral"):
        switch_rope_freq_func({"rope_type": "spiral"})
