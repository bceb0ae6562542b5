import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useWatch } from 'react-hook-form'
import { call } from '../../api.ts'
import { formatRupees } from '../../i18n/format.ts'
import type { RowOf } from '../engine/screen.ts'

type ApplicationRole = RowOf<typeof applicationRoles>

/** The application role that the form of an approval has chosen, with what it may approve. */
export function useApprovalRole() {
  const [applicationId, clientId, roleId] = useWatch({ name: ['projectId', 'clientId', 'roleId'] }) as string[]
  const roles = useQuery({
    queryKey: [applicationRoles.name, 'of', applicationId, clientId],
    // One page is enough for all roles of an application and client.
    queryFn: () =>
      call(applicationRoles.list, { applicationId, clientId, page: 0, pageSize: 100 }) as Promise<{
        rows: ApplicationRole[]
      }>,
    enabled: Boolean(applicationId && clientId && roleId),
  })
  return {
    role: roleId ? roles.data?.rows.find(({ _id }) => _id === roleId) : undefined,
    isReading: roles.isLoading,
    failure: roles.error,
    retry: () => void roles.refetch(),
  }
}

/** Such as 'all clients, all pages'; empty: its own client and page alone. */
export function reachText({ allClients, allPages }: { allClients: boolean; allPages: boolean }): string {
  const { t } = i18next
  return [allClients ? t('all clients') : '', allPages ? t('all pages') : ''].filter(Boolean).join(', ')
}

type Range = Pick<ApplicationRole, 'rangeFrom' | 'rangeTo' | 'bounds'>

/** Such as '₹25,000 to ₹1,00,000'. A missing bound is open (requirement C12); without both there is no range. */
export function rangeText({ rangeFrom, rangeTo, bounds }: Range): string {
  const { t } = i18next
  if (rangeFrom === null && rangeTo === null) return ''
  const isAbove = rangeFrom !== null && bounds.startsWith('(')
  const from = formatRupees(rangeFrom ?? 0)
  if (rangeTo === null) return isAbove ? t('more than {{from}}', { from }) : t('{{from}} and more', { from })
  const amounts = { from, to: formatRupees(rangeTo) }
  if (bounds.endsWith(')'))
    return isAbove ? t('more than {{from}}, less than {{to}}', amounts) : t('{{from}} to less than {{to}}', amounts)
  return isAbove ? t('more than {{from}}, up to {{to}}', amounts) : t('{{from}} to {{to}}', amounts)
}
