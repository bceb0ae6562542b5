import { suspendUser } from '@gatehouse/contract/admin/people/suspensions.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AffectedUses } from '../../engine/AffectedUses.tsx'

type Props = { userId: string; name: string; onSaved: () => void; onClose: () => void }

export function SuspendPerson({ userId, name, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: resolverOf(suspendUser.request),
    defaultValues: { userId, from: '', until: '', reason: '' },
  })
  const save = useAction(async (input: z.output<typeof suspendUser.request>) => {
    await call(suspendUser, input)
    onSaved()
  })
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Suspend {{name}}?', { name })}
      onClose={onClose}
      isBusy={save.isBusy}
    >
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => save.run(input))}>
        <p>
          {t(
            'From the first day on, their sessions end and they cannot sign in. After the last day they can sign in again.',
          )}
        </p>
        <p>{t('On the first day, what they have lent to stand-ins ends for good.')}</p>
        <TextField
          {...bindField(form, 'from')}
          label={t('First day')}
          type="date"
          hint={t('Today: at once.')}
          required
        />
        <TextField
          {...bindField(form, 'until')}
          label={t('Last day')}
          type="date"
          hint={t('Empty: until an administrator ends the suspension.')}
        />
        <TextArea
          {...bindField(form, 'reason')}
          label={t('Reason')}
          hint={t('For administrators. The person gets an email at the beginning and at the end, without the reason.')}
          maxLength={500}
          required
        />
        <AffectedUses resource={users} id={userId} />
        <WorkEnd work={save} label={t('Suspend')} tone="danger" />
      </form>
    </WorkDialog>
  )
}
