import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { Address } from '../../ui/Address.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AddNewPage } from '../approvals/AddNewPage.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { ScopeCell } from '../engine/cells/ScopeCell.tsx'
import { SecretCell } from '../engine/cells/SecretCell.tsx'
import { withSecrets } from '../engine/fields/field.ts'
import { NumberInput } from '../engine/fields/NumberInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { SecretInput } from '../engine/fields/SecretInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TagsInput } from '../engine/fields/TagsInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { explainRoutingOf } from '../messages/routing/routing-action.tsx'
import { OWNERS_FIELD } from './owners-field.ts'
import { PRIORITY_HINT } from './priority-hint.ts'
import { TestEmailDialog, TestEmailInput } from './send-test/TestEmail.tsx'

/** The secrets, and where they are sent. */
const OF_SECRETS = ['host', 'postNo', 'type', 'userName', 'password', 'url', 'token'] as const

const EMAIL_CONFIGURATIONS: ScreenOf<typeof emailConfigurations, 'test'> = {
  resource: emailConfigurations,
  newLabel: 'Add Configuration',
  about: 'An email configuration is a mail server that sends messages, for one application and client or for all.',
  dialogs: { create: 'Email Configuration', update: 'Update Email Configuration' },
  size: 'large',
  searches: {
    application: 'Application',
    fromMailId: 'From',
    ccMailId: 'CC',
    password: 'Password',
    host: 'Host',
    status: 'Status',
  },
  menuLabel: 'Action',
  columns: [
    { label: 'Application', sort: 'application', cell: (row) => <ScopeCell name={row.application} /> },
    { label: 'From', sort: 'fromMailId', isWhole: true, cell: (row) => <Address email={row.fromMailId} /> },
    { label: 'CC', isExtra: 'narrow', sort: 'ccMailId', cell: (row) => row.ccMailId.join(', ') },
    { label: 'Password', sort: 'password', cell: (row) => <SecretCell value={row.password} /> },
    { label: 'Host', sort: 'host', cell: (row) => row.host },
    { label: 'Owners', isExtra: true, cell: (row) => row.owners?.join(', ') },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  ],
  nameOf: (row) => `${row.application} · ${row.fromMailId}`,
  fields: withSecrets(OF_SECRETS, [
    {
      name: 'application',
      label: 'Application',
      Input: pickerOf({ kind: 'applications', sends: 'name', hasAll: true }),
      isHalf: true,
    },
    { name: 'client', label: 'Client', Input: pickerOf({ kind: 'clients', hasAll: true }), isHalf: true },
    { name: 'fromMailId', label: 'From', Input: TextInput, isHalf: true },
    { name: 'fromName', label: 'From Name', Input: TextInput, isHalf: true, hint: 'Shown beside the address.' },
    {
      name: 'replyTo',
      label: 'Reply To',
      Input: TextInput,
      isHalf: true,
      hint: 'Where replies go. If empty, to the From address.',
    },
    { name: 'status', label: 'Status', Input: StatusInput, isHalf: true },
    { name: 'priority', label: 'Priority', Input: NumberInput, isHalf: true, hint: PRIORITY_HINT },
    {
      name: 'ccMailId',
      label: 'CC',
      Input: TagsInput,
      hint: 'These addresses receive a copy of every message that contains no code or link.',
    },
    {
      name: 'defaultTo',
      label: 'Default To',
      Input: TextInput,
      hint: 'Where tests of this configuration are sent, unless you enter another address. Nothing else is sent there.',
    },
    OWNERS_FIELD,
    { name: 'host', label: 'Host', Input: TextInput, group: 'Mail server', hint: 'For example smtp.example.com' },
    {
      name: 'postNo',
      label: 'Port',
      Input: NumberInput,
      isHalf: true,
      hint: '465, or 587, 25 and 2525 with STARTTLS',
    },
    {
      name: 'type',
      label: 'Type',
      Input: TextInput,
      isHalf: true,
      hint: 'OAuth2: the token is used in place of the password. Anything else is for your records.',
    },
    { name: 'userName', label: 'User Name', Input: TextInput, isHalf: true },
    { name: 'password', label: 'Password', Input: SecretInput, isHalf: true },
    {
      name: 'url',
      label: 'Url',
      Input: TextInput,
      isHalf: true,
      hint: 'For your records, such as the page of the provider. Nothing is sent there.',
    },
    { name: 'token', label: 'Token', Input: SecretInput, isHalf: true },
    {
      name: 'perSecond',
      label: 'Messages per second',
      Input: NumberInput,
      isHalf: true,
      hint: '0 means no limit.',
    },
    { name: 'test', label: 'Send test', Input: TestEmailInput, group: 'Send test', only: 'update' },
  ]),
  toForm: (row) => ({
    application: row?.application ?? '',
    client: row?.client ?? 'All',
    fromMailId: row?.fromMailId ?? '',
    fromName: row?.fromName ?? '',
    replyTo: row?.replyTo ?? '',
    priority: row?.priority ?? 0,
    ccMailId: row?.ccMailId ?? [],
    host: row?.host ?? '',
    postNo: row?.postNo ?? null,
    defaultTo: row?.defaultTo ?? '',
    status: row?.status ?? 'ACTIVE',
    url: row?.url ?? '',
    userName: row?.userName ?? '',
    type: row?.type ?? '',
    password: row?.password ?? '',
    token: row?.token ?? '',
    perSecond: row?.perSecond ?? 0,
    owners: row?.owners ?? [],
    _id: row?._id,
  }),
  // The list filters by the name of the application.
  rowActions: [
    { label: 'Send test', Dialog: TestEmailDialog, address: 'test' },
    explainRoutingOf(({ client }) => ({ client })),
  ],
  Actions: AddNewPage,
}

export function EmailConfigurationsScreen() {
  return <AdminScreen screen={EMAIL_CONFIGURATIONS} />
}
