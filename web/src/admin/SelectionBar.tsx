import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../i18n/format.ts'
import { Button } from '../ui/Button.tsx'
import type { Selection, useSelection } from './use-selection.ts'

type Props = {
  selection: ReturnType<typeof useSelection>
  /** How many rows the list matches on all its pages. */
  total: number
  Bulk: ComponentType<{ selection: Selection; onDone: () => void }>
}

/** Says what is selected and offers what can be done with all of it at once. */
export function SelectionBar({ selection, total, Bulk }: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const { selected, isAll, selectAll, clear, toSelection } = selection
  const count = isAll ? total : selected.size
  const number = formatNumber(count, i18n.language)

  function handleDone() {
    clear()
    void cache.invalidateQueries()
  }

  // All that match stay selected while none do: a job may be shown that has changed them.
  if (!isAll && count === 0) return null
  return (
    <div className="selection-bar">
      <p role="status">{t('{{number}} selected', { number })}</p>
      {!isAll && total > count && (
        <Button variant="link" onClick={selectAll}>
          {t('Select all {{total}} matching', { total: formatNumber(total, i18n.language) })}
        </Button>
      )}
      <Button variant="link" onClick={clear}>
        {t('Clear selection')}
      </Button>
      <div className="selection-actions">
        <Bulk selection={toSelection(total)} onDone={handleDone} />
      </div>
    </div>
  )
}
