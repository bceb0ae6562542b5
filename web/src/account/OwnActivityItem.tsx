import type { OwnActivityLine } from '@gatehouse/contract/own-activity.ts'
import { CircleCheck, type LucideIcon, ShieldAlert, UserRoundCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ownEventWords } from '../activity/event-words.ts'
import { ownWordsOf, valueInWords } from '../activity/field-words.ts'
import { formatFullMoment, formatTime } from '../i18n/format.ts'
import { noticesInWords } from './notice-words.ts'

/** What an attacker causes, too. */
const ATTEMPTS = [
  'signin.failed',
  'signin.code-wrong',
  'signin.throttled',
  'phone.code-wrong',
  'phone.refused',
  'password.current-wrong',
  'passkeys.copied',
]

/** One event of one's account: what, when, where, and by whom if it was somebody else. */
export function OwnActivityItem({ line }: { line: OwnActivityLine }) {
  const { t, i18n } = useTranslation()
  const { at, event, by, changes, isUnchecked, ip, browser, system } = line
  const isAttempt = ATTEMPTS.includes(event)
  const Icon: LucideIcon = isAttempt ? ShieldAlert : by === 'administrator' ? UserRoundCog : CircleCheck
  const device = browser && system ? t('{{browser}} on {{system}}', { browser, system }) : browser || system
  const said = (field: string, value: string) =>
    field === 'noticesPutOff' ? noticesInWords(value, t) : valueInWords(field, value, t, i18n.language)
  const place = [device, ip && t('IP address {{ip}}', { ip })].filter(Boolean)
  return (
    <li className={isAttempt ? 'own-activity-attempt' : undefined}>
      <Icon size={20} aria-hidden />
      <div className="own-activity-text">
        <p className="own-activity-what">{t(ownEventWords(event, changes))}</p>
        {changes.map(({ field, before, after }) => (
          <p key={field} className="own-activity-detail">
            {t(ownWordsOf(field))}: {before !== null && before !== after && <del>{said(field, before)}</del>}
            {before !== null && before !== after && <span aria-hidden="true"> → </span>}
            <ins>{after === null ? '–' : said(field, after)}</ins>
          </p>
        ))}
        {isUnchecked && (
          <p className="own-activity-detail">
            {t('Whether this password is in a list of stolen ones could not be checked.')}
          </p>
        )}
        <p className="own-activity-detail">
          {by === 'administrator'
            ? t('By an administrator')
            : place.length > 0
              ? place.join(' · ')
              : t('By the portal')}
        </p>
      </div>
      <time dateTime={at} title={formatFullMoment(new Date(at), i18n.language)}>
        {formatTime(new Date(at), i18n.language)}
      </time>
    </li>
  )
}
