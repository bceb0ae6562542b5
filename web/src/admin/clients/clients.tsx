import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { uploadLogoImage } from '@gatehouse/contract/uploads.ts'
import { Address } from '../../ui/Address.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { ConfirmMinutesInput } from '../engine/fields/ConfirmMinutesInput.tsx'
import { imageOf } from '../engine/fields/ImageInput.tsx'
import { NumberInput } from '../engine/fields/NumberInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { demandOf, NEEDS_PASSKEY, STRONG_SIGN_IN_FROM } from '../engine/fields/sign-in-demand.ts'
import { TextAreaInput } from '../engine/fields/TextAreaInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { RecordPermissions } from '../roles/RecordPermissions.tsx'

const LogoInput = imageOf(uploadLogoImage)

export const CLIENTS = {
  resource: clients,
  page: '/client',
  newLabel: 'New Client',
  about: 'A client is an organisation. People open applications on behalf of a client.',
  dialogs: { create: 'New Client', update: 'Update Client' },
  size: 'large',
  searchHint: 'Search by name, email or contact',
  searches: {
    any: 'All fields',
    actualName: 'Actual Name',
    displayName: 'Display Name',
    email: 'Email',
    officeContact: 'Office Contact',
    status: 'Status',
  },
  columns: [
    { label: 'Actual Name', sort: 'actualName', cell: (client) => client.actualName },
    { label: 'Display Name', sort: 'displayName', cell: (client) => client.displayName },
    { label: 'Email', sort: 'email', isWhole: true, cell: (client) => <Address email={client.email} /> },
    { label: 'Office Contact', isNumber: true, sort: 'officeContact', cell: (client) => client.officeContact },
    { label: 'Status', sort: 'status', cell: (client) => <StatusBadge status={client.status} /> },
  ],
  nameOf: (client) => client.displayName,
  isDeletedByName: true,
  fields: [
    { name: 'actualName', label: 'Actual Name', Input: TextInput, group: 'The client' },
    { name: 'displayName', label: 'Display Name', Input: TextInput },
    { name: 'status', label: 'Status', Input: StatusInput, isHalf: true },
    { name: 'uuid', label: 'UUID', Input: TextInput, isHalf: true, hint: 'Its id in other systems' },
    { name: 'clientLogo', label: 'Logo', Input: LogoInput, hint: 'Recommended: 405x124 or 350x110' },
    { name: 'email', label: 'Email', Input: TextInput, isHalf: true, group: 'Contact' },
    { name: 'officeContact', label: 'Office Contact', Input: TextInput, isHalf: true },
    { name: 'address', label: 'Address', Input: TextAreaInput },
    {
      name: 'needsStrongSignIn',
      label: 'Needs a passkey or an authenticator app',
      Input: SwitchInput,
      group: 'Sign-in',
      hint: 'Without such a sign-in its people open no applications for it, and have no permissions in the console.',
    },
    NEEDS_PASSKEY,
    STRONG_SIGN_IN_FROM,
    {
      name: 'confirmMinutes',
      label: 'Sign-in before opening',
      Input: ConfirmMinutesInput,
      hint: 'Whoever opens an application for it must have signed in so recently, or signs in again. Where the application or the role has an age, too, the smallest one counts.',
    },
    { name: 'daysData', label: 'Days Data', Input: NumberInput, group: 'Configuration' },
    { name: 'filterByCaseStatus', label: 'Filter By Case Status', Input: SwitchInput },
    { name: 'listCaseStatus', label: 'List Case Status', Input: TextInput },
    { name: 'schemaNames', label: 'Schema Names', Input: TextInput, hint: 'Separated by commas' },
    { name: 'createdByNames', label: 'Created By Names', Input: TextInput, hint: 'Separated by commas' },
  ],
  toForm: (client) => ({
    actualName: client?.actualName ?? '',
    displayName: client?.displayName ?? '',
    email: client?.email ?? '',
    clientLogo: client?.clientLogo ?? '',
    address: client?.address ?? '',
    officeContact: String(client?.officeContact ?? ''),
    daysData: client?.daysData ?? null,
    filterByCaseStatus: client?.filterByCaseStatus ?? false,
    listCaseStatus: client?.listCaseStatus ?? '',
    uuid: client?.uuid ?? '',
    status: client?.status ?? 'ACTIVE',
    ...demandOf(client),
    confirmMinutes: client?.confirmMinutes ?? null,
    schemaNames: client?.schemaNames ?? '',
    createdByNames: client?.createdByNames ?? '',
  }),
  rowActions: [
    {
      label: 'Assign Permission',
      Dialog: ({ row, onClose }) => (
        <RecordPermissions kind="client" id={row._id} name={row.displayName} onClose={onClose} />
      ),
    },
    {
      label: 'Points of Contact',
      to: '/dashboard/poc',
      filter: 'clientId',
    },
    { label: 'Clans', to: '/dashboard/clan', filter: 'clientId' },
  ],
} satisfies ScreenOf<typeof clients, never, 'isDeleted' | 'branding'>

export function ClientsScreen() {
  return <AdminScreen screen={CLIENTS} />
}
