"""Contrast of two colours as WCAG 2.2 defines it. Pure; colours are `#RRGGBB`."""

from __future__ import annotations

TEXT_MINIMUM = 4.5
"""Success criterion 1.4.3, text of normal size."""
GRAPHICS_MINIMUM = 3.0
"""Success criterion 1.4.11, parts of controls and charts."""


def luminance(color: str) -> float:
    """Relative luminance in [0, 1]."""
    channels = (int(color[index : index + 2], 16) / 255 for index in (1, 3, 5))
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Ratio in [1, 21], the same in both directions, unrounded."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)
