import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Continue } from '../ui/Continue.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { EndedApplication } from './LogoutPage.tsx'
import './told-applications.css'

/** How long an application may take to answer its logout address. */
const WAIT_MS = 5000

type State = 'waiting' | 'told' | 'untold'

const WORDS = { waiting: 'waiting', told: 'told', untold: 'cannot be told' } as const
const ICONS = { told: CircleCheck, untold: CircleX }

/** Opens every logout address in a hidden frame and lists what became of it. */
export function ToldApplications({ applications }: { applications: EndedApplication[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [isOver, setIsOver] = useState(false)
  const states = applications.map((application) => stateOf(application, told, isOver))

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
        <Continue onContinue={() => void navigate({ to: '/login' })}>{t('You are signed out everywhere.')}</Continue>
      )}
      {states.includes('untold') && !states.includes('waiting') && (
        <>
          <p className="told-advice">
            {t('You are signed out here. Close the applications that could not be told yourself.')}
          </p>
          <Link to="/login" className="button button-primary button-large">
            {t('Continue to sign in')}
          </Link>
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

function stateOf({ _id, logoutUrl }: EndedApplication, told: ReadonlySet<string>, isOver: boolean): State {
  if (logoutUrl === null) return 'untold'
  if (told.has(_id)) return 'told'
  return isOver ? 'untold' : 'waiting'
}
