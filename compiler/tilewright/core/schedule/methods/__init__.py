"""The methods of `Schedule` by topic: what they take and give; `primitives` does what they say."""
