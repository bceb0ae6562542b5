import { useTranslation } from 'react-i18next'
import type { RowSelection } from './DataTable.tsx'
import { SelectBox } from './SelectBox.tsx'

export function SelectRow({ isSelected, onSelect, id, name }: RowSelection & { id: string; name: string }) {
  const { t } = useTranslation()
  return (
    <SelectBox
      label={t('Select {{name}}', { name })}
      isChecked={isSelected(id)}
      onChange={(isChecked) => onSelect([id], isChecked)}
    />
  )
}

/** Selects and unselects the rows of the page that is shown; those of other pages stay as they are. */
export function SelectPage({ isSelected, onSelect, keys }: RowSelection & { keys: readonly string[] }) {
  const { t } = useTranslation()
  const count = keys.filter(isSelected).length
  const isWhole = count > 0 && count === keys.length
  return (
    <SelectBox
      label={t('Select all on this page')}
      isChecked={isWhole}
      isMixed={count > 0 && !isWhole}
      isDisabled={keys.length === 0}
      onChange={(isChecked) => onSelect(keys, isChecked)}
    />
  )
}
