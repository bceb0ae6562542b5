import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'

type Props = {
  /** None while they load. */
  actions: readonly string[] | undefined
  /** Empty: to open the page. */
  chosen: string
  onChoose: (action: string) => void
}

/** What is done on a page: opening it, or one of its actions. */
export function PageActionSelect({ actions = [], chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const offered = chosen === '' || actions.includes(chosen) ? actions : [...actions, chosen]
  return (
    <Select
      label={t('Action')}
      // The actions load after the value is set. Only a new select element then shows the value.
      key={offered.join(' ')}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{t('Open the page')}</option>
      {offered.map((action) => (
        <option key={action} value={action}>
          {action}
        </option>
      ))}
    </Select>
  )
}
