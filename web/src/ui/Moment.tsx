import { useTranslation } from 'react-i18next'
import { formatFullMoment, formatMoment } from '../i18n/format.ts'

/** A moment as one says it, with the whole of it as its tooltip. */
export function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} title={formatFullMoment(new Date(at), i18n.language)}>
      {formatMoment(new Date(at), new Date(), i18n.language)}
    </time>
  )
}
