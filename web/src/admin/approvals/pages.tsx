import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })

export const PAGES: ScreenOf<typeof pages, never, 'applicationName'> = {
  resource: pages,
  newLabel: 'NEW PAGE',
  about: 'A page is a part of an application. Roles are assigned the pages they may use.',
  dialogs: { create: 'NEW PAGE', update: 'Update App Page' },
  searches: { page: 'Page Name', application: 'Application', status: 'Status' },
  columns: [
    { label: 'Page Name', sort: 'page', cell: (page) => page.page },
    { label: 'Application', sort: 'application', cell: (page) => page.applicationName },
    { label: 'Status', sort: 'status', cell: (page) => <StatusBadge status={page.status} /> },
  ],
  filters: [
    {
      name: 'applicationId',
      label: 'Application',
      records: 'applications',
      describe: (page) => page.applicationName,
    },
  ],
  nameOf: (page) => page.page,
  fields: [
    { name: 'applicationId', label: 'Application', Input: ApplicationInput },
    { name: 'page', label: 'Page', Input: TextInput },
    { name: 'description', label: 'Description', Input: TextInput },
    { name: 'status', label: 'Status', Input: StatusInput },
  ],
  toForm: (page) => ({
    applicationId: page?.applicationId ?? '',
    page: page?.page ?? '',
    description: page?.description ?? '',
    status: page?.status ?? 'ACTIVE',
  }),
}

export function PagesScreen() {
  return <AdminScreen screen={PAGES} />
}
