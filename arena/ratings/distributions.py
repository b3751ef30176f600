"""The distributions that ratings use. SciPy's are loaded with the first figure that is asked for: half a second.

Whoever only reads results, or plays games, imports the modules of this room and does without.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Z95: Final = 1.959963984540054  # standard errors that half an interval of 95 % spans: normal_quantile(0.975)


def normal_quantile(share: float) -> float:
    """Return the point below which a standard normal variable lies with the chance ``share``."""
    from scipy.stats import norm

    return float(norm.ppf(share))


def normal_share(point: float) -> float:
    """Return the chance that a standard normal variable lies below ``point``."""
    return float(normal_shares(np.float64(point)))


def normal_shares(points: Any) -> NDArray[np.float64]:
    """Return the same for an array of points; infinite ones have the chance 0 or 1."""
    from scipy.stats import norm

    return np.asarray(norm.cdf(points), dtype=np.float64)


def student_quantile(share: float, degrees: float) -> float:
    """Return the point below which Student's t with so many degrees of freedom lies with the chance ``share``."""
    from scipy.stats import t

    return float(t.ppf(share, degrees))


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the point below which a beta variable with the parameters a and b lies with the chance ``share``."""
    from scipy.stats import beta

    return float(beta.ppf(share, a, b))


def chi_squared_tail(point: float, degrees: float) -> float:
    """Return the chance that chi-squared with so many degrees of freedom exceeds ``point``."""
    from scipy.stats import chi2

    return float(chi2.sf(point, degrees))


def f_tail(point: float, above: float, below: float) -> float:
    """Return the chance that Fisher's F exceeds ``point``; its degrees of freedom, above and below the line."""
    from scipy.stats import f

    return float(f.sf(point, above, below))
