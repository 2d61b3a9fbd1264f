"""Fixing the input shape of an ONNX file without the onnx package, which Android does not have.

An ONNX file is one protocol buffer message; only the few fields on the way to the input shape are touched.
Field numbers are from onnx.proto (ModelProto.graph = 7, GraphProto.input = 11, ValueInfoProto.type = 2,
TypeProto.tensor_type = 1, Tensor.shape = 2, TensorShapeProto.dim = 1, Dimension.dim_value = 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_TO_SHAPE = (7, 11, 2, 1, 2)
_LENGTH_DELIMITED = 2


def with_input_shape(data: bytes, shape: Sequence[int]) -> bytes:
    """The same network with the first input's shape fixed; raises ValueError when `data` is no ONNX file."""
    dims = b"".join(_field(1, _key(1, 0) + _varint(size)) for size in shape)
    return _replace(data, _TO_SHAPE, dims)


def _replace(message: bytes, path: tuple[int, ...], content: bytes) -> bytes:
    """`message` with the first field found along `path` (field numbers) holding `content`."""
    if not path:
        return content
    for number, kind, start, begin, end in _fields(message):
        if number == path[0] and kind == _LENGTH_DELIMITED:
            inner = _field(number, _replace(message[begin:end], path[1:], content))
            return message[:start] + inner + message[end:]
    raise ValueError("not an ONNX network with one picture as its input")


def _fields(message: bytes) -> Iterator[tuple[int, int, int, int, int]]:
    """Each field as (number, wire type, start of its key, start of its value, end of its value)."""
    position = 0
    while position < len(message):
        start = position
        key, position = _read_varint(message, position)
        number, kind = key >> 3, key & 7
        begin = position
        if kind == 0:
            _, position = _read_varint(message, position)
        elif kind == 1:
            position += 8
        elif kind == _LENGTH_DELIMITED:
            length, begin = _read_varint(message, position)
            position = begin + length
        elif kind == 5:
            position += 4
        else:
            raise ValueError("not an ONNX file")
        if position > len(message):
            raise ValueError("not an ONNX file, or one that was cut off")
        yield number, kind, start, begin, position


def _read_varint(message: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while position < len(message) and shift < 64:
        byte = message[position]
        value |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if byte < 0x80:
            return value, position
    raise ValueError("not an ONNX file, or one that was cut off")


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _key(number: int, kind: int) -> bytes:
    return _varint(number << 3 | kind)


def _field(number: int, content: bytes) -> bytes:
    return _key(number, _LENGTH_DELIMITED) + _varint(len(content)) + content
