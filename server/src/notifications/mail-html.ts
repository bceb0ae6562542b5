import type sanitizeHtml from 'sanitize-html'
import { styleProblem } from './mail-style.ts'

const BOX = ['width', 'height', 'align', 'valign', 'bgcolor', 'border']
const CELL = [...BOX, 'background', 'colspan', 'rowspan', 'nowrap', 'scope']
const PICTURES = ['https', 'cid']
const ADDRESSES = ['href', 'src', 'background']

/** What mail is made of: nothing that runs, loads a page, or sends a form (security note D17). */
const TAGS = [
  ...['html', 'head', 'body', 'div', 'p', 'span', 'br', 'hr', 'center', 'font', 'blockquote', 'pre', 'code'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'small', 'big', 'mark', 'abbr', 'q'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]
const ATTRIBUTES: Record<string, string[]> = {
  '*': ['style', 'class', 'title', 'dir', 'lang', 'role', 'align', 'aria-label', 'aria-hidden'],
  html: ['xmlns', 'xmlns:v', 'xmlns:o'],
  body: [...BOX, 'text', 'link', 'alink', 'vlink', 'topmargin', 'leftmargin', 'marginwidth', 'marginheight'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', ...BOX, 'hspace', 'vspace'],
  font: ['color', 'face', 'size'],
  table: [...BOX, 'background', 'cellpadding', 'cellspacing', 'summary'],
  tr: [...BOX, 'background'],
  td: CELL,
  th: CELL,
  col: [...BOX, 'span'],
  hr: [...BOX, 'color', 'size', 'noshade'],
  ol: ['start', 'type'],
  ul: ['type'],
}

const MAIL: sanitizeHtml.IOptions = {
  allowedTags: [...TAGS, 'title'],
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: PICTURES, table: PICTURES, tr: PICTURES, td: PICTURES, th: PICTURES },
  allowedSchemesAppliedToAttributes: ADDRESSES,
  allowProtocolRelative: false,
  // Styles are judged below, so that what is kept is kept as it is written.
  parseStyleAttributes: false,
}

/** The same serialiser, without a rule: what differs from it is what a rule takes away. */
const ANYTHING: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
}

const ATTRIBUTE = /\s+([a-zA-Z][\w:-]*)(?:\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s"'<>=`{}&]+))?/
const TAG = new RegExp(`</?([a-zA-Z][a-zA-Z0-9]*)((?:${ATTRIBUTE.source})*)\\s*/?>`, 'y')
const NO_TAGS = [
  // What stands in a title is text to parsers, whatever it looks like: it holds no other tag.
  /<title>[^<]*<\/title>/iy,
  /<!doctype html[^<>]*>/iy,
  // The conditions by which old Outlooks are told apart: comments to everybody else.
  /<!--(?!-?>)(?:(?!--!?>|<!--(?!>))[\s\S])*-->/y,
  /<!\[(?:if [^<>[\]]*|endif)\]>/iy,
]
const SCRIPT_LIKE = /<[\s/]*(?:script|iframe|object|embed)|(?:java|vb)script:|[\s/"']on\w+\s*=/i

type Tag = { name: string; attributes: { written: string; name: string; value: string }[] }

/**
 * What in the HTML of a message is not allowed, in words for people, or `null`. It judges what is written and changes
 * nothing. Every `<` has to begin something that all parsers read alike, so that the judged text is the shown one.
 */
export async function mailHtmlProblem(html: string): Promise<string | null> {
  const tags = readTags(html)
  if (typeof tags === 'string') return tags
  for (const tag of tags) {
    const problem = tagProblem(tag)
    if (problem !== null) return `Not allowed in a message: ${problem}`
  }
  // Loaded when the first template is saved: most servers start without it.
  const { default: sanitize } = await import('sanitize-html')
  const isAllowed = (part: string) => sanitize(part, MAIL) === sanitize(part, ANYTHING)
  return isAllowed(html) ? null : `Not allowed in a message: ${culpritOf(tags, isAllowed)}`
}

/** The tags, or why the text cannot be read. */
function readTags(html: string): Tag[] | string {
  const tags: Tag[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const passage = NO_TAGS.map((pattern) => matchAt(pattern, html, at)?.[0]).find((found) => found !== undefined)
    if (passage !== undefined && SCRIPT_LIKE.test(passage)) return 'Not allowed in a message: a script in a comment'
    const [tag = '', name = '', attributes = ''] = matchAt(TAG, html, at) ?? []
    if (passage === undefined && tag === '')
      return `This cannot be read as HTML: ${html.slice(at, at + 20)} (a "<" of the text is written as &lt;)`
    if (passage === undefined) tags.push({ name: name.toLowerCase(), attributes: readAttributes(attributes) })
    at += (passage ?? tag).length
  }
  return tags
}

function readAttributes(text: string): Tag['attributes'] {
  return [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(([written, name = '', value = '']) => ({
    written: written.trim(),
    name: name.toLowerCase(),
    value: value.replace(/^["']|["']$/g, ''),
  }))
}

function tagProblem({ name: tag, attributes }: Tag): string | null {
  if (!TAGS.includes(tag)) return `<${tag}>`
  for (const { written, name, value } of attributes) {
    const isKnown = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tag] ?? [])].includes(name)
    if (!isKnown || (ADDRESSES.includes(name) && !isSafeOnceFilled(value))) return `${written} on <${tag}>`
    const style = name === 'style' ? styleProblem(value) : null
    if (style !== null) return `${style} in the style of <${tag}>`
  }
  return null
}

/** An address with variables has its beginning fixed, or is one variable: no value makes another scheme of it. */
function isSafeOnceFilled(address: string): boolean {
  return !address.includes('{') || /^(?:https?:\/\/[^{]|mailto:|cid:|\{\{\s*\w+\s*\}\}$)/i.test(address)
}

/** Names and styles have been judged by then: what is left is an address. */
function culpritOf(tags: Tag[], isAllowed: (html: string) => boolean): string {
  for (const { name, attributes } of tags) {
    const culprit = attributes.find(({ written }) => !isAllowed(`<${name} ${written}>`))
    if (culprit !== undefined) return `${culprit.written} on <${name}>`
  }
  return 'tags that do not fit together'
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
