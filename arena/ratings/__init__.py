"""The sums behind every table: Elo, pairs, pools, rankings, sequential tests. Numbers in, numbers out; no files."""
