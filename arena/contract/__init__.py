"""The words that every room shares: games, moves, outcomes, faults, budgets, chance. Pure."""
