import type { Input } from '@gatehouse/contract/endpoint.ts'
import { requestRequestPassword } from '@gatehouse/contract/signin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { InboxHint } from './InboxHint.tsx'

/** Requirement W9. */
const NOTICE_MS = 3000

export function ForgetPasswordPage() {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(requestRequestPassword.request), defaultValues: { email: '' } })
  const [isSent, setIsSent] = useState(false)
  const submit = useAction(async (request: Input<typeof requestRequestPassword>) => {
    setIsSent(false)
    await call(requestRequestPassword, request)
    setIsSent(true)
  })
  usePageTitle(t('Forgot password?'))

  useEffect(() => {
    if (!isSent) return
    const timer = setTimeout(() => setIsSent(false), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isSent])

  return (
    <CardPage
      title={t('Forgot password?')}
      lead={t('Enter your email address to get a link for choosing a new password.')}
      below={
        <>
          <Link to="/login">{t('Back to sign-in')}</Link>
          <InboxHint />
        </>
      }
    >
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <ErrorAlert error={submit.error} />
        {isSent && <Alert tone="success">{t(requestRequestPassword.message)}</Alert>}
        <TextField
          {...bindField(form, 'email')}
          label={t('Email ID')}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" size="large" isBusy={submit.isBusy}>
          {t('Submit')}
        </Button>
      </form>
    </CardPage>
  )
}
