import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { OAUTH_DEFAULTS } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { WordCell } from '../engine/cells/WordCell.tsx'
import { demandOf } from '../engine/fields/sign-in-demand.ts'
import type { RowOf } from '../engine/screen.ts'
import type { ScreenOf } from '../engine/screen-of.ts'
import { ApplicationSecrets } from './ApplicationSecrets.tsx'
import { APPLICATION_FIELDS } from './application-fields.ts'
import { editable } from './launch-fields/editable-fields.ts'
import { SelfRegistrations } from './SelfRegistrations.tsx'
import { SimulateRequest } from './simulation/SimulateRequest.tsx'

export const APPLICATIONS = {
  resource: applications,
  page: '/eaiapplication',
  newLabel: 'New Application',
  about: 'Each application has a tile, which opens it already signed in.',
  dialogs: { create: 'New Application', update: 'Update Application' },
  size: 'large',
  searches: {
    description: 'Description',
    applicationType: 'Application Type',
    GrantTypes: 'Grant Types',
    authenticationType: 'Authentication Type',
    status: 'Status',
  },
  columns: [
    { label: 'Description', sort: 'description', cell: (row) => row.name.description },
    { label: 'Application Type', sort: 'applicationType', cell: (row) => <WordCell word={row.name.applicationType} /> },
    {
      label: 'Grant Type',
      isExtra: 'narrow',
      sort: 'GrantTypes',
      cell: (row) => <WordCell word={row.applicationSecret.GrantTypes} />,
    },
    {
      label: 'Authentication Type',
      isExtra: 'narrow',
      sort: 'authenticationType',
      cell: (row) => <WordCell word={row.authenticationType} />,
    },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  ],
  filters: [{ name: 'secretEndsSoon', label: 'A secret expires within 14 days', isFlag: true }],
  nameOf: (row) => row.name.description,
  isDeletedByName: true,
  fields: APPLICATION_FIELDS,
  toForm: (row) => ({
    // Not sent with the form. The launch preview needs it to find the person's clients.
    _id: row?._id ?? '',
    name: {
      description: row?.name.description ?? '',
      summary: row?.name.summary ?? '',
      applicationLogo: row?.name.applicationLogo ?? '',
      applicationType: row?.name.applicationType || 'NA',
    },
    applicationSecret: {
      applicationLogin: row?.applicationSecret.applicationLogin ?? '',
      applicationLogoutUri: row?.applicationSecret.applicationLogoutUri ?? '',
      GrantTypes: row?.applicationSecret.GrantTypes || 'NA',
    },
    tileGroup: row?.tileGroup ?? '',
    isRequestable: row?.isRequestable ?? false,
    requestRule: row?.requestRule ?? 'owners',
    requestPageId: row?.requestPageId ?? '',
    owners: row?.owners ?? [],
    ...demandOf(row),
    confirmMinutes: row?.confirmMinutes ?? null,
    opensWhileActing: row?.opensWhileActing ?? false,
    applicationAllowedUrl: row?.applicationAllowedUrl ?? '',
    applicationRedirectUrl: row?.applicationRedirectUrl ?? '',
    authenticationType: row?.authenticationType || 'NA',
    launchMode: row?.launchMode || 'query',
    launchIdentity: row?.launchIdentity || 'full',
    launchFields: editable(row?.launchFields ?? []),
    ...oauthOf(row ?? OAUTH_DEFAULTS),
    status: row?.status ?? 'ACTIVE',
  }),
  rowActions: [
    {
      label: 'Test this integration',
      Dialog: SimulateRequest,
      address: 'test',
      permission: 'applications:read',
      place: 'afterEdit',
    },
    {
      label: 'Self-registration',
      Dialog: SelfRegistrations,
      permission: 'applications:read',
      place: 'afterEdit',
    },
    {
      label: 'Secrets',
      Dialog: ApplicationSecrets,
      address: 'secrets',
      permission: 'applications:read',
      place: 'beforeDelete',
    },
  ],
} satisfies ScreenOf<typeof applications, 'launchPreview', 'branding'>

type OAuth = Pick<RowOf<typeof applications>, keyof typeof OAUTH_DEFAULTS>

/** Each of them is in the record. */
const oauthOf = (row: OAuth) =>
  Object.fromEntries(Object.keys(OAUTH_DEFAULTS).map((name) => [name, row[name as keyof OAuth]])) as OAuth

export function ApplicationsScreen() {
  return <AdminScreen screen={APPLICATIONS} />
}
