"""One seat of any game as an environment of Gymnasium, against players of your choice.

>>> from cutthroat.gymnasium import SeatEnv
>>> seat = SeatEnv("hearts", ["heuristic", "random"], seat=2)
>>> observation, info = seat.reset(seed=1)
>>> ended = False
>>> while not ended:
...     observation, reward, ended, truncated, info = seat.step(int(info["action_mask"].argmax()))
>>> 0 <= reward <= 26
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._coding import Episode, Vector, coding
from ._games import game as _game_info
from ._live_game import LiveGame

_DEALS = 2**48


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game; ``opponents`` sit in the others, in turn from the next seat on, again and again if there are fewer.

    The mask of legal actions is in ``info["action_mask"]``, and :meth:`action_masks` returns it too, as libraries with masks ask for
    it. An illegal action raises an error. The reward comes at the end: the payoff of the seat, or with ``reward="win"`` its share of
    a win. With ``whole_deal=True`` a card game begins with passes, bids and exchanges, where the rules have them; each card of a
    pass is an action.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] = ("heuristic",),
        *,
        seat: int = 1,
        number_of_players: int | None = None,
        reward: str = "payoff",
        open: bool = False,
        whole_deal: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if reward not in ("payoff", "win"):
            raise ValueError(f"there is no reward `{reward}`; there are payoff and win")
        if open and whole_deal:
            raise ValueError("a whole deal is played with hidden cards: `open` and `whole_deal` exclude each other")
        self.render_mode = render_mode
        self._game, self._options, self._open, self._reward = game, options, open, reward
        self._whole_deal = whole_deal
        self._info = _game_info(game)
        seats = number_of_players or self._info.usual_players
        if not 1 <= seat <= seats:
            raise ValueError(f"there is no seat {seat}; there are {seats}")
        players = [opponents] if isinstance(opponents, str) else list(opponents)
        self.seat = seat
        self._sits: list[str | None] = [None] * seats
        for turn in range(seats - 1):
            self._sits[(seat + turn) % seats] = players[turn % len(players)]
        self._live = self._begin(0, 0)
        self._coding = coding(self._live, whole_deal)
        self._episode = Episode(self._live, self._coding)
        self.action_space = spaces.Discrete(self._coding.actions)
        self.observation_space = spaces.Box(-1.0, np.inf, (self._coding.size,), dtype=np.float32)

    def _begin(self, deal: int, seed: int) -> LiveGame:
        return LiveGame(
            self._game, self._sits, deal=deal, seed=seed, open=self._open, whole_deal=self._whole_deal, **self._options
        )

    @property
    def live_game(self) -> LiveGame:
        """The game as it stands. It sees everything."""
        return self._live

    def action_masks(self) -> Any:
        """Which actions are legal."""
        return self._episode.mask().astype(bool)

    def _seen(self) -> tuple[Vector, dict[str, Any]]:
        return self._episode.observe(self.seat), {"action_mask": self._episode.mask()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Draws another deal, and lets the others play up to the first turn of the seat."""
        super().reset(seed=seed)
        while True:
            deal, players = (int(number) for number in self.np_random.integers(_DEALS, size=2))
            self._live = self._begin((options or {}).get("deal", deal), players).play_on()
            self._episode = Episode(self._live, self._coding)
            if self._live.mover is not None:
                return self._seen()

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        self._episode.play(int(action))
        self._live.play_on()
        observation, info = self._seen()
        if self._live.mover is not None:
            return observation, 0.0, False, False, info
        payoff = self._live.payoff or []
        reward = float(payoff[self.seat - 1])
        if self._reward == "win":
            score = self._live.score or []
            signed = [-one if self._info.tally["low_is_good"] else one for one in score]
            reward = 1.0 / signed.count(max(signed)) if signed[self.seat - 1] == max(signed) else 0.0
        info["score"] = self._live.score
        return observation, reward, True, False, info

    def render(self) -> Any:
        return self._live.diagram or self._live.text
