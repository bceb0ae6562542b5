import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'

/** When a person was here last. */
export function LastSignIn({ at }: { at: string | null }) {
  const { t, i18n } = useTranslation()
  if (at === null) return t('Never')
  return <time dateTime={at}>{formatMoment(new Date(at), new Date(), i18n.language)}</time>
}
