type Props = { rows: number; width: number }

/** Rows that are on their way. */
export function Skeleton({ rows, width }: Props) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} aria-hidden="true">
      {Array.from({ length: width }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell}>
          <span className="data-table-bone" />
        </td>
      ))}
    </tr>
  ))
}

/** The room of rows that a page does not have. */
export function Filler({ rows, width }: Props) {
  return Array.from({ length: Math.max(0, rows) }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} aria-hidden="true" className="data-table-filler">
      <td colSpan={width} />
    </tr>
  ))
}
