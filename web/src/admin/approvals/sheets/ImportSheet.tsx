import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { id, requiredText } from '@gatehouse/contract/fields.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { StartValues } from '../../../session/start-values.ts'
import { Button } from '../../../ui/Button.tsx'
import { bindField } from '../../../ui/bind-field.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FileField } from '../../../ui/FileField.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { FormDialog } from '../../engine/form/FormDialog.tsx'
import { fileFailure } from '../../jobs/failure-words.ts'
import { APPLICATION_ROLES } from '../application-roles.tsx'
import { MissingRecords } from './MissingRecords.tsx'
import { type ChosenColumns, SheetColumns } from './SheetColumns.tsx'
import { SheetResult } from './SheetResult.tsx'
import './sheets.css'
import { useSheet } from './use-sheet.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })
const PageInput = pickerOf({ kind: 'pages', within: { applicationId: 'applicationId' } })

const asked = z.object({
  applicationId: id('Application is required'),
  name: requiredText('Name is required', 100),
  clientId: z.string(),
  pageId: z.string(),
  markAction: z.string(),
  removesOthers: z.boolean(),
  leavesOut: z.boolean(),
  makesMissing: z.boolean(),
})

/** Reads a sheet of authority or the lists of the old portal, shows what was understood, and makes a draft of it. */
export function ImportSheet({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<ChosenColumns>({})
  /** What the form of a role starts with that the file names and nobody has made yet. */
  const [making, setMaking] = useState<StartValues | null>(null)
  const form = useForm({
    resolver: resolverOf(asked),
    defaultValues: {
      ...{ applicationId, name: '', clientId: '', pageId: '', markAction: '' },
      ...{ removesOthers: false, leavesOut: false, makesMissing: false },
    },
  })
  const { check, make, preview, isChecked } = useSheet()
  const given = useWatch({ control: form.control })
  const query = queryOf(given, columns)
  const isCurrent = preview !== null && isChecked(file, query)
  const isBusy = check.isBusy || make.isBusy
  const hasErrors = preview !== null && preview.counts.error > 0
  const isWholeWrong = preview?.findings.some(({ severity, line }) => severity === 'error' && line === null) === true
  const missing = preview === null ? 0 : preview.missing.roles.length + preview.missing.pages.length
  const isMaking = given.makesMissing === true && missing > 0
  const canMake =
    isCurrent && (preview.changes > 0 || isMaking) && !isWholeWrong && (!hasErrors || given.leavesOut === true)

  /** The heading under which each column was chosen: in a corrected file it means the same. */
  const [headings, setHeadings] = useState<Record<number, string>>({})
  const others = (preview?.columns ?? []).filter(({ index, heading }) => (headings[index] ?? heading) !== heading)

  function handleColumn(index: number, meaning: ChosenColumns[number]) {
    setColumns({ ...columns, [index]: meaning })
    const heading = preview?.columns.find((column) => column.index === index)?.heading ?? ''
    setHeadings({ ...headings, [index]: heading })
  }

  // The columns of another file have other headings: what was chosen for them is not meant here.
  useEffect(() => {
    if (others.length === 0) return
    const isOther = (index: string) => others.some((column) => column.index === Number(index))
    setColumns((all) => withoutKeys(all, isOther))
    setHeadings((all) => withoutKeys(all, isOther))
  }, [others])

  const handleSubmit = form.handleSubmit(async ({ name, leavesOut }) => {
    if (!isCurrent || file === null) return check.run(file, query)
    const version = String(preview.comparison.version)
    return make.run(file, { ...query, name, version, leavesOut: String(leavesOut) })
  })

  function handleFile(chosen: File | null) {
    setFile(chosen)
    // Another file names others, and a sheet makes none.
    form.setValue('makesMissing', false)
  }

  function handleMade() {
    setMaking(null)
    void check.run(file, query)
  }

  return (
    <>
      <WorkDialog
        hasUnsaved={form.formState.isDirty || file !== null}
        title={t('Import a sheet')}
        size="large"
        onClose={onClose}
        isBusy={make.isBusy}
      >
        <FormProvider {...form}>
          <form className="form" noValidate onSubmit={handleSubmit}>
            <p className="versions-note">
              {t('What the file says becomes a draft. Nothing that counts changes before you publish it.')}
            </p>
            <ApplicationInput name="applicationId" label={t('Application')} required />
            <TextField {...bindField(form, 'name')} label={t('Name')} maxLength={100} required />
            <FileField
              label={t('Sheet or export')}
              hint={t(
                'A sheet of authority as xlsx or CSV, or the lists of the old portal as JSON. At most 5 MB and 5,000 lines',
              )}
              accept=".xlsx,.csv,.txt,.json,text/csv,application/json"
              file={file}
              onChoose={handleFile}
            />
            <ClientInput name="clientId" label={t('Client of lines that name none')} />
            <PageInput name="pageId" label={t('Page of lines that name none')} />
            {preview !== null && <SheetColumns preview={preview} chosen={columns} onChoose={handleColumn} />}
            {preview?.hasMarks === true && (
              <Select {...bindField(form, 'markAction')} label={t('What a mark such as x means')}>
                <option value="">{t('Choose')}</option>
                {ROLE_ACTIONS.map((action) => (
                  <option key={action} value={action}>
                    {t(action)}
                  </option>
                ))}
              </Select>
            )}
            <Checkbox
              {...form.register('removesOthers')}
              label={
                given.pageId
                  ? t('Also remove the rows of these clients on the pages of the file that it does not have')
                  : t('Also remove the rows of these clients that the file does not have')
              }
            />
            {preview !== null && missing > 0 && (
              <MissingRecords missing={preview.missing}>
                <Checkbox {...form.register('makesMissing')} label={t('Make the roles and pages that are missing')} />
              </MissingRecords>
            )}
            {isCurrent && (
              <SheetResult
                preview={preview}
                onMakeRole={({ name, clientId }) =>
                  setMaking({ applicationId: query.applicationId, clientId, role: name, regions: [ALL_REGIONS] })
                }
              />
            )}
            {isCurrent && hasErrors && !isWholeWrong && given.removesOthers !== true && (
              <Checkbox {...form.register('leavesOut')} label={t('Leave out the lines that were not understood')} />
            )}
            <FormEnd error={fileFailure(check.error ?? make.error, t)}>
              <CancelButton />
              <Button type="submit" isBusy={isBusy} disabled={isCurrent && !canMake}>
                {isCurrent ? t('Make the draft') : preview === null ? t('Check file') : t('Check again')}
              </Button>
            </FormEnd>
          </form>
        </FormProvider>
      </WorkDialog>
      {making && (
        <FormDialog
          screen={APPLICATION_ROLES}
          row={null}
          start={making}
          onClose={() => setMaking(null)}
          onSaved={handleMade}
        />
      )}
    </>
  )
}

const withoutKeys = <Value,>(all: Record<number, Value>, isOut: (key: string) => boolean): Record<number, Value> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !isOut(key)))

type Given = Partial<z.output<typeof asked>>

/** The options as the query of a call, without those that say nothing. */
function queryOf(
  {
    applicationId = '',
    clientId = '',
    pageId = '',
    markAction = '',
    removesOthers = false,
    makesMissing = false,
  }: Given,
  columns: ChosenColumns,
): Record<string, string> {
  const chosen = Object.entries(columns).map(([index, meaning]) => `${index}:${meaning}`)
  return {
    applicationId,
    ...(clientId !== '' && { clientId }),
    ...(pageId !== '' && { pageId }),
    ...(markAction !== '' && { markAction }),
    ...(removesOthers && { removesOthers: 'true' }),
    ...(makesMissing && { makesMissing: 'true' }),
    ...(chosen.length > 0 && { columns: chosen.join(',') }),
  }
}
