"""A leaderboard from submissions that nobody has to trust: checked, scored here, shown as pages."""
