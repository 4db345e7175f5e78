"""The operator library, as tensor expressions under TVM's names, by topic."""
