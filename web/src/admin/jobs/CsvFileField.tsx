import type { FILE_KINDS } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FileField } from '../../ui/FileField.tsx'
import { importTemplate } from './import-template.ts'
import './jobs.css'

type Props = {
  kind: (typeof FILE_KINDS)[number]
  file: File | null
  onChoose: (file: File) => void
  /** Translated. */
  hint: string
}

/** A CSV file to be chosen, and a template of it. */
export function CsvFileField({ kind, file, onChoose, hint }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <a className="import-template" href={importTemplate(kind)} download={`${kind}.csv`}>
        <Download size={16} aria-hidden />
        {t('Download a template')}
      </a>
      <FileField label={t('CSV file')} hint={hint} accept=".csv,text/csv" file={file} onChoose={onChoose} />
    </>
  )
}
