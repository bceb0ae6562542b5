import type { ApprovalFinding } from '@gatehouse/contract/admin/approvals/check.ts'
import sql, { raw } from 'sql-template-tag'
import { about, isDenial, type PageLint, severityOf } from '../../approvals/lint.ts'
import { type Matrix, type Moment, nextChangeOf, type Rule } from '../../approvals/matrix.ts'
import { leastOf } from '../../approvals/steps.ts'
import type { Executor } from '../../db/database.ts'
import { today } from '../../db/today.ts'
import { isCatchAll } from '../../decisions/is-catch-all.ts'
import { peopleOfWantedRole } from '../../decisions/people-of-roles.ts'
import { readMatrix } from '../../decisions/read-matrix.ts'
import { type IntendedGap, readIntendedGaps } from './intended/read-intended-gaps.ts'
import { lintApprovals } from './lint-approvals.ts'

type Named = { _id: string; name: string }
type Place = { application: Named; client: Named; version: number; marks: string; now: Moment }
/** `count`: gaps. `withoutPeople`: what is asked of a role that nobody has. */
export type MissingApprovals = { application: Named; client: Named; count: number; withoutPeople: number }

/** The applications and clients with approvals that nobody can give: gaps, and steps whose role nobody has. */
export async function findMissingApprovals(on: Executor, timeZone: string): Promise<MissingApprovals[]> {
  const { rows } = await on.execute<Place>(sql`
    with pair as (
      select r.application_id, r.client_id from application_roles r where r.deleted_at is null
        and (r.action <> '' or ${raw(isCatchAll('r', 'r.client_id'))})
      union
      -- Pages are to be approved, whether or not anybody does.
      select r.application_id, r.client_id from document_approvals d join application_roles r on r.id = d.application_role_id
      where d.deleted_at is null and r.deleted_at is null)
    select json_build_object('_id', a.id, 'name', a.name) as application,
      json_build_object('_id', c.id, 'name', c.display_name) as client, coalesce(m.version, 0)::float8 as version,
      extract(epoch from now())::float8 * 1000 as now, coalesce((
        select string_agg(g.id::text, ' ' order by g.id) from intended_gaps g where g.application_id = a.id
          and (g.last_day is null or g.last_day >= ${today(timeZone)})), '') as marks
    from pair join applications a on a.id = pair.application_id and a.deleted_at is null
      join clients c on c.id = pair.client_id and c.deleted_at is null
      left join approval_matrices m on m.application_id = a.id
    order by lower(a.name), lower(c.display_name), a.id, c.id`)
  const judged: { place: Place; judgement: Judgement }[] = []
  for (const ofApplication of Map.groupBy(rows, ({ application }) => application._id).values()) {
    const judgements = await judge(on, ofApplication, timeZone)
    for (const place of ofApplication) {
      const judgement = judgements.get(place.client._id)
      if (judgement !== undefined) judged.push({ place, judgement })
    }
  }
  const empty = await findEmptyRoles(on, judged)
  return judged
    .map(({ place: { application, client }, judgement }) => ({
      ...{ application, client, count: judgement.gaps },
      withoutPeople: countWithoutPeople(judgement, (role) => !empty.has(keyOf(application, client, role))),
    }))
    .filter(({ count, withoutPeople }) => count + withoutPeople > 0)
}

/** What follows from a version for one client. Roles are in lower case. */
type Judgement = { gaps: number; needs: Need[] }
/** One finding of the check, if the role has nobody, on any page, and too few other roles of its step have somebody. */
type Need = { finding: string; role: string; alternatives: { roles: string[]; least: number }[] }

const keyOf = (application: Named, client: Named, role: string) => `${application._id} ${client._id} ${role}`

