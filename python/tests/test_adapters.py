"""PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import warnings

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
        if game != "chinese-checkers":
            seed_test(lambda: env(game), num_cycles=50)


@pytest.mark.parametrize("game", ["hearts", "spades", "oh-hell", "sergeant-major"])
def test_observations_hide_what_others_hold(game: str) -> None:
    """Every deal that a seat cannot tell from the real one gives it the same observation."""
    pytest.importorskip("pettingzoo")
    from cutthroat.pettingzoo import raw_env

    env = raw_env(game)
    env.reset(options={"deal": 3})
    start = env.live_game.text
    for seat in range(1, env.live_game.seats + 1):
        seen = env.observe(f"seat_{seat}")["observation"]
        others = 0
        for deal in ct.View(game, env.live_game.view(seat)).deals(5):
            env.reset(options={"position": deal})
            assert (env.observe(f"seat_{seat}")["observation"] == seen).all()
            others += env.live_game.text != start
        assert others > 0
        env.reset(options={"deal": 3})


def test_an_illegal_action_ends_the_episode() -> None:
    pytest.importorskip("pettingzoo")
    from cutthroat.pettingzoo import env

    hearts = env("hearts")
    hearts.reset(seed=2)
    mask = hearts.last()[0]["action_mask"]
    hearts.step(int(mask.argmin()))
    assert all(hearts.terminations.values())


@pytest.mark.parametrize("game", ["hearts", "spades", "chinese-checkers", "tree", "bridge"])
def test_a_seat_is_an_environment_of_gymnasium(game: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from cutthroat.gymnasium import SeatEnv

    env = SeatEnv(game, ["random"], seat=2)
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
    for name, options in [("cutthroat_hearts", "cards:4"), ("cutthroat_spades", "cards:3"), ("cutthroat_tree", "")]:
        game = pyspiel.load_game(name, {"deals": 5, "options": options})
        pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    game = pyspiel.load_game("cutthroat_hearts", {"deals": 3, "options": "cards:3"})
    state = game.new_initial_state()
    state.apply_action(1)
    assert state.information_state_string(0).count("?") == 2
    assert state.clone().history() == state.history()


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
