import { invitationsFile } from '@gatehouse/contract/admin/jobs/invitations-file.ts'
import { IMPORT_MAX_BYTES } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { Invited, invite } from '@gatehouse/contract/admin/people/invitations.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api-error.ts'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useUnsavedPart } from '../../../ui/unsaved/work-in-dialog.ts'
import { useAction } from '../../../ui/use-action.ts'
import { sendFile } from '../../../upload.ts'
import { CsvFileField } from '../../jobs/CsvFileField.tsx'
import { fileFailure } from '../../jobs/failure-words.ts'
import { LanguageSelect, languageOf } from './LanguageSelect.tsx'

type Props = { onSent: (results: readonly Invited[]) => void }

/** Invites the addresses of a file, each with what its row gives. */
export function InviteByFile({ onSent }: Props) {
  const { t, i18n } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [language, setLanguage] = useState(languageOf(i18n.language))
  const sending = useAction(async () => {
    if (file === null) throw new ApiError(400, 'Choose a file')
    if (file.size > IMPORT_MAX_BYTES) throw new ApiError(400, 'A file can have at most 5 MB. Import it in parts.')
    const { data } = await sendFile(`${invitationsFile.path}?language=${language}`, invitationsFile.field, file)
    // The server answers as its declaration says.
    onSent((data as Output<typeof invite>).results)
  })
  const failure = useMemo(() => fileFailure(sending.error, t), [sending.error, t])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void sending.run()
  }

  useUnsavedPart(file !== null)

  return (
    <form className="form" noValidate onSubmit={handleSubmit}>
      <p>
        {t(
          'Each row needs an email. Application, client and role, the first and last day, and the role in the portal are optional.',
        )}
      </p>
      <CsvFileField
        kind="invitations"
        file={file}
        onChoose={setFile}
        hint={t('CSV separated by commas, semicolons or tabs. At most 500 rows')}
      />
      <LanguageSelect value={language} onChange={({ target }) => setLanguage(languageOf(target.value))} />
      <WorkEnd work={{ isBusy: sending.isBusy, error: failure }} label={t('Send invitations')} />
    </form>
  )
}
