import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import sql from 'sql-template-tag'
import { subjectOf } from '../access/subject.ts'
import { openRules, readLadder } from '../approvals/decide.ts'
import type { Rule } from '../approvals/matrix.ts'
import type { Question } from '../approvals/read-question.ts'
import type { Step } from '../approvals/steps.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { DecisionDeps } from './answer-questions.ts'
import { peopleOfWantedRole } from './people-of-roles.ts'
import { readTogether } from './read-together.ts'

export type WhoMay = {
  reasons: ApprovalReason[]
  version: number
  people: { _id: string; firstName: string; lastName: string; role: string }[]
  rules: Rule[]
  needed: Step[]
  next: string | null
}

type Asked = Omit<Question, 'person'> & { after?: string | undefined; pageSize: number }

/** The people who may act on a document now, in the order of their ids. */
export async function findWhoMay(deps: DecisionDeps, applicationId: string, asked: Asked): Promise<WhoMay> {
  const { after, pageSize, ...question } = asked
  const involved = [...(question.createdBy ? [question.createdBy] : []), ...question.approvals.map(({ by }) => by)]
  const { matrix, snapshot, users } = await deps.subjects.inTermsOf(applicationId, async (resolve) => ({
    users: await resolve([after ?? '', ...involved]),
    ...(await readTogether(deps, applicationId, [{ userId: null, client: question.client }])),
  }))
  const { version } = matrix
  const [facts] = snapshot.facts
  const ladder = facts && readLadder(matrix, { ...question, person: '' }, facts)
  if (ladder === undefined || Array.isArray(ladder))
    return { reasons: ladder ?? ['client-unknown'], version, people: [], rules: [], needed: [], next: null }
  const { rules, reason } = openRules(ladder)
  const { needed } = ladder
  if (rules.length === 0) return { reasons: [reason], version, people: [], rules, needed, next: null }
  const [start = null, ...excluded] = users
  // Beginning again would list people twice.
  if (after !== undefined && start === null) throw new AppError('invalid_request', { msg: 'There is no such page.' })
  const found = await listPeople(deps.db, {
    ...{ applicationId, clientId: ladder.where.clientId, start, limit: pageSize + 1 },
    roles: rules.map(({ role }) => role.toLowerCase()),
    excluded: ladder.asked.action === 'Creator' ? [] : excluded.filter((one) => one !== null),
  })
  const people = found.slice(0, pageSize).map(({ id, firstName, lastName, role }) => ({
    _id: subjectOf(deps.keys.subject, snapshot.subject, id),
    ...(snapshot.isFirstParty ? { firstName, lastName } : { firstName: '', lastName: '' }),
    role,
  }))
  const next = found.length > pageSize ? (people.at(-1)?._id ?? null) : null
  return { reasons: [reason], version, people, rules, needed, next }
}

type Listed = { id: string; firstName: string; lastName: string; role: string }
type Wanted = {
  applicationId: string
  clientId: string
  roles: string[]
  excluded: string[]
  /** The last person of the former page. */
  start: string | null
  limit: number
}

async function listPeople(
  db: Db,
  { applicationId, clientId, roles, excluded, start, limit }: Wanted,
): Promise<Listed[]> {
  // One part for each role: each reads its index in order, and stops.
  const { rows } = await db.execute<Listed>(sql`
    select p.* from unnest(${roles}::text[]) wanted(role) cross join lateral (
      select u.id, u.first_name as "firstName", u.last_name as "lastName", s.role
      from ${peopleOfWantedRole(applicationId, clientId)}
        and (${start}::uuid is null or s.user_id > ${start}::uuid) and s.user_id <> all(${excluded}::uuid[])
      order by s.user_id limit ${limit}) p
    order by p.id limit ${limit}`)
  return rows
}
