import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { PageLine } from './page-lines.ts'

/** What a line of the grid is about, with what is unusual about it. */
export function PageName({ line: { page, action, isRemoved } }: { line: PageLine }) {
  const { t } = useTranslation()
  return (
    <span className={action === null ? 'page-access-name' : 'page-access-action'}>
      <span>{action ?? page.name}</span>
      {action === null && page.path && <small>{page.path}</small>}
      {isRemoved && <StatusBadge status={t('Removed by the application')} tone="warning" />}
      {action === null && page.isUnassigned && <StatusBadge status={t('New')} tone="neutral" />}
      {action === null && !page.isActive && <StatusBadge status="INACTIVE" />}
    </span>
  )
}
