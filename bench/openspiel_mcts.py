#!/usr/bin/env python3
"""Samples a second of Monte-Carlo tree search at four-player Hearts: this engine beside OpenSpiel's.

Both search the same positions with the same rules and the same number of samples, with random playouts to the end of the
deal, on one thread and in one run, in turns. Time is processor time, and this engine's includes the start of its program.
OpenSpiel's search is its C++ MCTSBot. Its wheel is on PyPI; this repository does not depend on it:

    python3 -m venv /tmp/openspiel && /tmp/openspiel/bin/pip install open_spiel
    cargo build --release -p cutthroat-cli
    /tmp/openspiel/bin/python bench/openspiel_mcts.py
"""

import argparse
import json
import random
import resource
import subprocess
import time

import pyspiel

SUITS = "CDHS"  # as OpenSpiel counts them
RANKS = "23456789TJQKA"
SEATS = 4
STATES = 51  # of a sample: the cards that are left to play


def card_number(card):
    """A card such as (3, 12), the ace of spades, as OpenSpiel's action."""
    suit, rank = card
    return rank * 4 + suit


def written_hand(cards):
    """A hand as this engine writes it: spades.hearts.diamonds.clubs, high cards first."""
    suits = []
    for suit in (3, 2, 1, 0):
        ranks = sorted((rank for own, rank in cards if own == suit), reverse=True)
        suits.append("".join(RANKS[rank] for rank in ranks))
    return ".".join(suits)


def dealt(seed):
    """Four hands and the seat, from 0, that holds the two of clubs."""
    pack = [(suit, rank) for suit in range(4) for rank in range(13)]
    random.Random(seed).shuffle(pack)
    hands = [pack[seat::SEATS] for seat in range(SEATS)]
    leader = next(seat for seat in range(SEATS) if (0, 0) in hands[seat])
    return pack, hands, leader


def openspiel_state(game, pack):
    """The position after the two of clubs was led."""
    state = game.new_initial_state()
    while state.is_chance_node() and state.chance_outcomes()[0][1] != 1 / 52:
        no_pass = next(action for action, _ in state.chance_outcomes() if "No Pass" in state.action_to_string(action))
        state.apply_action(no_pass)
    for card in pack:
        state.apply_action(card_number(card))
    assert state.legal_actions() == [0], "the two of clubs leads"
    state.apply_action(0)
    return state


def by_openspiel(game, state, simulations, seed):
    """The seconds of a search, the tree included."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 0.4 * 26, simulations, 4000, False, seed, False)
    start = time.process_time()
    root = bot.mcts_search(state)
    seconds = time.process_time() - start
    assert root.explore_count == simulations
    return seconds


def by_cutthroat(program, hands, leader, samples, bounds, seed):
    """The seconds of a search, the start of the program included, its samples, and the moves it looked at."""
    held = [[card for card in hand if card != (0, 0)] for hand in hands]
    position = f"{leader + 1}:" + " ".join(written_hand(hand) for hand in held) + " played=C2 rules=queen-breaks"
    command = [program, "analyse", "hearts", "--position", position, "--json", "--seed", str(seed)]
    command += ["--algorithm", f"mcts:playout=uniform,equivalence=off,bounds={bounds},nodes={samples * STATES}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    moves = [move for move in json.loads(answer.stdout)["moves"] if "same_as" not in move]
    return seconds, sum(move["visits"] for move in moves), {move["move"] for move in moves}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cutthroat", default="target/release/cutthroat", help="the program")
    options.add_argument("--deals", type=int, default=5)
    options.add_argument("--samples", type=int, default=50_000, help="samples of each search")
    given = options.parse_args()
    game = pyspiel.load_game("hearts(pass_cards=false)")
    totals = {"OpenSpiel": [0, 0.0], "cutthroat": [0, 0.0], "cutthroat without bounds": [0, 0.0]}
    for seed in range(given.deals):
        pack, hands, leader = dealt(seed)
        state = openspiel_state(game, pack)
        legal = {state.action_to_string(action) for action in state.legal_actions()}
        seconds = by_openspiel(game, state, given.samples, seed + 1)
        totals["OpenSpiel"][0] += given.samples
        totals["OpenSpiel"][1] += seconds
        for name, bounds in (("cutthroat", "on"), ("cutthroat without bounds", "off")):
            seconds, samples, moves = by_cutthroat(given.cutthroat, hands, leader, given.samples, bounds, seed)
            assert moves == {move[1] + move[0] for move in legal}, "both search the same moves"
            totals[name][0] += samples
            totals[name][1] += seconds
    slowest = totals["OpenSpiel"][0] / totals["OpenSpiel"][1]
    print(f"four-player Hearts, {given.deals} deals after the lead of the two of clubs, random playouts, one thread, processor time")
    for name, (samples, seconds) in totals.items():
        rate = samples / seconds
        print(f"{name:25} {rate:10,.0f} samples a second ({samples:,} in {seconds:.2f} s), {rate / slowest:.1f} times")


if __name__ == "__main__":
    main()
