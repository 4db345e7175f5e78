"""The primitives: functions of a state and references, each of which changes the program or refuses with a reason."""
