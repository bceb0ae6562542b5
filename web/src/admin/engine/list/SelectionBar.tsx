import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Button } from '../../../ui/Button.tsx'
import type { useSelection } from './use-selection.ts'

type Props = {
  selection: ReturnType<typeof useSelection>
  /** How many rows the list matches on all its pages, or about how many. */
  total: number
  isEstimate: boolean
  /** The buttons. */
  children: ReactNode
}

/** Says what is selected and offers what can be done with all of it at once. */
export function SelectionBar({ selection, total, isEstimate, children }: Props) {
  const { t, i18n } = useTranslation()
  const { isAll, exceptions, selectAll, clear } = selection
  const number = (value: number) => formatNumber(value, i18n.language)
  const all = { total: number(total) }

  function selected(): string {
    if (!isAll) return t('{{number}} selected', { number: number(exceptions) })
    // The exact number is counted before anything is done.
    if (!isEstimate) return t('{{number}} selected', { number: number(total - exceptions) })
    return exceptions === 0
      ? t('All matching records are selected')
      : t('All matching records except {{number}} are selected', { number: number(exceptions) })
  }

  // All that match stay selected while none do: a job may be shown that has changed them.
  if (!isAll && exceptions === 0) return null
  const mayTakeAll = isAll ? exceptions > 0 : isEstimate || total > exceptions
  return (
    <div className="selection-bar">
      <p role="status">{selected()}</p>
      {mayTakeAll && (
        <Button variant="link" onClick={selectAll}>
          {isEstimate ? t('Select all matching (about {{total}})', all) : t('Select all {{total}} matching', all)}
        </Button>
      )}
      <Button variant="link" onClick={clear}>
        {t('Clear selection')}
      </Button>
      <div className="selection-actions">{children}</div>
    </div>
  )
}
