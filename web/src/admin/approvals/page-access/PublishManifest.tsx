import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import type { PublishedPages } from '@gatehouse/contract/pages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { ApiError } from '../../../api-error.ts'
import { readChosen } from '../../../read-chosen.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileField } from '../../../ui/FileField.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'

/** What a call may have as its body, with room for the rest of it. */
const FILE_MAX_BYTES = 500_000

const ApplicationInput = pickerOf({ kind: 'applications' })

/** `applicationId` is chosen already; it may be empty. */
type Props = { applicationId: string; onClose: () => void }

/** Publishes the pages of an application from a file. */
export function PublishManifest({ applicationId, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const form = useForm({ defaultValues: { applicationId } })
  const [file, setFile] = useState<File | null>(null)
  const [published, setPublished] = useState<PublishedPages | null>(null)
  const publishing = useAction(async () => {
    setPublished(null)
    const chosen = form.getValues('applicationId')
    if (chosen === '') throw new ApiError(400, 'Application is required')
    const done = await call(publishManifest, { applicationId: chosen, pages: await pagesOf(file) })
    await cache.invalidateQueries()
    return done
  }, setPublished)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void publishing.run()
  }

  return (
    <WorkDialog
      hasUnsaved={file !== null && published === null}
      title={t('Publish a manifest')}
      isBusy={publishing.isBusy}
      success={t(publishManifest.message)}
      onClose={onClose}
    >
      <form className="form form-dialog" noValidate onSubmit={handleSubmit}>
        <p>
          {t(
            'The file lists all pages of the application. Pages that it leaves out are removed once no role uses them.',
          )}
        </p>
        <FormProvider {...form}>
          <ApplicationInput name="applicationId" label={t('Application')} />
        </FormProvider>
        <FileField
          label={t('Manifest')}
          hint={t('JSON, as the application would send it')}
          accept=".json,application/json"
          file={file}
          onChoose={setFile}
        />
        <FormEnd error={publishing.error} success={published && { text: <Published {...published} /> }}>
          <CancelButton label={published ? t('Close') : t('Cancel')} />
          <Button type="submit" isBusy={publishing.isBusy}>
            {t('Publish')}
          </Button>
        </FormEnd>
      </form>
    </WorkDialog>
  )
}

/** What publishing has changed, in words. */
function Published({ added, changed, withdrawn, removed }: PublishedPages) {
  const { t } = useTranslation()
  const parts: [string, string[]][] = [
    [t('New pages'), added],
    [t('Changed pages'), changed],
    [t('Left out, and still used'), withdrawn],
    [t('Removed pages'), removed],
  ]
  const found = parts.filter(([, names]) => names.length > 0)
  if (found.length === 0) return t('Nothing has changed.')
  return found.map(([what, names]) => (
    <span key={what} className="page-access-published">
      {what}: {names.join(', ')}
    </span>
  ))
}

/** @throws ApiError with what is wrong with the file, in English */
async function pagesOf(file: File | null): Promise<never[]> {
  if (file === null) throw new ApiError(400, 'Choose a file')
  if (file.size > FILE_MAX_BYTES) throw new ApiError(400, 'This file is too large for a manifest.')
  const text = new TextDecoder().decode(await readChosen(file))
  try {
    // The server judges what is in it.
    return (JSON.parse(text) as { pages: never[] }).pages
  } catch {
    throw new ApiError(400, 'This file is not JSON.')
  }
}
