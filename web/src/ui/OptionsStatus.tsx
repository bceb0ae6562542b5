import { Combobox as Base } from '@base-ui/react/combobox'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Spinner } from './Spinner.tsx'
import { useFieldError } from './use-field-error.ts'

type Props = {
  isLoading?: boolean
  failure?: unknown
  onRetry?: (() => void) | undefined
  isEmpty: boolean
  typed: string
}

/** Says in a list of choices why there are none, or none yet. */
export function OptionsStatus({ isLoading = false, failure = null, onRetry, isEmpty, typed }: Props) {
  const { t } = useTranslation()
  const reason = useFieldError(failure)
  return (
    <Base.Status className="combobox-status">
      {isLoading && isEmpty && (
        <p>
          <Spinner /> {t('Loading…')}
        </p>
      )}
      {reason !== undefined && (
        <p className="combobox-failure">
          {reason}
          {onRetry && (
            <Button variant="link" tabIndex={-1} onClick={onRetry}>
              {t('Retry')}
            </Button>
          )}
        </p>
      )}
      {isEmpty && !isLoading && reason === undefined && (
        <p>{typed ? t('No results found for "{{query}}".', { query: typed }) : t('No options yet.')}</p>
      )}
    </Base.Status>
  )
}
