"""Best move and forecast for any game; knows the contract, not the games."""

from arena.solver.advise import Answer, Solver
from arena.solver.plain import EndlessGame

__all__ = ["Answer", "EndlessGame", "Solver"]
