import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { leavingFocus } from '../leaving-focus.ts'

/** A filter that is set, which a press removes. */
export function RemovableChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="filter-chip"
      aria-label={t('Remove the filter {{text}}', { text })}
      onClick={leavingFocus(onRemove)}
    >
      <span>{text}</span>
      <X size={14} aria-hidden />
    </button>
  )
}
