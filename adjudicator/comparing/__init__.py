"""Two rulebooks: where they answer the same situation differently, in given scenarios or found by search."""
