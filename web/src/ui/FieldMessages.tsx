import { useTranslation } from 'react-i18next'
import type { FieldProps } from './Field.tsx'

type Props = Pick<FieldProps, 'hint' | 'error'> & { id: string }

/** What belongs to a control, below it; `describedBy` ties it to them. */
export function FieldMessages({ id, hint, error }: Props) {
  const { t } = useTranslation()
  // Of a text that is too long, the second line is how many characters it may have (limitedResolverOf).
  const [words = '', most] = error?.split('\n') ?? []
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <span>{t(words)}</span> {most && t('At most {{number}} characters.', { number: most })}
        </p>
      )}
    </>
  )
}
