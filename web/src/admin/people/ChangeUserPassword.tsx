import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { password } from '@gatehouse/contract/fields.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api.ts'
import { NewPasswordFields } from '../../session/NewPasswordFields.tsx'
import { newPassword } from '../../session/new-password.ts'
import { useSettings } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SUCCESS_MS } from '../engine/form/success-ms.ts'
import type { UserRow } from './user-row.ts'

const change = (policy: Parameters<typeof newPassword>[0]) =>
  z
    .object({
      newPassword: newPassword(policy, 'New Password Required'),
      confirmNewPassword: password('Confirm Password Required'),
    })
    .check(
      z.refine((typed) => typed.confirmNewPassword === '' || typed.newPassword === typed.confirmNewPassword, {
        message: 'Password must match',
        path: ['confirmNewPassword'],
        when: () => true,
      }),
    )

export function ChangeUserPassword({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { passwordPolicy } = useSettings()
  const [isDone, setIsDone] = useState(false)
  const form = useForm({
    resolver: zodResolver(change(passwordPolicy)),
    defaultValues: { newPassword: '', confirmNewPassword: '' },
  })
  const submit = useAction(async (typed: { newPassword: string }) => {
    await call(resetUserPassword, { email: row.email, newPassword: typed.newPassword })
    setIsDone(true)
  })

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(onClose, SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [isDone, onClose])

  return (
    <Dialog title={t('Change Password')} onClose={onClose}>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <p>
          {row.firstName} {row.lastName} ({row.userName})
        </p>
        {/* Tells password managers whose password changes. */}
        <input hidden readOnly name="username" autoComplete="username" value={row.email} />
        <NewPasswordFields
          chosen={{ ...bindField(form, 'newPassword'), typed: form.watch('newPassword') }}
          confirmed={bindField(form, 'confirmNewPassword')}
          confirmLabel={t('Confirm New Password')}
          required
        />
        <ErrorAlert error={submit.error} />
        {isDone && <Alert tone="success">{t(resetUserPassword.message)}</Alert>}
        <div className="dialog-buttons">
          <Button variant="neutral" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" isBusy={submit.isBusy} disabled={isDone}>
            {t('Change Password')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
