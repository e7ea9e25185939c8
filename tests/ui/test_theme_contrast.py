"""UI-17: every pair of colours that meets on screen, unrounded."""

from __future__ import annotations

import pytest

from core.resources import resource_root
from ui.shared.theme.contrast import GRAPHICS_MINIMUM, TEXT_MINIMUM, contrast
from ui.shared.theme.tokens import Palette, Scheme, load_tokens

TOKENS = load_tokens(resource_root())
SURFACES = ("window", "surface", "sunken", "raised")


def text_pairs(palette: Palette) -> list[tuple[str, str, str]]:
    colors = palette.colors
    pairs = [(f"{fg} on {on}", colors[fg], colors[on]) for rule in TOKENS.text_rules for fg, on in rule.pairs()]
    for family, hue in palette.families.items():
        pairs.append((f"text on {family}", colors["text"], hue.soft))
        pairs.append((f"ink of {family}", hue.ink, hue.soft))
        pairs.extend(
            (f"ink of {family} on {on}", hue.ink, colors[on]) for on in (*SURFACES, "accent_soft", "hover", "selection")
        )
    for name, diff in palette.diffs.items():
        pairs.append((f"{name} added", diff.add_ink, diff.add_soft))
        pairs.append((f"{name} deleted", diff.del_ink, diff.del_soft))
        pairs.extend((f"{name} text", colors["text"], soft) for soft in (diff.add_soft, diff.del_soft))
        pairs.extend((f"{name} bare", ink, colors[on]) for ink in (diff.add_ink, diff.del_ink) for on in SURFACES)
    return pairs


def graphics_pairs(palette: Palette) -> list[tuple[str, str, str]]:
    colors = palette.colors
    pairs = [(f"{fg} on {on}", colors[fg], colors[on]) for rule in TOKENS.graphics_rules for fg, on in rule.pairs()]
    for family, hue in palette.families.items():
        pairs.extend((f"line of {family} on {on}", hue.line, colors[on]) for on in SURFACES)
        pairs.append((f"line of {family}", hue.line, hue.soft))
    return pairs


@pytest.mark.parametrize("scheme", list(Scheme))
def test_ui_17_text_is_readable(scheme: Scheme) -> None:
    weak = {name: contrast(fg, on) for name, fg, on in text_pairs(TOKENS.palettes[scheme])}
    assert {name: ratio for name, ratio in weak.items() if ratio < TEXT_MINIMUM} == {}


@pytest.mark.parametrize("scheme", list(Scheme))
def test_ui_17_marks_are_visible(scheme: Scheme) -> None:
    weak = {name: contrast(fg, on) for name, fg, on in graphics_pairs(TOKENS.palettes[scheme])}
    assert {name: ratio for name, ratio in weak.items() if ratio < GRAPHICS_MINIMUM} == {}


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") < TEXT_MINIMUM < contrast("#767676", "#FFFFFF")
