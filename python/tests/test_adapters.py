"""PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import cutthroat as ct

np = pytest.importorskip("numpy")

GAMES = [game.name for game in ct.games() if not game.name.startswith(("test-", "python-", "broken-", "openspiel"))]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_an_environment_of_pettingzoo(game: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from cutthroat.pettingzoo import env

    # Positions of boards and of trees are large or long: few of them say the same.
    cycles = 20 if game == "chinese-checkers" else 200
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game), num_cycles=cycles)
        seed_test(lambda: env(game), num_cycles=min(cycles, 50))


#: Games that begin with passes, bids or exchanges, with rules that have them.
WHOLE_DEALS: list[tuple[str, dict[str, str]]] = [
    ("hearts", {"rules": "table", "pass": "left"}),
    ("spades", {"rules": "table"}),
    ("oh-hell", {}),
    ("sergeant-major", {"rules": "table", "up": "1,-2,1"}),
    ("sergeant-major", {"rules": "table", "kitty-first": "on"}),
]


@pytest.mark.parametrize(("game", "options"), WHOLE_DEALS)
def test_whole_deals_are_environments_of_pettingzoo(game: str, options: dict[str, str]) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from cutthroat.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game, whole_deal=True, **options), num_cycles=200)
        seed_test(lambda: env(game, whole_deal=True, **options), num_cycles=50)


def test_a_pass_is_three_actions() -> None:
    pytest.importorskip("pettingzoo")
    from cutthroat.pettingzoo import raw_env

    env = raw_env("hearts", whole_deal=True, number_of_players=4, **{"rules": "table", "pass": "left"})
    env.reset(options={"deal": 3})
    hand = env.live_game.layout["hands"][0]
    before = env.observe("seat_2")["observation"]
    # Cards in any order; what is chosen cannot be chosen again, and others do not see it.
    for place, count in ((12, 13), (0, 12), (5, 11)):
        assert env.agent_selection == "seat_1"
        mask = env.observe("seat_1")["action_mask"]
        assert mask.sum() == count
        env.step(env._coding.action(env.live_game, hand[place]))
        if count > 11:
            assert (env.observe("seat_2")["observation"] == before).all()
    assert env.agent_selection == "seat_2"
    assert env.live_game.moves == [f"pass:{hand[0]},{hand[5]},{hand[12]}"]
    # One of our players passes the cards that it chose at once.
    env.live_game.sit(2, "heuristic")
    chosen = env.live_game.choose().move
    for _ in range(3):
        env.step(env.action_of("heuristic"))
    assert env.live_game.moves[1] == chosen


def test_bids_and_trump_are_observed() -> None:
    pytest.importorskip("pettingzoo")
    from cutthroat.pettingzoo import raw_env

    env = raw_env("oh-hell", whole_deal=True, number_of_players=3)
    env.reset(options={"deal": 3})
    cards = 52 * 7
    suit = "SHDCN".index(env.live_game.text.split("trump=")[1][0])

    def bids(seat: int) -> list[float]:
        seen = env.observe(f"seat_{seat}")["observation"]
        assert list(np.flatnonzero(seen[cards + 3 : cards + 8])) == [suit]
        return list(seen[cards : cards + 3])

    assert bids(1) == [-1, -1, -1]
    for bid in (2, 0):
        env.step(52 + bid)
    assert bids(1) == [2, 0, -1] and bids(2) == [0, -1, 2] and bids(3) == [-1, 2, 0]
    # A game that begins with its play has the bids from the start, and Hearts has neither bids nor trump.
    played = raw_env("spades", bids="3,8,4")
    played.reset(options={"deal": 3})
    assert list(played.observe("seat_2")["observation"][cards:]) == [8, 4, 3, 1, 0, 0, 0, 0]
    hearts = raw_env("hearts")
    hearts.reset(options={"deal": 3})
    assert list(hearts.observe("seat_2")["observation"][cards:]) == [-1, -1, -1, 0, 0, 0, 0, 0]
    bridge = raw_env("bridge", trump="H")
    bridge.reset(options={"deal": 3})
    assert list(bridge.observe("seat_2")["observation"][52 * 9 :]) == [-1, -1, -1, -1, 0, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("game", "options", "whole_deal"),
    [(game, {}, False) for game in ("hearts", "spades", "oh-hell", "sergeant-major")]
    + [("sergeant-major", {"trump": "H"}, False)]
    + [(game, options, True) for game, options in WHOLE_DEALS],
)
def test_observations_hide_what_others_hold(game: str, options: dict[str, str], whole_deal: bool) -> None:
    """Every deal that a seat cannot tell from the real one gives it the same observation. Before the play others bid and name trump
    alike in both, and pass, give and discard what they like, until the seat is given other cards."""
    pytest.importorskip("pettingzoo")
    from cutthroat.pettingzoo import raw_env

    env = raw_env(game, whole_deal=whole_deal, **options)
    # A deal as text has its options.
    other = raw_env(game, whole_deal=whole_deal, number_of_players=env.live_game.seats)
    random = np.random.default_rng(3)
    others = differed = 0
    for seat in range(1, env.live_game.seats + 1):
        agent = f"seat_{seat}"
        env.reset(options={"deal": 3})
        for deal in ct.View(game, env.live_game.view(seat)).deals(5):
            env.reset(options={"deal": 3})
            other.reset(options={"position": deal})
            others += other.live_game.text != env.live_game.text
            while env.live_game.layout["hands"][seat - 1] == other.live_game.layout["hands"][seat - 1]:
                seen, fits = (one.observe(agent) for one in (env, other))
                assert (seen["observation"] == fits["observation"]).all()
                assert (seen["action_mask"] == fits["action_mask"]).all()
                what = env.live_game.choices()["what"]
                assert what == other.live_game.choices()["what"]
                if what == "play":
                    break
                action, unlike = (
                    int(random.choice(np.flatnonzero(one.observe(one.agent_selection)["action_mask"])))
                    for one in (env, other)
                )
                is_alike = env.agent_selection == agent or what in ("bid", "trump")
                differed += not is_alike and action != unlike
                env.step(action)
                other.step(action if is_alike else unlike)
    assert others > 0
    assert (differed > 0) == (whole_deal and game in ("hearts", "sergeant-major"))


def test_an_illegal_action_ends_the_episode() -> None:
    pytest.importorskip("pettingzoo")
    from cutthroat.pettingzoo import env

    hearts = env("hearts")
    hearts.reset(seed=2)
    mask = hearts.last()[0]["action_mask"]
    hearts.step(int(mask.argmin()))
    assert all(hearts.terminations.values())


@pytest.mark.parametrize(
    ("game", "options"),
    [(game, {}) for game in ("hearts", "spades", "chinese-checkers", "tree", "bridge")]
    + [(game, {"whole_deal": True, **options}) for game, options in WHOLE_DEALS],
)
def test_a_seat_is_an_environment_of_gymnasium(game: str, options: dict[str, Any]) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from cutthroat.gymnasium import SeatEnv

    env = SeatEnv(game, ["random"], seat=3 if game == "sergeant-major" else 2, **options)
    outcomes = []
    for _ in range(2):
        observation, info = env.reset(seed=4)
        assert env.observation_space.contains(observation)
        ended, steps, reward = False, 0, 0.0
        while not ended and steps < 300:
            legal = np.flatnonzero(info["action_mask"])
            observation, reward, ended, _, info = env.step(int(legal[steps % len(legal)]))
            steps += 1
        outcomes.append((steps, reward, env.live_game.text))
    assert outcomes[0] == outcomes[1], "a seed repeats"
    with pytest.raises(ct.CutthroatError, match="is not legal here"):
        env.reset(seed=4)
        env.step(int(np.flatnonzero(env.action_masks() == 0)[0]))
    assert check_env is not None


def test_our_games_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from cutthroat.openspiel import register

    names = register()
    assert "cutthroat_hearts" in names and register() == names
    cards = [(game, {}, False) for game in ("hearts", "spades", "oh-hell", "sergeant-major", "bridge")]
    for one, options, whole_deal in [*cards, *((*deal, True) for deal in WHOLE_DEALS), ("tree", {}, False)]:
        text = " ".join(f"{name}:{value}" for name, value in options.items())
        asked = {"deals": 5, "options": text, "whole_deal": whole_deal}
        game = pyspiel.load_game(f"cutthroat_{one.replace('-', '_')}", asked)
        pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    game = pyspiel.load_game("cutthroat_hearts", {"deals": 3, "options": "cards:3"})
    state = game.new_initial_state()
    state.apply_action(1)
    assert state.information_state_string(0).count("?") == 2
    assert state.clone().history() == state.history()


def test_a_pass_in_openspiel_is_seen_by_its_seat_alone() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from cutthroat.openspiel import register

    register()
    game = pyspiel.load_game(
        "cutthroat_hearts", {"deals": 3, "players": 4, "options": "rules:table pass:left", "whole_deal": True}
    )
    state = game.new_initial_state()
    state.apply_action(1)
    others = state.information_state_string(1)
    state.apply_action(state.legal_actions()[0])
    again = state.clone()
    assert state.current_player() == 0 and "chosen=" in state.information_state_string(0)
    assert state.information_state_string(1) == others
    for _ in range(2):
        assert again.legal_actions() == state.legal_actions()
        state.apply_action(state.legal_actions()[-1])
        again.apply_action(again.legal_actions()[-1])
    assert state.current_player() == 1 and str(state) == str(again)


def test_our_searches_on_games_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from cutthroat.openspiel import Bot, analyse

    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (4, 0):
        state.apply_action(action)

    def plain(state) -> list[float]:
        if state.is_terminal():
            return state.returns()
        player = state.current_player()
        return max((plain(state.child(action)) for action in state.legal_actions()), key=lambda value: value[player])

    for algorithm in ("maxn", "paranoid"):
        assert list(analyse(state, algorithm).payoff) == plain(state)
    pruned, unpruned = analyse(state, pruning="shallow"), analyse(state, pruning="none")
    assert pruned.payoff == unpruned.payoff and pruned.nodes < unpruned.nodes
    bots = [Bot("paranoid"), Bot("maxn", depth=2)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert state.returns()[0] >= 0

    with pytest.raises(ct.CutthroatError, match="not played in turn"):
        analyse(pyspiel.load_game("matrix_pd").new_initial_state())
    with pytest.raises(ct.CutthroatError, match="chance moves"):
        analyse(pyspiel.load_game("pig").new_initial_state(), depth=4)


def test_sums_are_taken_only_where_they_are_declared() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from cutthroat.openspiel import _Searched

    assert _Searched(pyspiel.load_game("tic_tac_toe")).sum_of_payoffs == 0
    hearts = _Searched(pyspiel.load_game("hearts"))
    assert hearts.sum_of_payoffs is None
