import { CLAN_TYPES, clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { NumberInput } from '../engine/fields/NumberInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { selectOf } from '../engine/fields/SelectInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { RecordPermissions } from '../roles/RecordPermissions.tsx'

const ClientInput = pickerOf({ kind: 'clients' })
const TypeInput = selectOf(CLAN_TYPES)

export const CLANS: ScreenOf<typeof clans> = {
  resource: clans,
  newLabel: 'New Clan',
  about: 'A clan belongs to a client and is internal or external.',
  dialogs: { create: 'New Clan', update: 'Update Clan' },
  searches: { name: 'Name', client: 'Client', count: 'Count', type: 'Type' },
  columns: [
    { label: 'Name', sort: 'name', cell: (clan) => clan.name },
    { label: 'Client', sort: 'client', cell: (clan) => clan.clientData.displayName },
    { label: 'Count', isQuantity: true, sort: 'count', cell: (clan) => clan.count },
    { label: 'Type', sort: 'type', cell: (clan) => <StatusBadge status={clan.type} /> },
  ],
  filters: [{ name: 'clientId', label: 'Client', records: 'clients', describe: (clan) => clan.clientData.displayName }],
  nameOf: (clan) => clan.name,
  fields: [
    { name: 'clientId', label: 'Client', Input: ClientInput },
    { name: 'name', label: 'Name', Input: TextInput },
    { name: 'count', label: 'Count', Input: NumberInput, isHalf: true },
    { name: 'type', label: 'Type', Input: TypeInput, isHalf: true },
  ],
  toForm: (clan) => ({
    clientId: clan?.clientId ?? '',
    name: clan?.name ?? '',
    count: clan?.count ?? '',
    type: clan?.type ?? '',
  }),
  rowActions: [
    {
      label: 'Assign Permission',
      Dialog: ({ row, onClose }) => <RecordPermissions kind="clan" id={row._id} name={row.name} onClose={onClose} />,
    },
  ],
}

export function ClansScreen() {
  return <AdminScreen screen={CLANS} />
}
