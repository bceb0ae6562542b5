import { useTranslation } from 'react-i18next'
import '../../../ui/data-table.css'

/** Stands for a record that is on its way. */
export function RecordSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('Loading')}
      </p>
      <div className="record-head" aria-hidden="true">
        <div className="record-picture">
          <span className="record-bone" />
        </div>
        <div className="record-name record-bones">
          <span className="data-table-bone" />
          <span className="data-table-bone" />
        </div>
      </div>
    </>
  )
}
