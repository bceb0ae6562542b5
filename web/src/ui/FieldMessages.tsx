import { useTranslation } from 'react-i18next'
import { formatter } from '../i18n/formatters.ts'
import type { FieldProps } from './Field.tsx'
import { limitOf, TOO_LONG } from './too-long.ts'

type Props = Pick<FieldProps, 'hint' | 'error'> & { id: string }

/** What belongs to a control, below it; `describedBy` ties it to them. */
export function FieldMessages({ id, hint, error }: Props) {
  const { t, i18n } = useTranslation()
  const most = error ? limitOf(error) : null
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {most === null ? (
            t(error)
          ) : (
            <>
              <span>{t(TOO_LONG)}</span>{' '}
              <span>
                {t('At most {{number}} characters.', { number: formatter('number', i18n.language).format(most) })}
              </span>
            </>
          )}
        </p>
      )}
    </>
  )
}
