import { startApprovalReplay } from '@gatehouse/contract/admin/approvals/replays.ts'
import { id, requiredText } from '@gatehouse/contract/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { CaseMatrixFields } from '../CaseMatrixFields.tsx'
import type { CaseMatrix } from '../case-matrix.ts'
import { REPLAYS } from './use-replay.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })
const asked = z.object({
  applicationId: id('Application is required'),
  firstDay: requiredText('Choose a date', 10),
  lastDay: requiredText('Choose a date', 10),
})

type Props = {
  applicationId: string
  /** The draft to replay against; without it, one is chosen. */
  draft?: { _id: string; name: string }
  onClose: () => void
}

const DAYS = 30

/** Starts a replay of the last days, and opens its page. */
export function NewReplay({ applicationId, draft, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [target, setTarget] = useState<CaseMatrix>({ kind: 'draft', value: draft?._id ?? '' })
  const form = useForm({
    resolver: resolverOf(asked),
    defaultValues: { applicationId, firstDay: dayBefore(DAYS - 1), lastDay: dayBefore(0) },
  })
  const application = useWatch({ control: form.control, name: 'applicationId' })
  const start = useAction(
    async (given: z.output<typeof asked>) => {
      const chosen = target.kind === 'version' ? { version: Number(target.value) } : { draftId: target.value }
      const { _id } = await call(startApprovalReplay, { ...given, ...(target.value !== '' && chosen) })
      void cache.invalidateQueries({ queryKey: [REPLAYS] })
      return _id
    },
    (replay) => void navigate({ to: '/dashboard/approvalVersions', search: { replay } as never }),
  )
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty || target.value !== (draft?._id ?? '')}
      title={t('Replay decisions')}
      onClose={onClose}
      isBusy={start.isBusy}
    >
      <FormProvider {...form}>
        <form className="form" noValidate onSubmit={form.handleSubmit((given) => start.run(given))}>
          <p className="versions-note">
            {t(
              'Asks again what applications have asked in these days, and shows which answers differ. Nothing is changed.',
            )}
          </p>
          {draft ? (
            <p>{t('Against the draft {{name}}.', { name: draft.name })}</p>
          ) : (
            <>
              <ApplicationInput name="applicationId" label={t('Application')} required />
              {application !== '' && (
                <CaseMatrixFields
                  key={application}
                  applicationId={application}
                  kinds={['draft', 'version']}
                  chosen={target}
                  onChoose={setTarget}
                />
              )}
            </>
          )}
          <div className="explain-approval-pair">
            <TextField {...bindField(form, 'firstDay')} label={t('From day')} type="date" required />
            <TextField {...bindField(form, 'lastDay')} label={t('To day')} type="date" required />
          </div>
          <WorkEnd work={start} label={t('Start')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}

/** The day so many days before today, such as '2026-11-26'. */
function dayBefore(days: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - days)).toISOString().slice(0, 10)
}
