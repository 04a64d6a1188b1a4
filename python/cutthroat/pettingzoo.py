"""Every game as an environment of PettingZoo, with hidden observations and action masks.

>>> from cutthroat.pettingzoo import env
>>> hearts = env("hearts", number_of_players=3)
>>> hearts.reset(seed=1)
>>> for agent in hearts.agent_iter():
...     observation, reward, ended, truncated, info = hearts.last()
...     legal = observation["action_mask"]
...     hearts.step(None if ended or truncated else int(legal.argmax()))
>>> hearts.agents
[]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._coding import Episode, coding
from ._games import game as _game_info
from ._live_game import LiveGame

#: Deals are drawn among so many.
_DEALS = 2**48

#: Moves after which an episode is cut short; games on boards can go on for ever.
_LONGEST = 2_000


def env(game: str, **options: Any) -> AECEnv:
    """A game with the usual wrappers: an illegal action ends the episode, and calls out of order are told."""
    raw = raw_env(game, **options)
    illegal = min(0.0, raw.least) - 1.0
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=illegal)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # noqa: N801  (the name that PettingZoo asks for)
    """A game without wrappers. Rewards come at the end: the payoff of each seat, of which more is better, or with
    ``reward="win"`` a share of one for those with the best score.

    Agents are ``seat_1``, ``seat_2`` and so on. A card game begins with the play, after the usual passes and bids; with
    ``whole_deal=True`` it begins with these, where the rules have them, and a pass of three cards is three actions. Observations
    have what a seat sees, also with ``open=True``, which lets the players of :meth:`action_of` see everything.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "cutthroat", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        number_of_players: int | None = None,
        reward: str = "payoff",
        render_mode: str | None = None,
        longest: int = _LONGEST,
        whole_deal: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        if reward not in ("payoff", "win"):
            raise ValueError(f"there is no reward `{reward}`; there are payoff and win")
        if options.get("open") and whole_deal:
            raise ValueError("a whole deal is played with hidden cards: `open` and `whole_deal` exclude each other")
        self.metadata = {**self.metadata, "name": f"cutthroat_{game.replace('-', '_')}"}
        self.game = game
        self.render_mode = render_mode
        self._info = _game_info(game)
        self._options, self._seats, self._reward, self._longest = options, number_of_players, reward, longest
        self._whole_deal = whole_deal
        self._live = self._start(0, whole_deal)
        self._coding = coding(self._live, whole_deal)
        self._episode = Episode(self._live, self._coding)
        # A position can only be asked once the play has begun.
        ranges = self._start(0, whole_deal=False).position().ranges
        #: The least that a seat can get, as far as it is known; after the usual bids, where these are still to come.
        self.least = 0.0 if reward == "win" or ranges is None else float(min(least for least, _ in ranges))
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._live.seats + 1)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        observed = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, np.inf, (self._coding.size,), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self._coding.actions,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observed for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._coding.actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)

    def _start(self, deal: int, whole_deal: bool) -> LiveGame:
        """The game from the deal with this number; a game that cannot be drawn begins at its example."""
        return LiveGame(self.game, deal=deal, number_of_players=self._seats, whole_deal=whole_deal, **self._options)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def live_game(self) -> LiveGame:
        """The game as it stands. It sees everything."""
        return self._live

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Draws another deal; ``options={"deal": 7}`` or ``{"position": TEXT}`` names one."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        asked = options or {}
        if "position" in asked:
            self._live = LiveGame(
                self.game, position=asked["position"], whole_deal=self._whole_deal, **self._options
            )
        else:
            deal = asked.get("deal", int(self._random.integers(_DEALS)))
            self._live = self._start(deal, self._whole_deal)
        self._episode = Episode(self._live, self._coding)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()
        if self._live.mover is None:
            self._end()

    def _turn(self) -> None:
        if self._live.mover is not None:
            self.agent_selection = self.possible_agents[self._live.mover - 1]
        elif not self.agents or not hasattr(self, "agent_selection"):
            self.agent_selection = self.possible_agents[0]

    def _end(self) -> None:
        """Hands out the rewards."""
        payoff = [float(one) for one in self._live.payoff or [0] * len(self.possible_agents)]
        if self._reward == "win":
            score = self._live.score or payoff
            signed = [-one if self._info.tally["low_is_good"] else one for one in score]
            payoff = [1.0 / signed.count(max(signed)) if one == max(signed) else 0.0 for one in signed]
        for agent in self.agents:
            self.rewards[agent] = payoff[self._seat[agent] - 1]
            self.terminations[agent] = True

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        is_mover = self._live.mover == seat
        mask = self._episode.mask() if is_mover else np.zeros(self._coding.actions, dtype=np.int8)
        return {"observation": self._episode.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an action is asked for"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._episode.play(int(action))
        if self._live.mover is None:
            self._end()
        elif len(self._live.moves) >= self._longest:
            self.truncations = {one: True for one in self.agents}
        self._turn()
        self._accumulate_rewards()

    def action_of(self, player: str) -> int:
        """What one of our players would do in the seat of the agent whose turn it is: ``env.unwrapped.action_of("heuristic")``."""
        seat = self._seat[self.agent_selection]
        self._live.sit(seat, player)
        move = self._live.choose().move
        self._live.sit(seat, None)
        return self._episode.action_of(move)

    def render(self) -> str | None:
        return self._live.diagram or self._live.text

    def close(self) -> None:
        pass
