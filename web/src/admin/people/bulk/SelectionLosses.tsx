import { listLossesOf } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import type { Selection } from '../../engine/list/selection/use-selection.ts'
import { UsesFound } from '../../engine/UsesFound.tsx'

/** What goes with the selected people, all together. */
export function SelectionLosses({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['jobs', 'losses', selection],
    queryFn: () => call(listLossesOf, selection),
    gcTime: 0,
  })
  return (
    <UsesFound query={query} nothing={t('Nothing is lost: they have no applications and own no service accounts.')} />
  )
}
