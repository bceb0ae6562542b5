import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import { useTranslation } from 'react-i18next'
import { formatFullMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import '../engine/history/history-lines.css'
import { ChangedValue } from '../../activity/ChangedValue.tsx'
import { actingEndWords, breachWords, limitWords } from '../../activity/event-words.ts'
import { valueInWords, wordsOf } from '../../activity/field-words.ts'
import { isOfIds, shownChanges } from '../engine/history/shown-changes.ts'
import { leavingFocus } from '../engine/list/leaving-focus.ts'
import { shortText } from '../engine/text-of.ts'
import { type ActivitySearch, listsOthers } from './activity-search.ts'

type Props = {
  line: AuditLine
  /** The filters of the list around it. */
  shown: ActivitySearch
  /** Without it the lines are those of one record already. */
  onShow: ((change: Partial<ActivitySearch>) => void) | undefined
}

/** Facts whose values have words. */
const WORDS: Record<string, (value: unknown) => string> = {
  ...{ limit: limitWords, breached: breachWords, cause: actingEndWords },
}

/** The details of a line: the exact time, the values before and after, and links to the full history of the record and to the session. */
export function ActivityDetail({ line, shown: listed, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const { at, ip, subject, subjectId, detail } = line
  const sessions = sessionsOf(line)
  const ways = [
    ...(subjectId ? [{ key: 'record', label: t('Full history'), change: { ...EVERYTHING, subjectId, subject } }] : []),
    ...sessions.map((session, index) => ({
      key: session.sessionId,
      label:
        sessions.length === 1
          ? t('Everything in this session')
          : t('Everything in session {{number}}', { number: index + 1 }),
      change: { ...EVERYTHING, ...session },
    })),
  ].filter(({ change }) => onShow !== undefined && listsOthers(listed, change))
  const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : shortText(value))
  const changes = shownChanges(line, (_field, value) => shown(value))
  const said = (field: string, value: string) => valueInWords(field, value, t, i18n.language)
  const facts = Object.entries(detail)
    .map(([name, value]) => {
      const words = WORDS[name]
      return { name, text: words === undefined ? said(name, shortText(value)) : t(words(value)) }
    })
    .filter(({ text }) => !isOfIds({ before: '–', after: text }) && text !== '–')

  return (
    <>
      <p>
        {formatFullMoment(new Date(at), i18n.language)}
        {ip && ` · ${ip}`}
      </p>
      {changes.length + facts.length > 0 && (
        <dl className="history-changes">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{t(wordsOf(field))}</dt>
              <dd>
                <ChangedValue before={said(field, before)} after={said(field, after)} />
              </dd>
            </div>
          ))}
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{t(wordsOf(name))}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {ways.length > 0 && (
        <div className="activity-ways">
          {ways.map(({ key, label, change }) => (
            // The way that was gone is offered no more.
            <Button key={key} variant="link" onClick={leavingFocus(() => onShow?.(change))}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

const EVERYTHING = { actorId: '', sessionId: '', subjectId: '', subject: '', event: '', from: '', to: '' }

/** The session in which somebody did it; where a line ended sessions, these: what was done in them may have to be undone. */
function sessionsOf({ actor, sessionId, subjectId, detail }: AuditLine) {
  const ended = Array.isArray(detail.sessions) ? detail.sessions.map(String) : []
  if (ended.length > 0 && subjectId !== null) return ended.map((id) => ({ sessionId: id, actorId: subjectId }))
  return sessionId === null || actor === null ? [] : [{ sessionId, actorId: actor._id }]
}
