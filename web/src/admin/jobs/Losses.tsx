import { listLosses } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { UsesFound } from '../engine/UsesFound.tsx'

/** What goes with the people of a list of leavers, or of an import, before the job is run. */
export function Losses({ id, kind }: { id: string; kind: 'leave' | 'importUsers' }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['jobs', id, 'losses'],
    queryFn: () => call(listLosses, { id }),
    gcTime: 0,
  })
  const nothing = t('Nothing is lost: they have no applications and own no service accounts.')
  return <UsesFound query={query} {...(kind === 'leave' && { nothing })} />
}
