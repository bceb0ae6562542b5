/** The first letter of a name, as it stands for the name. An emoji is one, put together too where the browser can tell. */
export function firstLetter(name: string): string {
  const text = name.trim()
  // Firefox has it since 125.
  const parts = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter().segment(text) : null
  const [first] = parts === null ? text : Array.from(parts, ({ segment }) => segment)
  return (first ?? '').toUpperCase()
}
