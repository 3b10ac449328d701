"""Maps and their geometry: drawn maps, line of sight, adjacency, distance, movement, changes, pictures."""
