import { smsConfigurations } from '@gatehouse/contract/admin/sms-configurations.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import type { FormField } from './fields/field.ts'
import { LettersAndDigitsInput } from './fields/LettersAndDigitsInput.tsx'
import { pickerOf } from './fields/PickerInput.tsx'
import { SecretInput } from './fields/SecretInput.tsx'
import { StatusInput } from './fields/StatusInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { ScopeCell } from './ScopeCell.tsx'
import { SecretCell } from './SecretCell.tsx'
import type { RowOf, Screen } from './screen.ts'

type Row = RowOf<typeof smsConfigurations>

const half = (name: keyof Row, label: string, Input: FormField['Input'] = TextInput): FormField => {
  return { name, label, Input, isHalf: true }
}

/** In the form for a new record only letters and digits can be entered. */
const filtered = (name: keyof Row, label: string): FormField[] => [
  { ...half(name, label, LettersAndDigitsInput), only: 'create' },
  { ...half(name, label), only: 'update' },
]

const FIELDS: FormField[] = [
  half('application', 'Application', pickerOf({ kind: 'applications', hasAll: true })),
  half('clientName', 'Client', pickerOf({ kind: 'clients', hasAll: true })),
  half('providerName', 'Provider Name'),
  half('status', 'Status', StatusInput),
  { name: 'url', label: 'Url', Input: TextInput, group: 'Gateway' },
  half('nameOfTheGateway', 'Name Of Gateway'),
  ...filtered('gatewayId', 'Gateway Id'),
  half('token', 'Token', SecretInput),
  half('defaultNo', 'Default No.'),
  {
    name: 'entityId',
    label: 'Entity Id',
    Input: TextInput,
    hint: 'The id under which the sender is registered with the network operators (DLT).',
  },
  {
    name: 'messageAttribute',
    label: 'Message Attribute',
    Input: TextInput,
    group: 'What the gateway is sent, and under which names',
    hint: 'The name under which the gateway expects the text.',
  },
  { ...half('mobileNoAttribute', 'Mobile No Attribute'), isHalf: false },
  half('userNameAttribute', 'User Name Attribute'),
  half('userNameValue', 'User Name Value'),
  half('passwordAttribute', 'Password Attribute'),
  half('passwordValue', 'Password Value', SecretInput),
  half('senderIdAttribute', 'Sender Id Attribute'),
  ...filtered('senderIdValue', 'Sender Id Value'),
  half('countryCodeAttribute', 'Country Code Attribute'),
  half('countryCodeValue', 'Country Code Value'),
  half('apiCodeAttribute', 'API Code Attribute'),
  half('apiCodeValue', 'API Code Value', SecretInput),
]

const SMS_CONFIGURATIONS: Screen<Row> = {
  resource: smsConfigurations,
  heading: 'SMS Configuration',
  newLabel: 'Add Configuration',
  dialogs: { create: 'SMS Configuration', update: 'Update SMS Configuration' },
  size: 'large',
  searches: {
    application: 'Application',
    providerName: 'Provider Name',
    passwordValue: 'Password value',
    token: 'Token',
    nameOfTheGateway: 'Name',
    status: 'Status',
  },
  menuLabel: 'Action',
  columns: [
    { label: 'Application', sort: 'application', cell: (row) => <ScopeCell name={row.applicationName} /> },
    { label: 'Provider Name', sort: 'providerName', cell: (row) => row.providerName },
    { label: 'Password Value', sort: 'passwordValue', cell: (row) => <SecretCell value={row.passwordValue} /> },
    { label: 'Token', sort: 'token', cell: (row) => <SecretCell value={row.token} /> },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  ],
  nameOf: (row) => row.providerName,
  fields: FIELDS,
  toForm: (row) => {
    const values = Object.fromEntries(FIELDS.map(({ name }) => [name, row?.[name as keyof Row] ?? '']))
    return row ? values : { ...values, status: 'ACTIVE', countryCodeValue: '91' }
  },
}

export function SmsConfigurationsScreen() {
  return <AdminScreen screen={SMS_CONFIGURATIONS} />
}
