import { endActing } from '@gatehouse/contract/acting.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import type { Session } from '@gatehouse/contract/session.ts'
import { UserRoundCog } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { formatTime } from '../i18n/format.ts'
import { announceSessionEnd } from '../session/session-channel.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { leaveSession } from '../ui/unsaved/leaving.ts'
import { useAction } from '../ui/use-action.ts'
import './acting-banner.css'

type Props = { acting: NonNullable<Session['acting']>; user: Session['user'] }

/** Above every page while an administrator acts for somebody: who, for whom, until when, and the way back. */
export function ActingBanner({ acting: { administrator, until, mayChange }, user }: Props) {
  const { t, i18n } = useTranslation()
  const person = fullName(user)
  const record = `/dashboard/users/${user._id}`

  const end = useAction(() =>
    leaveSession(async () => {
      await call(endActing, {})
      announceSessionEnd('ended')
      leaveFor(record)
      await new Promise(() => {})
    }),
  )

  useEffect(() => {
    // The pages of the person must not stay on the screen when the time is over.
    const timer = setTimeout(() => leaveFor(record), Math.max(Date.parse(until) - Date.now(), 0) + 1000)
    return () => clearTimeout(timer)
  }, [until, record])

  return (
    <section className="acting-banner" aria-label={t('Acting for somebody else')}>
      <UserRoundCog size={20} aria-hidden />
      <div className="acting-banner-text">
        <p>
          <strong>
            {t('{{administrator}} acts for {{person}} until {{time}}.', {
              ...{ administrator, person },
              time: formatTime(new Date(until), i18n.language),
            })}
          </strong>
        </p>
        <p>
          {mayChange
            ? t('You may change some things for them. Applications are told your name, and to change nothing.')
            : t('You see what they see, and change nothing. Applications that you open learn your name.')}
        </p>
        <ErrorAlert error={end.error} />
      </div>
      <Button variant="neutral" isBusy={end.isBusy} onClick={() => void end.run()}>
        {t('End acting')}
      </Button>
    </section>
  )
}

/** Loaded, not routed to: nothing of the person stays in this page. */
const leaveFor = (address: string) => window.location.assign(address)
