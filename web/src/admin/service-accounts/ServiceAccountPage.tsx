import { Bot } from 'lucide-react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { historySection } from '../activity/history-section.tsx'
import { RecordFields } from '../engine/record/RecordFields.tsx'
import { RecordPage } from '../engine/record/RecordPage.tsx'
import type { RecordDefinition } from '../engine/record/record.ts'
import type { ServiceAccountRow } from './service-account-row.ts'
import { SERVICE_ACCOUNTS } from './service-accounts.tsx'

const SERVICE_ACCOUNT: RecordDefinition<ServiceAccountRow> = {
  screen: SERVICE_ACCOUNTS,
  filter: 'id',
  missing: 'There is no such service account',
  picture: () => (
    <span className="record-letter" aria-hidden="true">
      <Bot size={28} />
    </span>
  ),
  status: ({ status }) => status,
  detail: ({ description }) => description,
  sections: [
    {
      path: 'settings',
      label: 'Settings',
      permission: 'service-accounts:read',
      Content: ({ row }) => <RecordFields screen={SERVICE_ACCOUNTS} row={row} heading="Service Account" />,
    },
    {
      path: 'keys',
      label: 'Keys',
      permission: 'service-accounts:read',
      Content: lazyPart(() => import('./KeysSection.tsx'), 'KeysSection'),
    },
    historySection('account'),
  ],
}

/** One service account: what it may do, its keys, and what it did. */
export function ServiceAccountPage() {
  return <RecordPage record={SERVICE_ACCOUNT} />
}
