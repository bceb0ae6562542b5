import type { TemplateProblem } from '@gatehouse/contract/admin/templates/preview.ts'
import type { Channel } from './gateways.ts'
import type { Range, Read, Use } from './liquid-parts.ts'
import { type Passage, readTags, type Tag } from './mail-tags.ts'
import { filled, masked, outputsOf } from './mark-liquid.ts'
import { plainText } from './plain-text.ts'
import { renderSample } from './render.ts'
import { variantsOf } from './template-paths.ts'

type Flaw = Omit<TemplateProblem, 'field'>

/** Variables whose values open an account. */
const SECRETS = ['code', 'link']
/** Stand for their values: the link as it is, and everything else that is made of either. */
export const LINK_MARK = '\uE001'
export const SECRET_MARK = '\uE002'
const MARKS = new RegExp(`[${LINK_MARK}${SECRET_MARK}]+`, 'g')
const MARKED_RUN = new RegExp(`\\S*[${LINK_MARK}${SECRET_MARK}]\\S*`, 'g')
/** What mail programs and phones make an address of. */
const ADDRESS_LIKE = /:\/\/|[\p{L}\p{N}]\.\p{L}{2}|\d+\.\d+\.\d+\.\d+/u
/** The markup of old Outlooks stands in comments: this is a button's. */
const HREF_OF_COMMENT = new RegExp(`^href=(["'])${LINK_MARK}+\\1$`)

export const isSecret = ({ name }: Use): boolean => SECRETS.includes(name)

/**
 * Where a template lets a code or a link out to whoever owns an address: pictures are loaded when a message is opened.
 * They stand in text alone, and `{{ link }}` as the whole `href` of a link. No condition asks for them either: what it
 * shows would give them away bit by bit.
 */
export async function secretFlaws(
  { channel, name, body }: { channel: Channel; name: string; body: string },
  { parts, uses }: Read,
): Promise<Flaw[]> {
  const secrets = uses.filter(isSecret)
  const [first] = secrets
  if (first === undefined) return []
  const outputs = outputsOf(parts)
  const asked = secrets.filter((use) => !outputs.some((output) => isWithin(use, output)))
  const shown = outputs.filter((output) => secrets.some((use) => isWithin(use, output)))
  const marked = (source: string) =>
    shown.reduce(
      (text, output) => filled(text, output, output.isBare && output.name === 'link' ? LINK_MARK : SECRET_MARK),
      source,
    )
  const flaws = asked.map((use) => flaw('secret_condition', use, use))
  if (channel === 'email') {
    const named = (range: Range) => flaw('secret_address', range, secrets.find((use) => isWithin(use, range)) ?? first)
    const { ranges, problem } = secretAddresses(marked(masked(body, parts)))
    flaws.push(...ranges.map(named), ...(problem === null ? [] : [problem]))
    if (problem !== null) return flaws
  }
  for (const variant of variantsOf(marked(body), parts)) {
    const rendered = renderSample(name, variant, channel === 'sms' ? 'text' : 'html')
    if (isBesideAddress(channel === 'sms' ? rendered : await plainText(rendered)))
      return [...flaws, flaw('secret_beside', { from: 0, to: body.length }, first)]
  }
  return flaws
}

/** The tags and comments of marked HTML in which a mark must not stand; `problem`: where some could not be read. */
export function secretAddresses(html: string): { ranges: Range[]; problem: Flaw | null } {
  const { tags, passages, sheets, foreign, problem } = readTags(html)
  const wrong = [
    ...tags.filter((tag) => !isMarkedWell(tag)),
    ...[
      ...passages.filter(({ written }) => !isMarkedWellIn(written)),
      ...[...sheets, ...foreign].filter(isMarkedPassage),
    ].map(({ at, written }) => ({ at, length: written.length })),
  ]
  return {
    ranges: wrong.map(({ at, length }) => ({ from: at, to: at + length })),
    problem: problem !== null && isMarked(html.slice(problem.from)) ? problem : null,
  }
}

/** Whether some text, with marks in it, is shown as an address with a mark in it. */
export function isBesideAddress(text: string): boolean {
  return [...text.matchAll(MARKED_RUN)].some(([run]) => ADDRESS_LIKE.test(run.replace(MARKS, '0')))
}

const isMarkedPassage = ({ written }: Passage) => isMarked(written)

const isMarked = (text: string) => text.search(MARKS) !== -1

function isMarkedWell({ name: tag, attributes }: Tag): boolean {
  return attributes.every(({ name, value }) => {
    if (!isMarked(name) && !isMarked(value)) return true
    return tag === 'a' && name === 'href' && value.replace(MARKS, '') === '' && !value.includes(SECRET_MARK)
  })
}

/** Of a comment: its tags are judged as others are. */
function isMarkedWellIn(passage: string): boolean {
  if (!isMarked(passage)) return true
  const inner = /^<!--\[if [^\]<>]*\]>([\s\S]*)<!\[endif\]-->$/i.exec(passage)?.[1] ?? passage
  const { tags, problem } = readTags(inner)
  if (problem !== null || inner === passage) return false
  const hrefs = tags.flatMap(({ name, attributes }) =>
    name === 'a' || name.startsWith('v:') ? attributes.filter(({ written }) => HREF_OF_COMMENT.test(written)) : [],
  )
  const marks = inner.match(MARKS) ?? []
  return marks.length === hrefs.length
}

const isWithin = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to

const flaw = (reason: Flaw['reason'], { from, to }: Range, { name }: Use): Flaw => {
  return { from, to, reason, values: { variable: `{{ ${name} }}`, link: '{{ link }}' } }
}
