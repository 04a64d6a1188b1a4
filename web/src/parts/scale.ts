// The axis of a plot.

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
  /** A tick as text: all with the same number of decimals. */
  text: (tick: number) => string;
  /** A value as a part of the axis: 0 at its beginning, 1 at its end. */
  at: (value: number) => number;
}

/** An axis around all values, with round ticks. */
export function scaleOf(values: readonly number[], wanted = 5): Scale {
  const finite = values.filter(Number.isFinite);
  let low = Math.min(...finite);
  let high = Math.max(...finite);
  if (finite.length === 0) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? rough;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
  const [from, to] = [ticks[0], ticks[ticks.length - 1]];
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = (tick: number): string => tick.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return { low: from, high: to, ticks, text, at: (value) => (value - from) / (to - from) };
}

export const shortNumber = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 1 ? 2 : 1);
