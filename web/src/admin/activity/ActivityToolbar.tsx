import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { eventWords } from '../engine/event-words.ts'
import { PersonFilter } from '../engine/list/PersonFilter.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { EVENT_GROUPS, groupOf } from './event-groups.ts'

type Props = { shown: ActivitySearch; onShow: (change: Partial<ActivitySearch>) => void }

const NOTHING = { actorId: '', subjectId: '', subject: '', event: '', from: '', to: '' }

/** The filters of the activity. They are kept in the address. */
export function ActivityToolbar({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { actorId, subjectId, subject, event, from, to } = shown
  const isNarrowed = [actorId, subjectId, event, from, to].some((value) => value !== '')
  const about = subject || t('One record')

  return (
    <div className="list-toolbar activity-toolbar">
      {/* Hidden without the permission to see people. */}
      {permissions.includes('users:read') && (
        <PersonFilter label={t('Who')} value={actorId} onChange={(chosen) => onShow({ actorId: chosen })} />
      )}
      <Select label={t('About')} value={event} onChange={({ target }) => onShow({ event: target.value })}>
        <option value="">{t('Everything')}</option>
        {Object.entries(EVENT_GROUPS).map(([group, { label }]) => (
          <option key={group} value={group}>
            {t(label)}
          </option>
        ))}
        {event.includes('.') && <option value={event}>{`${t(groupOf(event).label)}: ${t(eventWords(event))}`}</option>}
      </Select>
      <TextField
        label={t('From day')}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onShow({ from: target.value })}
      />
      <TextField
        label={t('To day')}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onShow({ to: target.value })}
      />
      {subjectId && (
        <button
          type="button"
          className="filter-chip"
          aria-label={t('Remove the filter {{text}}', { text: about })}
          onClick={() => onShow({ subjectId: '', subject: '' })}
        >
          {about}
          <X size={14} aria-hidden />
        </button>
      )}
      <Button variant="quiet" className="list-clear" data-idle={!isNarrowed} onClick={() => onShow(NOTHING)}>
        {t('Clear filters')}
      </Button>
    </div>
  )
}
