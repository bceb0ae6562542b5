import { useTranslation } from 'react-i18next'
import { AssignmentsTable } from '../../people/AssignmentsTable.tsx'
import type { ClientRow } from './client-row.ts'

/** Who may open which application for a client. */
export function ClientPeople({ row }: { row: ClientRow }) {
  const { t } = useTranslation()
  return (
    <div className="list-card">
      <AssignmentsTable
        label={t('People')}
        of="clientId"
        id={row._id}
        empty={t('No one has an application for this client yet.')}
      />
    </div>
  )
}
