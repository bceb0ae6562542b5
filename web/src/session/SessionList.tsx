import type { LiveSession } from '@gatehouse/contract/session.ts'
import { Monitor, Smartphone, Terminal, UserRoundCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import { Button } from '../ui/Button.tsx'
import { actingSinceWords, actingWords, actsForWords, mayChangeWords } from './acting-words.ts'
import './session-list.css'

type Props = {
  sessions: readonly LiveSession[]
  /** It is the list of the person who reads it. */
  isOwn?: boolean
  /** Marks the one that asks. */
  currentLabel: string
  /** Ends one of the others; without it they can only be seen. */
  onEnd?: ((session: LiveSession) => void) | undefined
  /** One of them is being ended: no other can be meanwhile. */
  isEnding: boolean
  /** Leaves the one that asks. */
  onLeave?: (() => void) | undefined
}

const PHONES = ['iPhone', 'iPad', 'Android']

/** Where somebody is signed in, and what is open there. */
export function SessionList({ sessions, isOwn = false, currentLabel, onEnd, isEnding, onLeave }: Props) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)

  function nameOf(session: LiveSession): string {
    const { kind, browser, system } = session
    const acting = actingWords(session, isOwn, t)
    if (acting !== null) return acting
    const program = browser || (kind === 'bearer' ? t('A program') : t('A browser'))
    return system ? t('{{browser}} on {{system}}', { browser: program, system }) : program
  }

  return (
    <ul className="sessions">
      {sessions.map((session) => {
        const { _id, isCurrent, kind, system, ip, signedInAt, lastSeenAt, applications, mayChange } = session
        const actsFor = actsForWords(session, t)
        const Icon =
          kind === 'acting'
            ? UserRoundCog
            : kind === 'bearer'
              ? Terminal
              : PHONES.includes(system)
                ? Smartphone
                : Monitor
        return (
          <li key={_id}>
            <Icon size={22} aria-hidden />
            <div className="sessions-text">
              <p className="sessions-name">
                {nameOf(session)}
                {isCurrent && <span className="sessions-current">{currentLabel}</span>}
              </p>
              <p className="sessions-detail">
                {ip && <span>{t('IP address {{ip}}', { ip })}</span>}
                <span>
                  {kind === 'acting'
                    ? actingSinceWords(momentOf(signedInAt), t)
                    : t('Signed in {{since}}', { since: momentOf(signedInAt) })}
                </span>
                <span>{t('Last seen {{seen}}', { seen: momentOf(lastSeenAt) })}</span>
              </p>
              {actsFor && <p className="sessions-detail">{actsFor}</p>}
              {mayChange && <p className="sessions-detail">{mayChangeWords(isOwn, t)}</p>}
              {applications.length > 0 && (
                <p className="sessions-detail">
                  {t('Signed in to: {{names}}', { names: applications.map(({ name }) => name).join(', ') })}
                </p>
              )}
            </div>
            {isCurrent && onLeave && (
              <Button variant="neutral" onClick={onLeave}>
                {t('Logout')}
              </Button>
            )}
            {!isCurrent && onEnd && (
              <Button
                variant="neutral"
                isIdle={isEnding}
                aria-label={t('End the session: {{name}}, {{ip}}', {
                  name: nameOf(session),
                  ip: ip || momentOf(signedInAt),
                })}
                onClick={() => onEnd(session)}
              >
                {t('End')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
