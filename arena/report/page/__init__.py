"""The page of a report: one file with the tables, plots, boards and games."""
