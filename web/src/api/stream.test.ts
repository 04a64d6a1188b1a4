import { expect, test } from 'vitest';
import { EventParser } from './stream';

const TEXT = ': still here\n\nevent: level\ndata: {"depth":3}\n\nevent: end\r\ndata: {"stop":\r\ndata: "complete"}\r\n\r\n';

test('events do not depend on how the text is cut', () => {
  const whole = new EventParser().push(TEXT);
  expect(whole).toEqual([
    { name: 'level', data: '{"depth":3}' },
    { name: 'end', data: '{"stop":\n"complete"}' },
  ]);
  for (const size of [1, 2, 3, 7]) {
    const parser = new EventParser();
    const pieces = TEXT.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(whole);
  }
});

test('an event that is not finished waits', () => {
  const parser = new EventParser();
  expect(parser.push('event: level\ndata: {}\n')).toEqual([]);
  expect(parser.push('\n')).toHaveLength(1);
});
