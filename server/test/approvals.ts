import type { RANGE_BOUNDS, ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import sql from 'sql-template-tag'
import { newId } from '../src/crypto/ids.ts'
import { aClient, anApplication, anAssignment, aPerson, type Stored } from './builders.ts'

type NewRow = {
  action?: (typeof ROLE_ACTIONS)[number]
  sequence?: number | null
  /** Paise. */
  range?: [from: number | null, to: number | null]
  bounds?: (typeof RANGE_BOUNDS)[number]
  /** In days from today. */
  days?: [first: number | null, last: number | null]
  regions?: 'All' | string[]
}

export type NewStandIn = {
  /** `null`: every client. */
  clientId?: string | null
  pageIds?: string[]
  /** Paise. */
  upTo?: number
  regions?: string[]
}

type Place = {
  application: Awaited<ReturnType<typeof anApplication>>
  client: Awaited<ReturnType<typeof aClient>>
}

/** An application with a page and a client, and a matrix that `row` adds to. */
export async function aMatrix(server: Stored, page = 'Claims', place?: Place) {
  const { application, client } = place ?? {
    ...{ application: await anApplication(server), client: await aClient(server) },
  }
  const pageId = await aPage(server, application.id, page)
  return {
    ...{ application, client, pageId },
    row: (role: string, row: NewRow = {}) =>
      aRow(server, { applicationId: application.id, clientId: client.id, pageId, role }, row),
    /** A role without a row, that of this client or of another one. */
    role: async (name: string, clientId = client.id) => {
      const id = newId()
      await server.db.execute(sql`
        insert into application_roles (id, application_id, client_id, name, role_id, action)
        values (${id}, ${application.id}, ${clientId}, ${name}, ${name.slice(0, 2)}, 'Final Approval')`)
      return id
    },
    /** Somebody with this role for the client. */
    person: async (role: string) => {
      const person = await aPerson(server)
      await anAssignment(server, person.id, application.id, client.id, role)
      return person
    },
    /** What one person lends to another, for a day. */
    standIn: async (lender: { id: string }, person: { id: string }, role: string, lent: NewStandIn = {}) => {
      const { clientId = client.id, pageIds = null, upTo = null, regions = 'All' } = lent
      const id = newId()
      await server.db.execute(sql`
        insert into stand_ins (id, lender_id, stand_in_id, application_id, client_id, role, page_ids, up_to, all_regions, regions,
          valid_from, valid_until, created_by)
        values (${id}, ${lender.id}, ${person.id}, ${application.id}, ${clientId}, ${role}, ${pageIds}::uuid[], ${upTo},
          ${regions === 'All'}, ${regions === 'All' ? [] : regions}, now(), now() + interval '1 day', ${lender.id})`)
      return id
    },
    /** The moment of its last version, as exactly as it is stored. */
    moment: async () => {
      const { rows } = await server.db.execute<{ at: string }>(sql`
        select to_char(max(published_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from approval_versions
        where application_id = ${application.id}`)
      return rows[0]?.at ?? ''
    },
    question: (changes: object = {}) => ({
      ...{ client: client.id, page, action: 'Approval', amount: 1000, region: 'IN-KL', createdBy: null, ...changes },
    }),
  }
}
export type TestMatrix = Awaited<ReturnType<typeof aMatrix>>

export async function aPage(server: Stored, applicationId: string, name: string, status = 'ACTIVE') {
  const id = newId()
  await server.db.execute(
    sql`insert into pages (id, application_id, name, status) values (${id}, ${applicationId}, ${name}, ${status})`,
  )
  return id
}

type Where = { applicationId: string; clientId: string; pageId: string; role: string }

/** @returns the id of the row and of its role */
async function aRow(
  server: Stored,
  { applicationId, clientId, pageId, role }: Where,
  {
    action = 'Approval',
    sequence = 1,
    range: [from, to] = [null, null],
    regions = 'All',
    bounds = '[]',
    ...row
  }: NewRow,
) {
  const [first, last] = row.days ?? [null, null]
  const day = (ahead: number | null) => sql`(now() at time zone 'Asia/Kolkata')::date + ${ahead}::int`
  const [roleId, id] = [newId(), newId()]
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id, action, sequence, range_from, range_to, bounds, all_regions, regions)
      values (${roleId}, ${applicationId}, ${clientId}, ${role}, ${role.slice(0, 2)}, ${action}, ${sequence}, ${from}, ${to}, ${bounds},
        ${regions === 'All'}, ${regions === 'All' ? [] : regions})`)
    await tx.execute(sql`
      insert into application_role_pages (application_role_id, page_id) values (${roleId}, ${pageId})`)
    await tx.execute(sql`
      insert into document_approvals (id, application_role_id, page_id, first_day, last_day)
      values (${id}, ${roleId}, ${pageId}, ${day(first)}, ${day(last)})`)
  })
  return { id, roleId }
}
