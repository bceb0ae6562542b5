import type { IOptions } from 'sanitize-html'

/** Tags that start a new line; paragraphs and lists also get an empty line around them. */
const LINES = ['div', 'tr', 'li', 'dt', 'dd', 'caption', 'center', 'table', 'dl']
const LISTS = ['ul', 'ol']
const PARAGRAPHS = ['p', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const CELLS = ['td', 'th']

/** Normalises HTML so that it is easy to parse: lower-case and closed tags, four entities, one kind of quote. */
const PLAIN: IOptions = {
  allowedTags: [...LINES, ...LISTS, ...PARAGRAPHS, ...CELLS, 'br', 'hr', 'a', 'img'],
  allowedAttributes: { a: ['href'], img: ['alt'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  nonTextTags: ['style', 'script', 'title', 'textarea', 'option', 'noscript'],
}

const PIECE = /<(\/?)([a-z]+\d?)([^>]*)>|[^<]+/g
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const decoded = (text: string) => text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
const attribute = (attributes: string, name: string) =>
  decoded(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

/** Lists are indented up to this depth, so that the text is not many times as long as its HTML. */
const DEPTH_MAX = 10

type Link = { address: string; begins: number }

/** A text, a number of line breaks, or the bullet of a list item. */
type Piece = string | number | { mark: string }

/** The plain-text version of a message: links with their addresses, lists with their bullets. */
export async function plainText(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  const pieces: Piece[] = []
  /** The last piece that counts: searching for it among thousands of pieces would take long. */
  let last: Piece | undefined
  const lists: { next: number | null }[] = []
  const links: Link[] = []
  let isAsWritten = false

  const add = (...added: Piece[]) => {
    pieces.push(...added)
    last = added.findLast((piece) => piece !== '' && piece !== 0) ?? last
  }
  const open = (tag: string, attributes: string) => {
    if (tag === 'pre') isAsWritten = true
    if (tag === 'ul') lists.push({ next: null })
    if (tag === 'ol') lists.push({ next: Number(attribute(attributes, 'start') || 1) })
    if (tag === 'a') links.push({ address: attribute(attributes, 'href'), begins: pieces.length })
    if (tag === 'br') add('\n')
    else if (tag === 'hr') add(1, '---', 1)
    else if (tag === 'img') add(attribute(attributes, 'alt'))
    else if (!isMark(pieces.at(-1))) add(breaksAround(tag, lists.length))
    if (tag === 'li')
      add({ mark: '  '.repeat(Math.min(Math.max(0, lists.length - 1), DEPTH_MAX)) + markOf(lists.at(-1)) })
  }
  const close = (tag: string) => {
    if (tag === 'pre') isAsWritten = false
    if (tag === 'ul' || tag === 'ol') lists.pop()
    if (tag === 'a') add(addressOf(links.pop(), pieces))
    else add(CELLS.includes(tag) ? ' ' : breaksAround(tag, lists.length))
  }
  const write = (written: string) => {
    const words = isAsWritten ? written : written.replace(/[ \t\r\n\f]+/g, ' ')
    const isBegun = typeof last === 'string' && !/\s$/.test(last)
    add(isBegun || isAsWritten ? words : words.trimStart())
  }

  for (const [piece, slash, tag = '', attributes = ''] of sanitize(html, PLAIN).matchAll(PIECE)) {
    if (tag === '') write(decoded(piece))
    else if (slash === '/') close(tag)
    else open(tag, attributes)
  }
  return joined(pieces)
}

const isMark = (piece: Piece | undefined): piece is { mark: string } => typeof piece === 'object'

/** Nested lists get no empty lines. */
function breaksAround(tag: string, depth: number): number {
  if (PARAGRAPHS.includes(tag)) return 2
  if (LISTS.includes(tag)) return depth > 1 ? 1 : 2
  return LINES.includes(tag) ? 1 : 0
}

function markOf(list: { next: number | null } | undefined): string {
  if (list === undefined || list.next === null) return '- '
  list.next += 1
  return `${list.next - 1}. `
}

/** The address beside the text of a link, unless the text is the same. */
function addressOf(link: Link | undefined, pieces: Piece[]): string {
  if (link === undefined || link.address === '') return ''
  const address = link.address.replace(/^mailto:/, '')
  const words = pieces
    .slice(link.begins)
    .filter((piece) => typeof piece === 'string')
    .join('')
    .trim()
  if (words === address) return ''
  return words === '' ? address : ` (${address})`
}

function joined(pieces: Piece[]): string {
  const parts: string[] = []
  let breaks = 0
  for (const piece of pieces) {
    if (typeof piece === 'number') breaks = Math.max(breaks, piece)
    else if (piece !== '') {
      if (!(breaks > 0 && piece === ' ')) parts.push('\n'.repeat(breaks), isMark(piece) ? piece.mark : piece)
      breaks = piece === ' ' ? breaks : 0
    }
  }
  const lines = parts.join('').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
