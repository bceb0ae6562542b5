import sql, { raw, type Sql } from 'sql-template-tag'
import { prepared, type Tx } from '../../../db/database.ts'
import type { Author } from '../../engine/store.ts'
import { dutiesIn } from './duties-in.ts'
import { broken, CLIENT_OF_CONFLICT, heldOf } from './held-conflicts.ts'
import { IS_OPEN } from './is-open.ts'
import { type Refusal, refuseOrKeepReason } from './refuse-or-keep-reason.ts'
import { takeMatrixTurn } from './take-turn.ts'

type Given = { applicationId: string; role: string; timeZone: string }
type Assigned = Given & { userId: string; clientId: string }
type Lent = Given & { lenderId: string; standInId: string; clientId: string | null }

/** `applicationId`: `null` for changes of whatever application. */
type Scope = { applicationId: string | null; timeZone: string }

const REFUSAL = raw(`c.id as "ruleId", c.name, c.effect, c.roles, ${dutiesIn('c')} as duties, b.user_id as "userId",
  ${CLIENT_OF_CONFLICT} as "clientId"`)

const isOf = (applicationId: string | null): Sql =>
  applicationId === null ? sql`true` : sql`c.application_id = ${applicationId}`

/**
 * The rules `c` of an application, or of all, that refuse something, or ask for a reason, each with the person and what breaks it, as `b`. A rule
 * from which a person is excepted refuses nothing of theirs.
 */
const refusalsOf = (applicationId: string | null, held: Sql): Sql => sql`
  from (${broken(held)}) b join role_conflicts c on c.id = b.rule_id
  where ${isOf(applicationId)} and c.effect <> 'report'
    and not exists (select from conflict_exceptions e where e.rule_id = c.id and e.user_id = b.user_id and ${IS_OPEN})`

/**
 * Checks what was just assigned to somebody, for them and for those to whom they lend it, in the transaction that did it and has
 * the turn of the person.
 *
 * @throws AppError invalid_request with the rules that refuse it, or ask for a reason
 */
export async function requireApart(
  tx: Tx,
  by: Author,
  { userId, applicationId, clientId, role, timeZone }: Assigned,
): Promise<void> {
  const people = sql`select ${userId}::uuid union select stand_in_id from stand_ins
    where lender_id = ${userId} and application_id = ${applicationId} and ended_at is null and valid_until > now()`
  const { rows } = await tx.execute<Refusal>(prepared('refusals-of-assigned')`
    select distinct ${REFUSAL} ${refusalsOf(applicationId, heldOf(timeZone, people))}
      and lower(${role}) = any(b.roles) and ${clientId}::uuid = any(b.clients)
      and (b.user_id = ${userId} or ${userId}::uuid = any(b.lenders))
    order by c.name`)
  await refuseOrKeepReason(tx, by, rows, userId)
}

/** The same for what was just lent. Without a client, it is judged for those for which the lender holds it. */
export async function requireLentApart(
  tx: Tx,
  by: Author,
  { standInId, lenderId, applicationId, clientId, role, timeZone }: Lent,
): Promise<void> {
  const { rows } = await tx.execute<Refusal>(sql`
    select distinct ${REFUSAL} ${refusalsOf(applicationId, heldOf(timeZone, sql`${standInId}::uuid`))}
      and lower(${role}) = any(b.roles) and (${clientId}::uuid is null or ${clientId}::uuid = any(b.clients))
      and ${lenderId}::uuid = any(b.lenders)
    order by c.name`)
  await refuseOrKeepReason(tx, by, rows, lenderId)
}

/**
 * Makes changes of roles or of the matrix, after which nobody may break a rule that they did not break before. What was broken
 * before, or is only by a rule that is changed along, is listed, and keeps nobody from other changes.
 *
 * @throws AppError invalid_request with the rules that refuse it, or ask for a reason
 */
export async function keepApart<Who extends Author>(
  tx: Tx,
  by: Who,
  scope: Scope,
  change: (by: Who) => Promise<void>,
): Promise<void> {
  if (by.isJudgedAsWhole) return change(by)
  const asParts: Who = { ...by, isJudgedAsWhole: true }
  await takeMatrixTurn(tx, scope.applicationId === null ? null : sql`select ${scope.applicationId}::uuid`)
  const { rows: rules } = await tx.execute(sql`
    select from role_conflicts c where ${isOf(scope.applicationId)} and c.effect <> 'report' and c.deleted_at is null limit 1`)
  if (rules.length === 0) return change(asParts)
  const before = { held: await readBroken(tx, scope), rules: await readVersions(tx, scope) }
  await change(asParts)
  const rulesNow = await readVersions(tx, scope)
  const isSameRule = ({ ruleId }: Refusal) => before.rules.get(ruleId) === rulesNow.get(ruleId)
  await refuseAdded(tx, by, before.held, (await readBroken(tx, scope)).filter(isSameRule))
}

/** The same for a row of the matrix, a routing or a role with its pages that was just restored. @throws AppError like `keepApart` */
export async function requireRestoredApart(tx: Tx, by: Author, id: string, timeZone: string): Promise<void> {
  const { rows } = await tx.execute<{ applicationId: string }>(sql`
    select r.application_id as "applicationId" from document_approvals t join application_roles r on r.id = t.application_role_id
    where t.id = ${id}
    union select application_id from approval_routings where id = ${id}
    union select application_id from application_roles where id = ${id}`)
  const scope = { applicationId: rows[0]?.applicationId ?? null, timeZone }
  await refuseAdded(tx, by, await readBroken(tx, scope, id), await readBroken(tx, scope))
}

type Broken = Refusal & { key: string }

async function refuseAdded(tx: Tx, by: Author, before: readonly Broken[], after: readonly Broken[]): Promise<void> {
  const known = new Set(before.map(({ key }) => key))
  await refuseOrKeepReason(
    tx,
    by,
    after.filter(({ key }) => !known.has(key)),
  )
}

/** @param without as in `keptApartOf` */
async function readBroken(
  tx: Tx,
  { applicationId, timeZone }: Scope,
  without: string | null = null,
): Promise<Broken[]> {
  const { rows } = await tx.execute<Broken>(sql`
    select distinct ${REFUSAL}, concat_ws(' ', c.id, b.user_id, ${raw(CLIENT_OF_CONFLICT)}) as key
    ${refusalsOf(applicationId, heldOf(timeZone, null, without))} order by c.name`)
  return rows
}

/** What the rules were when they were last changed by somebody: while the transaction has its turn, by itself. */
async function readVersions(tx: Tx, { applicationId }: Scope): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    select c.id, c.version from role_conflicts c where ${isOf(applicationId)}`)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
