import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import type { Shared } from './ActivityTable.tsx'

type Props = { error: unknown; shared: Shared | undefined; children: ReactNode }

/** Shown instead of the lines: why there are none. */
export function ActivityNotice({ error, shared, children }: Props) {
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
          <p>{shared ? t('Nothing is recorded yet.') : t('No activity matches these filters.')}</p>
        </>
      )}
    </div>
  )
}
