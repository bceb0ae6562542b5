import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'

type Props = {
  /** Translated; they name the factor. */
  labels: { rename: string; remove: string }
  onRename: () => void
  onRemove: () => void
}

/** What can be done with a passkey or an authenticator app of one's own. */
export function FactorButtons({ labels, onRename, onRemove }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="neutral" aria-label={labels.rename} onClick={onRename}>
        {t('Rename')}
      </Button>
      <Button variant="neutral" aria-label={labels.remove} onClick={onRemove}>
        {t('Remove')}
      </Button>
    </>
  )
}
