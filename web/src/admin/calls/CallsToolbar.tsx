import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { STATES } from '../messages/message-words.ts'
import { type MessagesSearch, toCallsFilter } from '../messages/messages-search.ts'
import { OptionFilter } from '../OptionFilter.tsx'
import { SIDES } from './calls-words.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

const NOTHING = { state: '', side: '', applicationId: '', userId: '' }

/** What narrows the list; all of it is in the address. */
export function CallsToolbar({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const isNarrowed = Object.keys(toCallsFilter(shown)).length > 0
  return (
    <div className="list-toolbar message-toolbar">
      <Select label={t('Status')} value={shown.state} onChange={({ target }) => onShow({ state: target.value })}>
        <option value="">{t('All')}</option>
        {Object.entries(STATES).map(([state, { label }]) => (
          <option key={state} value={state}>
            {t(label)}
          </option>
        ))}
      </Select>
      <Select label={t('Called')} value={shown.side} onChange={({ target }) => onShow({ side: target.value })}>
        <option value="">{t('All')}</option>
        {Object.entries(SIDES).map(([side, label]) => (
          <option key={side} value={side}>
            {t(label)}
          </option>
        ))}
      </Select>
      <OptionFilter
        kind="applications"
        label={t('Application')}
        placeholder={t('All')}
        gone={t('A deleted application')}
        value={shown.applicationId}
        onChange={(applicationId) => onShow({ applicationId })}
      />
      {/* Who may not see people sees no list of them to pick from. */}
      {permissions.includes('users:read') && (
        <OptionFilter
          kind="people"
          label={t('Person')}
          placeholder={t('Anybody')}
          gone={t('A deleted person')}
          value={shown.userId}
          onChange={(userId) => onShow({ userId })}
        />
      )}
      <Button variant="quiet" className="list-clear" data-idle={!isNarrowed} onClick={() => onShow(NOTHING)}>
        {t('Clear filters')}
      </Button>
    </div>
  )
}
