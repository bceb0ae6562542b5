import { id } from '@gatehouse/contract/fields.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useUnsavedPart } from '../../../ui/unsaved/work-in-dialog.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'

const RolePicker = pickerOf({ kind: 'roles', isGrantable: true })
// The message of requirement A17 for a missing selection.
const chosen = z.object({ roleId: id('Role is required') })

type Props = { isBusy: boolean; error: unknown; onChoose: (roleId: string) => void }

/** A person has one role, so the chosen one replaces the current one. */
export function RoleForm({ onChoose, ...work }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(chosen), defaultValues: { roleId: '' } })
  useUnsavedPart(form.formState.isDirty)
  return (
    <FormProvider {...form}>
      <form className="form" noValidate onSubmit={form.handleSubmit(({ roleId }) => onChoose(roleId))}>
        <p>{t('The chosen role replaces their current one. Their sessions end.')}</p>
        <RolePicker name="roleId" label={t('Role')} required />
        <WorkEnd work={work} label={t('Assign Role')} />
      </form>
    </FormProvider>
  )
}
