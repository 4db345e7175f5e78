"""The rules of `Analyzer.rewrite_simplify`, by topic: they give the forms that TVM's rewriting gives, which keep the order of what was written."""
