"""Whether the condition of one clause entails that of another, in all situations: what specificity asks."""
