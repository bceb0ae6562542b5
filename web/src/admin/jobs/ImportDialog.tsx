import {
  type IMPORT_KINDS,
  IMPORT_MAX_BYTES,
  importFile,
  type Job,
  OPTIONAL_COLUMNS,
} from '@gatehouse/contract/admin/jobs/jobs.ts'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { CancelButton } from '../../ui/unsaved/CancelButton.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { sendFile } from '../../upload.ts'
import { CsvFileField } from './CsvFileField.tsx'
import { fileFailure } from './failure-words.ts'
import { JobView } from './JobView.tsx'

type ImportKind = (typeof IMPORT_KINDS)[number]

/** Uploads a file, shows its dry run, and runs the import after confirmation. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [kind, setKind] = useState<ImportKind>('users')
  const [file, setFile] = useState<File | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const check = useAction(async () => {
    if (file === null) throw new ApiError(400, 'Choose a file')
    if (file.size > IMPORT_MAX_BYTES) throw new ApiError(400, 'A file can have at most 5 MB. Import it in parts.')
    const { data } = await sendFile(`${importFile.path}?kind=${kind}`, importFile.field, file)
    // The server returns the job of the dry run.
    setJobId((data as Job)._id)
  })
  const failure = useMemo(() => fileFailure(check.error, t), [check.error, t])

  const hint = t(
    'CSV separated by commas, semicolons or tabs, such as an export of the list. At most 5 MB and 20,000 rows',
  )

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void check.run()
  }

  return (
    <WorkDialog
      hasUnsaved={file !== null && jobId === null}
      title={t('Import')}
      size="large"
      isBusy={check.isBusy}
      success={t('“{{title}}” is listed under Jobs.', { title: t('Import') })}
      onClose={onClose}
    >
      {jobId === null ? (
        <form className="form" noValidate onSubmit={handleSubmit}>
          <div className="import-kind">
            <SegmentedControl
              label={t('What to import')}
              choices={[
                { value: 'users', label: t('Users') },
                { value: 'assignments', label: t('Assignments') },
              ]}
              value={kind}
              onChange={setKind}
            />
          </div>
          <p>
            {kind === 'users'
              ? t(
                  'People are matched by email. Existing people are updated, and get an email when their details change. Before the import runs, you choose whether new people are invited.',
                )
              : t(
                  'Each row assigns an application to a person for a client, with a role of that application and client. They get an email about it.',
                )}
          </p>
          {kind === 'assignments' && (
            <p>
              {t(
                'The columns {{columns}} are optional and hold days such as 2027-03-31. Without such a column the days stay as they are; an empty cell means no limit.',
                { columns: new Intl.ListFormat(i18n.language).format(OPTIONAL_COLUMNS.assignments) },
              )}
            </p>
          )}
          <CsvFileField kind={kind} file={file} onChoose={setFile} hint={hint} />
          <FormEnd error={failure}>
            <CancelButton />
            <Button type="submit" isBusy={check.isBusy}>
              {t('Check file')}
            </Button>
          </FormEnd>
        </form>
      ) : (
        <JobView id={jobId} onClose={onClose} />
      )}
    </WorkDialog>
  )
}
