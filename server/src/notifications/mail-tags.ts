import type { TemplateProblem } from '@gatehouse/contract/admin/template-work.ts'

/** Stands for a condition or a filter: no name, no value and no address may hold it. */
export const MASK = '\uE000'

export type Attribute = { written: string; name: string; value: string }
export type Tag = { at: number; length: number; name: string; attributes: Attribute[] }
export type HtmlProblem = Omit<TemplateProblem, 'field'>
/** What begins with `<` and is no tag: a comment, a title, the document type. */
export type Passage = { at: number; written: string }
/** `problem`: where the HTML stops being readable, and why; what stands before was read. */
export type HtmlRead = { tags: Tag[]; passages: Passage[]; problem: HtmlProblem | null }

const ATTRIBUTE = /\s+([a-zA-Z][\w:-]*)(?:\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s"'<>=`{}&]+))?/
const TAG = new RegExp(`</?([a-zA-Z][a-zA-Z0-9:]*)((?:${ATTRIBUTE.source})*)\\s*/?>`, 'y')
const NO_TAGS = [
  // What stands in a title is text to parsers, whatever it looks like: it holds no other tag.
  /<title>[^<]*<\/title>/iy,
  /<!doctype html[^<>]*>/iy,
  // The conditions by which old Outlooks are told apart: comments to everybody else.
  /<!--(?!-?>)(?:(?!--!?>|<!--(?!>))[\s\S])*-->/y,
  /<!\[(?:if [^<>[\]]*|endif)\]>/iy,
]
const SCRIPT_LIKE = /<[\s/]*(?:script|iframe|object|embed)|(?:java|vb)script:|[\s/"']on\w+\s*=/i

/** The tags of a text, as far as every parser reads them alike: every `<` has to begin something known. */
export function readTags(html: string): HtmlRead {
  const read: HtmlRead = { tags: [], passages: [], problem: null }
  const stop = (problem: HtmlProblem): HtmlRead => ({ ...read, problem })
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const passage = NO_TAGS.map((pattern) => matchAt(pattern, html, at)?.[0]).find((found) => found !== undefined)
    const [tag = '', name = '', attributes = ''] = matchAt(TAG, html, at) ?? []
    const { length } = passage ?? tag
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
    if (passage === undefined)
      read.tags.push({ at, length, name: name.toLowerCase(), attributes: readAttributes(attributes) })
    else read.passages.push({ at, written: passage })
    at += length
  }
  return read
}

function readAttributes(text: string): Attribute[] {
  return [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(([written, name = '', value = '']) => ({
    written: written.trim(),
    name: name.toLowerCase(),
    value: value.replace(/^["']|["']$/g, ''),
  }))
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
