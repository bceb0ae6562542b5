import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { password } from '@gatehouse/contract/fields.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api.ts'
import { NewPasswordFields } from '../../session/NewPasswordFields.tsx'
import { newPassword } from '../../session/new-password.ts'
import { useSettings } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormEnd, type Success } from '../../ui/FormEnd.tsx'
import { resolverOf } from '../../ui/resolver-of.ts'
import { CancelButton } from '../../ui/unsaved/CancelButton.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { UserRow } from './user-row.ts'

const change = (policy: Parameters<typeof newPassword>[0]) =>
  z
    .object({
      newPassword: newPassword(policy, 'New Password Required'),
      confirmNewPassword: password('Confirm Password Required'),
      removesFactors: z.boolean(),
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
  const [done, setDone] = useState<Success | null>(null)
  const form = useForm({
    resolver: resolverOf(change(passwordPolicy)),
    defaultValues: { newPassword: '', confirmNewPassword: '', removesFactors: false },
  })
  const submit = useAction(
    async ({ newPassword, removesFactors }: { newPassword: string; removesFactors: boolean }) => {
      await call(resetUserPassword, { email: row.email, newPassword, removesFactors })
      setDone({ text: t(resetUserPassword.message) })
    },
  )

  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty && done === null}
      title={t('Change Password')}
      isBusy={submit.isBusy}
      success={t(resetUserPassword.message)}
      onClose={onClose}
    >
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <p>
          {fullName(row)} ({row.userName})
        </p>
        {/* Tells password managers whose password changes. */}
        <input hidden readOnly name="username" autoComplete="username" value={row.email} />
        <NewPasswordFields
          chosen={{ ...bindField(form, 'newPassword'), typed: form.watch('newPassword') }}
          confirmed={bindField(form, 'confirmNewPassword')}
          confirmLabel={t('Confirm New Password')}
          required
        />
        <Checkbox
          {...form.register('removesFactors')}
          label={t('Remove passkeys, authenticator apps and recovery codes, too')}
        />
        <FormEnd error={submit.error} success={done} onClose={onClose}>
          <CancelButton />
          <Button type="submit" isBusy={submit.isBusy} disabled={done !== null}>
            {t('Change Password')}
          </Button>
        </FormEnd>
      </form>
    </WorkDialog>
  )
}
