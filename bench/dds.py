#!/usr/bin/env python3
"""Bridge double dummy: this engine beside DDS, on the same deals, one after the other.

Both find the value and a best card of whole deals in every strain, on one thread; with --cards the value of every card, and
with --tables all twenty results of a deal. Time is processor time where the system tells it. Neither keeps what it knew
about another deal or strain. All values are compared: if two differ, the deal is named and the exit code is 1. DDS is in
the package endplay; this repository does not depend on it. Both are built as they are passed on:

    python3 -m venv /tmp/endplay && /tmp/endplay/bin/pip install endplay
    cargo build --profile dist -p cutthroat-games --features measure --example double_dummy
    /tmp/endplay/bin/python bench/dds.py

The column `any` is a search for the value and any best card, as DDS searches; `rule` settles ties between best cards by the
documented rule and finds the whole line of play.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import time

try:
    from endplay import _dds as dds
except ImportError:
    sys.exit("dds.py: endplay, which has DDS in it, is missing: python3 -m pip install endplay")

SEATS = "NESW"  # seat 1 of this engine is north
STRAINS = "SHDCN"  # as DDS counts them
SUITS = "SHDC"
RANKS = "23456789TJQKA"
MODES = ("any", "rule")


def dealt(seed):
    """Four hands from north on, each a set of cards such as SA, by suit."""
    pack = [(suit, rank) for suit in SUITS for rank in RANKS]
    random.Random(seed).shuffle(pack)
    return [[[rank for rank in RANKS if (suit, rank) in pack[seat::4]] for suit in SUITS] for seat in range(4)]


def written(hands):
    """The hands as PBN and this engine write them: spades.hearts.diamonds.clubs, high cards first."""
    return " ".join(".".join("".join(reversed(suit)) for suit in hand) for hand in hands)


class Dds:
    """DDS, by its own functions."""

    def __init__(self):
        dds.SetMaxThreads(1)

    @staticmethod
    def timed(call, *arguments):
        start = time.process_time_ns() if CLOCK else time.perf_counter_ns()
        call(*arguments)
        return (time.process_time_ns() if CLOCK else time.perf_counter_ns()) - start

    @staticmethod
    def holdings(cards, hands):
        for seat, hand in enumerate(hands):
            for suit, ranks in enumerate(hand):
                cards[seat][suit] = sum(4 << RANKS.index(rank) for rank in ranks)

    def solve(self, hands, leader, strain, solutions):
        """What each card that DDS names is worth, and nanoseconds."""
        deal = dds.deal(trump=STRAINS.index(strain), first=SEATS.index(leader))
        self.holdings(deal.remainCards, hands)
        found = dds.futureTricks()
        took = self.timed(dds.SolveBoard, deal, -1, solutions, 1, found, 0)
        worth = {}
        for place in range(found.cards):
            ranks = found.equals[place] | 1 << found.rank[place]
            for number, rank in enumerate(RANKS):
                if ranks & 4 << number:
                    worth[SUITS[found.suit[place]] + rank] = found.score[place]
        return worth, took

    def table(self, hands):
        """The tricks of every declarer by strain, and nanoseconds."""
        deal, found = dds.ddTableDeal(), dds.ddTableResults()
        self.holdings(deal.cards, hands)
        took = self.timed(dds.CalcDDtable, deal, found)
        return [[found.resTable[strain][seat] for strain in range(5)] for seat in range(4)], took


class Ours:
    """This engine: a program that answers a line for every line."""

    def __init__(self, program, memory):
        try:
            self.program = subprocess.Popen(
                [program, "answer", str(memory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            sys.exit(f"dds.py: {program}: {error.strerror}; cargo build --release -p cutthroat-games --features measure --example double_dummy")

    def spent(self):
        """The processor time of the program so far: Linux has a clock for every process."""
        return time.clock_gettime_ns(~self.program.pid << 3 | 2)

    def ask(self, question):
        """The words of the answer, and nanoseconds."""
        start = self.spent() if CLOCK else time.perf_counter_ns()
        try:
            self.program.stdin.write(question + "\n")
            self.program.stdin.flush()
        except BrokenPipeError:
            pass
        words = self.program.stdout.readline().split()
        if not words:
            sys.exit(f"dds.py: no answer to `{question}`")
        return words, (self.spent() if CLOCK else time.perf_counter_ns()) - start


def has_clock():
    """Whether the processor time of another process can be read."""
    try:
        return time.clock_gettime_ns(~os.getpid() << 3 | 2) > 0
    except (AttributeError, OSError):
        return False


CLOCK = has_clock()


class Column:
    """The times of one solver, in nanoseconds."""

    def __init__(self):
        self.times = []

    def median(self):
        return statistics.median(self.times) / 1e6

    def mean(self):
        return statistics.fmean(self.times) / 1e6


def differ(seed, hands, leader, strain, what, theirs, ours):
    sys.exit(
        f"dds.py: deal {seed} ({written(hands)}), {leader} leads, strain {strain}, {what}: DDS has {theirs}, this engine {ours}"
    )


def table_of(names, rows):
    """Medians and means of every row in milliseconds, and their ratios to the first column."""
    for measure in ("median", "mean"):
        titles = "".join(f"{name:>10}{'' if name == names[0] else '   ratio':>8}" for name in names)
        print(f"\n{measure + ', ms':<12}{titles}")
        for row, columns in rows:
            of = [getattr(columns[name], measure)() for name in names]
            cells = "".join(f"{one:10.2f}" + (f"{one / of[0]:8.2f}" if at else " " * 8) for at, one in enumerate(of))
            print(f"{row:<12}{cells}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", default="target/dist/examples/double_dummy", help="this engine")
    options.add_argument("--deals", type=int, default=200, help="deals for the value and a best card")
    options.add_argument("--cards", type=int, default=0, metavar="M", help="deals for the value of every card")
    options.add_argument("--tables", type=int, default=0, metavar="T", help="deals for all twenty results")
    options.add_argument("--seed", type=int, default=0, help="the first deal; the others follow it")
    options.add_argument("--leader", choices=SEATS, default="W")
    options.add_argument("--strains", default=STRAINS, help="some of SHDCN")
    options.add_argument("--memory", type=int, default=256, help="MiB for this engine's table")
    given = options.parse_args()
    if not given.strains or set(given.strains) - set(STRAINS):
        options.error(f"--strains {given.strains}: these are some of {STRAINS}")
    if min(given.deals, given.cards, given.tables) < 0 or given.memory < 1:
        options.error("--deals, --cards and --tables are not negative, and --memory is at least 1")
    theirs, ours = Dds(), Ours(given.program, given.memory)
    leader, seat = given.leader, SEATS.index(given.leader) + 1
    position = lambda hands, strain: f"{seat}:{written(hands)} trump={strain}"
    # Both take their memory before anything is timed.
    for strain in given.strains:
        theirs.solve(dealt(-1), leader, strain, 1)
        ours.ask(f"{MODES[0]} {position(dealt(-1), strain)}")
    print(
        f"bridge double dummy, seeds from {given.seed} on, {leader} leads, one thread, "
        + ("processor time" if CLOCK else "wall time")
    )
    names = ["DDS", *MODES]
    if given.deals:
        rows = {strain: {name: Column() for name in names} for strain in [*given.strains, "all"]}
        nodes = dict.fromkeys(MODES, 0)
        for seed in range(given.seed, given.seed + given.deals):
            hands = dealt(seed)
            for strain in given.strains:
                worth, took = theirs.solve(hands, leader, strain, 1)
                best = max(worth.values())
                timed = {"DDS": took}
                for mode in MODES:
                    (value, _, visited, _), timed[mode] = ours.ask(f"{mode} {position(hands, strain)}")
                    nodes[mode] += int(visited)
                    if int(value) != best:
                        differ(seed, hands, leader, strain, "the value", best, value)
                for name in names:
                    rows[strain][name].times.append(timed[name])
                    rows["all"][name].times.append(timed[name])
        print(f"\nvalue and a best card, {given.deals} deals, all values equal; nodes of this engine: ", end="")
        print(", ".join(f"{mode} {count:,}" for mode, count in nodes.items()))
        table_of(names, rows.items())
    if given.cards:
        rows = {strain: {name: Column() for name in ("DDS", "ours")} for strain in [*given.strains, "all"]}
        for seed in range(given.seed, given.seed + given.cards):
            hands = dealt(seed)
            for strain in given.strains:
                worth, took = theirs.solve(hands, leader, strain, 3)
                words, own_time = ours.ask(f"cards {position(hands, strain)}")
                own = {card: int(value) for card, value in (word.split(":") for word in words[2:])}
                for card in sorted(worth.keys() | own.keys()):
                    if worth.get(card) != own.get(card):
                        differ(seed, hands, leader, strain, card, worth.get(card), own.get(card))
                for row in (strain, "all"):
                    rows[row]["DDS"].times.append(took)
                    rows[row]["ours"].times.append(own_time)
        print(f"\nthe value of every card, {given.cards} deals, all values equal")
        table_of(["DDS", "ours"], rows.items())
    if given.tables:
        row = {"DDS": Column(), "ours": Column()}
        for seed in range(given.seed, given.seed + given.tables):
            hands = dealt(seed)
            twenty, took = theirs.table(hands)
            words, own_time = ours.ask(f"table {position(hands, 'N')}")
            own = [[int(tricks) for tricks in words[5 * seat : 5 * seat + 5]] for seat in range(4)]
            for declarer, strain in ((declarer, strain) for declarer in range(4) for strain in range(5)):
                if twenty[declarer][strain] != own[declarer][strain]:
                    what = f"{SEATS[declarer]} declares"
                    tricks = twenty[declarer][strain], own[declarer][strain]
                    differ(seed, hands, SEATS[(declarer + 1) % 4], STRAINS[strain], what, *tricks)
            row["DDS"].times.append(took)
            row["ours"].times.append(own_time)
        print(f"\nall twenty results, {given.tables} deals, all values equal")
        table_of(["DDS", "ours"], [("a deal", row)])


if __name__ == "__main__":
    main()
