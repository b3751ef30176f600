"""The one place that knows every part: names and paths in, a Game out."""
