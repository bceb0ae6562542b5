import type sanitizeHtml from 'sanitize-html'
import { styleProblem } from './mail-style.ts'
import { type HtmlProblem, MASK, readTags, type Tag } from './mail-tags.ts'

const BOX = ['width', 'height', 'align', 'valign', 'bgcolor', 'border']
const CELL = [...BOX, 'background', 'colspan', 'rowspan', 'nowrap', 'scope']
const PICTURES = ['https', 'cid']
/** Attributes that hold addresses. */
export const ADDRESSES = ['href', 'src', 'background']

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

/**
 * What in the HTML of a message is not allowed, or `null`. It judges what is written and changes nothing. Every `<` has
 * to begin something that all parsers read alike, so that the judged text is the shown one.
 */
export async function mailHtmlProblem(html: string): Promise<HtmlProblem | null> {
  const { tags, problem } = readTags(html)
  if (problem !== null) return problem
  for (const tag of tags) {
    const range = { from: tag.at, to: tag.at + tag.length }
    if (html.slice(range.from, range.to).includes(MASK)) return { ...range, reason: 'html_liquid', values: {} }
    const what = tagProblem(tag)
    if (what !== null) return { ...range, reason: 'html', values: { what } }
  }
  // Loaded when the first template is judged: most servers start without it.
  const { default: sanitize } = await import('sanitize-html')
  const isAllowed = (part: string) => sanitize(part, MAIL) === sanitize(part, ANYTHING)
  if (isAllowed(html)) return null
  return { from: 0, to: html.length, reason: 'html', values: { what: culpritOf(tags, isAllowed) } }
}

/** What of some HTML is allowed in a message: for looking at what is not finished. */
export async function allowedHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  const withoutWrongStyle: sanitizeHtml.Transformer = (tagName, { style, ...attribs }) => {
    return { tagName, attribs: style === undefined || styleProblem(style) !== null ? attribs : { ...attribs, style } }
  }
  return sanitize(html, { ...MAIL, transformTags: { '*': withoutWrongStyle } })
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

/** An address begins with a host of its own, or with one of the portal's: no value makes another scheme or host of it. */
function isSafeOnceFilled(address: string): boolean {
  if (!address.includes('{')) return true
  return /^(?:https?:\/\/[^{}/?#]+[/?#]|mailto:|cid:|\{\{\s*(?:link|portal)\s*\}\})/i.test(address)
}

/** Names and styles have been judged by then: what is left is an address. */
function culpritOf(tags: Tag[], isAllowed: (html: string) => boolean): string {
  for (const { name, attributes } of tags) {
    const culprit = attributes.find(({ written }) => !isAllowed(`<${name} ${written}>`))
    if (culprit !== undefined) return `${culprit.written} on <${name}>`
  }
  return 'tags that do not fit together'
}
