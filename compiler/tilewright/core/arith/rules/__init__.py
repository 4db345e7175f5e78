"""Rewrite rules as lines of algebra, by topic; `language` says how they are written."""
