import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { WaitingRequest } from './use-waiting-request.ts'

type Props = {
  title: string
  waiting: WaitingRequest | null
  error: unknown
  children: (waiting: WaitingRequest) => ReactNode
}

/** The card in which an application's request waits for somebody. */
export function WaitingPage({ title, waiting, error, children }: Props) {
  const { t } = useTranslation()
  const heading = waiting ? title : t('Authenticating...')
  usePageTitle(heading)
  return (
    <CardPage title={heading}>
      <ErrorAlert error={error} />
      {waiting ? children(waiting) : !error && <Spinner size={28} />}
    </CardPage>
  )
}
