import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useIsMutating } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type SubmitEvent, useEffect, useMemo } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { useToasts } from '../../../ui/use-toasts.ts'
import { UPLOAD } from '../fields/field.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { namesOfKept } from './conflict.ts'
import { Deactivation } from './Deactivation.tsx'
import { FormFields } from './FormFields.tsx'
import './form-dialog.css'
import type { StartValues } from '../../../session/start-values.ts'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import type { Screen } from '../screen.ts'
import { useRecordForm } from './use-record-form.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  /** `null`: a new record. */
  row: Row | null
  /** Of a new record. */
  start?: StartValues | undefined
  onClose: () => void
  /** Called after the success was shown. The parent closes the dialog. */
  onSaved: (row: Row) => void
}

export function FormDialog<Row extends RecordRow>({ screen, row, start, onClose, onSaved }: Props<Row>) {
  const { t } = useTranslation()
  const record = useRecordForm(screen, row, start)
  const { form, saved, conflict, kept } = record
  const toasts = useToasts()
  const success = useMemo(() => saved && { text: t(record.message) }, [saved, record.message, t])
  const isUploading = useIsMutating({ mutationKey: UPLOAD }) > 0

  // A toast, because it must stay longer than the form: the other person's changes are new to this person.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (!saved || !kept) return
    const fields = namesOfKept(kept.fields, kept.values, t)
    toasts.success(
      kept.by
        ? t('{{name}} also changed this. Kept: {{fields}}', { name: kept.by, fields })
        : t('Someone else also changed this. Kept: {{fields}}', { fields }),
    )
  }, [saved])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    // Leaves the field in which Enter was pressed, because nothing can be typed while the form is saved.
    if (event.nativeEvent.submitter instanceof HTMLElement) event.nativeEvent.submitter.focus()
    void record.submit(event)
  }

  return (
    <>
      <WorkDialog
        title={t(row ? screen.dialogs.update : screen.dialogs.create)}
        size={screen.size}
        onClose={onClose}
        hasUnsaved={form.formState.isDirty && !saved}
        isBusy={record.isBusy}
        success={t(record.message)}
      >
        <FormProvider {...form}>
          <form className="form form-dialog" noValidate onSubmit={handleSubmit}>
            {/* Later input would not be saved. */}
            <div inert={record.isBusy || saved !== null}>
              <FormFields fields={screen.fields} of={row ? 'update' : 'create'} required={record.required} />
            </div>
            {row && !saved && <Deactivation screen={screen} row={row} />}
            <FormEnd
              error={record.error}
              takesFocus={Object.keys(form.formState.errors).length === 0}
              success={success}
              onClose={() => saved && onSaved(saved)}
            >
              <CancelButton />
              <Button type="submit" isBusy={record.isBusy || isUploading} isIdle={saved !== null}>
                {saved && <Check size={16} aria-hidden />}
                {t(screen.saveLabel ?? 'Save')}
              </Button>
            </FormEnd>
          </form>
        </FormProvider>
      </WorkDialog>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          values={{ mine: form.getValues(), theirs: screen.toForm(conflict.current) }}
          onResolve={(sides) => record.resolve(conflict, sides)}
          onClose={record.postpone}
        />
      )}
    </>
  )
}
