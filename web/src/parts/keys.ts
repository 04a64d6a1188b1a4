/** The keys of each view, as the help lists them: what is pressed, with spaces between keys, and what it does. */
export const KEYS: Record<string, [string, string][]> = {
  Everywhere: [
    ['?', 'this list'],
    [',', 'settings'],
  ],
  Play: [
    ['← →', 'along the hand; on a board, all four arrows'],
    ['Enter', 'play the card, take the bid, confirm'],
    ['Space', 'mark a card to pass or to discard'],
    ['S H D C', 'to the next card of the suit'],
    ['H J', 'a suit and then a rank: play that card'],
    ['I', 'hint'],
    ['U', 'take back'],
    ['L', 'last trick'],
    ['N', 'next hand'],
  ],
  Analyse: [
    ['← →', 'back and forward along the moves; in a hand, along the cards'],
    ['Home End', 'to the start, to the end of the line'],
    ['Enter', 'play the card or move'],
    ['E', 'read the evaluation'],
  ],
  Pruning: [
    ['← →', 'one step back or on; in the tree, to the next node'],
    ['↑ ↓', 'in the tree: to the parent, to the first child'],
    ['Home End', 'to the start, to the end'],
    ['P', 'to the next prune'],
  ],
  Matches: [
    ['← →', 'one move back or on'],
    ['Home End', 'to the start, to the end'],
  ],
};
