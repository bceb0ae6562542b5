import { password } from '@gatehouse/contract/fields.ts'
import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { NewPasswordFields } from '../session/NewPasswordFields.tsx'
import { newPassword, passwordsMatch } from '../session/new-password.ts'
import { useSession, useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { FormEnd } from '../ui/FormEnd.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { UnsavedOnPage } from '../ui/unsaved/UnsavedOnPage.tsx'
import { useAction } from '../ui/use-action.ts'

const change = (policy: PasswordPolicy) =>
  z
    .object({
      oldPassword: password('Current Password is required'),
      newPassword: newPassword(policy, 'New Password is required'),
      confirmPassword: password('Confirm New Password is required'),
    })
    .check(passwordsMatch)

export type PasswordChange = z.output<ReturnType<typeof change>>

type Props = { onSubmit: (change: PasswordChange) => Promise<void> }

export function ChangePasswordForm({ onSubmit }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { passwordPolicy, passwordClipboard: clipboard } = useSettings()
  const form = useForm({
    resolver: resolverOf(change(passwordPolicy)),
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  })
  const submit = useAction(onSubmit)

  return (
    <>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        {/* Tells password managers whose password changes. */}
        <input hidden readOnly name="username" autoComplete="username" value={user.email} />
        <PasswordField
          {...bindField(form, 'oldPassword')}
          label={t('Current Password')}
          autoComplete="current-password"
          clipboard={clipboard}
          autoFocus
        />
        <NewPasswordFields
          chosen={{ ...bindField(form, 'newPassword'), typed: form.watch('newPassword') }}
          confirmed={bindField(form, 'confirmPassword')}
          confirmLabel={t('Confirm New Password')}
        />
        <FormEnd error={submit.error}>
          <Button type="submit" className="change-password-submit" isBusy={submit.isBusy}>
            {t('Change Password')}
          </Button>
        </FormEnd>
      </form>
      {/* A password manager may have filled in the current one. */}
      <UnsavedOnPage
        hasUnsaved={form.watch('newPassword') !== ''}
        isBusy={submit.isBusy}
        title={t('Change Password')}
        success={t(changePassword.message)}
      />
    </>
  )
}
