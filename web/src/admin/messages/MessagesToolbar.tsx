import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ChoiceFilter } from '../../ui/ChoiceFilter.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { DayRange } from '../engine/lines/DayRange.tsx'
import { ClearFilters } from '../engine/list/filters/ClearFilters.tsx'
import { OptionFilter } from '../engine/list/OptionFilter.tsx'
import { PersonFilter } from '../engine/list/PersonFilter.tsx'
import { useTypedSearch } from '../engine/list/use-typed-search.ts'
import { CHANNELS, labelsOf, STATES, titleOf } from './message-words.ts'
import { type MessagesSearch, toMessagesFilter } from './messages-search.ts'
import { useMessageGateways } from './use-messages.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

/** On a phone these are folded away. */
const MORE = { channel: '', notice: '', from: '', to: '', applicationId: '', userId: '', gateway: '' }
const NOTHING = { ...MORE, state: '', search: '' }

/** What narrows the list; all of it is in the address. */
export function MessagesToolbar({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useTypedSearch(shown.search, (search) => onShow({ search }))
  const { data: known = [] } = useMessageGateways()
  // One of the address may have sent nothing yet.
  const gateways = shown.gateway === '' || known.includes(shown.gateway) ? known : [...known, shown.gateway]
  const isNarrowed = Object.keys(toMessagesFilter(shown)).length > 0
  const [isUnfolded, setIsUnfolded] = useState(
    Object.keys(MORE).some((name) => shown[name as keyof typeof MORE] !== ''),
  )

  return (
    <div className="list-toolbar message-toolbar">
      <SearchBox
        label={t('Search by {{name}}', { name: t('Recipient or reason') })}
        value={typed}
        onChange={setTyped}
        isShortcut
      />
      <ChoiceFilter
        label={t('Status')}
        choices={labelsOf(STATES)}
        value={shown.state}
        onChange={(state) => onShow({ state })}
      />
      <Button
        variant="neutral"
        className="message-unfold"
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <ListFilter size={16} aria-hidden />
        {t('More filters')}
      </Button>
      <div className="message-more" data-folded={!isUnfolded || undefined}>
        <Select label={t('Message')} value={shown.notice} onChange={({ target }) => onShow({ notice: target.value })}>
          <option value="">{t('All')}</option>
          {NOTICE_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(titleOf(name))}
            </option>
          ))}
        </Select>
        <ChoiceFilter
          label={t('Channel')}
          choices={labelsOf(CHANNELS)}
          value={shown.channel}
          onChange={(channel) => onShow({ channel })}
        />
        <DayRange shown={shown} onShow={onShow} />
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
      </div>
      <ClearFilters isNarrowed={isNarrowed} onClear={() => onShow(NOTHING)} />
    </div>
  )
}
