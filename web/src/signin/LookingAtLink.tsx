import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { useOneTimeLink } from './use-one-time-link.ts'

/** Shown while the server is asked whether a link can be used, and when it could not be asked. */
export function LookingAtLink({ look }: Pick<ReturnType<typeof useOneTimeLink>, 'look'>) {
  const { t } = useTranslation()
  if (!look.error) return <Spinner size={28} />
  return (
    <ErrorAlert error={look.error}>
      <Button variant="neutral" isBusy={look.isBusy} onClick={() => void look.run()}>
        {t('Retry')}
      </Button>
    </ErrorAlert>
  )
}
