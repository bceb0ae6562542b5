import { listOptions, type OPTION_KINDS, pageOfOptions } from '@gatehouse/contract/admin/engine/options.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { notAllowed } from '../../http/not-allowed.ts'
import { readerFor } from '../../http/recent-change.ts'
import { route } from '../../http/route.ts'
import type { Caller } from '../../identity/actor.ts'
import { heldBy } from './guard/rights.ts'
import { contains, likeStart } from './list.ts'
import { readsPeople } from './store.ts'

type Kind = (typeof OPTION_KINDS)[number]
export type OptionQuery = Input<typeof listOptions>
export type Option = Output<typeof listOptions>[number]

const OPTIONS_MAX = 50

const ANY = Object.keys(PERMISSIONS) as Permission[]
const OF_ROLES: Permission[] = ['users:write', 'roles:read', 'roles:write', 'clients:write']
const OF_PAGES: Permission[] = ['approvals:read', 'users:write', 'pages:write']

type Source = {
  from: string
  name: string
  detail: string
  /** Only records that are active can be picked, unless others are asked for. */
  hasStatus: boolean
  /** Any of these opens all records. */
  open: Permission[]
  /** What is left to everybody else: a condition on an assignment `s` of theirs. */
  assigned?: string
  /** What of it nobody may give who lacks the permissions `held`: a condition. */
  isGrantable?: (held: Sql) => Sql
}

const SOURCES: Record<RecordKind, Source> = {
  applications: {
    from: 'applications t',
    name: 't.name',
    detail: `''`,
    hasStatus: true,
    open: ANY,
    assigned: 's.application_id = t.id',
  },
  clients: {
    from: 'clients t',
    name: 't.display_name',
    detail: 't.actual_name',
    hasStatus: true,
    open: ANY,
    assigned: 's.client_id = t.id',
  },
  roles: {
    from: 'roles t',
    name: 't.name',
    detail: 't.description',
    hasStatus: true,
    open: OF_ROLES,
    isGrantable: (held) => sql`not exists (
      select 1 from role_permissions rp where rp.role_id = t.id and rp.permission_id not in (${held}))`,
  },
  permissions: {
    from: 'permissions t',
    name: 't.name',
    detail: 't.description',
    hasStatus: true,
    open: OF_ROLES,
    isGrantable: (held) => sql`t.id in (${held})`,
  },
  pages: {
    from: 'pages t join applications a on a.id = t.application_id and a.deleted_at is null',
    name: 't.name',
    detail: 'a.name',
    hasStatus: true,
    open: OF_PAGES,
    assigned: 's.application_id = t.application_id',
  },
  applicationRoles: {
    from: `application_roles t join applications a on a.id = t.application_id and a.deleted_at is null
      join clients c on c.id = t.client_id and c.deleted_at is null`,
    name: 't.name',
    detail: 't.role_id',
    hasStatus: false,
    open: OF_PAGES,
    // A role belongs to the pair: its name and id are no business of another client's people.
    assigned: 's.application_id = t.application_id and s.client_id = t.client_id',
  },
}

/** Finds people to pick from; how they are found is the business of their own subject. */
export type FindPeople = (db: Db, which: OptionQuery, limit: number) => Promise<Option[]>

/** What forms pick from. */
export function serveOptions(app: FastifyInstance, { db }: Deps, findPeople: FindPeople) {
  const find = optionFinder(findPeople)
  route(app, listOptions, async ({ input, actor, request }) => (await find(readerFor(db, request), input, actor)).rows)
  route(app, pageOfOptions, async ({ input: { page, ...which }, actor, request }) =>
    find(readerFor(db, request), which, actor, page),
  )
}

type Found = Output<typeof pageOfOptions>

/** Finds one page of what can be picked. Nobody counts or pages through people: they are found by typing. */
function optionFinder(findPeople: FindPeople) {
  return async (db: Db, which: OptionQuery, actor: Caller, page = 0): Promise<Found> => {
    if (which.kind !== 'people') return findRecords(db, { ...which, kind: which.kind }, actor, page)
    if (!readsPeople(actor)) throw notAllowed(actor)
    const rows = page > 0 ? [] : await findPeople(db, which, OPTIONS_MAX)
    return { rows, total: rows.length < OPTIONS_MAX ? rows.length : null }
  }
}

type RecordKind = Exclude<Kind, 'people'>

async function findRecords(
  db: Db,
  which: OptionQuery & { kind: RecordKind },
  actor: Caller,
  page: number,
): Promise<Found> {
  const source = SOURCES[which.kind]
  const { name, from } = source
  const detail = detailOf(source, which)
  const conditions = [visibleTo(actor, source), ...narrowedBy(which, source, actor)]
  const where = sql`from ${raw(from)} where t.deleted_at is null ${join(conditions, ' ')}`
  const startsSo = which.search ? sql`${raw(name)} ilike ${likeStart(which.search)} desc,` : empty
  const [found, counted] = await Promise.all([
    db.execute<Option>(sql`
      select t.id as "_id", ${raw(name)} as name, ${raw(detail)} as detail ${where}
      order by ${startsSo} lower(${raw(name)}), t.id limit ${OPTIONS_MAX} offset ${page * OPTIONS_MAX}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${where}`),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

const detailOf = ({ detail, hasStatus }: Source, { inactive }: OptionQuery) =>
  inactive && hasStatus ? `case when t.status = 'ACTIVE' then ${detail} else t.status end` : detail

/** @throws AppError not_allowed */
function visibleTo(person: Caller, { open, assigned }: Source): Sql {
  if (open.some((permission) => person.permissions.includes(permission))) return empty
  if (assigned === undefined) throw new AppError('not_allowed')
  return sql`and exists (select 1 from assignments s where s.user_id = ${person.userId} and ${raw(assigned)})`
}

function narrowedBy(
  { kind, id, search, inactive, applicationId, clientId, grantable }: OptionQuery,
  { name, hasStatus, isGrantable }: Source,
  person: Caller,
): Sql[] {
  const isOfApplication = kind === 'pages' || kind === 'applicationRoles'
  return [
    id === undefined ? empty : sql`and t.id = ${id}`,
    id === undefined && !inactive && hasStatus ? sql`and t.status = 'ACTIVE'` : empty,
    search ? sql`and ${contains(name, search)}` : empty,
    isOfApplication && applicationId ? sql`and t.application_id = ${applicationId}` : empty,
    kind === 'clients' && applicationId ? sql`and ${hasRolesOf(applicationId)}` : empty,
    grantable && isGrantable ? sql`and ${isGrantable(heldBy(person))}` : empty,
    kind === 'applicationRoles' && clientId ? sql`and t.client_id = ${clientId}` : empty,
  ]
}

/** Without a role nobody can be assigned. */
const hasRolesOf = (applicationId: string) => sql`exists (
  select 1 from application_roles r
  where r.client_id = t.id and r.application_id = ${applicationId} and r.deleted_at is null)`
