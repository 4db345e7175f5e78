"""Rewriting a function of a file by hand: the steps of a schedule and other changes that keep what it computes, written back into its text."""

from __future__ import annotations

from tilewright.core.refactor.layout import laid_out
from tilewright.core.refactor.offers import Offer, carried_out, offers
from tilewright.core.refactor.written import Rewritten

__all__ = ["Offer", "Rewritten", "carried_out", "laid_out", "offers"]
