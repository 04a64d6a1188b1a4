// An analysis as plain text, to keep or to send.

import type { Advice, Report, ViewAnswer, Worth } from './api';
import { figure } from './api';

export function analysisAsText(game: string, view: ViewAnswer, path: string[], report: Report | null, advice: Advice | null, rows: Worth[], link: string): string {
  const lines = [`${game}: ${advice ? advice.view : view.position}`];
  if (view.seen.terms) lines.push(view.seen.terms);
  if (path.length > 0) lines.push(`moves so far: ${path.join(' ')}`);
  if (view.seen.mover !== null) lines.push(`seat ${view.seen.mover} to move`);
  if (report) {
    lines.push('', report.spec, `depth ${report.depth}${report.complete ? ' (to the end of the game)' : ''}, ${report.nodes.toLocaleString('en')} nodes`);
    lines.push(`payoff (${report.payoff.join(', ')})`, `line ${report.pv.join(' ')}`);
  }
  if (advice) {
    const possible = advice.worlds === null ? '' : ` of ${Number(advice.worlds).toLocaleString('en')}`;
    lines.push('', advice.player, `${advice.looked_at.toLocaleString('en')}${possible} deals looked at, ${advice.nodes.toLocaleString('en')} nodes`);
  }
  const valued = rows.filter((row) => row.worth !== null);
  if (valued.length > 0) {
    const players = valued[0].worth!.length;
    const table = [
      ['move', ...Array.from({ length: players }, (_, seat) => `seat ${seat + 1}`), ...(advice ? ['error'] : [])],
      ...valued.map((row) => [row.move + (row.isBest ? ' *' : ''), ...row.worth!.map(figure), ...(advice ? [row.error === null ? '' : figure(row.error)] : [])]),
    ];
    const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
    lines.push('', ...table.map((row) => row.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join('  ').trimEnd()));
  }
  lines.push('', link);
  return lines.join('\n') + '\n';
}
