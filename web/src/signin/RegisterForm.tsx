import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { newPassword } from '../session/new-password.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { FormEnd } from '../ui/FormEnd.tsx'
import { NewPasswordField } from '../ui/NewPasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'

const { firstName, lastName, email, phoneNumber } = signUp.request.shape

const registration = (policy: PasswordPolicy) =>
  z.object({ firstName, lastName, email, phoneNumber, password: newPassword(policy, 'Password is required') })

export type Registration = z.output<ReturnType<typeof registration>>

const EMPTY: Registration = { firstName: '', lastName: '', email: '', phoneNumber: '', password: '' }

type Props = { submitLabel: string; onSubmit: (registration: Registration) => Promise<void> }

export function RegisterForm({ submitLabel, onSubmit }: Props) {
  const { t } = useTranslation()
  const { passwordPolicy, passwordClipboard } = useSettings()
  const form = useForm({ resolver: zodResolver(registration(passwordPolicy)), defaultValues: EMPTY })
  const submit = useAction(onSubmit)

  return (
    <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
      <div className="form-pair">
        <TextField {...bindField(form, 'firstName')} label={t('First name')} autoComplete="given-name" autoFocus />
        <TextField {...bindField(form, 'lastName')} label={t('Last name')} autoComplete="family-name" />
      </div>
      <TextField
        {...bindField(form, 'email')}
        label={t('Email')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...bindField(form, 'phoneNumber')}
        type="tel"
        label={t('Contact Number')}
        hint={t('10 digits')}
        inputMode="tel"
        autoComplete="tel"
      />
      <NewPasswordField
        {...bindField(form, 'password')}
        label={t('Password')}
        policy={passwordPolicy}
        typed={form.watch('password')}
        clipboard={passwordClipboard}
      />
      <FormEnd error={submit.error}>
        <Button type="submit" size="large" isBusy={submit.isBusy}>
          {submitLabel}
        </Button>
      </FormEnd>
    </form>
  )
}
