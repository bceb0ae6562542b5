import { decodeEscapes, type Letters, lettersOf } from './spellings.ts'

/** Replaces a code, a link or a secret in texts that administrators read. */
export const BLANK = '••••••'

/** The outbox keeps less, but it cuts only after the secrets were redacted. */
const ANSWER_MAX = 2000

/** The secret part of a link: an id or a random text, long enough not to be an ordinary word of an answer. */
const LAST_PART = /^https?:\/\/\S*[/=]([^/=]{16,})$/

type Range = { from: number; to: number }

/**
 * The answer of another server on one line, cut short, and without the secrets that we sent to it, however it spells
 * them.
 */
export function redactSecrets(answer: string, secrets: readonly string[]): string {
  return (
    masked(answer, secrets)
      // A blank in their place, so that nothing joins what was redacted in parts. Joiners within words of Hindi stay.
      .replace(/[\s\p{Cc}\p{Bidi_Control}\u200B\u2060\uFEFF]+/gu, ' ')
      .trim()
      .slice(0, ANSWER_MAX)
  )
}

function masked(answer: string, secrets: readonly string[]): string {
  const written = lettersOf(answer)
  const plain = decodeEscapes(written)
  const found = secrets.flatMap(formsOf).flatMap((form) => {
    const letters = lettersOf(form)
    // Search the text as written, too: the characters before a secret may look like the start of an escape.
    return [...rangesOf(letters, written), ...rangesOf(decodeEscapes(letters), plain)]
  })
  for (const part of secrets.flatMap(partsInBase64))
    for (const letters of [written, plain]) found.push(...rangesOf(lettersOf(part), letters, BASE64))
  const bytes = Buffer.from(answer)
  const parts: string[] = []
  let done = 0
  for (const { from, to } of found.toSorted((a, b) => a.from - b.from)) {
    if (from >= done) parts.push(bytes.toString('utf8', done, from), BLANK)
    done = Math.max(done, to)
  }
  return parts.join('') + bytes.toString('utf8', done)
}

function formsOf(secret: string): string[] {
  const [, lastPart = ''] = LAST_PART.exec(secret) ?? []
  return [secret, Buffer.from(secret).toString('base64'), lastPart].filter((form) => form !== '')
}

/** Fewer letters could be an ordinary word of an answer. */
const PART_MIN = 6
const BASE64 = /[\w+/=-]/

/**
 * What is always the same of the base64 of any text with the secret in it, such as user name and password of `AUTH PLAIN` and of Basic:
 * three bytes become four letters, so there are three ways.
 */
function partsInBase64(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const parts = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const sure = Math.floor((whole.length * 8) / 6)
    return whole.toString('base64').slice(Math.ceil((before * 8) / 6), sure)
  })
  return parts
    .filter((part) => part.length >= PART_MIN)
    .flatMap((part) => [part, part.replaceAll('+', '-').replaceAll('/', '_')])
}

/** @param around letters that belong to a range, too, where they stand beside it */
function rangesOf({ text: secret }: Letters, { text, places }: Letters, around?: RegExp): Range[] {
  const ranges: Range[] = []
  if (secret === '') return ranges
  for (let at = text.indexOf(secret); at !== -1; ) {
    let [from, to] = [at, at + secret.length]
    while (from > 0 && around?.test(text.charAt(from - 1))) from--
    while (to < text.length && around?.test(text.charAt(to))) to++
    ranges.push({ from: places[from] as number, to: places[to] as number })
    at = text.indexOf(secret, to)
  }
  return ranges
}
