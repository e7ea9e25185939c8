"""Strings of programs and machines, read by their grammar: connection strings, commands, assignments, JSON."""
