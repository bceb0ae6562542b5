import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import sql from 'sql-template-tag'
import { subjectOf } from '../access/subject.ts'
import { type Facts, type Ladder, openRules, readLadder } from '../approvals/decide.ts'
import type { Matrix, Rule } from '../approvals/matrix.ts'
import type { Rejection } from '../approvals/progress.ts'
import type { Question } from '../approvals/read-question.ts'
import { actsOn, conflictsOf, isRefusing } from '../approvals/separation.ts'
import type { Step } from '../approvals/steps.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { DecisionDeps } from './answer-questions.ts'
import { type Involved, resolveInvolved, strangersIn, usersOf } from './involved.ts'
import { type Actor, type Apart, listActors } from './list-actors.ts'
import type { Snapshot } from './read-facts.ts'
import { readTogether } from './read-together.ts'
import { toWireLender } from './wire-decision.ts'

type Lender = ReturnType<typeof toWireLender>

export type WhoMay = {
  reasons: ApprovalReason[]
  version: number
  at: string | null
  people: { _id: string; firstName: string; lastName: string; role: string; onBehalfOf: Lender | null }[]
  rules: Rule[]
  needed: Step[]
  rejection: Rejection | null
  next: string | null
}

type Asked = Omit<Question, 'person'> & { after?: string | undefined; pageSize: number }

/** The people who may act on a document now, in the order of their ids. */
export async function findWhoMay(deps: DecisionDeps, applicationId: string, asked: Asked): Promise<WhoMay> {
  const { after, pageSize, ...question } = asked
  const at = asked.at ?? null
  const { matrix, snapshot, start, involved, refusal } = await deps.subjects.inTermsOf(
    applicationId,
    async (resolve) => {
      const [start = null] = await resolve([after ?? ''])
      const involved = await resolveInvolved(resolve, [question])
      const about = [{ userId: null, client: question.client }]
      return { start, involved, ...(await readTogether(deps, applicationId, about, at, usersOf(involved))) }
    },
  )
  const { version } = matrix
  const nobody = { version, at, people: [], rules: [], needed: [], rejection: null, next: null }
  if (refusal !== undefined) return { ...nobody, reasons: [refusal] }
  const [known] = snapshot.facts
  if (known === undefined) return { ...nobody, reasons: ['client-unknown'] }
  const facts = { ...known, strangers: strangersIn(involved, snapshot) }
  const ladder = readLadder(matrix, { ...question, person: '' }, facts)
  if (Array.isArray(ladder)) return { ...nobody, reasons: ladder }
  const { rules, reason } = openRules(ladder)
  const { needed, rejection } = ladder
  if (rules.length === 0) return { ...nobody, reasons: [reason], needed, rejection }
  // Beginning again would list people twice.
  if (after !== undefined && start === null) throw new AppError('invalid_request', { msg: 'There is no such page.' })
  const isLent = ladder.asked.action !== 'Creator'
  const found = await listActors(deps.db, {
    ...{ applicationId, ...ladder.where, at: ladder.asked.case, start, limit: pageSize + 1 },
    // What is lent is judged at the moment of a decision only.
    isLent: isLent && at === null,
    roles: rules.map(({ role }) => role.toLowerCase()),
    excluded: isLent ? usersOf(involved) : [],
    keptApart: await pairsKeptApart(deps, matrix, ladder, facts, involved),
  })
  const people = found.slice(0, pageSize).map((actor) => toPerson(deps, snapshot, actor))
  const next = found.length > pageSize ? (people.at(-1)?._id ?? null) : null
  return { ...nobody, reasons: [reason], people, rules, needed, rejection, next }
}

/** Who does not act in which of the roles, in lower case, because they have acted in another one that a rule keeps apart. */
async function pairsKeptApart(
  { db }: DecisionDeps,
  matrix: Matrix,
  ladder: Ladder,
  { keptApart }: Facts,
  users: Involved,
): Promise<Apart[]> {
  const refusing = keptApart.filter(isRefusing)
  if (refusing.length === 0) return []
  const acts = actsOn(matrix, ladder.where, ladder.asked, refusing)
  if (acts.length === 0) return []
  const excepted = await readExcepted(db, usersOf(users))
  return openRules(ladder).rules.flatMap((rule) =>
    [...users].flatMap(([sent, userId]) =>
      typeof userId === 'string' &&
      conflictsOf(refusing, acts, { row: rule, page: ladder.where.pageId }, [sent]).some(
        ({ id }) => !excepted.has(`${id} ${userId}`),
      )
        ? [{ userId, role: rule.role.toLowerCase() }]
        : [],
    ),
  )
}

/** The rules from which people are excepted, each as the ids of both. */
async function readExcepted(db: Db, users: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ pair: string }>(sql`
    select e.rule_id || ' ' || e.user_id as pair from conflict_exceptions e
    where e.user_id = any(${users}::uuid[]) and e.ended_at is null and e.valid_until > now()`)
  return new Set(rows.map(({ pair }) => pair))
}

/** With the ids by which the application knows people, and names only where it may know them. */
function toPerson({ keys }: DecisionDeps, snapshot: Snapshot, { id, role, standIn, ...names }: Actor) {
  const named = (all: { firstName: string; lastName: string }) => {
    const { firstName, lastName } = snapshot.isFirstParty ? all : { firstName: '', lastName: '' }
    return { firstName, lastName }
  }
  const idOf = (userId: string) => subjectOf(keys.subject, snapshot.subject, userId)
  const onBehalfOf = standIn && toWireLender({ id: standIn.id, lender: idOf(standIn.lender), ...named(standIn) })
  return { _id: idOf(id), ...named(names), role, onBehalfOf }
}
