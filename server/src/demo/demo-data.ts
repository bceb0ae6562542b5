import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_ROLE, USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { assign } from '../access/access.ts'
import { newId } from '../crypto/ids.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../identity/passwords.ts'
import { insertUser } from '../identity/users.ts'
import { makeFolder } from '../make-folder.ts'
import { DEMO_APPLICATIONS, DEMO_CLIENTS, DEMO_REQUESTABLE } from './demo-organisations.ts'
import { DEMO_APPROVERS, DEMO_PEOPLE, DEMO_SUPPORT_ROLE, randomPassword } from './demo-people.ts'
import { insertRecords } from './demo-records.ts'

export type DemoCredentials = { people: { email: string; password: string; role: string; shows: string }[] }

const INSTALLED = 'demo-data'

/**
 * Adds the demo data once, to an empty portal. Returns the people who can sign in, or `null` when their passwords are no longer
 * known, and where the portal held data before.
 */
export async function installDemo(deps: Deps): Promise<DemoCredentials | null> {
  const file = join(deps.config.dataDir, 'demo.json')
  const { rows } = await deps.db.execute(sql`select 1 from installation where key = ${INSTALLED}`)
  if (rows.length > 0) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoCredentials) : null
  if (await holdsData(deps.db)) return null

  const credentials: DemoCredentials = {
    people: [
      ...DEMO_PEOPLE.map(({ email, isAdministrator, isSupport, shows }) => ({
        email,
        password: randomPassword(),
        role: isAdministrator ? ADMIN_ROLE : isSupport ? DEMO_SUPPORT_ROLE.name : USER_ROLE,
        shows,
      })),
      ...DEMO_APPROVERS.map(({ email, shows }) => ({ email, password: randomPassword(), role: USER_ROLE, shows })),
    ],
  }
  // Written before the data: when the process is killed in between, there is a file without people, never people
  // without a file.
  makeFolder(deps.config.dataDir, 0o711)
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  // The last one is that of everybody else: nobody knows their password.
  const passwords = [...credentials.people.map(({ password }) => password), randomPassword()]
  const hashes = await Promise.all(passwords.map((password) => hashPassword(deps.keys, password)))
  const known = new Map(credentials.people.map(({ email }, index) => [email, hashes[index] as string]))
  const passwordHash = (email: string) => known.get(email) ?? (hashes.at(-1) as string)
  const now = await deps.db.now()
  const { insertLife } = await import('./living-demo.ts')
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`insert into installation (key, value) values (${INSTALLED}, 'true'::jsonb)`)
    const applications = await insertApplications(tx)
    const clients = await insertClients(tx)
    await tx.execute(sql`
      insert into self_registrations (application_id, client_id) values (${applications.get('roadside')}, ${clients.get('bharat')})`)
    const admin = await insertPeople(tx, hashes, applications, clients)
    await insertRecords(tx, applications, clients, admin)
    await insertLife(tx, { applications, clients, admin, passwordHash, now })
  })
  return credentials
}

/** @throws Error with a sentence for the operator when demo data was ever added to this database */
export async function refuseDemo(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from installation where key = ${INSTALLED}`)
  if (rows.length === 0) return
  throw new Error(
    'This database holds the people of the demo, with passwords that were printed. Use another one in production.',
  )
}

/** One person alone is the first administrator, whom the environment may name. */
async function holdsData(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ holds: boolean }>(sql`
    select exists (select from applications) or exists (select from clients) or exists (select from users offset 1) as holds`)
  return rows[0]?.holds ?? false
}

async function insertApplications(tx: Tx): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { key, name, group, summary, launchMode } of DEMO_APPLICATIONS) {
    const id = newId()
    ids.set(key, id)
    // Their addresses are those of the sample application, which are known once it runs.
    await tx.execute(sql`
      insert into applications (id, name, tile_group, summary, launch_mode, is_requestable, application_type,
        grant_types, authentication_type)
      values (${id}, ${name}, ${group}, ${summary}, ${launchMode}, ${DEMO_REQUESTABLE.has(key)}, 'Web',
        ${launchMode === 'oidc' ? 'Authorization Code' : 'Launch Token'}, 'Password and code')`)
  }
  return ids
}

async function insertClients(tx: Tx): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { key, actualName, displayName, uuid, email, address, officeContact } of DEMO_CLIENTS) {
    const id = newId()
    ids.set(key, id)
    await tx.execute(sql`
      insert into clients (id, actual_name, display_name, uuid, email, address, office_contact)
      values (${id}, ${actualName}, ${displayName}, ${uuid}, ${email}, ${address}, ${officeContact})`)
  }
  return ids
}

/** @returns the id of the administrator */
async function insertPeople(tx: Tx, hashes: string[], applications: Map<string, string>, clients: Map<string, string>) {
  let admin = ''
  const { rows } = await tx.execute<{ id: string }>(sql`select id from roles where system = 'admin'`)
  const supportId = await insertSupportRole(tx)
  for (const [index, { assignments, isAdministrator, isSupport, ...person }] of DEMO_PEOPLE.entries()) {
    const id = newId()
    if (isAdministrator) admin = id
    const roleId = isAdministrator ? (rows[0]?.id ?? null) : isSupport ? supportId : null
    await insertUser(tx, {
      isPhoneVerified: true,
      ...person,
      id,
      userName: null,
      passwordHash: hashes[index] as string,
      roleId,
      isEmailVerified: true,
    })
    for (const [application, client, role] of assignments) {
      const pair = { applicationId: applications.get(application) as string, clientId: clients.get(client) as string }
      // The demo has no rules of separation of duties yet.
      await assign(tx, { userId: id, ...pair, role }, async () => {})
    }
  }
  return admin
}

async function insertSupportRole(tx: Tx): Promise<string> {
  const { name, description, permissions } = DEMO_SUPPORT_ROLE
  const id = newId()
  await tx.execute(sql`
    insert into roles (id, name, name_key, description) values (${id}, ${name}, ${name.toLowerCase()}, ${description})`)
  await tx.execute(sql`
    insert into role_permissions (role_id, permission_id)
    select ${id}, id from permissions where name = any(${permissions}::text[])`)
  return id
}
