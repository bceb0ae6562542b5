import type { TemplateProblem } from '@gatehouse/contract/admin/templates/preview.ts'
import { SECRET_VARIABLES } from '@gatehouse/contract/notices.ts'
import type { Channel } from './gateways.ts'
import type { Range, Read, Use } from './liquid-parts.ts'
import { type Passage, readTags, type Tag } from './mail-tags.ts'
import { filled, masked, outputsOf } from './mark-liquid.ts'
import { plainText } from './plain-text.ts'
import { renderSample } from './render.ts'
import { variantsOf } from './template-paths.ts'

type Flaw = Omit<TemplateProblem, 'field'>

/** Variables that may be the address of a link. */
export const LINKS: readonly string[] = ['link', 'lockLink']
/** These marks replace values: `LINK_MARK` an unfiltered link, `SECRET_MARK` anything else made of a code or link. */
export const LINK_MARK = '\uE001'
export const SECRET_MARK = '\uE002'
const MARKS = new RegExp(`[${LINK_MARK}${SECRET_MARK}]+`, 'g')
const MARKED_RUN = new RegExp(`(?<!\\S)\\S*[${LINK_MARK}${SECRET_MARK}]\\S*`, 'g')
/** Texts that mail programs and phones turn into links. */
const ADDRESS_LIKE = /:\/\/|[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/u
/** Markup for old Outlooks stands in comments: this matches the link of a button. */
const HREF_OF_COMMENT = new RegExp(`^href=(["'])${LINK_MARK}+\\1$`)

export const isSecret = ({ name }: Use): boolean => SECRET_VARIABLES.includes(name)

/**
 * Finds where a template would disclose a code or link to the owner of an address (a picture is loaded when a message
 * is opened). Codes may stand in text only; `{{ link }}` also as the whole `href` of a link. Conditions must not test
 * them either: the displayed branch would disclose them bit by bit.
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
      (text, output) => filled(text, output, output.isBare && LINKS.includes(output.name) ? LINK_MARK : SECRET_MARK),
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

/** The tags and comments of marked HTML that must not contain a mark; `problem`: some of the HTML could not be read. */
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

/** Whether a text with marks would be shown as an address that contains a mark. */
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

/** The tags inside a comment are checked like others. */
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
