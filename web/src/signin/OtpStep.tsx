import { type CodeSent, requestLogInOtp, signInProgress } from '@gatehouse/contract/signin.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { firstWay, type Way, wayWords } from '../session/second-step.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { InboxHint } from './InboxHint.tsx'
import { OtpForm, type WaitingCode } from './OtpForm.tsx'
import type { Begun } from './use-code-step.ts'

type Props = {
  /** `null` after a reload: then the server knows what was begun in this browser. */
  begun: Begun | null
  onRestart: () => void
}

/** Step two of signing in, in place of step one. */
export function OtpStep({ begun, onRestart }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState<WaitingCode | 'none' | null>(
    begun && { identifier: begun.identifier, ...begun.sent },
  )
  const [chosen, setWay] = useState<Way | null>(null)
  const load = useAction(async () => {
    const progress = await call(signInProgress, {})
    setCode(progress === null ? 'none' : { identifier: '', ...progress })
  })
  const way = chosen ?? (code === null || code === 'none' ? 'email' : firstWay(code))
  const title = code === 'none' ? t('Sign in again') : way === 'email' ? t('Check your email') : t(wayWords[way].title)
  usePageTitle(title)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    if (code === null) void load.run()
  }, [])

  return (
    <CardPage title={title} lead={lead()} below={way === 'email' && <InboxHint />}>
      {code === null && !load.error && <Spinner size={28} />}
      <ErrorAlert error={load.error}>
        <Button variant="neutral" isBusy={load.isBusy} onClick={() => void load.run()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
      {code === 'none' && (
        <>
          <Alert tone="warning">{t(VISITOR_ERRORS.sign_in_expired.msg)}</Alert>
          <Button size="large" onClick={onRestart}>
            {t('Sign in again')}
          </Button>
        </>
      )}
      {code !== null && code !== 'none' && (
        <OtpForm key={way} code={code} way={way} onWay={setWay} onMailed={handleMailed} onRestart={onRestart} />
      )}
    </CardPage>
  )

  function handleMailed(answer: CodeSent) {
    // None can be sent any more: the server says what has become of the sign-in.
    if (answer.sentTo === '' || code === null || code === 'none') return void load.run()
    setCode({ ...code, ...answer })
    setWay('email')
  }

  function lead() {
    if (code === null || code === 'none') return null
    if (way !== 'email') return t(wayWords[way].lead)
    if (code.sentTo !== '') return t('We sent a code to {{sentTo}}', { sentTo: code.sentTo })
    // Anybody can ask for a code by naming an account, so the page shows only what they typed.
    return code.identifier === ''
      ? t(requestLogInOtp.message)
      : t('If {{identifier}} can sign in with a code, we have sent one to the email address of that account.', code)
  }
}
