import {
  AUTHENTICATORS_MAX,
  addAuthenticator,
  listAuthenticators,
  removeAuthenticator,
  renameAuthenticator,
  requestAuthenticator,
} from '@gatehouse/contract/factors/authenticators.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { addAppTo, shownBy } from '../../test/authenticators.ts'
import { anotherCode, someoneSignedIn } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { tampered } from '../../test/tampered.ts'

const server = useTestServer()

const EXPIRED = { status: 400, msg: 'This took too long. Start again.' }
const UNCONFIRMED = { status: 403, msg: 'Confirm that it is you.' }

test('a person adds, renames and removes authenticator apps, and is notified', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  expect((await visitor.call(listAuthenticators)).data).toEqual({ authenticators: [], hasPassword: true })
  const { authenticator: tablet } = await addAppTo(server, visitor, 'Tablet')
  const { authenticator: phone, secret } = await addAppTo(server, visitor)
  const renamed = await visitor.call(renameAuthenticator, { authenticatorId: phone._id, name: ' Work phone ' })
  expect(renamed.data).toEqual({ ...phone, name: 'Work phone' })
  expect(await visitor.call(removeAuthenticator, { authenticatorId: tablet._id })).toMatchObject({ status: 200 })
  expect((await visitor.call(listAuthenticators)).data.authenticators).toEqual([{ ...phone, name: 'Work phone' }])

  const { lines } = (await visitor.call(listOwnActivity)).data
  expect(lines.slice(0, 4).map(({ event, changes }) => [event, changes[0]?.before, changes[0]?.after])).toEqual([
    ['authenticators.removed', null, 'Tablet'],
    ['authenticators.renamed', 'Phone', 'Work phone'],
    ['authenticators.added', null, 'Phone'],
    ['authenticators.added', null, 'Tablet'],
  ])
  const subjects = (await server.inbox(person.email)).map(({ subject }) => subject)
  expect(subjects.slice(0, 3)).toEqual([
    'An authenticator app was removed from your EAI account',
    'An authenticator app was added to your EAI account',
    'An authenticator app was added to your EAI account',
  ])
  // At rest, the secret is in no row that a copy of the database could give away.
  const { rows } = await server.db.execute<{ sealed: Buffer; all: string }>(sql`
    select sealed_secret as sealed, a::text || (select string_agg(e::text, '') from audit_events e) as all from authenticators a
    where id = ${phone._id}`)
  expect(rows[0]?.sealed.includes(secret)).toBe(false)
  expect(rows[0]?.all).not.toContain(secret)
})

test('an app counts after a right code only; wrong ones are counted', async () => {
  const { visitor } = await someoneSignedIn(server)
  const { secret, enrolment } = (await visitor.call(requestAuthenticator)).data
  const code = await shownBy(server, secret)
  const add = (otp: string) => visitor.call(addAuthenticator, { enrolment, code: otp, name: 'Phone' })
  expect(await add(anotherCode(code))).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/^This code is not right/),
  })
  expect((await visitor.call(listAuthenticators)).data.authenticators).toEqual([])
  // The same secret is added once, of five at the same moment.
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => add(code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const statuses = []
  for (let count = 0; count < 11; count++) statuses.push((await add(anotherCode(code))).status)
  expect(statuses.at(-1)).toBe(429)
})

test('a secret is of no use in another session, for another person, changed, or after ten minutes', async () => {
  const { visitor } = await someoneSignedIn(server)
  const other = await someoneSignedIn(server)
  const { secret, enrolment } = (await visitor.call(requestAuthenticator)).data
  const input = { enrolment, code: await shownBy(server, secret), name: 'Phone' }
  expect(await other.visitor.call(addAuthenticator, input)).toMatchObject(EXPIRED)
  expect(await visitor.call(addAuthenticator, { ...input, enrolment: tampered(enrolment) })).toMatchObject(EXPIRED)
  expect(await visitor.call(addAuthenticator, { ...input, enrolment: 'no' })).toMatchObject(EXPIRED)
})

test('nobody has more than five', async () => {
  const { visitor } = await someoneSignedIn(server)
  for (let count = 0; count < AUTHENTICATORS_MAX; count++) await addAppTo(server, visitor, `App ${count}`)
  await expect(addAppTo(server, visitor)).rejects.toThrow('You have 5 authenticator apps.')
})

test('adding and removing needs a recent sign-in, and a password', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const { authenticator } = await addAppTo(server, visitor)
  const remove = () => visitor.call(removeAuthenticator, { authenticatorId: authenticator._id })
  await server.db.execute(
    sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`,
  )
  expect(await visitor.call(requestAuthenticator)).toMatchObject(UNCONFIRMED)
  expect(await remove()).toMatchObject(UNCONFIRMED)
  await server.db.execute(sql`update sessions set authenticated_at = now() where user_id = ${person.id}`)
  await server.db.execute(sql`update users set password_hash = null where id = ${person.id}`)
  expect(await visitor.call(requestAuthenticator)).toMatchObject({ status: 409 })
  expect((await visitor.call(listAuthenticators)).data.hasPassword).toBe(false)
  expect(await remove()).toMatchObject({ status: 200 })
  expect(await remove()).toMatchObject({ status: 404 })
})
