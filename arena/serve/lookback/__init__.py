"""Games that are over, and positions: read from results or from what somebody sends, looked at move by move."""
