"""What may be told: the task, the role of each attribute in it, and the plan that is the least change (DESIGN 5.0)."""
