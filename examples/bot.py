#!/usr/bin/env python3
"""A bot for Cutthroat's engine protocol (docs/protocol.md): plays every game, with one simple idea about cards.

    cutthroat match hearts --seats 'heuristic,exec:python3 examples/bot.py' --games 14
"""
import json
import random
import sys

RANKS = "23456789TJQKA"


def say(**message):
    print(json.dumps(message), flush=True)


def height(card):
    return RANKS.find(card[1:]) if card[:1] in "SHDC" and len(card) == 2 else -1


def choose(message, chance):
    legal, count = message["legal"], message.get("count", 1)
    if message["what"] in ("pass", "discard"):
        return sorted(legal, key=height)[-count:]       # get rid of high cards
    if message["what"] == "bid":
        numbers = [bid for bid in legal if bid.isdigit()]
        return [numbers[len(numbers) // 4] if numbers else "look" if "look" in legal else legal[0]]
    if all(height(move) >= 0 for move in legal):
        return [min(legal, key=height)]                 # play low
    return [chance.choice(legal)]                       # a board: anything


chance = random.Random(0)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="low cards", version="1.0", games=[])
    elif message["type"] == "newgame":
        chance = random.Random(message.get("seed", 0))  # the same game again is played the same way
    elif message["type"] == "choose":
        moves = choose(message, chance)
        answer = {"moves": moves} if "count" in message else {"move": moves[0]}
        say(type="choice", id=message["id"], **answer)
    elif message["type"] == "quit":
        break
