/** A value before and after a change; one that stayed the same stands alone. */
export function ChangedValue({ before, after }: { before: string; after: string }) {
  if (before === after) return after
  return (
    <>
      <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
    </>
  )
}
