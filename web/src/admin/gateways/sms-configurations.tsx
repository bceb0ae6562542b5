import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { ScopeCell } from '../engine/cells/ScopeCell.tsx'
import { SecretCell } from '../engine/cells/SecretCell.tsx'
import { withSecrets } from '../engine/fields/field.ts'
import { NumberInput } from '../engine/fields/NumberInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { explainRoutingOf } from '../messages/routing/routing-action.tsx'
import { OWNERS_FIELD } from './owners-field.ts'
import { PRIORITY_HINT } from './priority-hint.ts'
import { TestSmsDialog, TestSmsInput } from './send-test/TestSms.tsx'
import { RequestPreview } from './sms-request/RequestPreview.tsx'
import { GATEWAY_FIELDS, MAPPING_FIELDS, type SmsInput, SUCCESS_FIELDS } from './sms-request/sms-fields.ts'

type Input = SmsInput | 'preview' | 'test'

/** The secrets, and where and under which name they are sent. */
const OF_SECRETS: Input[] = [
  ...([
    'url',
    'method',
    'encoding',
    'userNameAttribute',
    'userNameValue',
    'passwordAttribute',
    'passwordValue',
  ] as const),
  ...(['apiCodeAttribute', 'apiCodeValue', 'tokenHeader', 'token', 'constants'] as const),
]

const FIELDS = withSecrets<Input>(OF_SECRETS, [
  {
    name: 'application',
    label: 'Application',
    Input: pickerOf({ kind: 'applications', hasAll: true }),
    isHalf: true,
  },
  { name: 'clientName', label: 'Client', Input: pickerOf({ kind: 'clients', hasAll: true }), isHalf: true },
  { name: 'providerName', label: 'Provider Name', Input: TextInput, isHalf: true },
  { name: 'status', label: 'Status', Input: StatusInput, isHalf: true },
  { name: 'priority', label: 'Priority', Input: NumberInput, isHalf: true, hint: PRIORITY_HINT },
  OWNERS_FIELD,
  ...GATEWAY_FIELDS,
  ...MAPPING_FIELDS,
  { name: 'preview', label: 'Request preview', Input: RequestPreview },
  ...SUCCESS_FIELDS,
  { name: 'test', label: 'Send test', Input: TestSmsInput, group: 'Send test', only: 'update' },
])

/** All inputs are fields of the form. */
const EMPTY = Object.fromEntries(FIELDS.map(({ name }) => [name, ''])) as Record<Input, string>

/** The common defaults of gateways. */
const NEW = {
  ...{ status: 'ACTIVE', countryCodeValue: '91', method: 'POST', encoding: 'form', tokenHeader: 'Authorization' },
  ...{ entityIdAttribute: 'entityid', templateIdAttribute: 'templateid', numberFormat: 'national' },
  ...{ constants: [], successRule: 'status', perSecond: 0, priority: 0, owners: [] },
}

const SMS_CONFIGURATIONS: ScreenOf<typeof smsConfigurations, Input> = {
  resource: smsConfigurations,
  newLabel: 'Add Configuration',
  about: 'An SMS configuration is a provider that sends messages, for one application and client or for all.',
  dialogs: { create: 'SMS Configuration', update: 'Update SMS Configuration' },
  size: 'large',
  saveLabel: 'Submit',
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
    { label: 'Owners', isExtra: true, cell: (row) => row.owners?.join(', ') },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  ],
  nameOf: (row) => row.providerName,
  fields: FIELDS,
  toForm: (row) => ({ ...EMPTY, ...(row ?? NEW) }),
  rowActions: [
    { label: 'Send test', Dialog: TestSmsDialog },
    explainRoutingOf(({ application, clientName: client }) => ({ application, client })),
  ],
}

export function SmsConfigurationsScreen() {
  return <AdminScreen screen={SMS_CONFIGURATIONS} />
}
