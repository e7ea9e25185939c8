"""Text as code points: the normalised view with its offset map, scripts, numerals."""
