import pg from 'pg'

/** `text[]`: names of permissions, authentication methods. Read with every session. */
const TEXT_ARRAY = 1009

/** The driver's parsers, with a faster one for plain lists of words. */
export const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  const parse = pg.types.getTypeParser(id, format)
  return id === TEXT_ARRAY && format !== 'binary' ? (text: string) => readTexts(text, parse) : parse
}

function readTexts(text: string, parse: (text: string) => unknown): unknown {
  if (text === '{}') return []
  // A quote, an escape, a nested array, or a null element: left to the driver.
  const isPlain = !text.includes('"') && !text.includes('\\') && !text.includes('{', 1) && !text.includes('NULL')
  return isPlain ? text.slice(1, -1).split(',') : parse(text)
}
