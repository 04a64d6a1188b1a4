"""Live games, views, and games written in Python."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from typing import Any

import pytest

import cutthroat as ct


def test_a_game_is_played_and_taken_back() -> None:
    game = ct.LiveGame("hearts", ["heuristic", "random"], seating=[0, 1, 0], deal=7, seed=1)
    texts = [game.text]
    while game.mover:
        game.play(game.choose().move)
        texts.append(game.text)
    assert sum(game.score or []) == 26.0 and len(game.moves) == len(game.movers)
    for text in reversed(texts[:-1]):
        assert game.take_back() and game.text == text
    assert not game.take_back()


def test_live_games_are_copied_and_pickled() -> None:
    game = ct.LiveGame("spades", ["heuristic", None, "random"], deal=2, seed=5)
    for _ in range(7):
        game.play(game.legal_moves()[0] if game.players[game.mover - 1] is None else game.choose().move)
    for again in (copy.deepcopy(game), game.copy(), pickle.loads(pickle.dumps(game))):
        assert (again.text, again.moves, again.players) == (game.text, game.moves, game.players)
        if again.players[again.mover - 1] is not None:
            assert again.choose() == game.choose()
        again.play(again.legal_moves()[0])
        assert len(again.moves) == len(game.moves) + 1


@pytest.mark.parametrize("game", ["hearts", "spades", "oh-hell", "sergeant-major"])
def test_a_view_tells_nothing_of_other_hands(game: str) -> None:
    """Other deals that fit the view of a seat give the same view, whatever the others hold."""
    live = ct.LiveGame(game, deal=11)
    for _ in range(5):
        live.play(live.legal_moves()[-1])
    for seat in range(1, live.seats + 1):
        text = live.view(seat)
        view = ct.View(game, text)
        assert view.seat == seat and (view.worlds or 2) > 1
        deals = view.deals(3, seed=seat)
        assert len(set(deals)) > 1
        hand = live.layout["hands"][seat - 1]
        for deal in deals:
            other = ct.Position(game, deal).begin(open=True)
            assert other.layout["hands"][seat - 1] == hand


def test_whole_deals_and_whole_games() -> None:
    deal = ct.LiveGame("hearts", ["heuristic"] * 4, deal=1, whole_deal=True, rules="table", **{"pass": "left"})
    assert deal.choices()["what"] == "pass" and deal.choices()["count"] == 3
    deal.play_on()
    assert deal.mover is None and deal.moves[0].startswith("pass:")
    assert deal.events(2)[0]["event"] == "deal"
    whole = ct.LiveGame("hearts", ["heuristic"] * 3, deal=1, whole_game=True, limit=20).play_on()
    assert whole.sheet is not None and whole.sheet["over"]


def test_advice_counts_the_deals() -> None:
    live = ct.LiveGame("hearts", deal=4, cards=5)
    advice = ct.View("hearts", live.view(live.mover)).advise("flat:worlds=30", seed=2)
    assert advice.move in live.legal_moves() and "<table" in advice._repr_html_()
    view = ct.View("hearts", live.view(live.mover))
    assert pickle.loads(pickle.dumps(view)).worlds == view.worlds


class Stones(ct.Game[tuple[int, int]]):
    """Three players take one to three stones in turn; the player who takes the last one gets nothing."""

    name = "test-stones"
    about = "the player who takes the last stone gets nothing"
    notation = "STONES,PLAYER"
    example = "5,1"
    payoffs = (0, 1)
    sum_of_payoffs: Any = 2

    def start(self, seed: int, players: int) -> tuple[int, int]:
        return 10 + seed % 10, 1

    def mover(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: tuple[int, int]) -> list[str]:
        return [str(taken) for taken in range(1, min(state[0], 3) + 1)]

    def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        return state[0] - int(move), state[1] % 3 + 1

    def payoff(self, state: tuple[int, int]) -> list[int]:
        last = (state[1] + 1) % 3 + 1
        return [int(seat != last) for seat in (1, 2, 3)]

    def write(self, state: tuple[int, int]) -> str:
        return f"{state[0]},{state[1]}"

    def read(self, text: str) -> tuple[int, int]:
        left, _, mover = text.partition(",")
        if not (left.isdigit() and mover in ("1", "2", "3")):
            raise ValueError(f"`{text}` is not STONES,PLAYER")
        return int(left), int(mover)


def plain_maxn(game: Stones, state: tuple[int, int]) -> tuple[int, ...]:
    """The plainest max^n."""
    mover = game.mover(state)
    if mover is None:
        return tuple(game.payoff(state))
    best: tuple[int, ...] | None = None
    for move in game.moves(state):
        value = plain_maxn(game, game.play(state, move))
        if best is None or value[mover - 1] > best[mover - 1]:
            best = value
    assert best is not None
    return best


def test_a_game_of_python_is_searched_as_plainly_as_can_be() -> None:
    game = Stones()
    ct.check_game(game)
    ct.register(game)
    for left in range(1, 10):
        for pruning in ("none", "shallow", "speculative"):
            found = ct.analyse("test-stones", f"{left},2", pruning=pruning)
            assert found.payoff == plain_maxn(game, (left, 2)), (left, pruning)
    assert ct.Position("test-stones", "4,1").perft(2) == 6
    results = ct.play_match("test-stones", "maxn:depth=3,random", games=12, threads=2)
    assert len(results) == 12
    again = ct.play_match("test-stones", "maxn:depth=3,random", games=12, threads=1)
    assert again.games == results.games
    for algorithm in ("paranoid", "mcts", "brs+", "soft-maxn"):
        assert ct.analyse("test-stones", "8,1", algorithm=algorithm, nodes=2_000).move in ("1", "2", "3")


@pytest.mark.parametrize(
    ("method", "wrong", "part"),
    [
        ("payoff", lambda self, state: [1, 1], "gives 2 numbers, and 3 play"),
        ("payoff", lambda self, state: [5, 5, 5], ""),
        ("moves", lambda self, state: [], "gives none"),
        ("mover", lambda self, state: 7, "seat 7"),
        ("write", lambda self, state: "5,1", "read back"),
    ],
)
def test_the_conformance_kit_finds_what_is_wrong(method: str, wrong: Any, part: str) -> None:
    broken = type("Broken", (Stones,), {method: wrong, "name": f"broken-{method}"})()
    error = pytest.raises(ct.CutthroatError, ct.check_game, broken).value
    assert part in str(error), str(error)


def test_an_exception_in_a_game_comes_out_and_the_game_goes_on() -> None:
    class Fails(Stones):
        name = "test-fails"
        fails = True

        def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
            if self.fails and state[0] < 5:
                raise ZeroDivisionError("a mistake in the rules")
            return super().play(state, move)

    game = Fails()
    ct.register(game)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="a mistake in the rules"):
            ct.analyse("test-fails", "9,1")
    with pytest.raises(ZeroDivisionError):
        ct.play_match("test-fails", "random", games=3)
    game.fails = False
    assert ct.analyse("test-fails", "5,1").payoff == (1, 1, 0)
    with pytest.raises(ct.CutthroatError, match="is not STONES,PLAYER"):
        ct.analyse("test-fails", "x")
    with pytest.raises(ct.CutthroatError, match="is a game of ours"):
        ct.register(type("Hearts", (Stones,), {"name": "hearts"})())


def test_a_failure_in_one_thread_is_never_an_answer_in_another() -> None:
    """Whatever was under way when a game failed is right, or raises."""

    class SometimesFails(Stones):
        name = "test-sometimes-fails"

        def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
            if state[0] == 3:
                raise ZeroDivisionError("a mistake in the rules")
            return super().play(state, move)

    ct.register(SometimesFails())
    ct.register(Stones())
    expected = ct.analyse("test-stones", "12,1", pruning="none").payoff
    answers: list[Any] = []

    def search(game: str) -> None:
        for _ in range(15):
            try:
                answers.append((game, ct.analyse(game, "12,1", pruning="none").payoff))
            except ZeroDivisionError:
                answers.append((game, None))

    threads = [threading.Thread(target=search, args=(name,)) for name in ("test-stones", "test-sometimes-fails")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 30
    assert all(payoff in (None, expected) for game, payoff in answers if game == "test-stones")
    assert all(payoff is None for game, payoff in answers if game == "test-sometimes-fails")
    assert ct.analyse("test-stones", "12,1").payoff == expected


def test_random_games_end_the_same_on_both_sides() -> None:
    """The engine's random player and the rules of Python agree move by move."""
    game, chance = Stones(), random.Random(3)
    ct.register(game)
    for deal in range(5):
        live, state = ct.LiveGame("test-stones", deal=deal), game.start(deal, 3)
        while live.mover:
            assert live.legal_moves() == game.moves(state) and live.mover == game.mover(state)
            move = chance.choice(game.moves(state))
            live.play(move)
            state = game.play(state, move)
        assert live.payoff == game.payoff(state)
