"""The stock as seen: gone, and back again, which is a reshuffle (R13)."""

from __future__ import annotations

from companion.observation import Sight
from companion.referee_config import RefereeConfig
from companion.sights import Sights
from companion.table import RoundState, Stage


class StockWatch:
    """Follows the stock.

    Attributes:
        shuffled: between which times (s) it came back after it had run out; None: it did not, or that is
            told.
    """

    def __init__(self, config: RefereeConfig) -> None:
        self._config = config
        self.shuffled: tuple[float, float] | None = None
        self._gone = False
        self._gone_until = 0.0

    def forget(self) -> None:
        """A round begins."""
        self.shuffled = None
        self._gone = False

    def look(self, sights: Sights, now: float, table: RoundState) -> None:
        """Take in what is seen of the stock now; between rounds it may go and come as it likes.

        Of a pile of one card nothing can be shuffled (R13): a stock seen only now was out of sight.
        """
        run = sights.stock.run
        if run is None or not (sights.sparse or now - run.start >= self._config.hold_s):
            return
        if run.best is Sight.EMPTY:
            self._gone = True
            self._gone_until = run.last
        elif self._gone:
            self._gone = False
            if table.stage in (Stage.TAKE, Stage.PLAY) and len(table.discard) > 1:
                self.shuffled = self._gone_until, run.start
