"""Tournament files: YAML in, a frozen model or every complaint out."""
