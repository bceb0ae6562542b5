/** The first letter of a name, as it stands for the name. An emoji is one, however it is put together. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return (first?.segment ?? '').toUpperCase()
}
