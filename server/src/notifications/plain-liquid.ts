import type { Values } from './values.ts'

/** A text in which nothing is Liquid but variables that are shown as they are: words and names by turns. */
export type PlainLiquid = { words: string[]; names: string[] }

const VARIABLE = /\{\{[ \t]*([A-Za-z]\w*)[ \t]*\}\}/g
/** What the engine may read in another way: other markup, and braces beside a variable. */
const MARKUP = /\{\{|\{%|\}\}|%\}|\{$|^\}/

/** `null` for a text that only the engine can read. */
export function readPlain(source: string): PlainLiquid | null {
  const parts = source.split(VARIABLE)
  const words = parts.filter((_, index) => index % 2 === 0)
  const names = parts.filter((_, index) => index % 2 === 1)
  return words.some((one) => MARKUP.test(one)) ? null : { words, names }
}

/** Longer ones are the engine's, which has limits. */
const LENGTH_MAX = 100_000

/**
 * The same text as the engine makes of it, without a walk through its tree: most of what a message costs. `null` leaves it
 * to the engine, which says what is wrong: where a value is missing, or the text gets very long.
 */
export function fillPlain({ words, names }: PlainLiquid, values: Values, shown: (text: string) => string) {
  let text = words[0] as string
  for (const [index, name] of names.entries()) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || text.length > LENGTH_MAX) return null
    text += shown(String(value)) + words[index + 1]
  }
  return text
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** As Liquid's own `escape`. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)
