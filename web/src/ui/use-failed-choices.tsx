import { useTranslation } from 'react-i18next'
import { messageOf } from '../api-error.ts'
import { Button } from './Button.tsx'
import type { FieldProps } from './Field.tsx'

/** For a field whose choices could not be loaded: why, and the way out. Nothing where they could be. */
export function useFailedChoices(failure: unknown, onRetry: () => void): Pick<FieldProps, 'error' | 'action'> {
  const { t } = useTranslation()
  if (!failure) return {}
  return {
    error: messageOf(failure),
    action: (
      <Button variant="link" onClick={onRetry}>
        {t('Retry')}
      </Button>
    ),
  }
}
