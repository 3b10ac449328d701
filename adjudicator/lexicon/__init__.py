"""The lexicon of a rulebook: the sentences it understands, what they are for, and who listens to them."""
