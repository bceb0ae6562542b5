import { ApplicationLogo } from '../../../ui/ApplicationLogo.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { historySection } from '../../activity/history-section.tsx'
import { RecordFields } from '../../engine/record/RecordFields.tsx'
import { RecordPage } from '../../engine/record/RecordPage.tsx'
import type { RecordDefinition } from '../../engine/record/record.ts'
import { peopleSection } from '../../people/people-section.tsx'
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
    peopleSection('applicationId', 'It is not assigned to anyone yet.'),
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
      path: 'branding',
      label: 'Sign-in page',
      permission: 'applications:read',
      Content: lazyPart(() => import('./ApplicationBranding.tsx'), 'ApplicationBranding'),
    },
    historySection(),
  ],
}

/** One application: its settings, who has it, what its developers need, and what happened. */
export function ApplicationPage() {
  return <RecordPage record={APPLICATION} />
}
