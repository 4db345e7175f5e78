"""Rewrite rules as lines of algebra, by topic, each with the modes of the simplifier that take it; `language` says how they are written."""
