import * as field from '@gatehouse/contract/fields.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { bindField } from '../ui/bind-field.ts'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { WorkDialog } from '../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../ui/use-action.ts'

const nameForm = z.object({ name: field.requiredText('Name is required', 60) })

type Props = { title: string; name: string; onRename: (name: string) => Promise<void>; onClose: () => void }

/** Another name for a passkey or an authenticator app. */
export function RenameFactor({ title, name: formerName, onRename, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(nameForm), defaultValues: { name: formerName } })
  const submit = useAction(async ({ name }: z.output<typeof nameForm>) => {
    await onRename(name)
  }, onClose)
  return (
    <WorkDialog hasUnsaved={form.formState.isDirty} title={title} onClose={onClose} isBusy={submit.isBusy}>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <TextField {...bindField(form, 'name')} label={t('Name')} autoComplete="off" />
        <WorkEnd work={submit} label={t('Save')} />
      </form>
    </WorkDialog>
  )
}
