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
  return masked(answer, secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_MAX)
}

function masked(answer: string, secrets: readonly string[]): string {
  const written = lettersOf(answer)
  const plain = decodeEscapes(written)
  const found = secrets.flatMap(formsOf).flatMap((form) => {
    const letters = lettersOf(form)
    // Search the text as written, too: the characters before a secret may look like the start of an escape.
    return [...rangesOf(letters, written), ...rangesOf(decodeEscapes(letters), plain)]
  })
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

function rangesOf({ text: secret }: Letters, { text, places }: Letters): Range[] {
  const ranges: Range[] = []
  if (secret === '') return ranges
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length))
    ranges.push({ from: places[at] as number, to: places[at + secret.length] as number })
  return ranges
}
