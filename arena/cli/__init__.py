"""The command line: parses, prints, exits."""
