"""Results on disk: one SQLite file a tournament."""
