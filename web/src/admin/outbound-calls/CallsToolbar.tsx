import { useTranslation } from 'react-i18next'
import { ChoiceFilter } from '../../ui/ChoiceFilter.tsx'
import { FilterBar } from '../engine/list/filters/FilterBar.tsx'
import { OptionFilter } from '../engine/list/OptionFilter.tsx'
import { PersonFilter } from '../engine/list/PersonFilter.tsx'
import { labelsOf, STATES } from '../messages/message-words.ts'
import { type MessagesSearch, toCallsFilter } from '../messages/messages-search.ts'
import { SIDES } from './calls-words.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

const NOTHING = { state: '', side: '', applicationId: '', userId: '' }

/** What narrows the list; all of it is in the address. */
export function CallsToolbar({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const count = Object.keys(toCallsFilter(shown)).length
  return (
    <FilterBar className="message-toolbar" count={count} isNarrowed={count > 0} onClear={() => onShow(NOTHING)}>
      <ChoiceFilter
        label={t('Status')}
        choices={labelsOf(STATES)}
        value={shown.state}
        onChange={(state) => onShow({ state })}
      />
      <ChoiceFilter label={t('Sent to')} choices={SIDES} value={shown.side} onChange={(side) => onShow({ side })} />
      <OptionFilter
        kind="applications"
        label={t('Application')}
        placeholder={t('All')}
        gone={t('A deleted application')}
        value={shown.applicationId}
        onChange={(applicationId) => onShow({ applicationId })}
      />
      <PersonFilter label={t('Person')} value={shown.userId} onChange={(userId) => onShow({ userId })} />
    </FilterBar>
  )
}
