"""What a drawn map answers in one world: where things stand, sight, distance, ways, layout (docs/meaning.md 12)."""
