import { isUuid } from '@gatehouse/contract/uuid.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type SubjectRule, subjectOf } from '../access/subject.ts'
import { PAIRWISE, personId } from '../approvals/read-question.ts'
import type { Deps } from '../deps.ts'
import { inTurns } from '../in-turns.ts'

/**
 * Whom an application means by ids of its own; `null`: nobody that it knows. Who may have left need not be assigned to it any more; of
 * them, `undefined` says that there are too many people to know.
 */
export type Resolve = (
  sent: readonly string[],
  whom?: { mayHaveLeft: boolean },
) => Promise<(string | null | undefined)[]>

/** What is read for an application, with the rule of its ids at that moment. */
type Read = { snapshot: { subject: SubjectRule } }

export type Subjects = {
  /** Reads with the ids of an application, and again if they have changed their form since it last asked. */
  inTermsOf: <Result extends Read>(
    applicationId: string,
    read: (resolve: Resolve) => Promise<Result>,
  ) => Promise<Result>
}

/** `at`: when it began last. Whoever needs it meanwhile waits for the same work. */
type Reading = { at: number; work: Promise<unknown> }
type Known = {
  users: Set<string>
  bySubject: Map<string, string>
  assigned: Reading
  everybody: Reading
  /** The portal has more people than a server remembers: who has left is not known. */
  hasTooMany: boolean
}

/** How soon an unknown pairwise id makes the server look for people who were assigned since. */
const AGAIN_MS = 1000
/** How soon it looks through everybody again, for somebody who has left and whom it did not meet before. */
const EVERYBODY_AGAIN_MS = 60_000
/** Applications of each kind that one server remembers. */
const APPLICATIONS_MAX = 100
/** Ids that one server remembers for all of them: some 210 bytes each. An application with more than these is remembered alone. */
const IDS_MAX = 150_000
/** Ids that are computed before other requests have their turn. */
const CHUNK = 500

/**
 * A pairwise id cannot be turned back into a person. So for applications that have such ids, and ask, the server
 * computes them for everybody whom the application is assigned to, once.
 */
export function makeSubjects({ db, keys }: Pick<Deps, 'db' | 'keys'>, idsMax = IDS_MAX): Subjects {
  const rules = new Map<string, SubjectRule>()
  const people = new Map<string, Known>()

  const learn = async (rule: SubjectRule, known: Known, ids: readonly string[]) => {
    const missing = ids.filter((id) => !known.users.has(id))
    for await (const id of inTurns(missing, CHUNK)) {
      known.users.add(id)
      known.bySubject.set(subjectOf(keys.subject, rule, id), id)
    }
    makeRoom(people, JSON.stringify(rule), idsMax)
  }
  const read = async (who: Sql) => (await db.execute<{ id: string }>(who)).rows.map(({ id }) => id)

  const learnAssigned = async (rule: SubjectRule, known: Known) => learn(rule, known, await read(assignedTo(rule)))
  const learnEverybody = async (rule: SubjectRule, known: Known) => {
    const all = await read(everybody(idsMax + 1))
    known.hasTooMany = all.length > idsMax
    if (!known.hasTooMany) await learn(rule, known, all)
  }

  const resolveBy =
    (rule: SubjectRule): Resolve =>
    async (sent, { mayHaveLeft } = { mayHaveLeft: false }) => {
      const ids = sent.map(personId)
      if (rule.subjectType !== 'pairwise') return ids.map((id) => (isUuid(id) ? id : null))
      const key = JSON.stringify(rule)
      const known = people.get(key) ?? newlyKnown()
      remember(people, key, known)
      const isUnknown = () => ids.some((id) => PAIRWISE.test(id) && !known.bySubject.has(id))
      if (isUnknown()) await refresh(known.assigned, AGAIN_MS, () => learnAssigned(rule, known))
      if (mayHaveLeft && isUnknown())
        await refresh(known.everybody, EVERYBODY_AGAIN_MS, () => learnEverybody(rule, known))
      return ids.map((id) => {
        const isUncertain = mayHaveLeft && known.hasTooMany && PAIRWISE.test(id)
        return known.bySubject.get(id) ?? (isUncertain ? undefined : null)
      })
    }

  return {
    inTermsOf: async (applicationId, read) => {
      const assumed = rules.get(applicationId) ?? { id: applicationId, subjectType: 'public', subjectSector: '' }
      const result = await read(resolveBy(assumed))
      const { subject } = result.snapshot
      const isSame = assumed.subjectType === subject.subjectType && assumed.subjectSector === subject.subjectSector
      if (isSame) return result
      remember(rules, applicationId, subject)
      return read(resolveBy(subject))
    },
  }
}

const newlyKnown = (): Known => ({
  ...{ users: new Set(), bySubject: new Map(), hasTooMany: false },
  assigned: { at: Number.NEGATIVE_INFINITY, work: Promise.resolve() },
  everybody: { at: Number.NEGATIVE_INFINITY, work: Promise.resolve() },
})

/** Does the work again if the last time is long ago, or it failed then. */
function refresh(reading: Reading, againMs: number, work: () => Promise<unknown>): Promise<unknown> {
  if (performance.now() - reading.at <= againMs) return reading.work
  reading.at = performance.now()
  reading.work = work().catch((error: unknown) => {
    reading.at = Number.NEGATIVE_INFINITY
    throw error
  })
  return reading.work
}

const assignedTo = (rule: SubjectRule) =>
  sql`select distinct user_id as id from assignments where application_id = ${rule.id}`
/** Everybody who is or was in the portal. */
const everybody = (limit: number) => sql`
  select id from (
    select id from users
    union select subject_id from audit_events where event = 'audit.person-erased' and subject_id is not null) people
  limit ${limit}`

/** The oldest one is forgotten. */
function remember<Value>(all: Map<string, Value>, key: string, value: Value) {
  const [oldest] = all.keys()
  if (!all.has(key) && all.size >= APPLICATIONS_MAX && oldest !== undefined) all.delete(oldest)
  all.set(key, value)
}

/** Forgets the oldest ids of other applications, until the rest is not too many. */
function makeRoom(people: Map<string, Known>, kept: string, idsMax: number) {
  let size = [...people.values()].reduce((sum, { users }) => sum + users.size, 0)
  for (const [key, { users }] of people) {
    if (size <= idsMax) return
    if (key === kept) continue
    people.delete(key)
    size -= users.size
  }
}
