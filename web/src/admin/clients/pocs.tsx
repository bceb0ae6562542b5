import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { Address } from '../../ui/Address.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { RecordPermissions } from '../roles/RecordPermissions.tsx'

const ClientInput = pickerOf({ kind: 'clients' })

/** The addresses, and whether their owners decide: whoever allows the one means the others. */
const DECIDER = 'decider'

export const POCS: ScreenOf<typeof pocs> = {
  resource: pocs,
  newLabel: 'New POC',
  about: 'A point of contact is the person to reach at a client, with an alternate.',
  dialogs: { create: 'New POC', update: 'Update POC' },
  size: 'large',
  searchHint: 'Search by name, email or phone',
  searches: {
    any: 'All fields',
    pocName: 'Point of Contact',
    pocAlternateName: 'Alternate POC',
    pocEmail: 'Email',
    pocAlternateEmail: 'Alternate Email',
    pocContact: 'Contact Number',
    pocAlternateContact: 'Alternate Contact',
  },
  columns: [
    { label: 'Point of Contact', sort: 'pocName', isWhole: true, cell: (poc) => poc.pocName },
    { label: 'Alternate POC', sort: 'pocAlternateName', isWhole: true, cell: (poc) => poc.pocAlternateName },
    { label: 'Email', sort: 'pocEmail', isWhole: true, cell: (poc) => <Address email={poc.pocEmail} /> },
    {
      label: 'Alternate Email',
      isExtra: 'narrow',
      sort: 'pocAlternateEmail',
      isWhole: true,
      cell: (poc) => <Address email={poc.pocAlternateEmail} />,
    },
    { label: 'Contact Number', isNumber: true, sort: 'pocContact', cell: (poc) => poc.pocContact },
    {
      label: 'Alternate Contact',
      isExtra: 'narrow',
      isNumber: true,
      sort: 'pocAlternateContact',
      cell: (poc) => poc.pocAlternateContact,
    },
  ],
  filters: [{ name: 'clientId', label: 'Client', records: 'clients', describe: (poc) => poc.clientName }],
  nameOf: (poc) => poc.pocName,
  fields: [
    { name: 'clientId', label: 'Client', Input: ClientInput, only: 'create' },
    { name: 'pocName', label: 'Point of Contact', Input: TextInput, isHalf: true },
    { name: 'pocAlternateName', label: 'Alternate POC', Input: TextInput, isHalf: true },
    { name: 'pocEmail', label: 'Email', Input: TextInput, isHalf: true, together: DECIDER },
    { name: 'pocAlternateEmail', label: 'Alternate Email', Input: TextInput, isHalf: true, together: DECIDER },
    { name: 'pocContact', label: 'Contact Number', Input: TextInput, isHalf: true },
    { name: 'pocAlternateContact', label: 'Alternate Contact', Input: TextInput, isHalf: true },
    { name: 'city', label: 'City', Input: TextInput, isHalf: true },
    { name: 'state', label: 'State', Input: TextInput, isHalf: true },
    { name: 'country', label: 'Country', Input: TextInput, isHalf: true },
    { name: 'zip', label: 'Zip', Input: TextInput, isHalf: true },
    {
      name: 'decidesRequests',
      label: 'Decides about requests for access',
      Input: SwitchInput,
      together: DECIDER,
      hint: 'Whoever has one of these addresses confirmed, and opens an application for this client, decides about requests for it, where the application leaves that to contacts.',
      alsoNeeds: 'users:write',
    },
  ],
  toForm: (poc) => ({
    clientId: poc?.clientId ?? '',
    pocName: poc?.pocName ?? '',
    pocAlternateName: poc?.pocAlternateName ?? '',
    pocEmail: poc?.pocEmail ?? '',
    pocAlternateEmail: poc?.pocAlternateEmail ?? '',
    pocContact: poc?.pocContact ?? '',
    pocAlternateContact: poc?.pocAlternateContact ?? '',
    city: poc?.city ?? '',
    state: poc?.state ?? '',
    country: poc?.country ?? '',
    zip: poc?.zip ?? '',
    decidesRequests: poc?.decidesRequests ?? false,
  }),
  rowActions: [
    {
      label: 'Assign Permission',
      Dialog: ({ row, onClose }) => <RecordPermissions kind="poc" id={row._id} name={row.pocName} onClose={onClose} />,
    },
  ],
}

export function PocsScreen() {
  return <AdminScreen screen={POCS} />
}
