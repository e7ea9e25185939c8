"""The trained network for ideographs as an ONNX file that onnxruntime 1.22 runs. Needs torch's tensors and onnx.

The graph is written node by node: the operator GRU of ONNX is the cell of the network with the first gate turned
round, and knows the length of every row. The two large tables of vectors are kept in eight bits with one scale per
row, all other weights in sixteen bits, and are widened when the session is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from core.bench.training.encoders.examples import LABELS
from core.bench.training.encoders.han_network import TINY, Chain, HanModule, TwoWays
from core.extract.spans.characters import COLUMNS
from core.extract.spans.coarse import Floats

OPSET = 17
IR_VERSION = 9
_Body = Callable[[list[str]], onnx.GraphProto]
"""Makes the inside of a loop from the names of the values it takes from outside."""


class Graph:
    """Nodes and weights in the order in which they are added; every method gives back the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[TensorProto] = []

    def node(self, kind: str, inputs: list[str], outputs: int = 1, **attributes: Any) -> list[str]:
        """Add an operator."""
        names = [f"{kind.lower()}_{len(self.nodes)}_{n}" for n in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names

    def constant(self, array: npt.NDArray[np.generic]) -> str:
        """Add a constant as it is."""
        name = f"weight_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def integers(self, values: int | list[int]) -> str:
        """Add whole numbers as a constant."""
        return self.constant(np.asarray(values, dtype=np.int64))

    def weight(self, array: Floats) -> str:
        """Add weights in sixteen bits."""
        return self.node("Cast", [self.constant(array.astype(np.float16))], to=TensorProto.FLOAT)[0]

    def vectors(self, table: nn.Embedding, rows: str, *, small: bool) -> str:
        """Vectors of the rows of a table, in eight bits and a scale per row where `small`."""
        whole = array_of(table.weight)
        if not small:
            return self.node("Gather", [self.weight(whole), rows])[0]
        scales = np.maximum(np.abs(whole).max(axis=1, keepdims=True), 1e-8) / 127
        bytes_ = np.clip(np.round(whole / scales), -127, 127).astype(np.int8)
        found = self.node("Gather", [self.constant(bytes_), rows])
        scale = self.node("Gather", [self.constant(scales.astype(np.float32)), rows])
        wide = self.node("Cast", found, to=TensorProto.FLOAT)
        return self.node("Mul", wide + scale)[0]

    def dense(self, layer: nn.Linear, x: str) -> str:
        """A dense layer over the last axis."""
        product = self.node("MatMul", [x, self.weight(array_of(layer.weight).T)])
        return self.node("Add", [*product, self.weight(array_of(layer.bias))])[0]

    def two_ways(self, layer: TwoWays, x: str, lengths: str) -> str:
        """Gated units both ways: `x` (time, rows, inputs) to (time, rows, 2 width)."""
        width = layer.width
        flip = np.repeat(np.asarray([-1, 1, 1], dtype=np.float32), width)
        outer = (array_of(layer.inputs) * flip).transpose(0, 2, 1)
        inner = np.concatenate([array_of(layer.gates), array_of(layer.states)], axis=2)
        inner = (inner * flip).transpose(0, 2, 1)
        bias = np.concatenate([array_of(layer.bias) * flip, np.zeros((2, 3 * width), np.float32)], axis=1)
        found = self.node(
            "GRU",
            [x, self.weight(outer), self.weight(inner), self.weight(bias), lengths],
            direction="bidirectional",
            hidden_size=width,
            linear_before_reset=0,
        )
        # (time, ways, rows, width) to (time, rows, ways * width)
        turned = self.node("Transpose", found, perm=[0, 2, 1, 3])
        return self.node("Reshape", [*turned, self.integers([0, 0, 2 * width])])[0]

    def inside(self, x: str, lengths: str) -> str:
        """Where the characters of every row are: (time, rows, 1), for `x` (time, rows, ...)."""
        count = self.node("Range", [self.integers(0), self._scalar(self._size(x, 0)), self.integers(1)])
        column = self.node("Unsqueeze", [*count, self.integers([1, 2])])
        limit = self.node("Cast", [lengths], to=TensorProto.INT64)
        limit = self.node("Unsqueeze", [*limit, self.integers([0, 2])])
        return self.node("Less", column + limit)[0]

    def gist(self, network: HanModule, mixed: str, lengths: str) -> str:
        """What the window as a whole is about, for each of its characters: (time, rows, gist)."""
        mask = self.node("Cast", [self.inside(mixed, lengths)], to=TensorProto.FLOAT)
        kept = self.node("Mul", [mixed, *mask])
        first = self.integers([0])
        size = self.node("Unsqueeze", [*self.node("Cast", [lengths], to=TensorProto.FLOAT), self.integers([1])])
        mean = self.node("Div", [*self.node("ReduceSum", [*kept, first], keepdims=0), *size])
        most = self.node("ReduceMax", kept, axes=[0], keepdims=0)
        gist = self.node("Tanh", [self.dense(network.gist, *self.node("Concat", mean + most, axis=1))])
        one = self.integers([1])
        shape = self.node("Concat", [self._size(mixed, 0), one, one], axis=0)
        return self.node("Tile", [*self.node("Unsqueeze", [*gist, first]), *shape])[0]

    def chain(self, chain: Chain, scores: str, lengths: str) -> str:
        """The probabilities of the tags, of the shape of `scores` (time, rows, tags)."""
        signs = self.node(
            "Add", [*self.node("Softmax", [scores], axis=-1), self.constant(np.asarray([TINY], dtype=np.float32))]
        )[0]
        first, last, moves = (array_of(part) for part in (chain.first, chain.last, chain.moves))
        shape = self.node("Concat", [self._size(scores, 1), self.integers([1])], axis=0)[0]
        starts = self.node("Tile", [self.constant(first[None]), shape])[0]
        ends = self.node("Tile", [self.constant(last[None]), shape])[0]
        before = self._scan(_onwards(), [starts, signs], [self.constant(moves)], 0)
        inside = self.inside(scores, lengths)
        after = self._scan(_back(), [ends, signs, inside], [self.constant(moves.T), ends], 1)
        both = self.node("Mul", [before, after])[0]
        total = self.node("ReduceSum", [both, self.integers([-1])], keepdims=1)[0]
        return self.node("Div", [both, total])[0]

    def _size(self, x: str, axis: int) -> str:
        shape = self.node("Shape", [x], start=axis, end=axis + 1)
        return shape[0]

    def _scalar(self, x: str) -> str:
        return self.node("Squeeze", [x])[0]

    def _scan(self, body: _Body, inputs: list[str], outer: list[str], backwards: int) -> str:
        """One state that goes along the first axis of the other inputs; what it leaves at every step."""
        graph = body(outer)
        count = len(inputs) - 1
        return self.node(
            "Scan",
            inputs,
            2,
            body=graph,
            num_scan_inputs=count,
            scan_input_directions=[backwards] * count,
            scan_output_directions=[backwards],
        )[1]


def _values(names: Mapping[str, int]) -> list[onnx.ValueInfoProto]:
    """Values of unknown shape by name and type."""
    return [helper.make_tensor_value_info(name, kind, None) for name, kind in names.items()]


def _last_axis() -> TensorProto:
    return numpy_helper.from_array(np.asarray([-1], dtype=np.int64), "last_axis")


def _onwards() -> _Body:
    """One step along the chain: the tags here, given all characters up to here."""

    def body(outer: list[str]) -> onnx.GraphProto:
        (moves,) = outer
        nodes = [
            helper.make_node("Mul", ["state", "sign"], ["raw"]),
            helper.make_node("ReduceSum", ["raw", "last_axis"], ["total"], keepdims=1),
            helper.make_node("Div", ["raw", "total"], ["here"]),
            helper.make_node("MatMul", ["here", moves], ["next"]),
        ]
        floats = {"state": TensorProto.FLOAT, "sign": TensorProto.FLOAT}
        axis = _last_axis()
        out = _values({"next": TensorProto.FLOAT, "here": TensorProto.FLOAT})
        return helper.make_graph(nodes, "onwards", _values(floats), out, [axis])

    return body


def _back() -> _Body:
    """One step back along the chain: what the characters behind say of the tag here; nothing in the filling."""

    def body(outer: list[str]) -> onnx.GraphProto:
        moves, ends = outer
        nodes = [
            helper.make_node("Identity", ["state"], ["here"]),
            helper.make_node("Mul", ["state", "sign"], ["raw"]),
            helper.make_node("MatMul", ["raw", moves], ["moved"]),
            helper.make_node("ReduceSum", ["moved", "last_axis"], ["total"], keepdims=1),
            helper.make_node("Div", ["moved", "total"], ["earlier"]),
            helper.make_node("Where", ["inside", "earlier", ends], ["next"]),
        ]
        kinds = {"state": TensorProto.FLOAT, "sign": TensorProto.FLOAT, "inside": TensorProto.BOOL}
        axis = _last_axis()
        out = _values({"next": TensorProto.FLOAT, "here": TensorProto.FLOAT})
        return helper.make_graph(nodes, "back", _values(kinds), out, [axis])

    return body


def array_of(weights: Tensor) -> Floats:
    """Weights as 32-bit numbers."""
    array: Floats = weights.detach().cpu().numpy().astype(np.float32)
    return array


def graph_of(network: HanModule) -> onnx.ModelProto:
    """The network as a model with the inputs `features` and `lengths` and the output `scores`."""
    graph = Graph()
    turned = graph.node("Transpose", ["features"], perm=[1, 0, 2])[0]
    parts = graph.node("Split", [turned, graph.constant(np.ones(len(COLUMNS), np.int64))], len(COLUMNS), axis=2)
    last = graph.integers([2])
    signs, classes, naming, borders, left, right = (graph.node("Squeeze", [part, last])[0] for part in parts)
    x = graph.vectors(network.vectors, signs, small=True)
    low = graph.two_ways(network.lower, x, "lengths")
    high = graph.two_ways(network.upper, low, "lengths")
    tags = graph.chain(network.chain, graph.dense(network.tags, high), "lengths")
    own = [
        graph.vectors(network.classes, classes, small=False),
        graph.vectors(network.naming, naming, small=False),
        graph.vectors(network.borders, borders, small=False),
        graph.vectors(network.pairs, left, small=True),
        graph.vectors(network.pairs, right, small=True),
    ]
    joined = graph.node("Concat", [x, low, high, tags, *own], axis=2)[0]
    mixed = graph.node("Relu", [graph.dense(network.mix, joined)])[0]
    told = graph.node("Concat", [mixed, graph.gist(network, mixed, "lengths")], axis=2)[0]
    top = graph.two_ways(network.top, told, "lengths")
    scores = graph.dense(network.head, graph.node("Concat", [mixed, top], axis=2)[0])
    graph.nodes.append(helper.make_node("Transpose", [scores], ["scores"], perm=[1, 0, 2]))
    whole = helper.make_graph(
        graph.nodes,
        "spans",
        [
            helper.make_tensor_value_info("features", TensorProto.INT64, ["rows", "characters", len(COLUMNS)]),
            helper.make_tensor_value_info("lengths", TensorProto.INT32, ["rows"]),
        ],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["rows", "characters", len(LABELS)])],
        graph.weights,
    )
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model)
    return model


def write_han(network: HanModule, target: Path) -> None:
    """Writes the network."""
    onnx.save(graph_of(network), target)
