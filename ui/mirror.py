"""Cameras whose pictures are mirrored, as those of some front cameras are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.frames import Frame, FrameSource


class Unmirrored:
    """A source whose pictures are mirrored, mirrored back."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self.name, self.fps, self.live = source.name, source.fps, source.live

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._source:
            yield replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))

    def close(self) -> None:
        """As the source's own."""
        self._source.close()


def upright(source: FrameSource, mirror: bool) -> FrameSource:
    """The source with its pictures mirrored back where they are mirrored."""
    return Unmirrored(source) if mirror else source
