/**
 * How many rows a table has room for. A list with a single page ends with its last row; of others each page has the
 * height of a full one, so that the pager stays where it was.
 */
export function sizeOf(data: { rows: readonly unknown[]; total: number } | undefined, pageSize: number): number {
  return data && data.total <= data.rows.length ? data.rows.length : pageSize
}
