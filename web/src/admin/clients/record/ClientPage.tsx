import { ApplicationLogo } from '../../../ui/ApplicationLogo.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { historySection } from '../../activity/history-section.tsx'
import { RecordFields } from '../../engine/record/RecordFields.tsx'
import { RecordPage } from '../../engine/record/RecordPage.tsx'
import type { RecordDefinition } from '../../engine/record/record.ts'
import { peopleSection } from '../../people/people-section.tsx'
import { CLIENTS } from '../clients.tsx'
import type { ClientRow } from './client-row.ts'

const CLIENT: RecordDefinition<ClientRow> = {
  screen: CLIENTS,
  filter: 'clientId',
  missing: 'There is no such client',
  picture: ({ displayName, clientLogo }) => <ApplicationLogo name={displayName} logo={clientLogo} />,
  status: ({ status }) => status,
  detail: ({ actualName, displayName }) => (actualName === displayName ? '' : actualName),
  sections: [
    {
      path: 'details',
      label: 'Details',
      permission: 'clients:read',
      Content: ({ row }) => <RecordFields screen={CLIENTS} row={row} heading="Client" />,
    },
    {
      path: 'contacts',
      label: 'Points of Contact',
      permission: 'clients:read',
      Content: lazyPart(() => import('./ClientContacts.tsx'), 'ClientContacts'),
    },
    {
      path: 'clans',
      label: 'Clans',
      permission: 'clients:read',
      Content: lazyPart(() => import('./ClientClans.tsx'), 'ClientClans'),
    },
    {
      path: 'roles',
      label: 'Applications and roles',
      permission: 'approvals:read',
      Content: lazyPart(() => import('./ClientRoles.tsx'), 'ClientRoles'),
    },
    peopleSection('clientId', 'No one has an application for this client yet.'),
    {
      path: 'branding',
      label: 'Sign-in page',
      permission: 'clients:read',
      Content: lazyPart(() => import('./ClientBranding.tsx'), 'ClientBranding'),
    },
    historySection(),
  ],
}

/** One client: who they are, whom to call, and who works with which application for them. */
export function ClientPage() {
  return <RecordPage record={CLIENT} />
}
