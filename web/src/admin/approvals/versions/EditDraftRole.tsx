import { ROLE_ACTIONS, roleLimits } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { type DraftPage, type DraftRole, saveDraftRole } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { MoneyInput } from '../../engine/fields/MoneyInput.tsx'
import { NumberInput } from '../../engine/fields/NumberInput.tsx'
import { RegionsInput } from '../../engine/fields/RegionsInput.tsx'
import { selectOf } from '../../engine/fields/SelectInput.tsx'
import { BoundsInput } from '../limits/BoundsInput.tsx'
import { FindingsInDraft } from '../typed/in-forms.tsx'
import { limitsText } from './draft-words.ts'
import { useDraftChange } from './use-draft-change.ts'

const ActionInput = selectOf(ROLE_ACTIONS, { hasNone: true })
const asked = z.object(roleLimits)

type Props = { draft: DraftPage; role: DraftRole; onClose: () => void }

/** Changes in a draft what a role may approve, on all pages on which it has a rule. */
export function EditDraftRole({ draft, role, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(asked), defaultValues: role.draft as z.input<typeof asked> })
  const submit = useDraftChange(saveDraftRole, onClose)
  return (
    <WorkDialog hasUnsaved={form.formState.isDirty} title={role.name} onClose={onClose} isBusy={submit.isBusy}>
      <FormProvider {...form}>
        <form
          className="form"
          noValidate
          onSubmit={form.handleSubmit((limits) =>
            submit.run({ draftId: draft._id, revision: role.revision, roleId: role._id, ...limits }),
          )}
        >
          <p className="versions-note">
            {role.client} · {t('Counts now')}: {limitsText(role.current)}
          </p>
          <RegionsInput name="regions" label={t('Regions')} />
          <ActionInput name="actionOfRole" label={t('Action Of Role')} />
          <NumberInput name="sequence" label={t('Sequence')} />
          <MoneyInput name="rangeFrom" label={t('Range From')} />
          <MoneyInput name="rangeTo" label={t('Range To')} hint={t('If empty, no upper limit')} />
          <BoundsInput name="bounds" label={t('Bounds')} />
          <p className="versions-note">{t('The range is that of the role, on every page on which it has a rule.')}</p>
          <FindingsInDraft of={{ draftId: draft._id, applicationId: draft.application._id, roleId: role._id }} />
          <WorkEnd work={submit} label={t('Save in the draft')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
