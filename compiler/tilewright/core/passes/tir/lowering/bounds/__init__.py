"""The facts that InstrumentBoundCheckers needs: the accesses of a statement, the memory that they are to, and the conditions that must hold for them."""
