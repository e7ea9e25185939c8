"""What `drsl bench NAME` measures and shows, a module for each name."""
