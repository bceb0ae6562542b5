import {
  approvalRoutings,
  NO_CATCH_ALL_ROLE,
  ROUTING_STAYS,
  USER_APPROVES_NOTHING,
} from '@gatehouse/contract/admin/approvals/routing.ts'
import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { namesCatchAll } from '../../decisions/read-matrix.ts'
import { createRecord, updateRecord } from '../engine/changes.ts'
import { textColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { By, RulesNeeds, Store } from '../engine/store.ts'
import { requireLive, tableStore, withChecks } from '../engine/table-store.ts'
import { isUserRole, requireRestorable } from './catch-all/user-role.ts'
import { keepApart, requireRestoredApart } from './conflicts/require-apart.ts'
import { takeMatrixTurn } from './conflicts/take-turn.ts'
import { nameAuthor } from './second-person/name-author.ts'

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
      catchAllRole: `case when ${namesCatchAll('t')} then t.catch_all_role else '' end`,
      catchAllClientId: '(select c.id from clients c where c.id = t.catch_all_client_id)',
      catchAllClient: "coalesce((select c.display_name from clients c where c.id = t.catch_all_client_id), '')",
    },
    columns: {
      application: textColumn('a.name'),
      mode: textColumn('t.mode'),
      parallel: textColumn('t.parallel'),
      rejection: textColumn('t.rejection'),
    },
  },
  toColumns: ({ applicationId, mode, parallel, rejection, catchAllRole, catchAllClientId }) => ({
    application_id: applicationId,
    ...{ mode, parallel, rejection },
    ...{ catch_all_role: catchAllRole, catch_all_client_id: catchAllClientId },
  }),
  uses: { none: 'Without it the approvals of the application follow the usual routing.' },
  filter: ({ applicationId }) => (applicationId ? sql`and t.application_id = ${applicationId}` : empty),
})

const checked = withChecks(
  { ...store, nameAuthor, makesVersions: true as const },
  {
    create: async (tx, form) => {
      await requireLive(tx, 'applications', form.applicationId, 'Application is required')
      await requireCatchAllRole(tx, form.applicationId, form)
    },
    update: async (tx, id, changes) => {
      const before = await store.find(tx, id)
      if (before === null) return
      const { applicationId = before.applicationId, catchAllRole = before.catchAllRole } = changes
      const { catchAllClientId = before.catchAllClientId } = changes
      // Another application would take it away from the matrix of this one, of which nobody has published a version without it.
      refuseFields({ applicationId: before.applicationId === applicationId ? null : ROUTING_STAYS })
      if (catchAllRole !== before.catchAllRole || catchAllClientId !== before.catchAllClientId)
        await requireCatchAllRole(tx, applicationId, { catchAllRole, catchAllClientId })
    },
  },
)

/** The routings of applications for which one was set. Triggers make each change a version of the matrix (ADR 0095). */
export function approvalRoutingsStore({ config: { timeZone } }: RulesNeeds): Store<Row, Form, Changes> {
  const former = (id: string) => sql`select application_id from approval_routings where id = ${id}`
  return {
    ...checked,
    takeTurn: (tx, id, changes) =>
      takeMatrixTurn(
        tx,
        sql`${former(id)} union select ${changes?.applicationId ?? null}::uuid where ${changes?.applicationId ?? null}::uuid is not null`,
      ),
    create: (tx, id, form, by) =>
      keepApart(tx, by, { applicationId: form.applicationId, timeZone }, (part) => checked.create(tx, id, form, part)),
    update: async (tx, id, changes, by) => {
      const applicationId = (await store.find(tx, id))?.applicationId ?? null
      await keepApart(tx, by, { applicationId, timeZone }, (part) => checked.update(tx, id, changes, part))
    },
    restore: async (tx, id, by, deletedAt) => {
      await checked.restore(tx, id, by, deletedAt)
      const restored = await store.find(tx, id)
      if (restored !== null) {
        requireRestorable(restored.catchAllRole)
        await requireCatchAllRole(tx, restored.applicationId, restored)
      }
      await requireRestoredApart(tx, by, id, timeZone)
    },
  }
}

/** @throws AppError invalid_request for the role User, and when the application has no such role, for the client if one is named */
export async function requireCatchAllRole(
  tx: Tx,
  applicationId: string,
  { catchAllRole, catchAllClientId }: Pick<Routing, 'catchAllRole' | 'catchAllClientId'>,
): Promise<void> {
  if (catchAllRole === '') return
  refuseFields({ catchAllRole: isUserRole(catchAllRole) ? USER_APPROVES_NOTHING : null })
  const { rows } = await tx.execute(sql`
    select from application_roles where application_id = ${applicationId} and lower(name) = lower(${catchAllRole}) and deleted_at is null
      and client_id = coalesce(${catchAllClientId}::uuid, client_id) limit 1`)
  refuseFields({ catchAllRole: rows.length === 0 ? NO_CATCH_ALL_ROLE : null })
}

/** Sets the routing of an application, as the calls of the resource do. */
export async function setRouting(
  tx: Tx,
  by: By,
  timeZone: string,
  applicationId: string,
  routing: Routing,
): Promise<void> {
  const kind = { resource: approvalRoutings, store: approvalRoutingsStore({ config: { timeZone } }) }
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from approval_routings where application_id = ${applicationId} and deleted_at is null`)
  const { mode, parallel, rejection, catchAllRole, catchAllClientId } = routing
  const form = { applicationId, mode, parallel, rejection, catchAllRole, catchAllClientId }
  if (rows[0] === undefined) await createRecord(tx, kind, form, by)
  else await updateRecord(tx, kind, rows[0].id, form, by)
}
