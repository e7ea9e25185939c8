"""The self-learning loop (paper section 4): experiences, rules, and the versioned library that steers a run."""
