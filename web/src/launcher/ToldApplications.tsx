import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { getEndedSession } from '@gatehouse/contract/session.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Continue } from '../ui/Continue.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import './told-applications.css'

/** How long an application may take to answer its logout address. */
const WAIT_MS = 5000

type EndedSession = Output<typeof getEndedSession>
type State = 'waiting' | 'told' | 'untold'

const WORDS = { waiting: 'waiting', told: 'told', untold: 'cannot be told' } as const
const ICONS = { told: CircleCheck, untold: CircleX }

/**
 * Lists what became of telling each application: by the server where that is possible, which tries again later, and
 * otherwise by its logout address in a hidden frame.
 */
export function ToldApplications({ applications, continueAt }: EndedSession) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [isOver, setIsOver] = useState(false)
  const states = applications.map((application) => stateOf(application, told, isOver))

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
      <ul className="told" aria-live="polite">
        {applications.map(({ _id, name, logoutUrl }, index) => (
          <li key={_id}>
            <StateIcon state={states[index] ?? 'waiting'} />
            <span className="told-name">{name}</span>
            <span className="told-state">{t(WORDS[states[index] ?? 'waiting'])}</span>
            {logoutUrl && (
              <iframe
                hidden
                title={name}
                src={logoutUrl}
                sandbox="allow-scripts allow-same-origin"
                referrerPolicy="no-referrer"
                onLoad={() => setTold((before) => new Set(before).add(_id))}
              />
            )}
          </li>
        ))}
      </ul>
      {states.every((state) => state === 'told') && (
        <Continue onContinue={goOn}>{t('You are signed out everywhere.')}</Continue>
      )}
      {(isOver || !states.includes('waiting')) && states.some((state) => state !== 'told') && (
        <>
          <p className="told-advice">
            {t('You are signed out here. Close the applications that could not be told yourself.')}
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
  return <Icon size={18} className={`told-icon-${state}`} aria-hidden />
}

function stateOf(
  { _id, logoutUrl, byServer }: EndedSession['applications'][number],
  told: ReadonlySet<string>,
  isOver: boolean,
): State {
  if (byServer === 'told') return 'told'
  // The server goes on trying when this page is long gone.
  if (byServer !== null) return byServer
  if (logoutUrl === null) return 'untold'
  if (told.has(_id)) return 'told'
  return isOver ? 'untold' : 'waiting'
}
