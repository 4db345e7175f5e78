"""What InstrumentBoundCheckers asks: which accesses a statement makes, what memory they are to, and what must hold for them."""
