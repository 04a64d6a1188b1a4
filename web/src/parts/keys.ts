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
};
