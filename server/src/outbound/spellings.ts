/**
 * `text`: the UTF-8 bytes of a text, one character per byte. `places`: the offset of each in the original bytes, and
 * the end as last item.
 */
export type Letters = { text: string; places: readonly number[] }

/** Escapes in addresses (RFC 3986 §2.1), in JSON and JavaScript, and in HTML. */
const ESCAPE = new RegExp(
  [
    '%(?<byte>[0-9a-f]{2})',
    String.raw`\\+u(?<high>d[89ab][0-9a-f]{2})\\+u(?<low>d[c-f][0-9a-f]{2})`,
    String.raw`\\+(?:u(?<unit>[0-9a-f]{4})|x(?<half>[0-9a-f]{2}))`,
    '&#(?:x0*(?<hexadecimal>[0-9a-f]{1,5})|0*(?<decimal>[0-9]{1,6}));?',
    '&(?<name>amp|lt|gt|quot|apos);',
    String.raw`\\+`,
  ].join('|'),
  'gi',
)
/** A text without any of these characters contains no escape. */
const HAS_ESCAPE = /[%&\\]/
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Escapes may be nested: JSON that holds an address that holds another address. */
const DEPTH_MAX = 4

export function lettersOf(text: string): Letters {
  const letters = Buffer.from(text).toString('latin1')
  return { text: letters, places: Array.from({ length: letters.length + 1 }, (_, index) => index) }
}

/** Decodes all escapes, for comparing only: backslashes are removed, and `+` becomes a blank. */
export function decodeEscapes(letters: Letters): Letters {
  let plain = letters
  for (let depth = 0; depth < DEPTH_MAX && HAS_ESCAPE.test(plain.text); depth++) plain = decodeOnce(plain)
  return { ...plain, text: plain.text.replaceAll('+', ' ') }
}

function decodeOnce(letters: Letters): Letters {
  const { text, places } = letters
  const parts: string[] = []
  const begins: (readonly number[])[] = []
  let done = 0
  for (const { 0: written, index, groups = {} } of text.matchAll(ESCAPE)) {
    const read = decodedOf(groups)
    // A decoded character gets the offset of its escape, so that the escape is redacted as a whole.
    const begin = places[index] as number
    parts.push(text.slice(done, index), read)
    begins.push(
      places.slice(done, index),
      Array.from(read, () => begin),
    )
    done = index + written.length
  }
  return done === 0
    ? letters
    : { text: parts.join('') + text.slice(done), places: [...begins, places.slice(done)].flat() }
}

function decodedOf(groups: Partial<Record<string, string>>): string {
  const { byte, high, low, unit, half, hexadecimal, decimal, name } = groups
  if (byte !== undefined) return String.fromCharCode(hex(byte))
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ''
  if (high !== undefined && low !== undefined) return inUtf8(hex(high), hex(low))
  if (decimal !== undefined) return inUtf8(Number(decimal))
  const point = unit ?? half ?? hexadecimal
  return point === undefined ? '' : inUtf8(hex(point))
}

const hex = (digits: string) => Number.parseInt(digits, 16)

/** Two surrogate halves make one character. */
const inUtf8 = (...points: number[]) => Buffer.from(String.fromCodePoint(...points)).toString('latin1')
