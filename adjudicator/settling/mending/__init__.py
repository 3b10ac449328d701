"""Why a situation is impossible, and what would mend it: all smallest sets that cannot be together, and all smallest repairs."""
