import { ApplicationLogo } from '../../../ui/ApplicationLogo.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RecordFields } from '../../engine/record/RecordFields.tsx'
import { RecordPage } from '../../engine/record/RecordPage.tsx'
import type { RecordDefinition } from '../../engine/record/record.ts'
import { APPLICATIONS } from '../applications.tsx'
import type { ApplicationRow } from './application-row.ts'

const APPLICATION: RecordDefinition<ApplicationRow> = {
  screen: APPLICATIONS,
  filter: 'id',
  missing: 'There is no such application',
  picture: ({ name }) => <ApplicationLogo name={name.description} logo={name.applicationLogo} />,
  status: ({ status }) => status,
  detail: ({ name }) => name.summary,
  sections: [
    {
      path: 'settings',
      label: 'Settings',
      permission: 'applications:read',
      Content: ({ row }) => <RecordFields screen={APPLICATIONS} row={row} heading="Application" />,
    },
    {
      path: 'people',
      label: 'People',
      permission: 'users:read',
      Content: lazyPart(() => import('./ApplicationPeople.tsx'), 'ApplicationPeople'),
    },
    {
      path: 'integration',
      label: 'Integration',
      permission: 'applications:read',
      Content: lazyPart(() => import('./ApplicationIntegration.tsx'), 'ApplicationIntegration'),
    },
    {
      path: 'secrets',
      label: 'Secrets',
      permission: 'applications:read',
      Content: lazyPart(() => import('./ApplicationSecretsSection.tsx'), 'ApplicationSecretsSection'),
    },
    {
      path: 'registration',
      label: 'Self-registration',
      permission: 'applications:read',
      Content: lazyPart(() => import('./ApplicationRegistration.tsx'), 'ApplicationRegistration'),
    },
    {
      path: 'history',
      label: 'History',
      permission: 'audit:read',
      Content: lazyPart(() => import('./ApplicationHistory.tsx'), 'ApplicationHistory'),
    },
  ],
}

/** One application: its settings, who has it, what its developers need, and what happened. */
export function ApplicationPage() {
  return <RecordPage record={APPLICATION} />
}
