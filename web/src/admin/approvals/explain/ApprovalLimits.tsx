import type { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { ALL_REGIONS, REGIONS } from '@gatehouse/contract/regions.ts'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../i18n/format.ts'
import { reachText } from '../approval-role.ts'

type Row = Output<typeof explainApproval>['after'][number]

/** How far a row reaches, its regions and its days; nothing where it is of its own client and page, without limits. */
export function ApprovalLimits({ row }: { row: Row }) {
  const { regions, validFrom, validUntil } = row
  const { t, i18n } = useTranslation()
  const names = regions.map((code) => t(REGIONS[code as keyof typeof REGIONS] ?? code))
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  const reach = reachText(row)
  const limits = [
    reach && t('for {{reach}}', { reach }),
    regions.includes(ALL_REGIONS) ? '' : new Intl.ListFormat(i18n.language).format(names),
    validFrom === null ? '' : t('from {{from}}', { from: day(validFrom) }),
    // The moment in which it ends is the first one of the next day.
    validUntil === null ? '' : t('until {{until}}', { until: day(new Date(Date.parse(validUntil) - 1).toISOString()) }),
  ].filter(Boolean)
  return limits.length > 0 && <span className="approval-act">{limits.join(' · ')}</span>
}
