import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../../../ui/RowMenu.tsx'
import { useIsPhone } from '../../../../ui/use-phone.ts'
import { useListActions } from '../actions/ListActions.tsx'
import { ClearFilters } from './ClearFilters.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { FiltersButton } from './FiltersButton.tsx'
import './filters.css'

type Props = {
  className: string
  search?: ReactNode
  /** The fields that are always shown on a desktop. */
  children: ReactNode
  /** The fields that a desktop shows below, once they are asked for or one of them is set. */
  more?: ReactNode
  /** How many fields are set. */
  count: number
  /** How many of `more` are set. */
  moreCount?: number
  isNarrowed: boolean
  onClear: () => void
}

/** What narrows a list of events: a row of fields, and on a phone the search and one button for all filters. */
export function FilterBar({ className, search, children, more, count, moreCount = 0, isNarrowed, onClear }: Props) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const actions = useListActions()
  const moreId = useId()
  const [isOpen, setIsOpen] = useState(!isPhone && moreCount > 0)
  return (
    <div className={isPhone ? 'list-toolbar' : `list-toolbar ${className}`} tabIndex={-1}>
      {search}
      {!isPhone && children}
      {(isPhone || more) && (
        <FiltersButton
          count={isPhone ? count : moreCount}
          isSheet={isPhone}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
          controls={moreId}
        />
      )}
      {actions.length > 0 && (
        <RowMenu label={t('More for this list')} items={() => actions} isBusy={actions.some(({ isBusy }) => isBusy)} />
      )}
      {!isPhone && <ClearFilters isNarrowed={isNarrowed} onClear={onClear} />}
      {!isPhone && isOpen && more && (
        <div id={moreId} className="list-filters">
          {more}
        </div>
      )}
      {isPhone && isOpen && (
        <FilterSheet onClear={isNarrowed ? onClear : undefined} onClose={() => setIsOpen(false)}>
          {children}
          {more}
        </FilterSheet>
      )}
    </div>
  )
}
