import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import type { SheetOptions } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { plainText } from '@gatehouse/contract/read-amount.ts'
import sql from 'sql-template-tag'
import type * as z from 'zod/mini'
import type { Executor } from '../../../db/database.ts'
import { nameProblems } from '../../../identity/name-problem.ts'
import { readKnown } from './read-known.ts'
import type { Sheet } from './read-sheet.ts'

/** The forms of the roles, each with the name of its client, and of the pages that a file names and an application lacks. */
export type Missing = {
  roles: { form: Input<typeof applicationRoles.create>; client: string }[]
  pages: Input<typeof pages.create>[]
}

/**
 * What can be made of what a file of the old portal names, in its order. A role begins without action and regions, so that it approves
 * nothing. Lines that were not understood make nothing, and names that the screens would refuse stay unknown.
 */
export async function findMissing(
  on: Executor,
  options: SheetOptions,
  { kind, entries, broken, note }: Sheet,
): Promise<Missing> {
  if (kind !== 'portal') return { roles: [], pages: [] }
  const { applicationId } = options
  const known = await readKnown(on, options, entries)
  const ids = await readRoleIds(on, applicationId)
  const roles = new Map<string, Missing['roles'][number] | null>()
  const pagesByName = new Map<string, Missing['pages'][number] | null>()
  const unlimited = new Map<string, number>()
  for (const { line, role, roleId = role, client: named, page, limits } of entries) {
    const client = known.clientOf(named, role)
    if (typeof client === 'string' || broken.has(line)) continue
    const key = `${client._id} ${plainText(role)}`
    if (known.roleOf(client._id, role) === undefined && !roles.has(key)) {
      const form = parsed(applicationRoles, {
        ...{ applicationId, clientId: client._id, role, roleId },
        ...{ regions: [], sequence: null, actionOfRole: '', rangeFrom: null, rangeTo: null },
      })
      const id = `${client._id} ${(form?.roleId ?? '').toLowerCase()}`
      const isTaken = form !== null && ids.has(id)
      if (isTaken && options.makesMissing === true)
        note('role-id-taken', { line, column: '' }, form.roleId, form.role, client._id)
      if (form !== null) ids.add(id)
      roles.set(key, form === null || isTaken ? null : { form, client: client.name })
      if (roles.get(key) !== null) unlimited.set(key, line)
    }
    if (limits.range !== undefined) unlimited.delete(key)
    if (page === '' || known.pageOf(page) !== undefined || pagesByName.has(plainText(page))) continue
    pagesByName.set(
      plainText(page),
      parsed(pages, { page, description: '', applicationId, applicationName: '', status: 'ACTIVE' }),
    )
  }
  // A role that there is keeps its limits where the file has none; one that is made has none to keep.
  if (options.makesMissing === true)
    for (const line of unlimited.values()) note('unlimited-when-empty', { line, column: '' })
  return { roles: [...roles.values()].filter(isSome), pages: [...pagesByName.values()].filter(isSome) }
}

const isSome = <Form>(form: Form | null): form is Form => form !== null

type Screen<Form> = { names: readonly string[]; create: { request: z.ZodMiniType<Form> } }

/** The form as the screen would send it; `null`: it would be refused. */
function parsed<Form>({ names, create }: Screen<Form>, sent: object): Form | null {
  const { success, data } = create.request.safeParse(sent)
  return success && Object.keys(nameProblems(names, sent)).length === 0 ? data : null
}

/** The Ids that roles of an application have already: they are told apart for each client. */
async function readRoleIds(on: Executor, applicationId: string): Promise<Set<string>> {
  const { rows } = await on.execute<{ id: string }>(sql`
    select client_id || ' ' || lower(role_id) as id from application_roles
    where application_id = ${applicationId} and deleted_at is null`)
  return new Set(rows.map(({ id }) => id))
}
