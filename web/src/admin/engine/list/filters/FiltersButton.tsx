import { ListFilter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../../i18n/format.ts'
import { Button } from '../../../../ui/Button.tsx'
import './filters.css'

type Props = {
  /** How many filters are set. */
  count: number
  /** The filters open in a sheet. */
  isSheet: boolean
  isOpen: boolean
  onToggle: () => void
  /** The element with the filters while they are open below the button. */
  controls: string
}

/** Opens the filters of a list, and shows how many of them are set. */
export function FiltersButton({ count, isSheet, isOpen, onToggle, controls }: Props) {
  const { t, i18n } = useTranslation()
  const opens = isSheet
    ? ({ 'aria-haspopup': 'dialog' } as const)
    : { 'aria-expanded': isOpen, 'aria-controls': isOpen ? controls : undefined }
  return (
    <Button variant="neutral" {...opens} onClick={onToggle}>
      <ListFilter size={16} aria-hidden />
      {t('Filters')}
      {count > 0 && <span className="list-count">{formatNumber(count, i18n.language)}</span>}
    </Button>
  )
}
