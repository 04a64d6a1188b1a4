import { describe, expect, it } from 'vitest';
import { after, NO_VARIATIONS, readVariations, shown, toTheEnd, withPath, without, writeVariations } from './variations';

describe('variations', () => {
  const tree = [
    ['HJ', 'H8', 'HQ'],
    ['HJ', 'D2'],
    ['S4', 'S5'],
    ['HJ', 'H8', 'H5'],
  ].reduce(withPath, NO_VARIATIONS);

  it('are kept, and written in brackets', () => {
    expect(writeVariations(tree)).toBe('HJ(S4.S5).H8(D2).HQ(H5)');
    expect(withPath(tree, ['HJ', 'D2'])).toEqual(tree);
  });

  it('are read as they are written', () => {
    expect(readVariations(writeVariations(tree))).toEqual(tree);
    expect(readVariations('')).toEqual(NO_VARIATIONS);
    expect(readVariations('a1-b2.pass(c3-d4)')).not.toBe(null);
    for (const wrong of ['.', 'HJ(', 'HJ()', 'HJ)', '(HJ)', 'HJ..H8', 'HJ(S4', 'HJ.(S4)']) expect(readVariations(wrong)).toBe(null);
  });

  it('can be walked', () => {
    expect(after(tree, ['HJ']).map((variation) => variation.move)).toEqual(['H8', 'D2']);
    expect(after(tree, ['C2'])).toEqual([]);
    expect(toTheEnd(tree, [])).toEqual(['HJ', 'H8', 'HQ']);
    expect(toTheEnd(tree, ['S4'])).toEqual(['S4', 'S5']);
  });

  it('can be removed', () => {
    expect(writeVariations(without(tree, ['HJ', 'H8']))).toBe('HJ(S4.S5).D2');
    expect(without(tree, [])).toEqual(NO_VARIATIONS);
  });

  it('are listed as they are read', () => {
    const text = shown(tree)
      .map(({ move, opens, closes }) => (opens ? '(' : '') + move + ')'.repeat(closes))
      .join(' ');
    expect(text).toBe('HJ (S4 S5) H8 (D2) HQ (H5)');
    expect(shown(tree).find(({ move }) => move === 'D2')).toMatchObject({ path: ['HJ', 'D2'], level: 1 });
  });
});
