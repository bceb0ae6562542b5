import { acceptInvitation } from '@gatehouse/contract/invitations.ts'
import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { newPassword } from '../session/new-password.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { FirstPassword } from './FirstPassword.tsx'
import { NameFields } from './NameFields.tsx'

const { firstName, lastName } = acceptInvitation.request.shape

const accepting = (policy: PasswordPolicy) =>
  z.object({ firstName, lastName, password: newPassword(policy, 'Password is required') })

type Accepting = z.output<ReturnType<typeof accepting>>

type Props = { email: string; onSubmit: (form: Accepting) => Promise<void> }

/** The name and the password of an invited person. */
export function AcceptForm({ email, onSubmit }: Props) {
  const { t } = useTranslation()
  const { passwordPolicy } = useSettings()
  const form = useForm({
    resolver: resolverOf(accepting(passwordPolicy)),
    defaultValues: { firstName: '', lastName: '', password: '' },
  })
  const submit = useAction(onSubmit)

  return (
    <FormProvider {...form}>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <NameFields />
        {/* Password managers store the password with it. */}
        <TextField label={t('Email')} value={email} readOnly autoComplete="username" />
        <FirstPassword />
        <FormEnd error={submit.error}>
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {t('Create account')}
          </Button>
        </FormEnd>
      </form>
    </FormProvider>
  )
}
