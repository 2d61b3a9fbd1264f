"""Work shared out among processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_processes(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], workers: int) -> list[T]:
    """What `work` answers to each tuple of arguments, in their order; with one worker in this process.

    Processes start afresh: a copy of one in which OpenCV or ONNX Runtime has started threads may wait for
    ever on a lock that one of them held.
    """
    if workers == 1:
        return [work(*job) for job in jobs]
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        return [done.result() for done in [pool.submit(work, *job) for job in jobs]]
