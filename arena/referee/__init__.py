"""Events in, orders out; no clock, no process."""
