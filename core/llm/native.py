"""llama.cpp's C interface inside the wheel `xllamacpp`, bound by ctypes: no server, no socket, no code of the wheel.

The extension module exports the library's functions on Linux and macOS; on Windows it exports none, and the evaluator
is then visibly off. Structures are passed as opaque blocks larger than any version's: only the first four words of the
context parameters are set, and what the library reports afterwards is compared with them, so that another layout is
noticed instead of used.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ENGINE_PACKAGE = "xllamacpp"
_LIBRARY = "xllamacpp*.so"
_BLOCK_WORDS = 256
_CONTEXT_DEFAULTS = (512, 2048, 512, 1)
"""n_ctx, n_batch, n_ubatch, n_seq_max: the first words of llama_context_params in every version since 2024."""
_MOST_THREADS = 4
"""At most, and never more than half the cores: threads wait for each other by spinning, and the window lives beside."""
_ROLE_SYSTEM, _ROLE_USER = b"system", b"user"
_REPLY_BYTES = 4096


class NativeError(Exception):
    """The library cannot be used. `code`: a message key, `evaluator.*`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Block(ctypes.Structure):
    _fields_ = (("words", ctypes.c_uint32 * _BLOCK_WORDS),)


class _Batch(ctypes.Structure):
    _fields_ = (
        ("n_tokens", ctypes.c_int32),
        ("token", ctypes.POINTER(ctypes.c_int32)),
        ("embd", ctypes.c_void_p),
        ("pos", ctypes.POINTER(ctypes.c_int32)),
        ("n_seq_id", ctypes.POINTER(ctypes.c_int32)),
        ("seq_id", ctypes.POINTER(ctypes.POINTER(ctypes.c_int32))),
        ("logits", ctypes.POINTER(ctypes.c_int8)),
    )


class _ChatMessage(ctypes.Structure):
    _fields_ = (("role", ctypes.c_char_p), ("content", ctypes.c_char_p))


_LogSink = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
_SILENCE = _LogSink(lambda level, text, data: None)
"""The library keeps a pointer to its log sink for as long as the process lives; so does this module."""
_P, _I, _B, _S = ctypes.c_void_p, ctypes.c_int32, ctypes.c_bool, ctypes.c_char_p
_INTS = ctypes.POINTER(ctypes.c_int32)
_PROTOTYPES: dict[str, tuple[object, tuple[object, ...]]] = {
    "llama_log_set": (None, (_LogSink, _P)),
    "llama_backend_init": (None, ()),
    "llama_model_default_params": (_Block, ()),
    "llama_context_default_params": (_Block, ()),
    "llama_model_load_from_file": (_P, (_S, _Block)),
    "llama_model_free": (None, (_P,)),
    "llama_init_from_model": (_P, (_P, _Block)),
    "llama_free": (None, (_P,)),
    "llama_n_ctx": (ctypes.c_uint32, (_P,)),
    "llama_n_batch": (ctypes.c_uint32, (_P,)),
    "llama_n_ubatch": (ctypes.c_uint32, (_P,)),
    "llama_set_n_threads": (None, (_P, _I, _I)),
    "llama_model_get_vocab": (_P, (_P,)),
    "llama_vocab_n_tokens": (_I, (_P,)),
    "llama_vocab_get_add_bos": (_B, (_P,)),
    "llama_vocab_bos": (_I, (_P,)),
    "llama_tokenize": (_I, (_P, _S, _I, _INTS, _I, _B, _B)),
    "llama_model_chat_template": (_S, (_P, _S)),
    "llama_chat_apply_template": (_I, (_S, ctypes.POINTER(_ChatMessage), ctypes.c_size_t, _B, _S, _I)),
    "llama_get_memory": (_P, (_P,)),
    "llama_memory_seq_rm": (_B, (_P, _I, _I, _I)),
    "llama_decode": (_I, (_P, _Batch)),
    "llama_get_logits_ith": (ctypes.POINTER(ctypes.c_float), (_P, _I)),
}


def package_folders(name: str) -> tuple[Path, ...]:
    """Where the files of an installed package lie, without importing it; inside a frozen bundle beside the program."""
    spec = importlib.util.find_spec(name)
    bundle = getattr(sys, "_MEIPASS", None)
    places = [*(spec.submodule_search_locations or () if spec is not None else ())]
    places += [str(Path(bundle) / name)] if bundle else []
    return tuple(Path(place) for place in places if Path(place).is_dir())


def library_path() -> Path:
    """The extension module on disk; nothing of it is imported or run. Raises NativeError."""
    folders = package_folders(ENGINE_PACKAGE)
    if not folders:
        raise NativeError("evaluator.engine_missing")
    found = next((path for folder in folders for path in sorted(folder.glob(_LIBRARY))), None)
    if found is None:
        raise NativeError("evaluator.not_on_this_system")
    return found


