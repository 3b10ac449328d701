"""Why an answer came out: its argument, none too long; what was beaten; why not another (docs/meaning.md 13)."""
