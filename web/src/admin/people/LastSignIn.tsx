import { useTranslation } from 'react-i18next'
import { Moment } from '../../ui/Moment.tsx'

/** When a person was here last. */
export function LastSignIn({ at }: { at: string | null }) {
  const { t } = useTranslation()
  if (at === null) return t('Never')
  return <Moment at={at} />
}
