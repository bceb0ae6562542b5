import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'

type Props = { name: string; isBusy: boolean; onDetach: () => void }

/** Removes one attached record, at the end of its line. */
export function DetachButton({ name, isBusy, onDetach }: Props) {
  const { t } = useTranslation()
  return <IconButton size={16} label={t('Remove {{name}}', { name })} icon={X} isOff={isBusy} onPress={onDetach} />
}
