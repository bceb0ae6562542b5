import { type DraftPage, saveDraftRule } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { id } from '@gatehouse/contract/fields.ts'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { DayInput } from '../../engine/fields/DayInput.tsx'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { ScopeInput } from '../limits/ScopeInput.tsx'
import { useDraftChange } from './use-draft-change.ts'

const ClientInput = pickerOf({ kind: 'clients', ofApplication: 'applicationId' })
const RoleInput = pickerOf({
  kind: 'applicationRoles',
  within: { applicationId: 'applicationId', clientId: 'clientId' },
})
const PageInput = pickerOf({ kind: 'pages', within: { applicationId: 'applicationId' } })

const asked = z.object({
  applicationId: z.string(),
  clientId: id('Client Name is required'),
  roleId: id('Role is required'),
  pageId: id('Page is required'),
  firstDay: z.string(),
  lastDay: z.string(),
  allClients: z.boolean(),
  allPages: z.boolean(),
})

/** Adds to a draft that a role acts on a page. */
export function AddDraftRule({ draft, onClose }: { draft: DraftPage; onClose: () => void }) {
  const { t } = useTranslation()
  const [revision] = useState(draft.revision)
  const form = useForm({
    resolver: resolverOf(asked),
    defaultValues: {
      ...{ applicationId: draft.application._id, clientId: '', roleId: '', pageId: '' },
      ...{ firstDay: '', lastDay: '', allClients: false, allPages: false },
    },
  })
  const submit = useDraftChange(saveDraftRule, onClose)
  return (
    <WorkDialog hasUnsaved={form.formState.isDirty} title={t('Add a rule')} onClose={onClose} isBusy={submit.isBusy}>
      <FormProvider {...form}>
        <form
          className="form"
          noValidate
          onSubmit={form.handleSubmit(({ applicationId: _, clientId: _c, ...given }) =>
            submit.run({ draftId: draft._id, revision, ...given }),
          )}
        >
          <ClientInput name="clientId" label={t('Client')} required />
          <RoleInput
            name="roleId"
            label={t('Role')}
            hint={t('New roles are made on the screen "App Roles". Without a rule they approve nothing.')}
            required
          />
          <PageInput
            name="pageId"
            label={t('Page')}
            hint={t('If the role may not open this page yet, publishing gives it the page.')}
            required
          />
          <DayInput name="firstDay" label={t('First day')} />
          <DayInput name="lastDay" label={t('Last day')} hint={t('Both days are whole. Empty: no limit.')} />
          <ScopeInput name="allClients" label={t('Counts for')} />
          <WorkEnd work={submit} label={t('Save in the draft')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
