import { attribute, elements } from './read-xml.ts'

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))
export const decoded = (text: string) =>
  text
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/_x(000D|005F)_/g, (_, code: string) => (code === '000D' ? '' : '_'))

/** Whether a font is struck, raised or lowered: what has it is no part of a name or a number. */
export function isAside(font: string): boolean {
  const strike = elements(font, 'strike').next().value
  const align = attribute(elements(font, 'vertAlign').next().value?.attributes ?? '', 'val') ?? 'baseline'
  return (
    align !== 'baseline' ||
    (strike !== undefined && !['0', 'false'].includes(attribute(strike.attributes, 'val') ?? ''))
  )
}

/** In brackets, in which no amount is read. */
export const bracketed = (text: string, isOfAside: boolean): string =>
  isOfAside && text.trim() !== '' ? `[${text}]` : text

const textsIn = (xml: string) => [...elements(xml, 't')].map(({ content }) => decoded(content)).join('')

/** The text of all runs, without their phonetic hints. Footnotes and struck runs stand in brackets. */
export function textOf(xml: string): string {
  const plain = withoutHints(xml)
  const runs = [...elements(plain, 'r')]
  if (runs.length === 0) return textsIn(plain)
  return runs
    .map(({ content }) => bracketed(textsIn(content), isAside(elements(content, 'rPr').next().value?.content ?? '')))
    .join('')
}

function withoutHints(xml: string): string {
  let [rest, end] = ['', 0]
  for (const { from, to } of elements(xml, 'rPh')) {
    rest += xml.slice(end, from)
    end = to
  }
  return rest + xml.slice(end)
}

/** The texts that cells refer to. */
export const stringsOf = (xml: string) => [...elements(xml, 'si')].map(({ content }) => textOf(content))
