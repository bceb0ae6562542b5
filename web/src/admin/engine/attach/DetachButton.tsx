import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

type Props = { name: string; isBusy: boolean; onDetach: () => void }

/** Removes one attached record, at the end of its line. */
export function DetachButton({ name, isBusy, onDetach }: Props) {
  const { t } = useTranslation()
  const label = t('Remove {{name}}', { name })
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isBusy || undefined}
      onClick={onDetach}
    >
      <X size={16} aria-hidden />
    </button>
  )
}
