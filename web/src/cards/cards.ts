// Cards by name, as the engine writes them: `SA`, `H7`, `DT`.

export const SUITS = ['S', 'H', 'D', 'C'] as const;
export type SuitLetter = (typeof SUITS)[number];
export const RANKS = 'AKQJT98765432';

const SUIT_WORDS: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs', N: 'no trump' };
const RANK_WORDS: Record<string, string> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: '10' };

export const isCard = (text: string): boolean => /^[SHDC][AKQJT98765432]$/.test(text);
export const suitOf = (card: string): SuitLetter => card[0] as SuitLetter;
export const rankOf = (card: string): string => card.slice(1);
/** The rank as it stands on a card: `10` for T. */
export const rankShown = (card: string): string => (rankOf(card) === 'T' ? '10' : rankOf(card));
export const suitWord = (suit: string): string => SUIT_WORDS[suit] ?? suit;
/** `jack of hearts`. What is not a card is given back. */
export const cardWord = (card: string): string =>
  isCard(card) ? `${RANK_WORDS[rankOf(card)] ?? rankOf(card)} of ${suitWord(suitOf(card))}` : card;
export const cardWords = (cards: readonly string[]): string => cards.map(cardWord).join(', ');

/** Reads what somebody types: `HJ`, `jh`, `h 10`. */
export function readCard(text: string): string | null {
  const short = text.toUpperCase().replace(/\s/g, '').replace('10', 'T');
  const turned = short.length === 2 ? short[1]! + short[0]! : short;
  return [short, turned].find(isCard) ?? null;
}

/** Suit by suit, black and red in turn, each from the ace down. */
export function sorted(cards: readonly string[]): string[] {
  const key = (card: string) => 'SHCD'.indexOf(card[0]!) * 20 + RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => key(a) - key(b));
}
