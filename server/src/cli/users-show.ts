import sql from 'sql-template-tag'
import { readReached } from '../counting/clear-account.ts'
import type { Db } from '../db/database.ts'
import type { Account } from '../identity/users.ts'
import { readLiveSessions } from '../sessions/list-sessions.ts'
import type { Command } from './command.ts'
import { findPerson, limitedOf, nameOf } from './find-person.ts'
import { keysOf } from './keys-of.ts'

/** Shows what decides whether a person can sign in. */
export const usersShow: Command = {
  words: 'PERSON',
  help: 'Show a person, their sessions, and why they may not be able to sign in',
  options: {},
  run: async (context) => {
    const { words, print, isJson } = context
    const db = await context.db()
    const account = await findPerson(db, words)
    const keys = context.config().masterKey === null ? null : await keysOf(context)
    const [more, sessions, limits] = await Promise.all([
      readMore(db, account),
      readLiveSessions(db, account.id, null),
      // Without the master key the counts of an account cannot be found.
      keys && readReached(db, keys, limitedOf(account)),
    ])
    const { id, email, userName, phoneNumber, isActive, isEmailVerified, isPhoneVerified, codeOnly } = account
    const shown = {
      ...{ id, email, userName, name: nameOf(account), phoneNumber, isActive, isEmailVerified, isPhoneVerified },
      ...{ codeOnly, hasPassword: account.passwordHash !== null, ...more, reachedLimits: limits },
    }
    if (isJson) await print(JSON.stringify({ ...shown, sessions }))
    else {
      for (const [field, value] of Object.entries(shown)) await print(`${field.padEnd(16)}  ${textOf(value)}`)
      for (const { _id, kind, ip, browser, system, lastSeenAt } of sessions)
        await print(`session           ${[_id, kind, ip, browser, system, `last used ${lastSeenAt}`].join('  ')}`)
    }
    return 0
  },
}

const textOf = (value: unknown) => {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === '' ? '-' : String(value)
}

type More = { role: string | null; lastSignInAt: string | null; linkExpiresAt: string | null }

async function readMore(db: Db, { id }: Account): Promise<More> {
  const { rows } = await db.execute<More>(sql`
    select r.name as role, to_char(u.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastSignInAt",
      (select to_char(max(l.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from reset_links l
        where l.user_id = u.id and l.used_at is null and l.expires_at > now()) as "linkExpiresAt"
    from users u left join roles r on r.id = u.role_id and r.deleted_at is null where u.id = ${id}`)
  return rows[0] as More
}
