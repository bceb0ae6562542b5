import { IMPORT_MAX_BYTES, type Job } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { leaversFile } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api-error.ts'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { sendFile } from '../../../upload.ts'
import { CsvFileField } from '../../jobs/CsvFileField.tsx'
import { fileFailure } from '../../jobs/failure-words.ts'
import { JobView } from '../../jobs/JobView.tsx'
import { listAsFile } from './list-as-file.ts'
import './leavers.css'

/** Takes a list of people who leave and their last day, shows the dry run, and runs the job after confirmation. */
export function LeaversDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [way, setWay] = useState<'typed' | 'file'>('typed')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<File | null>(null)
  const [lastDay, setLastDay] = useState('')
  const [jobId, setJobId] = useState<string | null>(null)
  const check = useAction(async () => {
    const file = way === 'file' ? chosen : listAsFile(typed)
    if (file === null) throw new ApiError(400, way === 'file' ? 'Choose a file' : 'Enter at least one person')
    if (lastDay === '') throw new ApiError(400, 'Choose the last day')
    if (file.size > IMPORT_MAX_BYTES) throw new ApiError(400, 'A file can have at most 5 MB. Import it in parts.')
    const { data } = await sendFile(
      `${leaversFile.path}?lastDay=${lastDay}&isTyped=${way === 'typed'}`,
      leaversFile.field,
      file,
    )
    // The server returns the job of the dry run.
    setJobId((data as Job)._id)
  })
  const failure = useMemo(() => fileFailure(check.error, t), [check.error, t])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void check.run()
  }

  return (
    <WorkDialog
      hasUnsaved={jobId === null && (typed !== '' || chosen !== null || lastDay !== '')}
      title={t('Leavers')}
      size="large"
      success={t('“{{title}}” is listed under Jobs.', { title: t('Leavers') })}
      onClose={onClose}
    >
      {jobId === null ? (
        <form className="form" noValidate onSubmit={handleSubmit}>
          <p>
            {t(
              'When the last day is over, these accounts are deactivated: sessions, applications and stand-ins end at once. They get an email about it.',
            )}
          </p>
          <div className="leavers-way">
            <SegmentedControl
              label={t('Where the people are')}
              choices={[
                { value: 'typed', label: t('Enter people') },
                { value: 'file', label: t('CSV file') },
              ]}
              value={way}
              onChange={setWay}
            />
          </div>
          {way === 'typed' ? (
            <TextArea
              label={t('Email addresses or user IDs')}
              hint={t('One a line, or separated by commas or semicolons.')}
              rows={5}
              autoCapitalize="none"
              spellCheck={false}
              required
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          ) : (
            <CsvFileField
              kind="leavers"
              file={chosen}
              onChoose={setChosen}
              hint={t(
                'The column email has an email address or a user ID. Other columns are ignored. At most 5 MB and 20,000 rows',
              )}
            />
          )}
          <TextField
            label={t('Last day')}
            type="date"
            hint={t('An earlier last day of a person stays as it is.')}
            required
            value={lastDay}
            onChange={({ target }) => setLastDay(target.value)}
          />
          <WorkEnd work={{ isBusy: check.isBusy, error: failure }} label={t('Check the list')} />
        </form>
      ) : (
        <JobView id={jobId} onClose={onClose} />
      )}
    </WorkDialog>
  )
}
