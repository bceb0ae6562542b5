import { FINDINGS_MAX } from '@gatehouse/contract/admin/approvals/check.ts'
import {
  type DraftComparison,
  type DraftFinding,
  ROUTED_ROLES,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { ShownRouting } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import sql, { raw } from 'sql-template-tag'
import { compareRoutings } from '../../../approvals/compare-routings.ts'
import { compareRules, type RuleChange } from '../../../approvals/compare-rules.ts'
import { clientsOf, type Matrix, type Moment, type Rule } from '../../../approvals/matrix.ts'
import type { Executor } from '../../../db/database.ts'
import { isCurrent } from '../../../db/is-current.ts'
import { readHeldRoles } from '../../../decisions/held-roles.ts'
import { readFormerMatrix, readFrom, readMatrix } from '../../../decisions/read-matrix.ts'
import { toWireFinding } from '../check.ts'
import { readIntendedGaps } from '../intended/read-intended-gaps.ts'
import { lintApprovals, type PlacedFinding, pagesWithRules } from '../lint-approvals.ts'
import { draftSource } from './draft-sql.ts'
import { readDraft } from './drafts.ts'
import { splitFindings } from './split-findings.ts'

/** What a draft changes, by the matrix that counts and the one that the draft would make. */
export type Compared = {
  timeZone: string
  applicationId: string
  revision: number
  clashes: number
  now: Moment
  before: Matrix
  after: Matrix
  /** The version that the draft restores. */
  restored: Matrix | null
  changes: RuleChange[]
  /** `null`: the routing stays as it is. */
  routing: { before: ShownRouting; after: ShownRouting } | null
}

/**
 * Reads both matrices.
 *
 * @param on a transaction that sees one state of the database, or holds the lock of the matrix
 * @throws AppError not_found
 */
export async function readCompared(on: Executor, timeZone: string, draftId: string): Promise<Compared> {
  const { application, revision, clashes, restores } = await readDraft(on, draftId)
  const before = await readMatrix(on, application._id, timeZone)
  const after = await readFrom(on, timeZone, draftSource(application._id, draftId))
  const restored = restores === null ? null : await readFormerMatrix(on, application._id, restores, timeZone)
  const { rows } = await on.execute<{ now: number }>(sql`select extract(epoch from now())::float8 * 1000 as now`)
  const now = rows[0]?.now ?? 0
  const changes = compareRules(before, after, now)
  const routing = isSameRouting(before.routing, after.routing) ? null : { before: before.routing, after: after.routing }
  return { timeZone, applicationId: application._id, revision, clashes, now, before, after, restored, changes, routing }
}

const isSameRouting = (one: ShownRouting, other: ShownRouting) =>
  one.mode === other.mode &&
  one.parallel === other.parallel &&
  one.rejection === other.rejection &&
  isSameCatchAll(one, other)

/** Without a role the client says nothing. */
const isSameCatchAll = (one: ShownRouting, other: ShownRouting) =>
  one.catchAllRole === other.catchAllRole &&
  (one.catchAllRole === '' || one.catchAllClientId === other.catchAllClientId)

/** The rule that a change is about, as it will be, or was. */
export const ruleOf = ({ before, after }: RuleChange): Rule => (after ?? before) as Rule

export async function compareDraft(on: Executor, compared: Compared): Promise<DraftComparison> {
  const { changes, revision, clashes, before, routing } = compared
  const count = (is: (change: RuleChange) => boolean) => changes.filter(is).length
  const findings = await lintBoth(on, compared)
  const { errors, warnings, kept, fewer, more } = findings
  const names = (roles: ReadonlySet<string>) => [...roles].toSorted(ORDER.compare).slice(0, ROUTED_ROLES)
  return {
    ...{ revision, version: before.version, clashes, people: await countPeople(on, compared) },
    routing: routing && { ...routing, fewer: names(fewer), more: names(more) },
    rows: {
      added: count((change) => change.before === null),
      changed: count((change) => change.before !== null && change.after !== null),
      removed: count((change) => change.after === null),
    },
    errors: errors.slice(0, FINDINGS_MAX),
    warnings: warnings.slice(0, FINDINGS_MAX),
    kept: kept.slice(0, FINDINGS_MAX),
    needsReason: warnings.length + kept.length > 0,
  }
}

type Found = Record<'errors' | 'warnings' | 'kept', DraftFinding[]> & Record<'fewer' | 'more', Set<string>>

const ORDER = new Intl.Collator('en')

/**
 * The findings of the clients whose rules change, or of all when the routing does, by whether the matrix has them today, or had in
 * the version that is restored; and the roles that another routing asks about fewer or more documents.
 */
async function lintBoth(
  on: Executor,
  { applicationId, timeZone, before, after, restored, changes, routing, now }: Compared,
): Promise<Found> {
  const found: Found = { errors: [], warnings: [], kept: [], fewer: new Set(), more: new Set() }
  const changed = changes.flatMap((change) =>
    [change.before, change.after].flatMap((rule) => (rule ? [rule.clientId] : [])),
  )
  const ids = [
    ...new Set(
      routing === null ? changed : [before, after].flatMap((one) => [...clientsOf(one), ...one.catchAlls.keys()]),
    ),
  ]
  // A rule for all clients concerns each that has roles of the application.
  const { rows: clients } = await on.execute<{ _id: string; name: string }>(sql`
    select id as "_id", display_name as name from clients c
    where deleted_at is null and (id = any(${ids}::uuid[]) or ${ids.includes(null)} and exists (
      select from application_roles r where r.application_id = ${applicationId} and r.client_id = c.id and r.deleted_at is null))
    order by lower(display_name), id`)
  const marks = Map.groupBy(await readIntendedGaps(on, applicationId, timeZone), ({ clientId }) => clientId)
  const matrices = [before, after, ...(restored === null ? [] : [restored])]
  const held = await readHeldRoles(on, applicationId, clients, matrices)
  for (const client of clients) {
    const asked = {
      ...{ clientId: client._id, now, marks: marks.get(client._id) ?? [], hasEmptyPages: false },
      countPeople: async (roles: string[]) => held.ofClient(client._id, roles),
    }
    const findingsOf = async (matrix: Matrix | null) =>
      matrix === null ? [] : (await lintApprovals({ ...asked, matrix })).findings
    const known = [...(await findingsOf(before)), ...(await findingsOf(restored))]
    const { added, kept } = splitFindings(known, await findingsOf(after))
    const place = (findings: PlacedFinding[], severity: 'error' | 'warning') =>
      findings.filter((one) => one.severity === severity).map((one) => ({ ...toWireFinding(one), client }))
    found.errors.push(...place(added, 'error'))
    found.warnings.push(...place(added, 'warning'))
    found.kept.push(...place(kept, 'error'))
    // Nothing else of a routing changes who is asked.
    if (routing !== null && routing.before.mode !== routing.after.mode)
      for (const { id: pageId } of pagesWithRules(after, client._id)) {
        const asks = compareRoutings(after, routing.before, { clientId: client._id, pageId, now })
        for (const { role } of asks.fewer) found.fewer.add(role)
        for (const { role } of asks.more) found.more.add(role)
      }
  }
  return found
}

type Affected = {
  clientId: string
  isOfAll: boolean
  role: string
  gains: boolean
  loses: boolean
  /** Where its rows change. A catch-all role has none: it acts wherever nothing else does. */
  pages: string[]
}

/** The roles whose authority changes, each once for a client. */
export function affectedRoles({
  changes,
  before: { catchAlls: former },
  after: { catchAlls: later },
}: Compared): Affected[] {
  const roles = new Map<string, Affected>()
  for (const clientId of new Set([...former.keys(), ...later.keys()])) {
    const [was, is] = [former.get(clientId)?.role, later.get(clientId)?.role]
    if (was?.toLowerCase() === is?.toLowerCase()) continue
    for (const [role, isGain] of [
      [was, false],
      [is, true],
    ] as const)
      if (role !== undefined)
        roles.set(`${clientId} ${role.toLowerCase()}`, {
          ...{ clientId, isOfAll: false, role, gains: isGain, loses: !isGain, pages: [] },
        })
  }
  for (const change of changes) {
    const { gains, loses } = change
    const { role, home } = ruleOf(change)
    if (!gains && !loses) continue
    const isOfAll = change.before?.clientId === null || change.after?.clientId === null
    const { clientId } = home
    const key = `${isOfAll ? '' : clientId} ${role.toLowerCase()}`
    const known = roles.get(key) ?? { clientId, isOfAll, role, gains: false, loses: false, pages: [] }
    known.gains ||= gains
    known.loses ||= loses
    known.pages.push(home.pageId)
    roles.set(key, known)
  }
  return [...roles.values()]
}

/** The active people who have one of these roles, as rows `u` with `e.place`: the place of the role in the list, from 1. */
export function peopleOf(compared: Compared) {
  const roles = affectedRoles(compared).map((role, at) => ({ ...role, name: role.role.toLowerCase(), place: at + 1 }))
  const ofClients = roles.filter(({ isOfAll }) => !isOfAll)
  const placeOfName = Object.fromEntries(roles.filter(({ isOfAll }) => isOfAll).map(({ name, place }) => [name, place]))
  const have = sql`s.application_id = ${compared.applicationId} and ${raw(isCurrent('s'))}`
  // The roles of a client are looked up by their index, and those of all clients found in one pass. Before the database has statistics,
  // a join would compare each with each.
  return sql`(
      select s.user_id, w.place
      from unnest(${ofClients.map(({ clientId }) => clientId)}::uuid[], ${ofClients.map(({ name }) => name)}::text[],
        ${ofClients.map(({ place }) => place)}::int[]) w(client_id, role, place)
      cross join lateral (
        select s.user_id from assignments s where s.client_id = w.client_id and lower(s.role) = w.role and ${have} offset 0) s
      union all
      select s.user_id, (n.places ->> lower(s.role))::int from (select ${JSON.stringify(placeOfName)}::jsonb as places offset 0) n
      cross join assignments s
      where ${ofClients.length < roles.length} and n.places ? lower(s.role) and ${have}) e
    cross join lateral (select * from users z where z.id = e.user_id and z.is_active and z.deleted_at is null offset 0) u`
}

async function countPeople(on: Executor, compared: Compared): Promise<DraftComparison['people']> {
  const roles = affectedRoles(compared)
  const has = (effect: 'gains' | 'loses') => sql`(${roles.map((role) => role[effect])}::boolean[])[e.place]`
  const { rows } = await on.execute<DraftComparison['people']>(sql`
    select (count(distinct u.id) filter (where ${has('gains')}))::int as gain,
      (count(distinct u.id) filter (where ${has('loses')}))::int as lose
    from ${peopleOf(compared)}`)
  return rows[0] ?? { gain: 0, lose: 0 }
}
