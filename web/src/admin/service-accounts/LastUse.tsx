import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'

/** When a key was last used, with the address on hover. */
export function LastUse({ at, from }: { at: string | null; from: string | null }) {
  const { t, i18n } = useTranslation()
  if (at === null) return t('Never')
  return (
    <time dateTime={at} title={from ?? undefined}>
      {formatMoment(new Date(at), new Date(), i18n.language)}
    </time>
  )
}
