import type { FILE_KINDS } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { describedBy, Field } from '../../ui/Field.tsx'
import { importTemplate } from './import-template.ts'
import './jobs.css'

type Props = {
  kind: (typeof FILE_KINDS)[number]
  file: File | null
  onChoose: (file: File | null) => void
  /** Translated. */
  hint: string
}

/** A CSV file to be chosen, and a template of it. */
export function CsvFileField({ kind, file, onChoose, hint }: Props) {
  const { t } = useTranslation()
  const inputId = useId()
  return (
    <>
      <a className="import-template" href={importTemplate(kind)} download={`${kind}.csv`}>
        <Download size={16} aria-hidden />
        {t('Download a template')}
      </a>
      <Field id={inputId} label={t('CSV file')} hint={hint}>
        {/* The browser's own button would use the browser's language. */}
        <div className="import-file">
          <label className="button button-neutral button-medium import-choose">
            <input
              id={inputId}
              type="file"
              accept=".csv,text/csv"
              className="visually-hidden"
              onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
              {...describedBy(inputId, { hint })}
            />
            {file ? t('Choose another file') : t('Choose a file')}
          </label>
          <output htmlFor={inputId}>{file?.name ?? t('No file chosen')}</output>
        </div>
      </Field>
    </>
  )
}
