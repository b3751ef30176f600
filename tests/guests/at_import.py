"""A plug-in that cannot be imported."""

raise ImportError("this bot was written for another planet")
