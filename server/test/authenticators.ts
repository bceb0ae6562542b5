import { addAuthenticator, requestAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { signInWithAuthenticator } from '@gatehouse/contract/factors/second-step.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { anAddress, PASSWORD, someoneSignedIn } from './builders.ts'
import type { TestServer, Visitor } from './server.ts'
import { codeAt } from './totp-code.ts'

/** What an app with this secret shows, now or so many half minutes later. */
export async function shownBy({ db }: Pick<TestServer, 'db'>, secret: string, later = 0): Promise<string> {
  return codeAt(secret, (await db.now()).getTime() + later * 30_000)
}

/** Adds an app to the account of a person who has just signed in. @returns its secret */
export async function addAppTo(server: TestServer, visitor: Visitor, name = 'Phone') {
  const { data } = await visitor.call(requestAuthenticator)
  const code = await shownBy(server, data.secret)
  const added = await visitor.call(addAuthenticator, { enrolment: data.enrolment, code, name })
  if (added.status !== 200) throw new Error(`the app was refused: ${added.msg}`)
  await forgetUse(server)
  return { secret: data.secret, authenticator: added.data }
}

/** An app of a person who need not be signed in, with which nobody can sign in. */
export const giveAppTo = ({ db }: Pick<TestServer, 'db'>, userId: string) =>
  db.execute(sql`
    insert into authenticators (id, user_id, sealed_secret, last_step, name) values (gen_random_uuid(), ${userId}, '', 0, 'Phone')`)

/** The codes of these minutes were not used: tests do not wait for the next ones. */
export const forgetUse = ({ db }: Pick<TestServer, 'db'>) =>
  db.execute(sql`update authenticators set last_step = last_step - 10`)

/** A person who has an app, with the browser in which they are signed in and another one without a session. */
export async function someoneWithApp(server: TestServer, person?: Parameters<typeof someoneSignedIn>[1]) {
  const someone = await someoneSignedIn(server, person)
  const added = await addAppTo(server, someone.visitor)
  return { ...someone, ...added, browser: server.visitor({ ip: anAddress() }) }
}

/** Both steps of a sign-in. */
export async function signInByApp(server: TestServer, visitor: Visitor, email: string, secret: string) {
  await visitor.call(login, { email, password: PASSWORD })
  return visitor.call(signInWithAuthenticator, { otp: await shownBy(server, secret) })
}
