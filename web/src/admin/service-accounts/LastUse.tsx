import { useTranslation } from 'react-i18next'
import { Moment } from '../../ui/Moment.tsx'

/** When a key was last used, with the address on hover. */
export function LastUse({ at, from }: { at: string | null; from: string | null }) {
  const { t } = useTranslation()
  return at === null ? t('Never') : <Moment at={at} title={from ?? undefined} />
}
