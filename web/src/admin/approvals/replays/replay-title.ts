import type { Replay } from '@gatehouse/contract/admin/approvals/replays.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'

/** What a replay is called: by what its decisions were asked. */
export function useReplayTitle() {
  const { t, i18n } = useTranslation()
  return ({ draftName, version }: Pick<Replay, 'draftName' | 'version'>) =>
    version === null
      ? t('Replay against {{name}}', { name: draftName })
      : t('Replay against version {{version}}', { version: formatNumber(version, i18n.language) })
}
