import { resentMessage } from '@gatehouse/contract/resent-message.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import './resend-code.css'

type Props = {
  initialSeconds: number
  /** `false`: the caller's own request sent no code, because the last one is less than a minute old. */
  isSent?: boolean
  /** `null` when there is nothing to resend yet. */
  resend: () => Promise<{ resendInSeconds: number; isSent?: boolean } | null>
}

/** Asks for another code, as soon as the server would give one. */
export function ResendCode({ initialSeconds, isSent: wasSent = true, resend }: Props) {
  const { t } = useTranslation()
  const [secondsLeft, startCountdown] = useCountdown(initialSeconds)
  const [outcome, setOutcome] = useState(wasSent ? null : { isSent: false })
  const action = useAction(async () => {
    setOutcome(null)
    const answer = await resend()
    if (!answer) return
    const { resendInSeconds, isSent = true } = answer
    startCountdown(resendInSeconds)
    setOutcome({ isSent })
  })

  return (
    <div className="resend">
      {secondsLeft > 0 ? (
        <p>{t('Send a new code in {{time}}', { time: formatClock(secondsLeft) })}</p>
      ) : (
        <Button variant="link" isBusy={action.isBusy} onClick={action.run}>
          {t('Send a new code')}
        </Button>
      )}
      <p role="status" className={outcome?.isSent ? 'resend-status resend-sent' : 'resend-status'}>
        {outcome !== null && t(resentMessage(outcome))}
      </p>
      <ErrorAlert error={action.error} />
    </div>
  )
}

/** Counts whole seconds down to zero by the clock, so that a tab put to sleep shows the right number afterwards. */
function useCountdown(initialSeconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initialSeconds * 1000)
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))

  useEffect(() => {
    if (Date.now() >= endsAt) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  function start(seconds: number) {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }

  return [secondsLeft, start] as const
}

function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
