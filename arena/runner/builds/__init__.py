"""Bots that are built from what lies at a path, once for each state of it: packages as wheels, programs by command."""
