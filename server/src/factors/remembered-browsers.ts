import { REMEMBERED_DAYS, type RememberedBrowser } from '@gatehouse/contract/factors/remembered-browsers.ts'
import sql, { type Sql } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import { refuseIf } from '../db/refuse.ts'
import { mayRemember } from '../identity/remembered-browsers.ts'
import { lockPerson } from '../identity/users.ts'
import { describeUserAgent } from '../sessions/user-agent.ts'
import { type BrowserUse, proofStands, type StandingProof } from './proof-stands.ts'

/** More than somebody uses; the oldest is forgotten. */
const BROWSERS_MAX = 10

/** Two tabs that sign in at once both send the value that the first of them replaces: that is no theft. */
const SAME_MOMENT_SECONDS = 10

/** Where a sign-in comes from. */
type From = { ip: string; userAgent: string }

/** A cookie and how long it lasts. */
export type RememberedCookie = { value: string; seconds: number }

const FORM = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/

function read(cookie: string | undefined): { id: string; secret: string } | null {
  const [, id, secret] = FORM.exec(cookie ?? '') ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

/** The id of the browser that sends this cookie, as the cookie says; proves nothing. */
export const browserIdOf = (cookie: string | undefined): string | null => read(cookie)?.id ?? null

/**
 * Remembers the browser of a session in which the second step was given. The browser that its cookie named before is
 * forgotten, whoever it was of: nobody could use it any more.
 *
 * @returns `null` when the session is over already, the person's browsers may not be remembered, or what they signed in with was removed
 */
export async function rememberBrowser(
  tx: Tx,
  { userId, sessionId, proof, ip, userAgent }: From & { userId: string; sessionId: string; proof: StandingProof },
  formerCookie: string | undefined,
): Promise<RememberedCookie | null> {
  // With this lock a change of the password or of a factor either comes first, and has ended the session or removed the
  // proof, or forgets the browser.
  await lockPerson(tx, userId)
  const former = read(formerCookie)
  if (former !== null)
    await tx.execute(sql`
      delete from remembered_browsers where id = ${former.id} and secret_hash = ${secretHash(former.secret)}`)
  const id = newId()
  const secret = newSecret()
  const { rowCount } = await tx.execute(sql`
    insert into remembered_browsers (id, user_id, secret_hash, user_agent, ip, expires_at)
    select ${id}::uuid, s.user_id, ${secretHash(secret)}, ${userAgent}, ${ip}, now() + make_interval(days => ${REMEMBERED_DAYS})
    from sessions s where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and ${mayRemember('s.user_id')}
      and ${proofStands(userId, proof)}`)
  if (rowCount !== 1) return null
  await tx.execute(sql`
    delete from remembered_browsers where id in (
      select id from remembered_browsers where user_id = ${userId} order by created_at desc, id desc offset ${BROWSERS_MAX})`)
  return { value: `${id}.${secret}`, seconds: REMEMBERED_DAYS * 86_400 }
}

type Recognised = { id: string; use: BrowserUse; cookie: RememberedCookie }

/**
 * Whether this is a browser that is remembered. It is used in the transaction that opens the session, so that one that cannot be opened
 * leaves the value of the cookie as it is.
 *
 * @returns how it is used, with the cookie of then; `null` when it is not remembered: call `endCopiedBrowser`
 */
export async function recogniseBrowser(
  db: Db,
  userId: string,
  cookie: string | undefined,
  from: From,
): Promise<Recognised | null> {
  const sent = read(cookie)
  if (sent === null) return null
  const { id, secret } = sent
  const next = newSecret()
  const use = { ...from, formerHash: secretHash(secret), nextHash: secretHash(next) }
  const { rows } = await db.execute<{ seconds: number }>(prepared('recognise-browser')`
    select extract(epoch from expires_at - now())::int as seconds from remembered_browsers b where ${isUsable(userId, id, use)}`)
  const [found] = rows
  return found === undefined ? null : { id, use, cookie: { value: `${id}.${next}`, seconds: found.seconds } }
}

const isUsable = (userId: string, id: string, { formerHash }: BrowserUse): Sql => sql`
  b.id = ${id}::uuid and b.user_id = ${userId}::uuid and b.secret_hash = ${formerHash}::bytea and b.expires_at > now() and ${mayRemember('b.user_id')}`

type Used = { id: string; use: BrowserUse }

/** One conditional update replaces the secret, so that each value is accepted once. Ask after the person is locked. */
const used = (userId: string, { id, use }: Used): Sql => sql`
  update remembered_browsers b set secret_hash = ${use.nextHash}::bytea, last_used_at = now(), ip = ${use.ip}, user_agent = ${use.userAgent}
  where ${isUsable(userId, id, use)} returning id`

/** @returns whether the browser is still remembered */
export async function useBrowser(tx: Tx, userId: string, browser: Used): Promise<boolean> {
  const { rowCount } = await tx.execute(prepared('use-browser')`${used(userId, browser)}`)
  return rowCount === 1
}

/** The same in a batch, which fails with these words when it is not. */
export async function useBrowserOrRefuse(batch: Tx, userId: string, browser: Used, words: string): Promise<void> {
  await batch.execute(prepared('use-browser-or-refuse')`
    with used as (${used(userId, browser)})
    select ${refuseIf(sql`not exists (select from used)`, sql`${words}::text`)}`)
}

/**
 * Ends a browser whose old value was sent. In the transaction that notifies its owner: a browser that has ended raises no second alarm.
 *
 * @returns whether it was one
 */
export async function endCopiedBrowser(tx: Tx, userId: string, cookie: string | undefined): Promise<boolean> {
  const sent = read(cookie)
  if (sent === null) return false
  const { rowCount } = await tx.execute(prepared('end-copied-browser')`
    delete from remembered_browsers where id = ${sent.id} and user_id = ${userId} and secret_hash <> ${secretHash(sent.secret)}
      and last_used_at < now() - make_interval(secs => ${SAME_MOMENT_SECONDS})`)
  return rowCount === 1
}

type Row = { _id: string; userAgent: string; ip: string; createdAt: Date; lastUsedAt: Date; expiresAt: Date }

/** Those that are accepted now, the one used last first. */
export async function readRememberedBrowsers(
  db: Db,
  userId: string,
  currentId: string | null,
): Promise<RememberedBrowser[]> {
  const { rows } = await db.execute<Row>(sql`
    select id as "_id", user_agent as "userAgent", ip, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
    from remembered_browsers b where user_id = ${userId} and expires_at > now() and ${mayRemember('b.user_id')}
    order by last_used_at desc, id`)
  return rows.map(({ _id, ip, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
    ...{ _id, ip, ...describeUserAgent(userAgent), isCurrent: _id === currentId },
    rememberedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}