/** In one statement, which looks at one entry of an index for each role that somebody has. */
async function findEmptyRoles(
  on: Executor,
  judged: readonly { place: Place; judgement: Judgement }[],
): Promise<ReadonlySet<string>> {
  const asked = judged.flatMap(({ place: { application, client }, judgement }) =>
    [
      ...new Set(
        judgement.needs.flatMap(({ role, alternatives }) => [role, ...alternatives.flatMap(({ roles }) => roles)]),
      ),
    ].map((role) => ({
      ...{ application: application._id, client: client._id, role, key: keyOf(application, client, role) },
    })),
  )
  if (asked.length === 0) return new Set()
  const { rows } = await on.execute<{ key: string }>(sql`
    select wanted.key from unnest(${asked.map(({ application }) => application)}::uuid[], ${asked.map(({ client }) => client)}::uuid[],
      ${asked.map(({ role }) => role)}::text[], ${asked.map(({ key }) => key)}::text[]) wanted(application_id, client_id, role, key)
    where not exists (select from ${peopleOfWantedRole(sql`wanted.application_id`, sql`wanted.client_id`)})`)
  return new Set(rows.map(({ key }) => key))
}

/** As the check counts them: the same on several pages is one. */
function countWithoutPeople({ needs }: Judgement, hasPeople: (role: string) => boolean): number {
  const missing = needs.filter(({ role, alternatives }) => {
    const isEnough = ({ roles, least }: Need['alternatives'][number]) => roles.filter(hasPeople).length >= least
    const isReplaced = alternatives.length > 0 && alternatives.every(isEnough)
    return !hasPeople(role) && !isReplaced
  })
  return new Set(missing.map(({ finding }) => finding)).size
}

type Judgements = ReadonlyMap<string, Judgement>

const KNOWN_MAX = 1000
const known = new Map<string, { version: number; marks: string; until: Moment; judgements: Judgements }>()

/**
 * Each client of one application. It follows from the matrix, so each version is judged once, and again when one of its rows begins or
 * ends. Who has a role does not, and is asked each time.
 */
async function judge(on: Executor, places: readonly Place[], timeZone: string): Promise<Judgements> {
  const [{ application, version, marks: marked, now }] = places as [Place]
  const found = known.get(application._id)
  if (
    found?.version === version &&
    found.marks === marked &&
    now < found.until &&
    places.every(({ client }) => found.judgements.has(client._id))
  )
    return found.judgements
  const matrix = await readMatrix(on, application._id, timeZone)
  const marks = await readIntendedGaps(on, application._id, timeZone)
  const judgements = new Map<string, Judgement>()
  for (const { client } of places) judgements.set(client._id, await judgeClient(matrix, client._id, now, marks))
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(application._id, {
    ...{
      version: matrix.version,
      marks: marked,
      judgements,
      until: nextChangeOf(matrix, now) ?? Number.POSITIVE_INFINITY,
    },
  })
  return judgements
}

async function judgeClient(
  matrix: Matrix,
  clientId: string,
  now: Moment,
  marks: readonly IntendedGap[],
): Promise<Judgement> {
  const { findings, lints } = await lintApprovals({ matrix, clientId, now, marks })
  const isGap = (finding: (typeof findings)[number]) =>
    finding.severity === 'error' && (finding.code === 'no-rows' || isDenial(finding))
  const caught = matrix.catchAlls.get(clientId)
  const ofCatchAll = caught === undefined ? [] : [needOf('catch-all-without-people', caught)]
  const needs = new Map([...ofCatchAll, ...lints.flatMap(needsOf)].map((need) => [JSON.stringify(need), need]))
  return { gaps: findings.filter(isGap).length, needs: [...needs.values()] }
}

function needsOf({ asked, alternatives }: PageLint): Need[] {
  return asked.flatMap((rule) => {
    // The catch-all role is judged once, for the whole matrix.
    if (rule.isCatchAll || severityOf(about('no-people', rule)) !== 'error') return []
    const others = alternatives
      .filter(({ rules }) => rules.includes(rule))
      .map((step) => ({ roles: step.rules.map(({ role }) => role.toLowerCase()), least: leastOf(step) }))
    return [{ ...needOf('no-people', rule), alternatives: others }]
  })
}

function needOf(code: ApprovalFinding, rule: Rule): Need {
  const { rules: _, ...finding } = about(code, rule)
  return {
    finding: JSON.stringify([finding, rule.applicationRoleId]),
    role: rule.role.toLowerCase(),
    alternatives: [],
  }
}
