import { useTranslation } from 'react-i18next'
import { AssignmentsTable } from '../../people/AssignmentsTable.tsx'
import type { ApplicationRow } from './application-row.ts'

/** Whom an application is assigned to, and for which clients. */
export function ApplicationPeople({ row }: { row: ApplicationRow }) {
  const { t } = useTranslation()
  return (
    <div className="list-card">
      <AssignmentsTable
        label={t('People')}
        of="applicationId"
        id={row._id}
        empty={t('It is not assigned to anyone yet.')}
      />
    </div>
  )
}
