import { grantToken } from '@gatehouse/contract/launch.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { applicationSecretHash } from '../src/access/application-secret.ts'
import { newId } from '../src/crypto/ids.ts'
import type { Keys } from '../src/crypto/keys.ts'
import { newSecret } from '../src/crypto/secrets.ts'
import { COOKIES } from '../src/http/cookies.ts'
import { makeDeviceCookie } from '../src/identity/known-device.ts'
import { hashPassword } from '../src/identity/passwords.ts'
import { findAccountById, insertUser } from '../src/identity/users.ts'
import { enter } from '../src/signin/enter.ts'
import type { TestServer, Visitor } from './server.ts'

/** A password that both policies accept. */
export const PASSWORD = 'Kestrel#Orbit42*Lamp'

/** What builders need; works without a server in this process. */
export type Stored = Pick<TestServer, 'db' | 'keys'>

let count = 0
/**
 * Numbers continue from file to file. They have one length, so that names sort in the order of creation and none is a
 * prefix of another.
 */
/** Of seven digits: names with six look like a code in the messages that hold them. */
const nextNumber = () => String(++count).padStart(7, '0')

type NewPerson = {
  email?: string
  firstName?: string
  lastName?: string
  phoneNumber?: string
  isAdmin?: boolean
  isVerified?: boolean
  isPhoneVerified?: boolean
  codeOnly?: boolean
}

/** Someone who can sign in with `PASSWORD`. */
export async function aPerson(server: Stored, person: NewPerson = {}) {
  const number = nextNumber()
  const id = newId()
  const email = person.email ?? `person${number}@example.com`
  const phoneNumber = person.phoneNumber ?? `9${number.padStart(9, '0')}`
  const passwordHash = await passwordHashOf(server)
  await server.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from roles where system = 'admin'`)
    await insertUser(tx, {
      id,
      email,
      userName: null,
      phoneNumber,
      firstName: person.firstName ?? 'Asha',
      lastName: person.lastName ?? 'Rao',
      passwordHash,
      roleId: person.isAdmin ? (rows[0]?.id ?? null) : null,
      isEmailVerified: person.isVerified ?? true,
      isPhoneVerified: person.isPhoneVerified ?? true,
    })
    await tx.execute(sql`update users set code_only = ${person.codeOnly ?? false} where id = ${id}`)
  })
  const { rows } = await server.db.execute<{ userName: string }>(
    sql`select user_name as "userName" from users where id = ${id}`,
  )
  return { id, email, phoneNumber, userName: rows[0]?.userName as string }
}

const passwordHashes = new WeakMap<Keys, Promise<string>>()

/** Made once for each server: everybody has the same password, and hashing is slow by design. */
function passwordHashOf({ keys }: Stored): Promise<string> {
  const known = passwordHashes.get(keys)
  if (known !== undefined) return known
  const made = hashPassword(keys, PASSWORD)
  passwordHashes.set(keys, made)
  return made
}

type NewApplication = {
  name?: string
  redirectUrl?: string
  logoutUri?: string
  status?: string
  launchMode?: 'query' | 'form_post'
  launchIdentity?: 'full' | 'minimal' | 'none'
  launchFields?: object
}

/** An application with its secret. */
export async function anApplication(server: Stored, application: NewApplication = {}) {
  const id = newId()
  const secret = newSecret()
  const number = nextNumber()
  const name = application.name ?? `Application ${number}`
  const redirectUrl = application.redirectUrl ?? `https://app${number}.example.com/pages/login/sso`
  await server.db.execute(sql`
    insert into applications (id, name, summary, redirect_url, allowed_url, logout_uri, status, launch_mode, launch_identity, launch_fields, secret_hash)
    values (${id}, ${name}, 'What it is for', ${redirectUrl}, ${redirectUrl}, ${application.logoutUri ?? ''}, ${application.status ?? 'ACTIVE'},
      ${application.launchMode ?? 'query'}, ${application.launchIdentity ?? 'full'}, ${JSON.stringify(application.launchFields ?? {})}::jsonb,
      ${applicationSecretHash(server.keys.applicationSecret, id, secret)})`)
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return { id, name, secret, redirectUrl, authorization }
}

type NewClient = { actualName?: string; status?: string }

