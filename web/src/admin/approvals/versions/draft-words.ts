import type { DRAFT_STATES, RoleLimits } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { ALL_REGIONS, REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import i18next from 'i18next'
import { rangeText } from '../approval-role.ts'

/** What a draft says about a record, in English, and how it is shown. */
export const STATE_BADGES: Record<
  (typeof DRAFT_STATES)[number],
  { status: string; tone: 'success' | 'error' | 'warning' | 'neutral' } | null
> = {
  same: null,
  added: { status: 'Added', tone: 'success' },
  changed: { status: 'Changed', tone: 'warning' },
  removed: { status: 'Removed', tone: 'error' },
  clash: { status: 'Changed in both places', tone: 'error' },
}

/** So many regions are named. */
const REGIONS_NAMED = 3

/** Such as 'Final Approval · Sequence 2 · ₹0 to ₹5,00,000 · Kerala'. */
export function limitsText({ actionOfRole, sequence, regions, ...range }: RoleLimits): string {
  const { t } = i18next
  if (actionOfRole === '') return t('Approves nothing')
  return [
    t(actionOfRole),
    sequence === null ? t('No sequence') : t('Sequence {{number}}', { number: sequence }),
    rangeText(range) || t('any amount'),
    regionsText(regions),
  ].join(' · ')
}

/** Such as 'Kerala and Goa'. */
export function regionsText(codes: readonly string[]): string {
  const { t, language } = i18next
  if (codes.length === 0) return t('No region')
  if (codes.includes(ALL_REGIONS)) return t('All regions')
  if (codes.length > REGIONS_NAMED) return t('{{number}} regions', { number: codes.length })
  return new Intl.ListFormat(language).format(codes.map((code) => t(REGIONS[code as Region] ?? code)))
}
