import { type ChangeEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { describedBy, Field } from './Field.tsx'
import './file-field.css'

type Props = {
  /** Translated, as the hint. */
  label: string
  hint: string
  /** What the browser offers, such as `.csv`. */
  accept: string
  file: File | null
  onChoose: (file: File) => void
}

/** A file that has to be chosen. The browser's own button would use the browser's language. */
export function FileField({ label, hint, accept, file, onChoose }: Props) {
  const { t } = useTranslation()
  const inputId = useId()

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    target.value = '' // So that the same file can be chosen again, once it is corrected.
    if (chosen) onChoose(chosen)
  }

  return (
    <Field id={inputId} label={label} hint={hint}>
      <div className="file-field">
        <label className="button button-neutral button-medium file-field-choose">
          <input
            id={inputId}
            type="file"
            accept={accept}
            required={file === null}
            className="visually-hidden"
            onChange={handleChange}
            {...describedBy(inputId, { hint })}
          />
          {file ? t('Choose another file') : t('Choose a file')}
        </label>
        <output htmlFor={inputId}>{file?.name ?? t('No file chosen')}</output>
      </div>
    </Field>
  )
}
