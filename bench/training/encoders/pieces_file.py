"""The trained network as a file of eight-bit weights for onnxruntime. Needs torch and onnx."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.training.encoders.pieces_network import PieceModule

OPSET = 17
INPUTS = ("ids", "shapes", "layouts")
OUTPUT = "scores"
_EXAMPLE = (2, 32)


def write_network(network: PieceModule, target: Path) -> None:
    """Writes the network."""
    import onnx
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic

    network.eval()
    example = tuple(torch.ones(*_EXAMPLE, dtype=torch.int64) for _ in INPUTS)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            network,
            example,
            str(whole),
            input_names=list(INPUTS),
            output_names=[OUTPUT],
            dynamic_axes={name: {0: "rows", 1: "pieces"} for name in (*INPUTS, OUTPUT)},
            opset_version=OPSET,
            dynamo=False,
        )
        # Seven of eight bits: without VNNI the products of full eight-bit weights overflow sixteen bits and saturate.
        quantize_dynamic(
            whole,
            target,
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
    model = onnx.load(target)
    # Notes of the exporter name files of the machine that it ran on.
    del model.metadata_props[:]
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.save(model, target)
