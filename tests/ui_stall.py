"""How long the app's own thread is held up while both networks read the demo table beside it.

    python -m tests.ui_stall [SECONDS]

Draws as fast as the app would on a screen of 60 redraws a second, without a screen, and tells how long the
single redraws took: with the drawing, which is done by the processor here (Mesa, with threads of its own) and by a
tablet's graphics chip there, and without it. What other programs take of the processor is in the clock's figures, and
not in those of the thread's own work.
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
    from kivy.clock import Clock
    from kivy.core.window import Window

    from tests.uidriver import frame, running
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
        took, undrawn, worked = [], [], []
        end = time.perf_counter() + seconds
        while (begin := time.perf_counter()) < end:
            busy = time.thread_time()
            frame()
            undrawn.append(time.perf_counter() - begin)
            if Window.canvas.needs_redraw:
                Window.dispatch("on_draw")
                Window.dispatch("on_flip")
            took.append(time.perf_counter() - begin)
            worked.append(time.thread_time() - busy)
            time.sleep(max(0.0, 1 / 60 - took[-1]))
    print(f"{len(took)} redraws in {seconds:g} s; milliseconds a redraw:")
    kinds = {
        "by the clock": took,
        "by the clock, without Mesa's drawing": undrawn,
        "the thread's own work": worked,
    }
    for name, times in kinds.items():
        shares = {share: 1000 * np.percentile(times, share) for share in (50, 90, 99, 99.9, 100)}
        print(f"{name}: " + "  ".join(f"{share:g} %: {value:.1f}" for share, value in shares.items()))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
