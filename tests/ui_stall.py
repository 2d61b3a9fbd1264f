"""How long the app's own thread is held up while both networks read the demo table beside it.

    python -m tests.ui_stall [SECONDS]

Draws as fast as the app would on a screen of 60 redraws a second, without a screen, and tells how long the
single redraws took. The drawing itself is done by the processor here (Mesa), which a tablet's graphics chip does.
What other programs take of the processor is in the clock's figures, and not in those of the thread's own work.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

from ui.kivyenv import prepare


def main(seconds: float) -> None:
    os.environ["TRASH_COMPANION_HOME"] = tempfile.mkdtemp(prefix="trash-companion-stall-")
    prepare(offscreen=True)
    import numpy as np
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from tests.uidriver import running
    from ui.lobby import Lobby
    from ui.options import PlayOptions
    from ui.view import Camera
    from ui.wiring import make_worker

    lobby = Lobby(lambda options, ledger: make_worker(options, ledger=ledger))
    with running(lobby=lobby) as app:
        app.app.begin(PlayOptions(demo=True))
        game = app.app.game
        assert game is not None
        app.wait_for(lambda: game.latest().camera is Camera.TRACKING, "the deal", 300.0)
        Clock._max_fps = 0.0  # the pause between two redraws is taken here
        took, worked = [], []
        end = time.perf_counter() + seconds
        while (begin := time.perf_counter()) < end:
            busy = time.thread_time()
            EventLoop.idle()
            took.append(time.perf_counter() - begin)
            worked.append(time.thread_time() - busy)
            time.sleep(max(0.0, 1 / 60 - took[-1]))
    print(f"{len(took)} redraws in {seconds:g} s; milliseconds a redraw:")
    for name, times in (("by the clock", took), ("the thread's own work", worked)):
        shares = {share: 1000 * np.percentile(times, share) for share in (50, 90, 99, 99.9, 100)}
        print(f"{name}: " + "  ".join(f"{share:g} %: {value:.1f}" for share, value in shares.items()))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
