import { approvalRoutings, ROUTING_STAYS } from '@gatehouse/contract/admin/approvals/routing.ts'
import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { createRecord, updateRecord } from '../engine/changes.ts'
import { textColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { By } from '../engine/store.ts'
import { requireLive, tableStore, withChecks } from '../engine/table-store.ts'
import { nameAccessGiver } from './second-person/name-access-giver.ts'

type Row = Output<typeof approvalRoutings.create>
type Query = Input<typeof approvalRoutings.list>
type Form = Input<typeof approvalRoutings.create>
type Changes = Input<typeof approvalRoutings.update>

const store = tableStore<Row, Query, Form, Changes>({
  table: 'approval_routings',
  nameOf: ({ applicationName }) => applicationName,
  source: {
    from: 'approval_routings t join applications a on a.id = t.application_id and a.deleted_at is null',
    select: {
      applicationId: 't.application_id',
      applicationName: 'a.name',
      mode: 't.mode',
      parallel: 't.parallel',
      rejection: 't.rejection',
    },
    columns: {
      application: textColumn('a.name'),
      mode: textColumn('t.mode'),
      parallel: textColumn('t.parallel'),
      rejection: textColumn('t.rejection'),
    },
  },
  toColumns: ({ applicationId, mode, parallel, rejection }) => ({
    application_id: applicationId,
    ...{ mode, parallel, rejection },
  }),
  uses: { none: 'Without it the approvals of the application follow the usual routing.' },
  filter: ({ applicationId }) => (applicationId ? sql`and t.application_id = ${applicationId}` : empty),
})

/** The routings of applications for which one was set. Triggers make each change a version of the matrix (ADR 0095). */
export const approvalRoutingsStore = withChecks(
  { ...store, nameAuthor: nameAccessGiver },
  {
    create: (tx, { applicationId }) => requireLive(tx, 'applications', applicationId, 'Application is required'),
    update: async (tx, id, { applicationId }) => {
      // Another application would take it away from the matrix of this one, of which nobody has published a version without it.
      const stays = applicationId === undefined || (await store.find(tx, id))?.applicationId === applicationId
      refuseFields({ applicationId: stays ? null : ROUTING_STAYS })
    },
  },
)

/** Sets the routing of an application, as the calls of the resource do. */
export async function setRouting(tx: Tx, by: By, applicationId: string, routing: Routing): Promise<void> {
  const kind = { resource: approvalRoutings, store: approvalRoutingsStore }
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from approval_routings where application_id = ${applicationId} and deleted_at is null`)
  const form = { applicationId, ...routing }
  if (rows[0] === undefined) await createRecord(tx, kind, form, by)
  else await updateRecord(tx, kind, rows[0].id, form, by)
}
