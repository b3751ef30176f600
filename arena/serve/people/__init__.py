"""What people at a table are told, and how they write their moves; at a terminal and at the page alike."""
