import { useTranslation } from 'react-i18next'
import { formatFullMoment, formatMoment } from '../i18n/format.ts'

/** A moment as one says it, with the whole of it, or something else about it, as its tooltip. */
export function Moment({ at, title }: { at: string; title?: string | undefined }) {
  const { i18n } = useTranslation()
  const moment = new Date(at)
  return (
    <time dateTime={at} title={title ?? formatFullMoment(moment, i18n.language)}>
      {formatMoment(moment, new Date(), i18n.language)}
    </time>
  )
}
