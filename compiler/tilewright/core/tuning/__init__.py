"""The tuner: schedules of a function that are measured, chosen among and kept in a database."""