export async function aClient(server: Stored, { actualName, status = 'ACTIVE' }: NewClient = {}) {
  const id = newId()
  const number = nextNumber()
  const name = actualName ?? `Client ${number}`
  const uuid = `C-${number}`
  await server.db.execute(
    sql`insert into clients (id, actual_name, display_name, uuid, status) values (${id}, ${name}, ${name}, ${uuid}, ${status})`,
  )
  return { id, actualName: name, uuid }
}

export async function anAssignment(
  server: Stored,
  userId: string,
  applicationId: string,
  clientId: string,
  role = 'Manager',
) {
  await server.db.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role) values (${newId()}, ${userId}, ${applicationId}, ${clientId}, ${role})`)
}

/** Goes through both steps of signing in; the visitor then holds a session. */
export async function signIn(server: TestServer, visitor: Visitor, email: string, password = PASSWORD) {
  const first = await visitor.call(login, { email, password })
  if (first.status !== 200) throw new Error(`step one answered ${first.status}: ${first.msg}`)
  const otp = await server.codeFor(email)
  const second = await visitor.call(consumeLogInOtpEmail, {
    email,
    otp,
    ...(first.data.loginTxn === null ? {} : { loginTxn: first.data.loginTxn }),
  })
  if (second.status !== 200) throw new Error(`step two answered ${second.status}: ${second.msg}`)
  return second.data
}

/**
 * Opens a session in this browser as the end of a sign-in does. The steps before it take four times as long, and most
 * tests are not about them.
 */
export async function openSessionFor(server: TestServer, visitor: Visitor, userId: string, ip = anAddress()) {
  const account = await findAccountById(server.db, userId)
  if (account === null) throw new Error(`nobody has the id ${userId}`)
  const browser = { ip, userAgent: 'lightMyRequest' }
  const cookies = { challengeCookie: undefined, deviceCookie: undefined, sessionCookie: undefined }
  const { session } = await enter(
    server,
    { ...browser, ...cookies, rememberedCookie: undefined, language: null, isWeb: true, isBrowser: true },
    {
      account,
      device: null,
      asked: { ...browser, userId, kind: 'cookie', amr: ['pwd', 'otp'], factor: null, rememberMe: false },
      counted: [],
      proof: { kind: 'code', email: account.email, phoneNumber: account.phoneNumber },
      refusal: 'otp_invalid',
    },
  )
  visitor.cookies[COOKIES.session] = session.secret
  visitor.cookies[COOKIES.device] = makeDeviceCookie(server.keys.device, account, null)
}

/** An address that no other visitor of this test file has. */
export const anAddress = () => `198.18.${Math.floor(++count / 250) % 256}.${1 + (count % 250)}`

/** Six digits that differ from these. */
export const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A person with a browser in which they have just signed in. */
export async function someoneSignedIn(server: TestServer, person: NewPerson = {}) {
  const someone = await aPerson(server, person)
  const ip = anAddress()
  const visitor = server.visitor({ ip })
  await openSessionFor(server, visitor, someone.id, ip)
  return { person: someone, visitor }
}

/** A person who has entered the right password in this browser, and the code that was sent. */
export async function someoneHalfway(server: TestServer, visitor = server.visitor({ ip: anAddress() })) {
  const person = await aPerson(server)
  const { data } = await visitor.call(login, { email: person.email, password: PASSWORD })
  const otp = await server.codeFor(person.email)
  return { visitor, person, otp, loginTxn: data.loginTxn, input: { email: person.email, otp } }
}

type NewAccess = { person?: NewPerson; application?: NewApplication; client?: NewClient; role?: string }

/** A signed-in person, and the application that is assigned to them for a client. */
export async function someoneWithAccess(server: TestServer, { person, application, client, role }: NewAccess = {}) {
  const someone = await someoneSignedIn(server, person)
  const opened = await anApplication(server, application)
  const entered = await aClient(server, client)
  await anAssignment(server, someone.person.id, opened.id, entered.id, role)
  return { ...someone, application: opened, client: entered }
}

type WithAccess = Awaited<ReturnType<typeof someoneWithAccess>>

/** Requests a launch token, as a click on the tile does. */
export function launch(
  { visitor, person, application }: Omit<WithAccess, 'client'>,
  changes: Record<string, unknown> = {},
) {
  return visitor.call(grantToken, {
    clientId: application.id,
    redirectUri: application.redirectUrl,
    userId: person.id,
    ...changes,
  })
}
