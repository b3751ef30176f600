"""The distributions that ratings use: SciPy's special functions, which load with the first figure that is asked for.

Whoever only reads results, or plays games, imports the modules of this room and does without. ``scipy.stats`` has the
same functions, but takes over a second to load; the tests hold these to it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Z95: Final = 1.959963984540054  # standard errors that half an interval of 95 % spans: normal_quantile(0.975)


def normal_quantile(share: float) -> float:
    """Return the point below which a standard normal variable lies with the chance ``share``."""
    from scipy.special import ndtri

    return float(ndtri(share))


def normal_share(point: float) -> float:
    """Return the chance that a standard normal variable lies below ``point``."""
    return float(normal_shares(np.float64(point)))


def normal_shares(points: Any) -> NDArray[np.float64]:
    """Return the same for an array of points; infinite ones have the chance 0 or 1."""
    from scipy.special import ndtr

    return np.asarray(ndtr(points), dtype=np.float64)


def student_quantile(share: float, degrees: float) -> float:
    """Return the point below which Student's t with so many degrees of freedom lies with the chance ``share``."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, share))


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the point below which a beta variable with the parameters a and b lies with the chance ``share``."""
    from scipy.special import betaincinv

    return float(betaincinv(a, b, share))


def chi_squared_tail(point: float, degrees: float) -> float:
    """Return the chance that chi-squared with so many degrees of freedom exceeds ``point``."""
    from scipy.special import chdtrc

    return float(chdtrc(degrees, point))


def f_tail(point: float, above: float, below: float) -> float:
    """Return the chance that Fisher's F exceeds ``point``; its degrees of freedom, above and below the line."""
    from scipy.special import fdtrc

    return float(fdtrc(above, below, point))
