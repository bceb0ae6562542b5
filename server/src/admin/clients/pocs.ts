import type { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { DECIDING_CONTACTS } from '../../access/decides-requests.ts'
import { phoneColumn, textColumn } from '../engine/list.ts'
import { countUses, requireLive, tableStore, withChecks } from '../engine/table-store.ts'
import { judgeDecider, lockDeciders } from './deciding-contacts.ts'

type Row = Output<typeof pocs.create>
type Query = Input<typeof pocs.list>
type Form = Input<typeof pocs.create>
type Changes = Input<typeof pocs.update>

const store = tableStore<Row, Query, Form, Changes>({
  table: 'pocs',
  nameOf: ({ pocName }) => pocName,
  source: {
    from: 'pocs t join clients c on c.id = t.client_id and c.deleted_at is null',
    select: {
      pocName: 't.name',
      pocAlternateName: 't.alternate_name',
      pocEmail: 't.email',
      pocAlternateEmail: 't.alternate_email',
      pocContact: 't.contact',
      pocAlternateContact: 't.alternate_contact',
      city: 't.city',
      state: 't.state',
      country: 't.country',
      zip: 't.zip',
      decidesRequests: 't.decides_requests',
      clientId: 't.client_id',
      clientName: 'c.display_name',
      createdBy: `coalesce(t.created_by::text, '')`,
      updatedBy: `coalesce(t.updated_by::text, '')`,
    },
    columns: {
      pocName: textColumn('t.name'),
      pocAlternateName: textColumn('t.alternate_name'),
      pocEmail: textColumn('t.email'),
      pocAlternateEmail: textColumn('t.alternate_email'),
      pocContact: phoneColumn(textColumn('t.contact')),
      pocAlternateContact: phoneColumn(textColumn('t.alternate_contact')),
    },
  },
  toColumns: (form) => ({
    client_id: form.clientId,
    name: form.pocName,
    alternate_name: form.pocAlternateName,
    email: form.pocEmail,
    alternate_email: form.pocAlternateEmail,
    contact: form.pocContact,
    alternate_contact: form.pocAlternateContact,
    city: form.city,
    state: form.state,
    country: form.country,
    zip: form.zip,
    decides_requests: form.decidesRequests,
  }),
  uses: (db, id) =>
    countUses(
      db,
      'clients whose requests for access the owners of the applications then decide about',
      'leaves',
      sql`select c.display_name as name from pocs me join clients c on c.id = me.client_id and c.deleted_at is null
        where me.id = ${id} and exists (select from ${raw(DECIDING_CONTACTS)} and p.id = me.id)
          and not exists (select from ${raw(DECIDING_CONTACTS)} and p.id <> me.id and p.client_id = me.client_id)`,
    ),
  filter: ({ clientId }) => (clientId === undefined ? empty : sql`and t.client_id = ${String(clientId)}`),
})

/** Points of contact of clients. */
export const pocsStore: typeof store = {
  ...withChecks(store, {
    create: async (tx, form, by) => {
      await judgeDecider(tx, by, null, form)
      await requireLive(tx, 'clients', form.clientId, 'Name is required')
    },
    update: async (tx, _id, { clientId }) => {
      if (clientId !== undefined) await requireLive(tx, 'clients', clientId, 'Name is required')
    },
  }),
  lockPeople: lockDeciders,
  judgeUpdate: (tx, { before, after, by }) => judgeDecider(tx, by, before, after),
  // Without the contact the owners decide. A restored one must not decide again until somebody says so who may.
  remove: async (tx, id, by) => {
    const before = await store.find(tx, id)
    if (before) await judgeDecider(tx, by, before, { ...before, decidesRequests: false })
    await tx.execute(sql`update pocs set decides_requests = false where id = ${id}`)
  },
}
