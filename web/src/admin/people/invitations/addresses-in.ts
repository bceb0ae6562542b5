const NAMED = /<([^<>\s]+@[^<>\s]+)>/g

/**
 * The addresses of a pasted text: one a line, or separated by commas, semicolons, tabs or spaces, also as mail programs copy
 * them, such as 'Asha Rao <asha@example.com>'. Whatever else stands there is kept, so that it is refused by name.
 */
export function addressesIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const named = [...line.matchAll(NAMED)].map(([, address = '']) => address)
    // Beside these stand the names of their people, perhaps with a comma.
    if (named.length > 0)
      return [...named, ...wordsOf(line.replaceAll(NAMED, ' ')).filter((word) => word.includes('@'))]
    return line.split(/[,;\t]/).flatMap((part) => {
      const words = wordsOf(part)
      return words.every((word) => word.includes('@')) ? words : [part.trim()]
    })
  })
}

const wordsOf = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '')
