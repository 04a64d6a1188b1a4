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

from ._coding import coding, start_of
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

    Agents are ``seat_1``, ``seat_2`` and so on. A card game begins with the play, after the usual passes and bids. ``open=True``
    still hides what others hold from observations: they have what a seat sees.
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
        **options: Any,
    ) -> None:
        super().__init__()
        if reward not in ("payoff", "win"):
            raise ValueError(f"there is no reward `{reward}`; there are payoff and win")
        self.metadata = {**self.metadata, "name": f"cutthroat_{game.replace('-', '_')}"}
        self.game = game
        self.render_mode = render_mode
        self._info = _game_info(game)
        self._options, self._seats, self._reward, self._longest = options, number_of_players, reward, longest
        self._live = start_of(game, options, number_of_players, False, 0)
        self._coding = coding(self._live)
        ranges = self._live.position().ranges
        #: The least that a seat can get, as far as it is known.
        self.least = 0.0 if reward == "win" or ranges is None else float(min(least for least, _ in ranges))
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._live.seats + 1)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0.0, np.inf, (self._coding.size,), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self._coding.actions,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observed for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._coding.actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)

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
            self._live = LiveGame(self.game, position=asked["position"], **self._options)
        else:
            deal = asked.get("deal", int(self._random.integers(_DEALS)))
            self._live = start_of(self.game, self._options, self._seats, False, deal)
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
        mask = self._coding.mask(self._live) if is_mover else np.zeros(self._coding.actions, dtype=np.int8)
        return {"observation": self._coding.observe(self._live, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an action is asked for"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._live.play(self._coding.move(self._live, action))
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
        return self._coding.action(self._live, move)

    def render(self) -> str | None:
        return self._live.diagram or self._live.text

    def close(self) -> None:
        pass
