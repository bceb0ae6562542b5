import {
  attachPagesToRole,
  detachPagesFromRole,
  pagesOfRole,
} from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import type { AttachmentsProps } from '../engine/attach/Attachments.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'

/** An application role in the form that the call for its pages needs. */
export type RoleNames = { roleName: string; applicationName: string; clientName: string }

const PagePicker = pickerOf({ kind: 'pages', within: { applicationId: 'applicationId' } })

/** The pages that an application role may use; `null` while no role is chosen. */
export function usePagesOfRole(names: RoleNames | null) {
  const pages = useQuery({
    queryKey: ['pagesOfRole', names],
    queryFn: () => call(pagesOfRole, names as RoleNames),
    enabled: names !== null,
  })
  const all = pages.data?.flatMap(({ pageData }) => pageData).map(({ _id, page }) => ({ _id, name: page }))
  return { pages: all, failure: pages.error }
}

/** What `Attachments` needs for the pages of an application role. */
export function useRolePages(roleId: string, applicationId: string, names: RoleNames | null): AttachmentsProps {
  const { t } = useTranslation()
  const { pages, failure } = usePagesOfRole(names)
  return {
    attached: pages,
    failure,
    Picker: PagePicker,
    pickLabel: t('Page'),
    emptyText: t('This role has no pages yet.'),
    within: { applicationId },
    async onAttach(pageId) {
      await call(attachPagesToRole, { id: roleId, pageId })
      return t(attachPagesToRole.message)
    },
    async onDetach(pageId) {
      await call(detachPagesFromRole, { id: roleId, pageId })
      return t(detachPagesFromRole.message)
    },
  }
}
