import { RECOVERY_CODES } from '@gatehouse/contract/factors/recovery-codes.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'

/** How many recovery codes are left, of those made at a time. */
export function RecoveryCodesLeft({ left, madeAt }: { left: number; madeAt: string }) {
  const { t, i18n } = useTranslation()
  const time = formatMoment(new Date(madeAt), new Date(), i18n.language)
  return <p>{t('{{left}} of {{all}} codes are left. They were made {{time}}.', { left, all: RECOVERY_CODES, time })}</p>
}
