import { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { withSecrets } from '../engine/fields/field.ts'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { Deliveries } from './Deliveries.tsx'
import { EventsInput } from './EventsInput.tsx'
import { FirstSecret, NewSecret } from './Secrets.tsx'
import { SendTest } from './SendTest.tsx'
import { SigningSecretCell } from './SigningSecretCell.tsx'
import { SwitchedOff } from './SwitchedOff.tsx'

/** A new host ends the secret, which somebody may just have handed over. */
const OF_SECRETS = ['url'] as const

const WEBHOOKS: ScreenOf<typeof webhooks> = {
  resource: webhooks,
  newLabel: 'New Webhook',
  about: 'A webhook notifies an address of another system of events in the portal.',
  dialogs: { create: 'New Webhook', update: 'Update Webhook' },
  size: 'large',
  searches: { name: 'Name', url: 'URL', events: 'Events', status: 'Status' },
  columns: [
    { label: 'Name', sort: 'name', cell: (row) => row.name },
    { label: 'URL', sort: 'url', cell: (row) => row.url },
    { label: 'Events', sort: 'events', isWhole: true, cell: (row) => row.events.join(', ') },
    { label: 'Secret', isWhole: true, cell: (row) => <SigningSecretCell row={row} /> },
    {
      label: 'Status',
      sort: 'status',
      cell: (row) => (
        <>
          <StatusBadge status={row.status} /> <SwitchedOff row={row} />
        </>
      ),
    },
  ],
  filters: [{ name: 'isSwitchedOff', label: 'Switched off after failed deliveries', isFlag: true }],
  nameOf: (row) => row.name,
  isDeletedByName: true,
  fields: withSecrets(OF_SECRETS, [
    { name: 'name', label: 'Name', Input: TextInput },
    {
      name: 'url',
      label: 'URL',
      Input: TextInput,
      hint: 'The URL that receives the events. A new host needs a new secret, which is created and shown when you save.',
    },
    { name: 'status', label: 'Status', Input: StatusInput },
    { name: 'events', label: 'Events', Input: EventsInput },
  ]),
  toForm: (row) => ({
    name: row?.name ?? '',
    url: row?.url ?? '',
    events: row?.events ?? [],
    status: row?.status ?? 'ACTIVE',
  }),
  rowActions: [
    { label: 'Deliveries', Dialog: Deliveries, permission: 'webhooks:read' },
    { label: 'Send test event', Dialog: SendTest },
    { label: 'New secret', Dialog: NewSecret },
  ],
  afterSave: (row) => (row.hasSecret ? null : FirstSecret),
}

export function WebhooksScreen() {
  return <AdminScreen screen={WEBHOOKS} />
}
