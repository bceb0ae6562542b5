import { setImmediate } from 'node:timers/promises'
import type { TemplateProblem } from '@gatehouse/contract/admin/templates/preview.ts'
import { nearestTo } from '@gatehouse/contract/nearest.ts'
import { NOTICES, noticeOf, variablesOf } from '@gatehouse/contract/notices.ts'
import { LiquidError, type LiquidErrors } from 'liquidjs'
import { markupOf, type Part, type Range, type Read, readParts, type Use } from './liquid-parts.ts'
import { mailHtmlProblems } from './mail-html.ts'
import { masked } from './mark-liquid.ts'
import { plainText } from './plain-text.ts'
import { renderSample } from './render.ts'
import { isSecret, secretFlaws } from './secret-places.ts'
import { alwaysShows, everShows, variantsOf } from './template-paths.ts'

type Written = { channel: 'email' | 'sms'; name: string; subject: string; body: string }

/** A problem of a text. */
type Flaw = Omit<TemplateProblem, 'field'>

/** Every branch is checked: these limits keep the time short. */
const TAGS_MAX = 50
const JUDGED_MAX_LENGTH = 500_000
/** A text message is registered with the spaces around its variables, so trimming is refused. */
const TRIMMING = /^\{[{%]-|-[%}]\}$/
const MISSPELT_LETTERS = 3
const CONTROLS = /[^\P{Cc}\t\r\n]/u
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** All problems of a template (requirements M2 and P17). */
export async function templateProblems({ channel, name, subject, body }: Written): Promise<TemplateProblem[]> {
  const inSubject = channel === 'email' ? subjectFlaws(name, subject) : []
  const inBody = await bodyFlaws(channel, name, body)
  return [
    ...inSubject.map((flaw) => ({ field: 'Subject' as const, ...flaw })),
    ...inBody.map((flaw) => ({ field: 'Template' as const, ...flaw })),
  ]
}

/** A subject shows on locked screens, and a line break in it would start another header. */
function subjectFlaws(name: string, subject: string): Flaw[] {
  const broken = BREAKS.exec(subject)
  if (broken) return [flaw('controls', { from: broken.index, to: broken.index + 1 })]
  const read = readLiquid(subject)
  if ('reason' in read) return [read]
  const wrong = [...usesFlaws(read, name), ...read.uses.filter(isSecret).map((use) => flaw('subject_secret', use))]
  if (wrong.length > 0) return wrong
  const isEmpty = variantsOf(subject, read.parts).some((variant) => renderSample(name, variant).trim() === '')
  return isEmpty && subject.trim() !== '' ? [flaw('subject_empty', whole(subject))] : []
}

async function bodyFlaws(channel: Written['channel'], name: string, body: string): Promise<Flaw[]> {
  const control = CONTROLS.exec(body)
  if (control) return [flaw('controls', { from: control.index, to: control.index + 1 })]
  const read = readLiquid(body)
  if ('reason' in read) return [read]
  const wrong = usesFlaws(read, name)
  if (wrong.length > 0) return wrong
  const missing = neededFlaw(name, body, read.parts)
  const html = channel === 'email' ? await htmlFlaws(name, body, read.parts) : []
  const secrets = await secretFlaws({ channel, name, body }, read)
  const isKnown = (flaw: Flaw) =>
    html.some(({ from, to, reason }) => covers({ from, to }, flaw) && reason !== 'needs_shown')
  return [...(missing === null ? [] : [missing]), ...html, ...secrets.filter((one) => !isKnown(one))]
}

/** The parts of a template, or the error of the Liquid engine in words for people. */
function readLiquid(source: string): Read | Flaw {
  try {
    const markup = markupOf(source)
    const [tooMuch] = markup.filter(({ isTag }) => isTag).slice(TAGS_MAX)
    if (tooMuch !== undefined) return flaw('tags_too_many', tooMuch, { most: String(TAGS_MAX) })
    const written = ({ from, to }: Range) => source.slice(from, to)
    const trimming = markup.find((one) => TRIMMING.test(written(one)))
    return trimming === undefined ? readParts(source) : flaw('hyphen', trimming, { what: written(trimming) })
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const { message, token, originalError } = error as LiquidErrors
    const place = (originalError as LiquidErrors | undefined)?.token ?? token
    const range = { from: place.begin, to: Math.max(place.end, Math.min(place.begin + 1, source.length)) }
    const [, tag] = /^tag "(.+)" not found/.exec(message) ?? []
    if (tag !== undefined) return flaw('tag', range, { tag })
    const [, filter] = /^undefined filter: (\w+)/.exec(message) ?? []
    if (filter !== undefined) return flaw('filter', range, { filter })
    return flaw('unreadable', range, { why: message })
  }
}

/** Unknown variables, and expressions that are no variable. */
function usesFlaws({ uses }: Read, template: string): Flaw[] {
  const names = variablesOf(template).map(({ name }) => name)
  return uses
    .filter(({ name, isVariable }) => !(isVariable && names.includes(name)))
    .map((use: Use): Flaw => {
      if (!use.isVariable) return flaw('value', use, { what: use.name })
      const nearest = nearestTo(use.name, names, MISSPELT_LETTERS)
      return nearest === null
        ? flaw('variable', use, { name: use.name })
        : flaw('variable_near', use, { name: use.name, nearest })
    })
}

/** A message without its code or link is useless, and nobody could sign in. */
function neededFlaw(template: string, body: string, parts: Part[]): Flaw | null {
  const notice = noticeOf(template)
  const needs = notice === null ? null : NOTICES[notice].needs
  if (needs === null || alwaysShows(parts, needs)) return null
  const values = { variable: `{{ ${needs} }}` }
  return flaw(everShows(parts, needs) ? 'needs_always' : 'needs', whole(body), values)
}

/**
 * Liquid may stand between HTML tags or as the value of an attribute, so that no condition changes what is a tag. The
 * output of each branch is checked as well.
 */
async function htmlFlaws(template: string, body: string, parts: Part[]): Promise<Flaw[]> {
  const found = await mailHtmlProblems(masked(body, parts))
  if (found.length > 0) return found
  const notice = noticeOf(template)
  const needs = notice === null ? null : NOTICES[notice].needs
  const variants = variantsOf(body, parts)
  if (variants.join('').length > JUDGED_MAX_LENGTH) return [flaw('too_long', whole(body))]
  for (const variant of variants) {
    // Yields to other work: a long text takes a while.
    await setImmediate()
    const rendered = renderSample(template, variant, 'html')
    const [problem] = await mailHtmlProblems(rendered)
    if (problem !== undefined) return [{ ...problem, ...whole(body) }]
    const sample = variablesOf(template).find(({ name }) => name === needs)?.sample ?? ''
    if (needs !== null && alwaysShows(parts, needs) && !(await plainText(rendered)).includes(sample))
      return [flaw('needs_shown', whole(body), { variable: `{{ ${needs} }}` })]
  }
  return []
}

const covers = (outer: Range, inner: Range) => outer.from <= inner.from && inner.to <= outer.to

const whole = (text: string): Range => ({ from: 0, to: text.length })

const flaw = (reason: Flaw['reason'], { from, to }: Range, values: Flaw['values'] = {}): Flaw => {
  return { from, to, reason, values }
}
