import { password } from '@gatehouse/contract/fields.ts'
import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { NewPasswordFields } from '../session/NewPasswordFields.tsx'
import { newPassword, passwordsMatch } from '../session/new-password.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'

const reset = (policy: PasswordPolicy) =>
  z
    .object({
      newPassword: newPassword(policy, 'New Password is required'),
      confirmPassword: password('Confirm New Password is required'),
    })
    .check(passwordsMatch)

type Props = { onSubmit: (newPassword: string) => Promise<void> }

export function ResetPasswordForm({ onSubmit }: Props) {
  const { t } = useTranslation()
  const { passwordPolicy } = useSettings()
  const form = useForm({
    resolver: resolverOf(reset(passwordPolicy)),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const submit = useAction(({ newPassword }: { newPassword: string }) => onSubmit(newPassword))

  return (
    <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
      <NewPasswordFields
        chosen={{ ...bindField(form, 'newPassword'), typed: form.watch('newPassword') }}
        confirmed={bindField(form, 'confirmPassword')}
        confirmLabel={t('Confirm Password')}
        autoFocus
      />
      <FormEnd error={submit.error}>
        <Button type="submit" size="large" isBusy={submit.isBusy}>
          {t('Create New Password')}
        </Button>
      </FormEnd>
    </form>
  )
}
