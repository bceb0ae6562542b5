import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter } from '../../ui/ChoiceFilter.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { useIsPhone } from '../../ui/use-phone.ts'
import { DayRange } from '../engine/lines/DayRange.tsx'
import { FilterBar } from '../engine/list/filters/FilterBar.tsx'
import { OptionFilter } from '../engine/list/OptionFilter.tsx'
import { PersonFilter } from '../engine/list/PersonFilter.tsx'
import { useDrawnSearch } from '../engine/list/use-typed-search.ts'
import { CHANNELS, labelsOf, STATES, titleOf } from './message-words.ts'
import { type MessagesSearch, toMessagesFilter } from './messages-search.ts'
import { useMessageGateways } from './use-messages.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

/** On a desktop these are behind the button "Filters". */
const MORE = { channel: '', applicationId: '', userId: '', gateway: '' }
const NOTHING = { ...MORE, state: '', notice: '', from: '', to: '', search: '' }

/** What narrows the list; all of it is in the address. */
export function MessagesToolbar({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useDrawnSearch(shown.search, (search) => onShow({ search }))
  const isPhone = useIsPhone()
  const { search: _, ...filters } = toMessagesFilter(shown)
  const set = Object.keys(filters)
  return (
    <FilterBar
      className="message-toolbar"
      count={set.length}
      moreCount={set.filter((name) => name in MORE).length}
      isNarrowed={set.length > 0 || shown.search !== ''}
      onClear={() => onShow(NOTHING)}
      search={
        <SearchBox
          label={t('Search by {{name}}', { name: t('Recipient or reason') })}
          hint={isPhone ? t('Search') : t('Recipient or reason')}
          value={typed}
          onChange={setTyped}
          isShortcut
        />
      }
      more={<MoreFields shown={shown} onShow={onShow} />}
    >
      <ChoiceFilter
        label={t('Status')}
        choices={labelsOf(STATES)}
        value={shown.state}
        onChange={(state) => onShow({ state })}
      />
      <Select label={t('Message')} value={shown.notice} onChange={({ target }) => onShow({ notice: target.value })}>
        <option value="">{t('All')}</option>
        {NOTICE_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(titleOf(name))}
          </option>
        ))}
      </Select>
      <DayRange shown={shown} onShow={onShow} />
    </FilterBar>
  )
}

function MoreFields({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const { data: known = [] } = useMessageGateways()
  // One of the address may have sent nothing yet.
  const gateways = shown.gateway === '' || known.includes(shown.gateway) ? known : [...known, shown.gateway]
  return (
    <>
      <ChoiceFilter
        label={t('Channel')}
        choices={labelsOf(CHANNELS)}
        value={shown.channel}
        onChange={(channel) => onShow({ channel })}
      />
      <OptionFilter
        kind="applications"
        label={t('Application')}
        placeholder={t('All')}
        gone={t('A deleted application')}
        value={shown.applicationId}
        onChange={(applicationId) => onShow({ applicationId })}
      />
      <PersonFilter label={t('Person')} value={shown.userId} onChange={(userId) => onShow({ userId })} />
      <Select label={t('Gateway')} value={shown.gateway} onChange={({ target }) => onShow({ gateway: target.value })}>
        <option value="">{t('All')}</option>
        {gateways.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </>
  )
}
