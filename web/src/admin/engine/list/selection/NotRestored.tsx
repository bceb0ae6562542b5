import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../../i18n/format.ts'
import { Alert } from '../../../../ui/Alert.tsx'

type Props = {
  count: number
  /** In the language of the page. */
  reasons: readonly string[]
}

/** How many records could not be restored, and why; nothing when there is no reason. */
export function NotRestored({ count, reasons }: Props) {
  const { t, i18n } = useTranslation()
  if (reasons.length === 0) return null
  return (
    <Alert tone="error">
      <p>{t('{{number}} could not be restored:', { number: formatNumber(count, i18n.language) })}</p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </Alert>
  )
}
