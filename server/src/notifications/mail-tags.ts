import type { TemplateProblem } from '@gatehouse/contract/admin/templates/preview.ts'

/** Replaces a condition or a filter. No name, value or address may contain it. */
export const MASK = '\uE000'

/**
 * Offsets are counted from the start of the text. The blanks before an attribute belong to it; `valueAt` is behind the
 * quote.
 */
export type Attribute = { at: number; length: number; written: string; name: string; value: string; valueAt: number }
export type Tag = { at: number; length: number; name: string; attributes: Attribute[] }
export type HtmlProblem = Omit<TemplateProblem, 'field'>
/** Something that starts with `<` and is no tag: a comment, a title, the document type. */
export type Passage = { at: number; written: string }
/** A style sheet; `tag` holds its attributes. */
export type Sheet = Passage & { tag: Tag; css: string; cssAt: number }
export type HtmlRead = {
  tags: Tag[]
  passages: Passage[]
  sheets: Sheet[]
  /** Elements whose content follows other rules (script, svg, textarea …), with that content: no message may contain them. */
  foreign: (Passage & { name: string })[]
  /** Where the HTML stops being readable, and why; the part before it was read. */
  problem: HtmlProblem | null
}

const ATTRIBUTE = /\s+([a-zA-Z][\w:-]*)(?:\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s"'<>=`{}&]+))?/
const ATTRIBUTES = `((?:${ATTRIBUTE.source})*)`
const TAG = new RegExp(`</?([a-zA-Z][a-zA-Z0-9:]*)${ATTRIBUTES}\\s*/?>`, 'y')
const SHEET = new RegExp(`(<style${ATTRIBUTES}\\s*>)([^<]*)</style\\s*>`, 'iy')
const FOREIGN = /<(script|iframe|object|noscript|svg|math|textarea|select|template)\b[^<>]*>[\s\S]*?<\/\1\s*>/iy
const NO_TAGS = [
  // Parsers read the content of a title as text, so it contains no tag.
  /<title>[^<]*<\/title>/iy,
  /<!doctype html[^<>]*>/iy,
  // Conditional comments for old Outlooks: all other programs read them as comments.
  /<!--(?!-?>)(?:(?!--!?>|<!--(?!>))[\s\S])*-->/y,
  /<!\[(?:if [^<>[\]]*|endif)\]>/iy,
]
const SCRIPT_LIKE = /<[\s/]*(?:script|iframe|object|embed)|(?:java|vb)script:|[\s/"']on\w+\s*=/i

/** The tags of a text, as far as every parser reads them alike: every `<` has to start something known. */
export function readTags(html: string): HtmlRead {
  const read: HtmlRead = { tags: [], passages: [], sheets: [], foreign: [], problem: null }
  const stop = (problem: HtmlProblem): HtmlRead => ({ ...read, problem })
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const passage = NO_TAGS.map((pattern) => matchAt(pattern, html, at)?.[0]).find((found) => found !== undefined)
    const sheet = matchAt(SHEET, html, at)
    const foreign = matchAt(FOREIGN, html, at)
    const tag = matchAt(TAG, html, at)
    const length = (passage ?? sheet?.[0] ?? foreign?.[0] ?? tag?.[0] ?? '').length
    if (passage !== undefined && SCRIPT_LIKE.test(passage))
      return stop({ from: at, to: at + length, reason: 'html', values: { what: 'a script in a comment' } })
    if (length === 0) {
      const what = html.slice(at, at + 20)
      return stop(
        what.includes(MASK)
          ? { from: at, to: at + 1, reason: 'html_liquid', values: {} }
          : { from: at, to: at + what.length, reason: 'html_unreadable', values: { what } },
      )
    }
    if (passage !== undefined) read.passages.push({ at, written: passage })
    else if (sheet !== null) read.sheets.push(sheetOf(at, sheet))
    else if (foreign !== null)
      read.foreign.push({ at, written: foreign[0], name: (foreign[1] as string).toLowerCase() })
    else if (tag !== null) read.tags.push(tagOf(at, tag[0], tag[1] as string, tag[2] ?? ''))
    at += length
  }
  return read
}

function tagOf(at: number, written: string, name: string, attributes: string): Tag {
  const begins = at + written.indexOf(attributes, name.length)
  return { at, length: written.length, name: name.toLowerCase(), attributes: readAttributes(attributes, begins) }
}

function sheetOf(at: number, [written, open = '', attributes = '', , , css = '']: RegExpExecArray): Sheet {
  return { at, written, tag: tagOf(at, open, 'style', attributes), css, cssAt: at + open.length }
}

function readAttributes(text: string, at: number): Attribute[] {
  return [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(({ 0: found, 1: name = '', 2: given = '', index }) => {
    const value = given.replace(/^["']|["']$/g, '')
    return {
      at: at + index,
      length: found.length,
      written: found.trim(),
      name: name.toLowerCase(),
      value,
      valueAt: at + index + found.length - given.length + (given === value ? 0 : 1),
    }
  })
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
