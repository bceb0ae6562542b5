import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { newId } from '../src/crypto/ids.ts'
import { secretHash } from '../src/crypto/secrets.ts'
import { newServiceKey, shownOf } from '../src/service-accounts/keys.ts'
import { anAddress, type Stored } from './builders.ts'
import type { TestServer } from './server.ts'

type NewAccount = { ownerId?: string | null; networks?: string[]; status?: 'ACTIVE' | 'INACTIVE' }

/** A service account with these permissions, as stored. */
export async function aServiceAccount({ db }: Stored, permissions: readonly Permission[], account: NewAccount = {}) {
  const id = newId()
  const { ownerId = null, networks = [], status = 'ACTIVE' } = account
  await db.execute(sql`
    insert into service_accounts (id, name, owner_id, networks, status)
    values (${id}, ${`Program ${id}`}, ${ownerId}, ${networks}::text[], ${status})`)
  await db.execute(sql`
    insert into service_account_permissions (account_id, permission_id)
    select ${id}, id from permissions where name = any(${permissions}::text[])`)
  return { id, name: `Program ${id}` }
}

/** A key of an account. `days` may be in the past. */
export async function aServiceKey({ db }: Stored, accountId: string, { days = 90, madeDaysAgo = 0 } = {}) {
  const id = newId()
  const key = newServiceKey()
  await db.execute(sql`
    insert into service_account_keys (id, account_id, name, prefix, secret_hash, created_at, expires_at)
    values (${id}, ${accountId}, 'Test', ${shownOf(key)}, ${secretHash(key)},
      now() - make_interval(days => ${madeDaysAgo}), now() + make_interval(days => ${days}))`)
  return { id, key }
}

/** A program that calls with a key. */
export const programWith = (server: TestServer, key: string, ip = anAddress()) =>
  server.visitor({ web: false, ip, headers: { authorization: `Bearer ${key}` } })

/** A program whose account has exactly these permissions. */
export async function aProgram(server: TestServer, permissions: readonly Permission[], account: NewAccount = {}) {
  const { id, name } = await aServiceAccount(server, permissions, account)
  const { id: keyId, key } = await aServiceKey(server, id)
  return { id, name, keyId, key, visitor: programWith(server, key) }
}
