import {
  attachPagesToRole,
  detachPagesFromRole,
  pagesOfRole,
} from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import type { RecordChecklist } from '../engine/attach/use-record-checklist.ts'

/** An application role in the form that the call for its pages needs. */
export type RoleNames = { roleName: string; applicationName: string; clientName: string }

/** The pages that an application role may use; `null` while no role is chosen. */
export function usePagesOfRole(names: RoleNames | null) {
  const pages = useQuery({
    queryKey: ['pagesOfRole', names],
    queryFn: () => call(pagesOfRole, names as RoleNames),
    enabled: names !== null,
  })
  const all = pages.data?.flatMap(({ pageData }) => pageData).map(({ _id, page }) => ({ _id, name: page }))
  return { pages: all, failure: pages.error, retry: () => void pages.refetch() }
}

/** What a checklist needs for the pages of an application role. */
export function useRolePages(roleId: string, applicationId: string, names: RoleNames | null) {
  const { t } = useTranslation()
  const { pages, failure, retry } = usePagesOfRole(names)
  return {
    attached: pages,
    failure,
    onRetry: retry,
    options: { kind: 'pages', applicationId },
    hasDetails: false,
    othersDetail: t('This page is inactive.'),
    label: t('Page'),
    emptyText: t('This role has no pages yet.'),
    async onAttach(pageId) {
      await call(attachPagesToRole, { id: roleId, pageId })
      return t(attachPagesToRole.message)
    },
    async onDetach(pageId) {
      await call(detachPagesFromRole, { id: roleId, pageId })
      return t(detachPagesFromRole.message)
    },
  } satisfies RecordChecklist
}
