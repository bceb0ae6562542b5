import { useTranslation } from 'react-i18next'
import type { FieldProps } from './Field.tsx'

type Props = Pick<FieldProps, 'hint' | 'error'> & { id: string }

/** What belongs to a control, below it; `describedBy` ties it to them. */
export function FieldMessages({ id, hint, error }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {t(error)}
        </p>
      )}
    </>
  )
}
