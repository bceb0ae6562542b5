import { useTranslation } from 'react-i18next'
import type { RowSelection } from './DataTable.tsx'
import { SelectBox } from './SelectBox.tsx'

export function SelectRow({ selected, onSelect, id, name }: RowSelection & { id: string; name: string }) {
  const { t } = useTranslation()
  return (
    <SelectBox
      label={t('Select {{name}}', { name })}
      isChecked={selected.has(id)}
      onChange={(isChecked) => onSelect(changed(selected, [id], isChecked))}
    />
  )
}

/** Selects and unselects the rows of the page that is shown; those of other pages stay as they are. */
export function SelectPage({ selected, onSelect, keys }: RowSelection & { keys: readonly string[] }) {
  const { t } = useTranslation()
  const count = keys.filter((key) => selected.has(key)).length
  const isWhole = count > 0 && count === keys.length
  return (
    <SelectBox
      label={t('Select all on this page')}
      isChecked={isWhole}
      isMixed={count > 0 && !isWhole}
      onChange={(isChecked) => onSelect(changed(selected, keys, isChecked))}
    />
  )
}

function changed(selected: ReadonlySet<string>, keys: readonly string[], isChecked: boolean): Set<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (isChecked) next.add(key)
    else next.delete(key)
  }
  return next
}
