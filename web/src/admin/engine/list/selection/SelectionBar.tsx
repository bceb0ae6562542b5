import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../../i18n/format.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { useSelection } from './use-selection.ts'

type Props = {
  selection: ReturnType<typeof useSelection>
  /** How many rows the list matches on all its pages, or about how many. */
  total: number
  isEstimate: boolean
  /** The buttons. */
  children: ReactNode
}

/** Shows the selection and its bulk actions. */
export function SelectionBar({ selection, total, isEstimate, children }: Props) {
  const { t, i18n } = useTranslation()
  const { isAll, exceptions, selectAll, clear } = selection
  const number = (value: number) => formatNumber(value, i18n.language)
  const all = { total: number(total) }

  function selected(): string {
    if (!isAll) return t('{{number}} selected', { number: number(exceptions) })
    // The exact number is counted before a change.
    if (!isEstimate) return t('{{number}} selected', { number: number(total - exceptions) })
    return exceptions === 0
      ? t('All matching records are selected')
      : t('All matching records except {{number}} are selected', { number: number(exceptions) })
  }

  // Stays visible if none match any more, because it may show the job that changed them.
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
