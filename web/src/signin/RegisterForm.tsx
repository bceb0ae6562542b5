import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { newPassword } from '../session/new-password.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { FirstPassword } from './FirstPassword.tsx'
import { NameFields } from './NameFields.tsx'

const { firstName, lastName, email, phoneNumber } = signUp.request.shape

const registration = (policy: PasswordPolicy) =>
  z.object({ firstName, lastName, email, phoneNumber, password: newPassword(policy, 'Password is required') })

export type Registration = z.output<ReturnType<typeof registration>>

const EMPTY: Registration = { firstName: '', lastName: '', email: '', phoneNumber: '', password: '' }
const FIELDS = Object.keys(EMPTY) as (keyof Registration)[]

type Props = { submitLabel: string; onSubmit: (registration: Registration) => Promise<void> }

export function RegisterForm({ submitLabel, onSubmit }: Props) {
  const { t } = useTranslation()
  const { passwordPolicy } = useSettings()
  const form = useForm({ resolver: resolverOf(registration(passwordPolicy)), defaultValues: EMPTY })
  // In the order of the form, before the fields register themselves: the first invalid one gets the focus.
  for (const name of FIELDS) form.register(name)
  const submit = useAction(onSubmit)

  return (
    <FormProvider {...form}>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <NameFields />
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
        <FirstPassword />
        <FormEnd error={submit.error}>
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {submitLabel}
          </Button>
        </FormEnd>
      </form>
    </FormProvider>
  )
}
