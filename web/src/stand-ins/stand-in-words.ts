import { ALL_REGIONS, REGIONS } from '@gatehouse/contract/regions.ts'
import type { OwnStandIn, STAND_IN_STATES } from '@gatehouse/contract/stand-ins.ts'
import type { TFunction } from 'i18next'
import { formatDay, formatRupees } from '../i18n/format.ts'

/** English, for `t()`. */
export const STATE_WORDS: Record<(typeof STAND_IN_STATES)[number], string> = {
  current: 'Now',
  coming: 'To come',
  past: 'Over',
}

type Lent = Omit<OwnStandIn, 'isLender'>

/** Role, application and client. */
export const authorityInWords = (t: TFunction, { role, application, client }: Lent): string =>
  [role, application.name, client?.name ?? t('every client')].join(' · ')

/** The limits that are narrower than those of the role; empty without any. */
export function limitsInWords(t: TFunction, { upTo, pages, regions }: Lent): string {
  const names = regions.map((code) => t(REGIONS[code as keyof typeof REGIONS] ?? code))
  return [
    upTo !== null && t('up to {{amount}}', { amount: formatRupees(upTo) }),
    pages.map(({ name }) => name).join(', '),
    !regions.includes(ALL_REGIONS) && names.join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** From the first day to the last one. */
export const timeInWords = (t: TFunction, language: string, { validFrom, validUntil, endedAt }: Lent): string =>
  t('{{from}} to {{until}}', {
    from: formatDay(new Date(validFrom), language),
    until: formatDay(endedAt === null ? new Date(Date.parse(validUntil) - 1) : new Date(endedAt), language),
  })
