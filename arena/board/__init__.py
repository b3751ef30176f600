"""Squares, layouts and pictures of boards, which may be infinite and have holes."""
