import type sanitizeHtml from 'sanitize-html'
import { type CssProblem, sheetProblems, styleProblems } from './mail-css.ts'
import { type Attribute, type HtmlProblem, MASK, readTags, type Sheet, type Tag } from './mail-tags.ts'

const PICTURES = ['https', 'cid']
const WITH_PICTURES = ['img', 'body', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']
/** Attributes that contain addresses. */
export const ADDRESSES = ['href', 'src', 'background']

/** The tags that mail may use: none runs code, loads a page, or sends a form (requirement P17). */
const TAGS = [
  ...['html', 'head', 'meta', 'body', 'div', 'p', 'span', 'br', 'hr', 'center', 'font', 'blockquote', 'pre', 'code'],
  ...['main', 'section', 'article', 'header', 'footer', 'nav', 'aside', 'figure', 'figcaption', 'address', 'wbr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'kbd', 'tt', 'time', 'cite'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'small', 'big', 'mark', 'abbr', 'q'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]
/** Attributes of look and meaning, allowed on every tag: none runs or loads anything. */
const EVERYWHERE = [
  ...['style', 'class', 'id', 'title', 'dir', 'lang', 'xml:lang', 'role', 'tabindex', 'align', 'valign'],
  ...['width', 'height', 'bgcolor', 'border', 'bordercolor', 'color', 'nowrap', 'aria-*', 'data-*'],
]
const CELL = ['background', 'colspan', 'rowspan', 'scope', 'abbr', 'headers', 'axis']
const ATTRIBUTES: Record<string, string[]> = {
  '*': EVERYWHERE,
  html: ['xmlns', 'xmlns:v', 'xmlns:o', 'xmlns:w'],
  meta: ['name', 'charset', 'content', 'http-equiv', 'property'],
  style: ['type', 'media'],
  body: ['background', 'text', 'link', 'alink', 'vlink', 'topmargin', 'leftmargin', 'marginwidth', 'marginheight'],
  a: ['name', 'href', 'target', 'rel'],
  img: ['src', 'alt', 'hspace', 'vspace', 'loading', 'decoding'],
  font: ['face', 'size'],
  table: ['background', 'cellpadding', 'cellspacing', 'summary', 'rules', 'frame'],
  tr: ['background'],
  td: CELL,
  th: CELL,
  col: ['span'],
  colgroup: ['span'],
  hr: ['size', 'noshade'],
  br: ['clear'],
  ol: ['start', 'type'],
  ul: ['type'],
  li: ['type', 'value'],
  time: ['datetime'],
}
/** The charset that messages are sent in: another one would change the characters of the text. */
const CHARSET = /^utf-?8$/i
const CONTENT_TYPE = /^text\/html;\s*charset=utf-?8;?$/i
/** Without any that loads a page or sets a policy. */
const META_EQUIVALENTS = /^(?:content-type|content-language|x-ua-compatible|imagetoolbar|cleartype)$/i

const MAIL: sanitizeHtml.IOptions = {
  allowedTags: [...TAGS, 'title', 'style'],
  allowedAttributes: ATTRIBUTES,
  // Style sheets are checked below.
  allowVulnerableTags: true,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: Object.fromEntries(WITH_PICTURES.map((tag) => [tag, PICTURES])),
  allowedSchemesAppliedToAttributes: ADDRESSES,
  allowProtocolRelative: false,
  // Styles are checked below, so that allowed styles stay exactly as written.
  parseStyleAttributes: false,
}

/** The same serialiser without rules: the differences to its output are what the rules remove. */
const ANYTHING: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
}

const PROBLEMS_MAX = 100

/**
 * Everything in the HTML of a message that is not allowed, in its order. It checks the source and changes nothing.
 * Every `<` has to start something that all parsers read alike, so that the checked text is the displayed one. For the
 * reason `html`, the range is what has to be removed.
 */
export async function mailHtmlProblems(html: string): Promise<HtmlProblem[]> {
  const { tags, sheets, foreign, problem } = readTags(html)
  const known = [
    ...tags.flatMap((tag) => tagProblems(tag, html)),
    ...sheets.flatMap(sheetProblemsOf),
    ...foreign.map(({ at, written, name }) => refused(at, at + written.length, `<${name}>`)),
    ...(problem === null ? [] : [problem]),
  ]
  const isListed = ({ from }: HtmlProblem) => known.some((one) => one.from <= from && from < one.to)
  const fits = await isAllowed(html)
  const addresses = fits ? [] : (await addressProblems(tags)).filter((one) => !isListed(one))
  const torn =
    !fits && known.length + addresses.length === 0 ? [refused(0, html.length, 'tags that do not fit together')] : []
  return [...known, ...addresses, ...torn].toSorted((a, b) => a.from - b.from).slice(0, PROBLEMS_MAX)
}

/** The allowed part of some HTML, for the preview of an unfinished template. */
export async function allowedHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  const withoutWrongStyle: sanitizeHtml.Transformer = (tagName, { style, ...attribs }) => {
    return {
      tagName,
      attribs: style === undefined || styleProblems(style).length > 0 ? attribs : { ...attribs, style },
    }
  }
  return sanitize(html, {
    ...MAIL,
    transformTags: { '*': withoutWrongStyle },
    exclusiveFilter: ({ tag, text, attribs }) =>
      (tag === 'style' && sheetProblems(text).length > 0) || (tag === 'meta' && !isKnownMeta(attribs)),
  })
}

const refused = (from: number, to: number, what: string): HtmlProblem => ({
  from,
  to,
  reason: 'html',
  values: { what },
})

function tagProblems(tag: Tag, html: string): HtmlProblem[] {
  const { at, length, name, attributes } = tag
  const range = { from: at, to: at + length }
  if (html.slice(range.from, range.to).includes(MASK)) return [{ ...range, reason: 'html_liquid', values: {} }]
  if (!TAGS.includes(name)) return [refused(range.from, range.to, `<${name}>`)]
  if (name === 'meta' && !isKnownMeta(Object.fromEntries(attributes.map((one) => [one.name, one.value]))))
    return [refused(range.from, range.to, html.slice(range.from, range.to))]
  return attributes.flatMap((attribute) => attributeProblems(tag, attribute))
}

function attributeProblems({ name: tag }: Tag, attribute: Attribute): HtmlProblem[] {
  const { name, value, at, length, written, valueAt } = attribute
  const whole = () => [refused(at, at + length, `${written} on <${tag}>`)]
  const known = [...EVERYWHERE, ...(ATTRIBUTES[tag] ?? [])]
  const isKnown = known.includes(name) || /^(?:aria|data)-/.test(name)
  if (!isKnown || (ADDRESSES.includes(name) && !isSafeOnceFilled(value))) return whole()
  if (name !== 'style') return []
  return styleProblems(value).map(({ from, to, what }) =>
    refused(valueAt + from, valueAt + to, `${what} in the style of <${tag}>`),
  )
}

function isKnownMeta({ charset, content = '', 'http-equiv': equivalent }: Record<string, string>): boolean {
  if (charset !== undefined && !CHARSET.test(charset)) return false
  if (equivalent === undefined) return true
  return META_EQUIVALENTS.test(equivalent) && (!/^content-type$/i.test(equivalent) || CONTENT_TYPE.test(content))
}

function sheetProblemsOf({ at, written, tag, css, cssAt }: Sheet): HtmlProblem[] {
  if (/\{[{%]/.test(css) || css.includes(MASK))
    return [{ from: at, to: at + written.length, reason: 'html_liquid', values: {} }]
  const inSheet = ({ from, to, what }: CssProblem) => refused(cssAt + from, cssAt + to, `${what} in a style sheet`)
  return [...tag.attributes.flatMap((one) => attributeProblems(tag, one)), ...sheetProblems(css).map(inSheet)]
}

/**
 * An address is safe when it starts with a fixed host, or with a variable that is one: then no value can change
 * the scheme or host.
 */
function isSafeOnceFilled(address: string): boolean {
  if (!address.includes('{')) return true
  return /^(?:https?:\/\/[^{}/?#]+[/?#]|mailto:|cid:|\{\{\s*(?:link|lockLink|requestLink|portal)\s*\}\})/i.test(address)
}

async function addressProblems(tags: Tag[]): Promise<HtmlProblem[]> {
  const wrong: HtmlProblem[] = []
  for (const { name: tag, attributes } of tags)
    for (const { at, length, name, written } of attributes)
      if (ADDRESSES.includes(name) && !(await isAllowed(`<${tag} ${written}>`)))
        wrong.push(refused(at, at + length, `${written} on <${tag}>`))
  return wrong
}

async function isAllowed(part: string): Promise<boolean> {
  // Loaded when the first template is checked: most servers start without it.
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(part, MAIL) === sanitize(part, ANYTHING)
}
