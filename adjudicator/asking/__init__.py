"""A debate told in a line or a few: people, events and a question, written out as a scenario that the ordinary reader reads."""
