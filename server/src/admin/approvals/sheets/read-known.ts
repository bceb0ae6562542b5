import type { SheetOptions } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { plainText } from '@gatehouse/contract/read-amount.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import type { Executor } from '../../../db/database.ts'
import type { Entry } from './entry.ts'

type Named = { _id: string; name: string }
export type KnownRole = Named & { regions: string[] }

/** The records of an application that a file may name, found by their names, whatever their case and blanks. */
export async function readKnown(
  on: Executor,
  { applicationId, clientId, pageId }: SheetOptions,
  entries: readonly Entry[],
) {
  const { rows: roles } = await on.execute<KnownRole & { clientId: string }>(sql`
    select r.id as "_id", r.name, r.client_id as "clientId",
      case when r.all_regions then array[${ALL_REGIONS}]::text[] else r.regions end as regions
    from application_roles r join clients c on c.id = r.client_id and c.deleted_at is null
    where r.application_id = ${applicationId} and r.deleted_at is null`)
  const { rows: pages } = await on.execute<Named>(sql`
    select id as "_id", name from pages where application_id = ${applicationId} and deleted_at is null`)
  const written = [...new Set(entries.map(({ client }) => client.toLowerCase()))]
  const { rows: clients } = await on.execute<Named & { actualName: string }>(sql`
    select id as "_id", display_name as name, actual_name as "actualName" from clients
    where deleted_at is null and (id = ${clientId ?? null}::uuid or lower(display_name) = any(${written}::text[])
      or lower(actual_name) = any(${written}::text[]))`)
  const roleBy = byName(roles, (role) => `${role.clientId} `)
  const ofRoles = new Set(roles.map((role) => role.clientId))
  const pageBy = byName(pages, () => '')
  // A file can name as many clients and pages as it has lines: none of them is searched for in a list.
  const shownBy = Map.groupBy(clients, (one) => one.name.toLowerCase())
  const actualBy = Map.groupBy(clients, (one) => one.actualName.toLowerCase())
  const chosen = { client: clients.find(({ _id }) => _id === clientId), page: pages.find(({ _id }) => _id === pageId) }
  return {
    /** The client of a line, or why there is none. */
    clientOf: (name: string, role: string): Named | 'client-missing' | 'client-unknown' | 'client-twice' => {
      if (name === '') return chosen.client ?? 'client-missing'
      const found = shownBy.get(name.toLowerCase()) ?? actualBy.get(name.toLowerCase()) ?? []
      if (found.length < 2) return found[0] ?? 'client-unknown'
      // Of several clients with this name, an export means the one with the role, or else the one with any role.
      const withRole = found.filter(({ _id }) => roleBy(`${_id} `, role) !== undefined)
      const likely = withRole.length > 0 ? withRole : found.filter(({ _id }) => ofRoles.has(_id))
      return likely.length === 1 ? (likely[0] as Named) : 'client-twice'
    },
    roleOf: (ofClient: string, name: string): KnownRole | undefined => roleBy(`${ofClient} `, name),
    /** `null`: the line is about no page. `undefined`: there is no such page. */
    pageOf: (name: string): Named | null | undefined =>
      name === '' ? (pageId === undefined ? null : chosen.page) : pageBy('', name),
  }
}

/** Finds by the name itself, or by a name that differs in blanks and dashes only, if just one does. */
function byName<T extends Named>(records: readonly T[], ownerOf: (record: T) => string) {
  const exact = new Map(records.map((one) => [ownerOf(one) + one.name.toLowerCase(), one]))
  const similar = Map.groupBy(records, (one) => ownerOf(one) + plainText(one.name))
  return (owner: string, name: string): T | undefined => {
    const [found, second] = similar.get(owner + plainText(name)) ?? []
    return exact.get(owner + name.toLowerCase()) ?? (second === undefined ? found : undefined)
  }
}
