import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleDot, CircleX, Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Continue } from '../ui/Continue.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import './notified-applications.css'
import type { EndedSession } from './use-ended-session.ts'

/** How long an application may take to load its logout page. */
const WAIT_MS = 5000

type State = 'waiting' | 'confirmed' | 'retrying' | 'failed' | 'opened' | 'silent'

const WORDS = {
  waiting: 'waiting',
  confirmed: 'signed out',
  retrying: 'not reached yet; the portal keeps trying',
  failed: 'could not be reached',
  opened: 'logout page opened, not confirmed',
  silent: 'cannot be notified',
} as const satisfies Record<State, string>

const ICONS = { confirmed: CircleCheck, retrying: Clock, failed: CircleX, opened: CircleDot, silent: CircleX }

type Props = EndedSession & { isSettled: boolean }

/**
 * Lists the applications of the ended session. Only an answer to the server's notice confirms anything: that a frame has
 * loaded a logout address says no more than that, for the browser's own error page counts as loaded too.
 */
export function NotifiedApplications({ applications, continueAt, isSettled }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isOver, setIsOver] = useState(false)
  const states = applications.map((application) =>
    stateOf(application, { isOpened: opened.has(application._id), isOver, isSettled }),
  )
  const isDone = !states.includes('waiting')
  const isConfirmed = states.length > 0 && states.every((state) => state === 'confirmed')
  const needsNobody = states.every((state) => state === 'confirmed' || state === 'opened')

  /** Back to the application that began it, or to sign in. */
  function goOn() {
    if (continueAt !== null) window.location.assign(continueAt)
    else void navigate({ to: '/login' })
  }

  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <ul className="notified" aria-live="polite">
        {applications.map(({ _id, name, logoutUrl }, index) => (
          <li key={_id}>
            <StateIcon state={states[index] ?? 'waiting'} />
            <p>
              <span className="notified-name">{name}</span>
              <span className="notified-state">{t(WORDS[states[index] ?? 'waiting'])}</span>
            </p>
            {logoutUrl && (
              <iframe
                hidden
                title={name}
                src={logoutUrl}
                sandbox="allow-scripts allow-same-origin"
                referrerPolicy="no-referrer"
                onLoad={() => setOpened((before) => new Set(before).add(_id))}
              />
            )}
          </li>
        ))}
      </ul>
      {isDone && needsNobody && (
        <Continue onContinue={goOn}>
          {isConfirmed
            ? t('You are signed out everywhere.')
            : states.length === 0
              ? t('You are signed out.')
              : t('You are signed out here. Applications that have not confirmed it may still be signed in.')}
        </Continue>
      )}
      {isDone && !needsNobody && (
        <>
          <p className="notified-advice">
            {t('You are signed out here. Sign out manually of applications that have not confirmed it.')}
          </p>
          {continueAt === null ? (
            <Link to="/login" className="button button-primary button-large">
              {t('Continue to sign in')}
            </Link>
          ) : (
            <a href={continueAt} className="button button-primary button-large">
              {t('Continue')}
            </a>
          )}
        </>
      )}
    </>
  )
}

function StateIcon({ state }: { state: State }) {
  if (state === 'waiting') return <Spinner size={18} />
  const Icon = ICONS[state]
  return <Icon size={18} className={`notified-icon-${state}`} aria-hidden />
}

type Seen = { isOpened: boolean; isOver: boolean; isSettled: boolean }

function stateOf(
  { logoutUrl, byServer }: EndedSession['applications'][number],
  { isOpened, isOver, isSettled }: Seen,
): State {
  if (byServer === 'confirmed') return byServer
  // The server goes on trying when this page is long gone.
  if (byServer === 'waiting') return isSettled ? 'retrying' : byServer
  if (logoutUrl !== null && isOpened) return 'opened'
  if (byServer !== null) return byServer
  return logoutUrl === null || isOver ? 'silent' : 'waiting'
}
