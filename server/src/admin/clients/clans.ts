import type { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty } from 'sql-template-tag'
import { textColumn, valueColumn } from '../engine/list.ts'
import { requireLive, tableStore, withChecks } from '../engine/table-store.ts'

type Row = Output<typeof clans.create>
type Query = Input<typeof clans.list>
type Form = Input<typeof clans.create>

const store = tableStore<Row, Query, Form>({
  table: 'clans',
  nameOf: ({ name }) => name,
  source: {
    from: 'clans t join clients c on c.id = t.client_id and c.deleted_at is null',
    select: {
      name: 't.name',
      // The driver gives bigints as text.
      count: 't.count::float8',
      type: 't.type',
      clientId: 't.client_id',
      clientData: `json_build_object('_id', c.id, 'displayName', c.display_name)`,
      createdBy: `coalesce(t.created_by::text, '')`,
    },
    columns: {
      name: textColumn('t.name'),
      client: textColumn('c.display_name'),
      count: valueColumn('t.count'),
      type: textColumn('t.type'),
    },
  },
  uses: { none: 'A clan is a number with a name: nothing refers to it.' },
  toColumns: ({ clientId, name, count, type }) => ({ client_id: clientId, name, count, type }),
  filter: ({ clientId }) => (clientId === undefined ? empty : sql`and t.client_id = ${String(clientId)}`),
})

/** Named counts of clients. */
export const clansStore = withChecks(store, {
  create: (tx, { clientId }) => requireLive(tx, 'clients', clientId, 'Client Id is required'),
  update: (tx, _id, { clientId }) => requireLive(tx, 'clients', clientId, 'Client Id is required'),
})
