// The columns of a table.

export interface Column<Row> {
  name: string;
  label: string;
  /** What stands in a cell. */
  text: (row: Row) => string | number;
  /** What rows are ordered by; the text if not given. */
  by?: (row: Row) => string | number | null;
  number?: boolean;
  sorts?: boolean;
}

/** The rows in order of a column. Equal rows stay as they were, and what is missing comes last in both directions. */
export function ordered<Row>(rows: readonly Row[], column: Column<Row>, down: boolean): Row[] {
  const value = column.by ?? column.text;
  const compared = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return down ? compared(b, a) : compared(a, b);
  });
}
