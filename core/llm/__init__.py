"""Language models on this machine: one client for local servers, and the embedded evaluator."""
