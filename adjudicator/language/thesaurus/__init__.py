"""How near English words are in meaning: for words that no list of the program has."""
