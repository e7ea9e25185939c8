"""Months and days as canonical values spell them, for patterns. `2024-25` is two years: no such month exists."""

MONTH = "(?:0[1-9]|1[0-2])"
DAY = "(?:0[1-9]|[12][0-9]|3[01])"
YEAR = "(?:[0-9]{4})"
