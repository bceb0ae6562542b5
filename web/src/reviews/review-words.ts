import { REVIEW_DECISIONS, type REVIEW_FLAGS, type reviewLineShape } from '@gatehouse/contract/review-lines.ts'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { formatCalendarDay, formatDay, formatRupees } from '../i18n/format.ts'

export type LineFacts = { [Name in keyof typeof reviewLineShape]: z.output<(typeof reviewLineShape)[Name]> }

/** English, for `t()`. */
export const FLAG_WORDS: Record<(typeof REVIEW_FLAGS)[number], string> = {
  conflict: 'Breaks a rule',
  unused: 'Not used',
  inactive: 'Inactive person',
}

export const SILENCE_WORDS = {
  keep: 'Access that nobody has decided about stays.',
  revoke: 'Access that nobody has decided about is taken away.',
} as const

/** A day such as '2026-12-01' in words. */
export const dayInWords = (day: string, language: string): string => formatCalendarDay(day, language)

const lastMoment = (until: string) => new Date(Date.parse(until) - 1)

/** What is known about an assignment, one fact after the other. */
export function evidenceInWords(t: TFunction, language: string, line: LineFacts): string[] {
  const { assignedBy, administrator, reason, lastUsedAt, conflicts, authority, isCatchAll, portalRole } = line.evidence
  const day = (at: string) => formatDay(new Date(at), language)
  const by = administrator || (assignedBy === 'registration' ? t('Self-registration') : '')
  return [
    by === ''
      ? t('Assigned on {{day}}', { day: day(line.assignedAt) })
      : t('Assigned on {{day}} by {{name}}', { day: day(line.assignedAt), name: by }),
    reason && t('Asked for: {{reason}}', { reason }),
    lastUsedAt === null ? t('No use is known') : t('Last used on {{day}}', { day: day(lastUsedAt) }),
    line.validUntil && t('until {{until}}', { until: formatDay(lastMoment(line.validUntil), language) }),
    conflicts.length > 0 && t('Breaks: {{rules}}', { rules: conflicts.join(', ') }),
    authority &&
      (authority.upTo === null
        ? t('Approves without limit: {{pages}}', { pages: authority.pages.join(', ') })
        : t('Approves up to {{amount}}: {{pages}}', {
            amount: formatRupees(authority.upTo),
            pages: authority.pages.join(', '),
          })),
    isCatchAll === true && t('Approves what no row covers'),
    portalRole && t('Role in the portal: {{role}}', { role: portalRole }),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
}

type Decided = Pick<LineFacts, 'decision' | 'lastDay' | 'comment' | 'decidedBy'>

/** Such as 'Shorten to 1 Dec 2026'; empty while nothing is decided. */
export function decisionInWords(
  t: TFunction,
  language: string,
  { decision, lastDay }: Pick<Decided, 'decision' | 'lastDay'>,
) {
  if (decision === null) return ''
  if (decision === 'shorten' && lastDay !== null) return t('Until {{day}} only', { day: dayInWords(lastDay, language) })
  return t(REVIEW_DECISIONS[decision])
}
