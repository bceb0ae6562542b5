import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Config } from '../config.ts'
import { newId } from '../crypto/ids.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { requireStrongPassword } from '../identity/password-strength.ts'
import { hashPassword } from '../identity/passwords.ts'
import { requireSoundPerson } from '../identity/require-sound-person.ts'
import { insertUser } from '../identity/users.ts'

/** Set once and for ever: deleting all administrators does not open the set-up again (requirement P20). */
const DONE = 'first-administrator'
const LINK = 'set-up-link'
export const LINK_HOURS = 24

export type Administrator = {
  email: string
  password: string
  firstName: string
  lastName: string
  phoneNumber: string
}

/** Whether an installation has its first administrator. */
export async function isSetUp({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from installation where key = ${DONE}`)
  return rows.length > 0
}

/** Servers that start within this time show the same link. */
const TOGETHER_MINUTES = 10
const PLACE = 'installation|value|set-up-link'

/** Makes a new one-time link, and voids the former one; or returns the link that another server has just made. */
export async function makeSetUpLink({
  db,
  config,
  keys,
}: Pick<Deps, 'db' | 'keys'> & { config: Pick<Config, 'publicUrl'> }): Promise<string> {
  const { rows } = await db.execute<{ sealed: string | null }>(sql`
    select value->>'sealed' as sealed from installation
    where key = ${LINK} and created_at > now() - make_interval(mins => ${TOGETHER_MINUTES})`)
  const sealed = rows[0]?.sealed ?? null
  const token = sealed === null ? newSecret() : await unseal(keys.seal, PLACE, Buffer.from(sealed, 'base64'))
  if (sealed === null) {
    const hash = secretHash(token).toString('hex')
    const value = JSON.stringify({ hash, sealed: seal(keys.seal, PLACE, token).toString('base64') })
    await db.execute(sql`
      insert into installation (key, value) values (${LINK}, ${value}::jsonb)
      on conflict (key) do update set value = excluded.value, created_at = now()`)
  }
  return new URL(`/setup/${token}`, config.publicUrl).href
}

/** Whether a set-up link is still valid. Checking does not use it up. */
export async function isLinkUsable({ db }: Deps, token: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from installation where ${isLink(token)}`)
  return rows.length > 0
}

function isLink(token: string) {
  const hash = secretHash(token).toString('hex')
  return sql`key = ${LINK} and value->>'hash' = ${hash} and created_at > now() - make_interval(hours => ${LINK_HOURS})`
}

/**
 * Creates the first administrator by a set-up link. Their email counts as verified: the link is shown only to the
 * operator of the server.
 *
 * @throws AppError setup_link_invalid, invalid_request, password_too_weak or password_breached
 */
export async function createByLink(deps: Deps, token: string, administrator: Administrator): Promise<void> {
  if (!(await isLinkUsable(deps, token))) throw new AppError('setup_link_invalid')
  await createAdministrator(deps, administrator, async (tx) => {
    const spent = await tx.execute(sql`delete from installation where ${isLink(token)}`)
    if (spent.rowCount !== 1) throw new AppError('setup_link_invalid')
  })
}

/** @throws AppError setup_link_invalid when there is a first administrator already, invalid_request, password_too_weak, password_breached */
export async function createAdministrator(
  deps: Deps,
  administrator: Administrator,
  spend?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { db, keys, config } = deps
  const { password, ...names } = administrator
  requireSoundPerson(names)
  const judged = await requireStrongPassword(config, password, names)
  const passwordHash = await hashPassword(keys, password)
  await db.transaction(async (tx) => {
    await spend?.(tx)
    await closeSetUp(tx)
    const { rows } = await tx.execute<{ id: string }>(sql`select id from roles where system = 'admin'`)
    const id = newId()
    const taken = await insertUser(tx, {
      ...names,
      id,
      userName: null,
      passwordHash,
      roleId: rows[0]?.id ?? null,
      isEmailVerified: true,
    })
    if (taken.length > 0) throw new AppError('already_registered')
    await recordAudit(tx, {
      ...{ event: 'installation.first-administrator', actorId: id, subjectId: id },
      detail: judged,
    })
  })
}

/**
 * Creates the administrator named in the environment, once.
 *
 * @throws Error with a sentence for the operator
 */
export async function createConfiguredAdministrator(deps: Deps): Promise<void> {
  const { firstAdmin } = deps.config
  if (firstAdmin === null || (await isSetUp(deps))) return
  const names = { firstName: 'First', lastName: 'Administrator', phoneNumber: '' }
  await createAdministrator(deps, { ...firstAdmin, ...names }).catch((cause: Error) => {
    throw new Error(`ADMIN_PASSWORD: ${cause.message}`, { cause })
  })
}

/**
 * When servers start at once, the primary key lets one of them do it. @throws AppError setup_link_invalid when the
 * set-up is closed already
 */
export async function closeSetUp(tx: Tx): Promise<void> {
  const closed = await tx.execute(
    sql`insert into installation (key, value) values (${DONE}, 'true'::jsonb) on conflict do nothing`,
  )
  if (closed.rowCount !== 1) throw new AppError('setup_link_invalid')
}
