import type { approvalCheck, FindingSeverity } from '@gatehouse/contract/admin/approvals/check.ts'
import { findingText as textOf } from '@gatehouse/contract/admin/approvals/finding-words.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import i18next from 'i18next'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { formatRupees } from '../../i18n/format.ts'

export type Finding = Output<typeof approvalCheck>['findings'][number]

/** How a person's language writes amounts and lists. */
export function findingWords() {
  const { language, t } = i18next
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return {
    t: (text: string, values?: Record<string, string | number>) => t(text, values ?? {}),
    rupees: formatRupees,
    list: (names: string[]) => list.format(names),
  }
}

/** A finding as a sentence in the person's language. */
export const findingText = (finding: Finding): string => textOf(finding, findingWords())

export const SEVERITY_ICONS = { error: CircleAlert, warning: TriangleAlert, note: Info }

export function severityName(severity: FindingSeverity): string {
  const { t } = i18next
  return { error: t('Error'), warning: t('Warning'), note: t('Note') }[severity]
}
