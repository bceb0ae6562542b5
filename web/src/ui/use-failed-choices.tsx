import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import type { FieldProps } from './Field.tsx'
import { useFieldError } from './use-field-error.ts'

/** For a field whose choices could not be loaded: why, and the way out. Nothing where they could be. */
export function useFailedChoices(failure: unknown, onRetry: () => void): Pick<FieldProps, 'error' | 'action'> {
  const { t } = useTranslation()
  const error = useFieldError(failure)
  if (error === undefined) return {}
  return {
    error,
    action: (
      <Button variant="link" onClick={onRetry}>
        {t('Retry')}
      </Button>
    ),
  }
}
