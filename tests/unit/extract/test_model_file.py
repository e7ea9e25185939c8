"""The one attribute that is set in the model's file, and nothing else."""

from __future__ import annotations

import pytest

from core.extract.model_file import INT8, with_accuracy_level


def delimited(field: int, payload: bytes) -> bytes:
    assert len(payload) < 128
    return bytes([field << 3 | 2, len(payload)]) + payload


def node(operator: bytes, *attributes: bytes) -> bytes:
    return delimited(4, operator) + b"".join(delimited(5, item) for item in attributes)


TYPE_INT = b"\xa0\x01\x02"
LEVEL = delimited(1, b"accuracy_level") + bytes([3 << 3, INT8]) + TYPE_INT
BITS = delimited(1, b"bits") + bytes([3 << 3, 4]) + TYPE_INT


def model(*nodes: bytes) -> bytes:
    return bytes([1 << 3, 8]) + delimited(7, b"".join(delimited(1, item) for item in nodes))


def test_every_product_gets_the_level_and_keeps_its_attributes() -> None:
    before = model(node(b"MatMulNBits", BITS), node(b"Add"))
    assert with_accuracy_level(before, INT8) == model(node(b"MatMulNBits", BITS, LEVEL), node(b"Add"))


def test_an_earlier_level_is_replaced() -> None:
    once = with_accuracy_level(model(node(b"MatMulNBits", BITS)), INT8)
    assert with_accuracy_level(once, INT8) == once


def test_other_fields_are_copied_byte_for_byte() -> None:
    before = bytes([1 << 3, 8, 2 << 3 | 5, 1, 2, 3, 4, 3 << 3 | 1, 1, 2, 3, 4, 5, 6, 7, 8]) + model(node(b"Add"))
    assert with_accuracy_level(before, INT8) == before


@pytest.mark.parametrize("damaged", [b"\xff" * 12, b"\x3a\x7f\x00", b"\x0b", b"\x0d\x01"])
def test_a_damaged_file_is_refused(damaged: bytes) -> None:
    with pytest.raises(ValueError, match="model file"):
        with_accuracy_level(damaged, INT8)
