"""Commands about the small games."""
