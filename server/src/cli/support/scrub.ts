/** A shorter value would be found in ordinary words. */
const LEAST = 4
const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu

/** What removes these secrets and all mail addresses from a text. */
export function makeScrub(values: string[]): (text: string) => string {
  const secrets = withCredentials(values)
  return (text) => {
    const without = secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
    return without.replaceAll(ADDRESS, '[address]')
  }
}

/** The values as they are written, and the credentials in those that are addresses; the longest first. */
function withCredentials(values: string[]): string[] {
  const parts = values.flatMap((value) => {
    const credentials = /^\w+:\/\/([^/@]*)@/.exec(value)?.[1] ?? ''
    const password = credentials.split(':').slice(1).join(':')
    const named = [...(URL.parse(value)?.searchParams ?? [])].flatMap(([name, text]) =>
      name === 'password' ? text : [],
    )
    // In JSON, some characters are written differently.
    return [value, password, decoded(password), ...named].flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
  })
  return [...new Set(parts)].filter(({ length }) => length >= LEAST).toSorted((a, b) => b.length - a.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
