import { describe, expect, it } from 'vitest';
import { emptySetUp, place, readSetUp, writeSetUp } from './hands';

describe('a position that is set up by clicking', () => {
  it('is written in our notation', () => {
    let setUp = emptySetUp(3);
    for (const [card, to] of [
      ['SA', 0],
      ['HK', 0],
      ['S2', 0],
      ['DQ', 1],
      ['CT', 'trick'],
    ] as const)
      setUp = place(setUp, card, to);
    setUp = { ...setUp, leader: 3, fields: { bids: '1, 0, 1', trump: '' } };
    expect(writeSetUp(setUp)).toBe('3:A2.K.. ..Q. ... played=CT bids=1,0,1');
  });

  it('is read as it is written', () => {
    const text = '1:432.J.9. T.8.A8.T .Q95.7.J bids=4,1,0';
    expect(writeSetUp(readSetUp(text)!)).toBe(text);
    expect(readSetUp('1:10.J.9. t.8.A8.T')?.hands[0]).toContain('ST');
    for (const wrong of ['', 'figure 2003-1', '1:? A.K.. ?', '1:AX...']) expect(readSetUp(wrong)).toBe(null);
  });

  it('has each card in one place only', () => {
    let setUp = place(emptySetUp(2), 'SA', 0);
    setUp = place(setUp, 'SA', 1);
    expect(setUp.hands).toEqual([[], ['SA']]);
    setUp = place(setUp, 'SA', 'trick');
    expect([setUp.hands, setUp.played]).toEqual([[[], []], ['SA']]);
    expect(place(setUp, 'SA', 'trick').played).toEqual([]);
  });
});
