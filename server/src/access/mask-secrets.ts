/** Stands for a code, a link or a secret where people read what was sent or answered. */
export const BLANK = '••••••'

/** The outbox keeps less: it cuts after the message's own secrets were taken out, too. */
const ANSWER_MAX = 2000

/** What another side has said, on one line, cut short, and without the secrets that it was sent, in whatever way it repeats them. */
export function toldBy(answer: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, spelling) => text.replaceAll(spelling, BLANK), answer)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_MAX)
}

function spellings(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed())
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inHtml = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return [secret, inUrl, inUrl.replaceAll('%20', '+'), inJson, inHtml, Buffer.from(secret).toString('base64')]
}
