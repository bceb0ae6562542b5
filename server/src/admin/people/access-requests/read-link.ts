import type { LinkedRequest, RequestOutcome } from '@gatehouse/contract/owned-requests.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOrGone } from '../../../audit/actor-names.ts'
import type { Keys } from '../../../crypto/keys.ts'
import { readRequestToken } from '../../../crypto/request-token.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import type { Person } from '../../../identity/actor.ts'
import { readsPeople } from '../../engine/store.ts'
import { listPageOfOwned } from './as-decider.ts'
import { isAskedInSteps } from './decided.ts'
import { LISTED_REQUESTS, type ListDeps } from './list.ts'

type Needs = ListDeps & Pick<Deps, 'config'> & { keys: Pick<Keys, 'requestLink'> }

const NOBODY = { by: '', isOwn: false, actedFor: '' }
const NOTHING = { requestId: null, outcome: null }

/**
 * What the link of a message leads to (ADR 0131). It says who was asked, and gives nobody a right: what the caller may read is judged as
 * without it. Only its recipient learns what became of the request: state and time, and by whom if they may still read that.
 */
export async function readLink(deps: Needs, person: Person, link: string): Promise<LinkedRequest> {
  const token = readRequestToken(deps.keys.requestLink, link)
  if (token === null) return { kind: 'invalid', ...NOTHING }
  if (await hasExpired(deps.db, token.expiresAt)) return { kind: 'expired', ...NOTHING }
  const { requestId } = token
  const found = await findOutcome(deps.db, person.userId, requestId)
  const isReadable = found !== null && (await mayRead(deps, person, requestId))
  const shown = { requestId: isReadable ? requestId : null }
  if (token.userId !== person.userId) return { kind: 'other', ...NOTHING, ...shown }
  if (found === null) return { kind: 'own', ...NOTHING, outcome: { state: 'gone', ...NOBODY, at: null } }
  const isNamed = isReadable || (await isAskedInSteps(deps.db, deps.config.timeZone, person.userId, requestId))
  return { kind: 'own', ...shown, outcome: isNamed ? found : { ...found, ...NOBODY } }
}

async function hasExpired(db: Db, expiresAt: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select where to_timestamp(${expiresAt}::float8) <= now()`)
  return rows.length > 0
}

async function mayRead(deps: ListDeps, person: Person, requestId: string): Promise<boolean> {
  return readsPeople(person) || (await listPageOfOwned(deps, person.userId, { requestId })).rows.length > 0
}

/** SQL: who decided about a request `r`, or withdrew it. */
const BY = `case when r.state = 'withdrawn' then coalesce(r.decided_by, r.user_id) else r.decided_by end`

/** `null`: the request is not kept, or its person or application is deleted. */
async function findOutcome(db: Db, reader: string, requestId: string): Promise<RequestOutcome | null> {
  const { rows } = await db.execute<Omit<RequestOutcome, 'at'> & { at: Date | null }>(sql`
    select r.state, ${raw(nameOrGone(BY))} as by, coalesce(${raw(BY)} = ${reader}, false) as "isOwn",
      case when r.state = 'withdrawn' and r.decided_by is not null then ${raw(fullNameIn('u'))} else '' end as "actedFor",
      r.decided_at as at ${LISTED_REQUESTS} and r.id = ${requestId}`)
  const [found] = rows
  return found === undefined ? null : { ...found, at: found.at?.toISOString() ?? null }
}
