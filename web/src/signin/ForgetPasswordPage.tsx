import type { Input } from '@gatehouse/contract/endpoint.ts'
import { requestRequestPassword } from '@gatehouse/contract/signin.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { namedForBranding } from '../session/branding.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useWayOn } from '../session/use-way-on.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { FormEnd, type Success } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { InboxHint } from './InboxHint.tsx'
import { callWithWork } from './proof-of-work/with-work.ts'
import { Working } from './Working.tsx'
import { keepWay } from './way-after-reset.ts'

export function ForgetPasswordPage() {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(requestRequestPassword.request), defaultValues: { email: '' } })
  const wayOn = useWayOn()
  const [sent, setSent] = useState<Success | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const submit = useAction(async (request: Input<typeof requestRequestPassword>) => {
    setSent(null)
    try {
      await callWithWork(requestRequestPassword, { ...request, ...namedForBranding() }, () => setIsWorking(true))
    } finally {
      setIsWorking(false)
    }
    keepWay(wayOn)
    setSent({ text: t(requestRequestPassword.message) })
  })
  usePageTitle(t('Forgot password?'))

  return (
    <CardPage
      title={t('Forgot password?')}
      lead={t('Enter your email address to get a link for choosing a new password.')}
      below={
        <>
          <Link to="/login" search={wayOn}>
            {t('Back to sign-in')}
          </Link>
          <InboxHint />
        </>
      }
    >
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <TextField
          {...bindField(form, 'email')}
          label={t('Email ID')}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <FormEnd error={submit.error} success={sent} onClear={() => setSent(null)}>
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {t('Submit')}
          </Button>
        </FormEnd>
        <Working isWorking={isWorking} />
      </form>
    </CardPage>
  )
}
