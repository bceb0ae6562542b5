import { type Passkey, renamePasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = {
  passkey: Passkey
  onRenamed: (message: string) => void
  onClose: () => void
}

export function RenamePasskey({ passkey: { _id: passkeyId, name }, onRenamed, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(renamePasskey.request), defaultValues: { passkeyId, name } })
  const submit = useAction(async (renamed: { passkeyId: string; name: string }) => {
    await call(renamePasskey, renamed)
    onRenamed(renamePasskey.message)
    onClose()
  })
  return (
    <Dialog title={t('Rename passkey')} onClose={onClose} isBusy={submit.isBusy}>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <TextField {...bindField(form, 'name')} label={t('Name')} autoComplete="off" />
        <FormEnd error={submit.error}>
          <Button variant="neutral" isIdle={submit.isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" isBusy={submit.isBusy}>
            {t('Save')}
          </Button>
        </FormEnd>
      </form>
    </Dialog>
  )
}
