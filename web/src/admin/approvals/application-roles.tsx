import { applicationRoles, ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { MoneyInput } from '../engine/fields/MoneyInput.tsx'
import { NumberInput } from '../engine/fields/NumberInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { RegionsInput } from '../engine/fields/RegionsInput.tsx'
import { selectOf } from '../engine/fields/SelectInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { ApprovalCheck } from './ApprovalCheck.tsx'
import { BoundsInput } from './limits/BoundsInput.tsx'
import { RolePagesDialog } from './RolePagesDialog.tsx'
import { FindingsOfRole, withFindings } from './typed/in-forms.tsx'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })
const ActionInput = selectOf(ROLE_ACTIONS, { hasNone: true })
const LimitsInput = withFindings(BoundsInput, FindingsOfRole)

export const APPLICATION_ROLES: ScreenOf<typeof applicationRoles> = {
  resource: applicationRoles,
  newLabel: 'New Application Role',
  about: 'The application receives the role and the client of the person.',
  dialogs: { create: 'New Application Role', update: 'Update Role' },
  size: 'large',
  searches: { name: 'Name', application: 'Application', client: 'Client' },
  columns: [
    { label: 'Name', sort: 'name', cell: (role) => role.role },
    { label: 'Application', sort: 'application', cell: (role) => role.applicationName },
    { label: 'Client', sort: 'client', cell: (role) => role.clientData?.displayName },
  ],
  filters: [
    {
      name: 'applicationId',
      label: 'Application',
      records: 'applications',
      describe: (role) => role.applicationName,
    },
    {
      name: 'clientId',
      label: 'Client',
      records: 'clients',
      describe: (role) => role.clientData?.displayName ?? '',
    },
  ],
  Actions: ApprovalCheck,
  nameOf: (role) => role.role,
  fields: [
    { name: 'applicationId', label: 'Application', Input: ApplicationInput, isHalf: true },
    { name: 'clientId', label: 'Client', Input: ClientInput, isHalf: true },
    { name: 'role', label: 'Role', Input: TextInput, isHalf: true },
    { name: 'roleId', label: 'Role Id', Input: TextInput, isHalf: true },
    { name: 'regions', label: 'Regions', Input: RegionsInput },
    { name: 'actionOfRole', label: 'Action Of Role', Input: ActionInput, isHalf: true, group: 'Approval' },
    { name: 'sequence', label: 'Sequence', Input: NumberInput, isHalf: true },
    { name: 'rangeFrom', label: 'Range From', Input: MoneyInput, isHalf: true },
    { name: 'rangeTo', label: 'Range To', Input: MoneyInput, isHalf: true, hint: 'If empty, no upper limit' },
    { name: 'bounds', label: 'Bounds', Input: LimitsInput },
  ],
  toForm: (role) => ({
    applicationId: role?.applicationData._id ?? '',
    clientId: role?.clientData?._id ?? '',
    role: role?.role ?? '',
    roleId: role?.roleId ?? '',
    regions: role?.regions ?? [],
    actionOfRole: role?.actionOfRole ?? '',
    sequence: role?.sequence ?? null,
    rangeFrom: role?.rangeFrom ?? null,
    rangeTo: role?.rangeTo ?? null,
    bounds: role?.bounds ?? '[]',
  }),
  rowActions: [{ label: 'Assign Pages', Dialog: RolePagesDialog }],
}

export function ApplicationRolesScreen() {
  return <AdminScreen screen={APPLICATION_ROLES} />
}
