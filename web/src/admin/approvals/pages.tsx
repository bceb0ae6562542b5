import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { useTranslation } from 'react-i18next'
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
    { label: 'In its manifest', cell: (page) => <Published {...page} />, isExtra: true },
  ],
  filters: [
    {
      name: 'applicationId',
      label: 'Application',
      records: 'applications',
      describe: (page) => page.applicationName,
    },
    { name: 'isUnassigned', label: 'New, and used by no role', isFlag: true },
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

/** Where a page comes from: the manifest of its application, or the console. */
function Published({ manifestId, isWithdrawn }: { manifestId: string; isWithdrawn: boolean }) {
  const { t } = useTranslation()
  return isWithdrawn ? <StatusBadge status={t('Removed by the application')} tone="warning" /> : manifestId
}

export function PagesScreen() {
  return <AdminScreen screen={PAGES} />
}
