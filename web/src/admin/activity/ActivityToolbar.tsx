import { useTranslation } from 'react-i18next'
import { eventWords } from '../../activity/event-words.ts'
import { Select } from '../../ui/Select.tsx'
import { DayRange } from '../engine/lines/DayRange.tsx'
import { FilterBar } from '../engine/list/filters/FilterBar.tsx'
import { RemovableChip } from '../engine/list/filters/RemovableChip.tsx'
import { PersonFilter } from '../engine/list/PersonFilter.tsx'
import type { Shared } from './ActivityTable.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { EVENT_GROUPS, groupOf } from './event-groups.ts'

type Props = {
  shown: ActivitySearch
  onShow: (change: Partial<ActivitySearch>) => void
  /** What all lines share is no filter. */
  shared?: Shared
}

const NOTHING = { actorId: '', sessionId: '', subjectId: '', subject: '', event: '', from: '', to: '' }

/** The filters of the activity. They are kept in the address. */
export function ActivityToolbar({ shown, onShow, shared }: Props) {
  const { t } = useTranslation()
  const { subject, event, from, to, sessionId } = shown
  const actorId = shared === 'who' ? '' : shown.actorId
  const subjectId = shared === 'what' ? '' : shown.subjectId
  const count = [actorId, sessionId, subjectId, event, from, to].filter((value) => value !== '').length
  const about = subject || t('One record')
  return (
    <FilterBar className="activity-toolbar" count={count} isNarrowed={count > 0} onClear={() => onShow(NOTHING)}>
      {shared !== 'who' && (
        <PersonFilter
          label={t('Who')}
          value={actorId}
          onChange={(chosen) => onShow({ actorId: chosen, sessionId: '' })}
        />
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
      <DayRange shown={shown} onShow={onShow} />
      {sessionId && <RemovableChip text={t('One session')} onRemove={() => onShow({ sessionId: '' })} />}
      {subjectId && <RemovableChip text={about} onRemove={() => onShow({ subjectId: '', subject: '' })} />}
    </FilterBar>
  )
}
