"""Stories: events in order, what they change and cause, turn by turn, world by world (docs/meaning.md 11)."""
