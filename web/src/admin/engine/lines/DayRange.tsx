import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/TextField.tsx'

type Range = { from: string; to: string }
type Props = { shown: Range; onShow: (change: Partial<Range>) => void }

/** From which day to which one. */
export function DayRange({ shown: { from, to }, onShow }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t('From day')}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onShow({ from: target.value })}
      />
      <TextField
        label={t('To day')}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onShow({ to: target.value })}
      />
    </>
  )
}