class NativeLibrary:
    """The loaded library with its prototypes; its own log is silent."""

    def __init__(self, path: Path) -> None:
        """Raises NativeError when the file is not the expected library."""
        try:
            self.call = ctypes.CDLL(str(path))
            for name, (result, arguments) in _PROTOTYPES.items():
                function = getattr(self.call, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            raise NativeError("evaluator.not_on_this_system") from error
        self.call.llama_log_set(_SILENCE, None)
        self.call.llama_backend_init()


class NativeModel:
    """One model with one context of one sequence. Not thread-safe: the owner serialises."""

    def __init__(self, library: NativeLibrary, path: Path, context: int, batch: int) -> None:
        """`context` tokens are remembered, at most `batch` are computed in one forward. Raises NativeError."""
        self._library, self._call = library, library.call
        self.context, self.batch = context, batch
        self._model = self._call.llama_model_load_from_file(os.fsencode(path), self._call.llama_model_default_params())
        if not self._model:
            raise NativeError("evaluator.model_unreadable")
        self._context = self._open()
        vocabulary = self._call.llama_model_get_vocab(self._model)
        self._vocabulary, self.vocabulary = vocabulary, int(self._call.llama_vocab_n_tokens(vocabulary))
        starts = bool(self._call.llama_vocab_get_add_bos(vocabulary))
        self.start = (int(self._call.llama_vocab_bos(vocabulary)),) if starts else ()

    def _open(self) -> int:
        parameters = self._call.llama_context_default_params()
        if tuple(parameters.words[:4]) != _CONTEXT_DEFAULTS:
            self._call.llama_model_free(self._model)
            raise NativeError("evaluator.unknown_layout")
        parameters.words[0:4] = (self.context, self.batch, self.batch, 1)
        opened: int | None = self._call.llama_init_from_model(self._model, parameters)
        told = (
            (self._call.llama_n_ctx(opened), self._call.llama_n_batch(opened), self._call.llama_n_ubatch(opened))
            if opened
            else ()
        )
        if not opened or told != (self.context, self.batch, self.batch):
            if opened:
                self._call.llama_free(opened)
            self._call.llama_model_free(self._model)
            raise NativeError("evaluator.unknown_layout")
        threads = min(_MOST_THREADS, max(1, (os.cpu_count() or 1) // 2))
        self._call.llama_set_n_threads(opened, threads, threads)
        return opened

    def close(self) -> None:
        """Free everything; the object is of no use afterwards."""
        self._call.llama_free(self._context)
        self._call.llama_model_free(self._model)

    def tokens(self, text: str, *, control: bool = False) -> tuple[int, ...]:
        """Token ids. Control tokens are recognised only with `control`: a user's text cannot write one."""
        raw = text.encode("utf-8", "replace")
        size = len(raw) + 2
        room = (ctypes.c_int32 * size)()
        count = int(self._call.llama_tokenize(self._vocabulary, raw, len(raw), room, size, False, control))
        if count < 0:
            raise NativeError("evaluator.model_unreadable")
        return tuple(room[:count])

    def chat(self, system: str, user: str) -> str:
        """Both messages in the model's own chat layout, up to where its answer begins. Raises NativeError."""
        template = self._call.llama_model_chat_template(self._model, None)
        messages = (_ChatMessage * 2)(
            _ChatMessage(_ROLE_SYSTEM, system.encode()), _ChatMessage(_ROLE_USER, user.encode())
        )
        room = ctypes.create_string_buffer(_REPLY_BYTES)
        size = int(self._call.llama_chat_apply_template(template, messages, 2, True, room, _REPLY_BYTES))
        if not template or not 0 < size <= _REPLY_BYTES:
            raise NativeError("evaluator.model_unreadable")
        return room.raw[:size].decode()

    def forget(self, position: int) -> None:
        """Drop everything remembered from `position` on."""
        self._call.llama_memory_seq_rm(self._call.llama_get_memory(self._context), 0, position, -1)

    def forward(self, tokens: Sequence[int], position: int, wanted: Sequence[tuple[int, int]]) -> list[float] | None:
        """One forward over at most `batch` tokens that stand at `position` and after.

        `wanted`: (index into `tokens`, token id) -> log-probability of that id right after that index, in nats.
        None when the library refuses.
        """
        count = len(tokens)
        sequence = (ctypes.c_int32 * 1)(0)
        output = (ctypes.c_int8 * count)()
        for index, _ in wanted:
            output[index] = 1
        batch = _Batch(
            count,
            (ctypes.c_int32 * count)(*tokens),
            None,
            (ctypes.c_int32 * count)(*range(position, position + count)),
            (ctypes.c_int32 * count)(*[1] * count),
            (_INTS * count)(*[ctypes.cast(sequence, _INTS)] * count),
            output,
        )
        if self._call.llama_decode(self._context, batch) != 0:
            return None
        found: list[float] = []
        normalisers: dict[int, float] = {}
        for index, token in wanted:
            pointer = self._call.llama_get_logits_ith(self._context, index)
            if not pointer:
                return None
            row = np.ctypeslib.as_array(pointer, shape=(self.vocabulary,))
            if index not in normalisers:
                highest = float(row.max())
                normalisers[index] = highest + float(np.log(np.exp(row - highest).sum(dtype=np.float64)))
            found.append(float(row[token]) - normalisers[index])
        return found
