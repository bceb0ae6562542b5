import type { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { brandingColumn, storedBranding } from '../../access/branding.ts'
import { revokeTokens } from '../../access/revoke.ts'
import type { Db, Tx } from '../../db/database.ts'
import { refuseOwnLoss } from '../../factors/strong-sign-in.ts'
import { endOverActings } from '../../sessions/acting.ts'
import { textColumn, valueColumn } from '../engine/list.ts'
import { usesOfPair } from '../engine/pair-uses.ts'
import { demandColumns, demandSelect, judgeDemand } from '../engine/sign-in-demand.ts'
import type { Store, StoreNeeds } from '../engine/store.ts'
import { countEachUse, namesOf, tableStore } from '../engine/table-store.ts'
import { requirePicture } from '../engine/uploads.ts'
import { judgeOwnId } from './own-id.ts'

type Row = Output<typeof clients.create>
type Query = Input<typeof clients.list>
type Form = Input<typeof clients.create>
type Changes = Input<typeof clients.update>

type Needs = Pick<StoreNeeds, 'config'>

const storeOf = (needs: Needs) =>
  tableStore<Row, Query, Form, Changes>({
    table: 'clients',
    nameOf: ({ displayName }) => displayName,
    source: {
      from: 'clients t',
      select: {
        actualName: 't.actual_name',
        displayName: 't.display_name',
        email: 't.email',
        clientLogo: 't.logo',
        address: 't.address',
        // The driver gives bigints as text.
        officeContact: 't.office_contact::float8',
        daysData: 't.days_data',
        filterByCaseStatus: 't.filter_by_case_status',
        listCaseStatus: 't.list_case_status',
        uuid: 't.uuid',
        status: 't.status',
        schemaNames: 't.schema_names',
        createdByNames: 't.created_by_names',
        ...demandSelect(needs),
        confirmMinutes: 't.confirm_minutes',
        branding: brandingColumn('t'),
        isDeleted: 't.deleted_at is not null',
      },
      columns: {
        actualName: textColumn('t.actual_name'),
        displayName: textColumn('t.display_name'),
        email: textColumn('t.email'),
        officeContact: valueColumn('t.office_contact'),
        status: textColumn('t.status'),
      },
    },
    filter: ({ clientId }) => (clientId === undefined ? empty : sql`and t.id = ${clientId}`),
    toColumns: (form) => ({
      actual_name: form.actualName,
      display_name: form.displayName,
      email: form.email,
      logo: form.clientLogo,
      address: form.address,
      office_contact: form.officeContact,
      days_data: form.daysData,
      filter_by_case_status: form.filterByCaseStatus,
      list_case_status: form.listCaseStatus,
      uuid: form.uuid,
      status: form.status,
      schema_names: form.schemaNames,
      created_by_names: form.createdByNames,
      ...demandColumns(needs, form),
      confirm_minutes: form.confirmMinutes,
      branding: form.branding && storedBranding(form.branding),
    }),
    uses: usesOf,
  })

/** Organisations. A deletion includes the points of contact and clans, and a restore brings the same ones back. */
export function clientsStore(needs: Needs): Store<Row, Form, Changes> {
  const store = storeOf(needs)
  return {
    ...store,
    create: async (tx, id, form, by) => {
      await requirePicture(tx, form.clientLogo)
      await judgeOwnId(tx, id, by, { before: '', after: form.uuid })
      await store.create(tx, id, form, by)
    },
    update: async (tx, id, changes, by) => {
      await requirePicture(tx, changes.clientLogo)
      const { rows } = await tx.execute<{ uuid: string }>(sql`select uuid from clients where id = ${id}`)
      await judgeOwnId(tx, id, by, { before: rows[0]?.uuid ?? '', after: changes.uuid })
      await store.update(tx, id, changes, by)
      if (changes.status === 'INACTIVE') await revokeTokens(tx, { clientId: id })
    },
    judgeUpdate: async (tx, updated) => {
      await judgeDemand(tx, updated, { clientId: updated.after._id })
      await refuseOwnLoss(tx, updated.by.person.userId)
      await endOverActings(tx)
    },
    remove: async (tx, id, { person }) => {
      for (const table of ALONG) {
        await tx.execute(sql`
        update ${raw(table)} set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${person.userId}
        where client_id = ${id} and deleted_at is null`)
      }
      // A restored client must not be open to registration until an administrator opens it again.
      await tx.execute(sql`delete from self_registrations where client_id = ${id}`)
      await revokeTokens(tx, { clientId: id })
    },
    restore: async (tx, id, { person }, deletedAt) => {
      for (const table of ALONG) {
        await tx.execute(sql`
        update ${raw(table)} set deleted_at = null, version = version + 1, updated_at = now(), updated_by = ${person.userId}
        where client_id = ${id} and deleted_at = ${deletedAt}::timestamptz`)
      }
    },
  }
}

const ALONG = ['pocs', 'clans'] as const

function usesOf(db: Db | Tx, id: string): Promise<Use[]> {
  return countEachUse(db, [
    ...usesOfPair('client_id', id),
    ['points of contact', 'detaches', namesOf('pocs', 'name', 'client_id', id)],
    ['clans', 'detaches', namesOf('clans', 'name', 'client_id', id)],
    [
      'self-registrations',
      'detaches',
      sql`select a.name from self_registrations s join applications a on a.id = s.application_id where s.client_id = ${id}`,
    ],
  ])
}
