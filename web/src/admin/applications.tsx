import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  AUTHENTICATION_TYPES,
  applications,
  GRANT_TYPES,
} from '@gatehouse/contract/admin/applications.ts'
import { uploadApplicationLogo } from '@gatehouse/contract/uploads.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import { ApplicationSecret } from './ApplicationSecret.tsx'
import { choiceOf } from './fields/ChoiceInput.tsx'
import { imageOf } from './fields/ImageInput.tsx'
import { selectOf } from './fields/SelectInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import type { RowOf, Screen } from './screen.ts'
import { WordCell } from './WordCell.tsx'

const LAUNCH_MODES = {
  query: 'In the address',
  form_post: 'In a form that the browser posts',
  oidc: 'It signs in by OpenID Connect',
}
const LAUNCH_IDENTITIES = {
  full: 'Everything: name, email, phone number, role',
  minimal: 'Only the ids of the person and the client',
  none: 'Nothing: the application asks with its launch token',
}

const APPLICATIONS: Screen<RowOf<typeof applications>> = {
  resource: applications,
  heading: 'Applications',
  newLabel: 'New Application',
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
    { label: 'Grant Type', sort: 'GrantTypes', cell: (row) => <WordCell word={row.applicationSecret.GrantTypes} /> },
    {
      label: 'Authentication Type',
      sort: 'authenticationType',
      cell: (row) => <WordCell word={row.authenticationType} />,
    },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  ],
  nameOf: (row) => row.name.description,
  fields: [
    { name: 'name.description', label: 'Description', Input: TextInput, hint: 'What people see on the tile.' },
    { name: 'name.summary', label: 'Summary', Input: TextInput, hint: 'One line under the name.' },
    { name: 'name.applicationLogo', label: 'Logo', Input: imageOf(uploadApplicationLogo) },
    { name: 'status', label: 'Status', Input: selectOf(APPLICATION_STATUSES), isHalf: true },
    {
      name: 'name.applicationType',
      label: 'Application Type',
      Input: selectOf(APPLICATION_TYPES),
      isHalf: true,
      only: 'update',
    },
    {
      name: 'applicationAllowedUrl',
      label: 'Allowed URL',
      Input: TextInput,
      group: 'Addresses',
      hint: 'Where the application lives: nobody is sent anywhere else.',
    },
    {
      name: 'applicationRedirectUrl',
      label: 'Redirect URL',
      Input: TextInput,
      hint: 'Where people arrive when they open it.',
    },
    {
      name: 'applicationSecret.applicationLogoutUri',
      label: 'Application Description',
      Input: TextInput,
      hint: 'The logout address: it is told when somebody signs out of the portal.',
    },
    {
      name: 'applicationSecret.applicationLogin',
      label: 'Application Login',
      Input: TextInput,
      hint: 'Where the application begins a sign-in of its own.',
    },
    {
      name: 'launchMode',
      label: 'How people are handed over',
      Input: choiceOf(LAUNCH_MODES),
      group: 'Sign-in and opening',
    },
    { name: 'launchIdentity', label: 'What is told about them', Input: choiceOf(LAUNCH_IDENTITIES) },
    { name: 'applicationSecret.GrantTypes', label: 'Grant Types', Input: selectOf(GRANT_TYPES), isHalf: true },
    { name: 'authenticationType', label: 'Authentication Type', Input: selectOf(AUTHENTICATION_TYPES), isHalf: true },
  ],
  toForm: (row) => ({
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
    applicationAllowedUrl: row?.applicationAllowedUrl ?? '',
    applicationRedirectUrl: row?.applicationRedirectUrl ?? '',
    authenticationType: row?.authenticationType || 'NA',
    launchMode: row?.launchMode || 'query',
    launchIdentity: row?.launchIdentity || 'full',
    status: row?.status ?? 'ACTIVE',
  }),
  rowActions: [{ label: 'New secret', Dialog: ApplicationSecret }],
}

export function ApplicationsScreen() {
  return <AdminScreen screen={APPLICATIONS} />
}
