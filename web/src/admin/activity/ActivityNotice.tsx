import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'

/** Stands where the lines would: why there are none. */
export function ActivityNotice({ error, children }: { error: unknown; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="list-notice">
      {error ? (
        <ErrorAlert error={error} takesFocus={false}>
          {children}
        </ErrorAlert>
      ) : (
        <>
          <Inbox size={28} aria-hidden />
          <p>{t('No activity matches these filters.')}</p>
        </>
      )}
    </div>
  )
}
