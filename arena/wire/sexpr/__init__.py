"""S-expressions over TCP: one of the wires into a game. Bytes, messages, and whose word it is; no sockets."""
