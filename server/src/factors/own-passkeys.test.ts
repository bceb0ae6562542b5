import { requestPasskeySignIn } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import {
  addPasskey,
  confirmWithPasskey,
  describeOwnPasskeys,
  listPasskeys,
  PASSKEYS_MAX,
  removePasskey,
  renamePasskey,
  requestConfirmation,
  requestPasskey,
} from '@gatehouse/contract/factors/passkeys.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator, cborArray, cborBytes, cborMap, cborText } from '../../test/authenticator.ts'
import { anAddress, signIn, someoneSignedIn } from '../../test/builders.ts'
import { addPasskeyTo, signInByPasskey, someoneWithPasskey } from '../../test/passkeys.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const EXPIRED = { status: 400, msg: 'This took too long, or was started in another tab. Try again.' }
const NOT_CREATED = { status: 400, msg: 'This passkey could not be verified. Try again.' }
const UNCONFIRMED = { status: 403, msg: 'Confirm that it is you.' }

const linesOf = async (userId: string) =>
  (
    await server.db.execute(
      sql`select event, detail from audit_events where subject_id = ${userId} and event like 'passkeys.%' order by id`,
    )
  ).rows
const growOld = (userId: string) =>
  server.db.execute(sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${userId}`)

test('a person adds, renames and removes passkeys, and is notified', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const synced = await addPasskeyTo(visitor, anAuthenticator({ isSynced: true }), 'Password manager')
  const phone = await addPasskeyTo(visitor, anAuthenticator(), 'Phone')
  const renamed = await visitor.call(renamePasskey, { passkeyId: phone._id, name: ' Work phone ' })
  expect(renamed.data).toEqual({ ...phone, name: 'Work phone' })
  expect((await visitor.call(listPasskeys)).data).toEqual([
    { ...synced, isSynced: true, lastUsedAt: null },
    { ...phone, name: 'Work phone', isSynced: false },
  ])
  expect(await visitor.call(removePasskey, { passkeyId: synced._id })).toMatchObject({ status: 200 })
  expect((await visitor.call(listPasskeys)).data).toHaveLength(1)
  expect(await linesOf(person.id)).toEqual([
    { event: 'passkeys.added', detail: { name: 'Password manager' } },
    { event: 'passkeys.added', detail: { name: 'Phone' } },
    { event: 'passkeys.renamed', detail: { name: 'Work phone', formerName: 'Phone' } },
    { event: 'passkeys.removed', detail: { name: 'Password manager' } },
  ])
  const subjects = (await server.inbox(person.email)).map(({ subject }) => subject)
  expect(subjects.filter((one) => one.startsWith('A passkey was'))).toEqual([
    'A passkey was removed from your EAI account',
    'A passkey was added to your EAI account',
    'A passkey was added to your EAI account',
  ])
})

test('only a person reads which passkeys sign them in, and under which name', async () => {
  const { person, visitor, browser, authenticator, passkey } = await someoneWithPasskey(server)
  await someoneWithPasskey(server)
  const { id, response } = authenticator.get((await browser.call(requestPasskeySignIn)).data)
  const { data } = await visitor.call(describeOwnPasskeys)
  expect(data).toEqual({
    ...{ rpId: 'localhost', userId: response.userHandle, credentialIds: [id] },
    ...{ name: person.email, displayName: 'Asha Rao' },
  })
  await visitor.call(removePasskey, { passkeyId: passkey._id })
  expect((await visitor.call(describeOwnPasskeys)).data.credentialIds).toEqual([])
  expect((await server.visitor({ ip: anAddress() }).call(describeOwnPasskeys)).status).toBe(401)
})

test('a passkey without a name is named after the browser', async () => {
  const { visitor } = await someoneSignedIn(server)
  const { data } = await visitor.call(requestPasskey)
  const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }
  const added = await visitor.call(addPasskey, { credential: anAuthenticator().create(data) }, agent)
  expect(added.data.name).toBe('Chrome on Windows')
})

describe('a new passkey is refused', () => {
  const certificate = cborMap([
    [cborText('alg'), Buffer.from([0x26])],
    [cborText('sig'), cborBytes(Buffer.alloc(70))],
    [cborText('x5c'), cborArray([cborBytes(Buffer.alloc(300))])],
  ])
  test.each<[why: string, changes: Parameters<ReturnType<typeof anAuthenticator>['create']>[1]]>([
    ['from another origin', { origin: 'https://portal.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the person', { isVerified: false }],
    ['with another type', { type: 'webauthn.get' }],
    ['in a frame of another site', { clientData: { crossOrigin: true } }],
    ['with certificates of a manufacturer', { format: 'packed', statement: certificate }],
    ['with a format that is not asked for', { format: 'apple', statement: certificate }],
  ])('%s', async (_why, changes) => {
    const { person, visitor } = await someoneSignedIn(server)
    const { data } = await visitor.call(requestPasskey)
    const credential = anAuthenticator().create(data, changes)
    expect(await visitor.call(addPasskey, { credential })).toMatchObject(NOT_CREATED)
    expect((await visitor.call(listPasskeys)).data).toEqual([])
    expect(await linesOf(person.id)).toEqual([])
  })

  test('with a challenge that was used, expired, for a sign-in, of another person, or of another browser', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    const other = await someoneSignedIn(server)
    const options = (await visitor.call(requestPasskey)).data
    const { challenge: forSignIn } = (await visitor.call(requestPasskeySignIn)).data
    const { challenge: ofOther } = (await other.visitor.call(requestPasskey)).data
    const expired = (await visitor.call(requestPasskey)).data.challenge
    const tryWith = (challenge: string, by = visitor) =>
      by.call(addPasskey, { credential: anAuthenticator().create({ ...options, challenge }) })
    expect(await tryWith(forSignIn)).toMatchObject(EXPIRED)
    expect(await tryWith(ofOther)).toMatchObject(EXPIRED)
    const elsewhere = server.visitor({ ip: anAddress() })
    await signIn(server, elsewhere, person.email)
    await elsewhere.call(requestPasskey)
    expect(await tryWith(options.challenge, elsewhere)).toMatchObject(EXPIRED)
    expect(await tryWith(options.challenge)).toMatchObject({ status: 200 })
    expect(await tryWith(options.challenge)).toMatchObject(EXPIRED)
    await server.db.execute(sql`update passkey_challenges set expires_at = now() where user_id = ${person.id}`)
    expect(await tryWith(expired)).toMatchObject(EXPIRED)
  })

  test('that somebody has already', async () => {
    const { authenticator } = await someoneWithPasskey(server)
    const { visitor } = await someoneSignedIn(server)
    const { data } = await visitor.call(requestPasskey)
    const credential = authenticator.create(data)
    expect(await visitor.call(addPasskey, { credential })).toMatchObject({ status: 409 })
  })

  test('beyond twenty', async () => {
    const { person, visitor } = await someoneWithPasskey(server)
    await server.db.execute(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
      select gen_random_uuid(), ${person.id}, uuid_send(gen_random_uuid()), '', 0, '{}', 'singleDevice', false, 'Key'
      from generate_series(2, ${PASSKEYS_MAX}::int)`)
    const { data } = await visitor.call(requestPasskey)
    expect(data.excludeCredentials).toHaveLength(PASSKEYS_MAX)
    const added = await visitor.call(addPasskey, { credential: anAuthenticator().create(data) })
    expect(added).toMatchObject({ status: 409, msg: 'You have 20 passkeys. Remove one first.' })
  })
})

describe('a change needs a sign-in of the last ten minutes', () => {
  test('and tells what the person can confirm with', async () => {
    const { person, visitor, passkey } = await someoneWithPasskey(server)
    await growOld(person.id)
    const data = { hasPassword: true, hasPasskey: true }
    expect(await visitor.call(requestPasskey)).toMatchObject({ ...UNCONFIRMED, data })
    expect(await visitor.call(removePasskey, { passkeyId: passkey._id })).toMatchObject({ ...UNCONFIRMED, data })
    expect((await visitor.call(listPasskeys)).data).toHaveLength(1)
  })

  test('with two factors, if the person has a password', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    await server.db.execute(sql`update sessions set amr = '{otp}' where user_id = ${person.id}`)
    expect(await visitor.call(requestPasskey)).toMatchObject(UNCONFIRMED)
    await server.db.execute(sql`update users set password_hash = null where id = ${person.id}`)
    expect(await visitor.call(requestPasskey)).toMatchObject({ status: 200 })
  })

  test('which a passkey confirms, in the same session', async () => {
    const { person, visitor, authenticator } = await someoneWithPasskey(server)
    await growOld(person.id)
    const former = { ...visitor.cookies }
    const { data } = await visitor.call(requestConfirmation)
    expect(data.allowCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    expect(await visitor.call(confirmWithPasskey, { credential: authenticator.get(data) })).toMatchObject({
      status: 200,
    })
    expect(visitor.cookies['__Host-eai_sid']).not.toBe(former['__Host-eai_sid'])
    expect(await visitor.call(requestPasskey)).toMatchObject({ status: 200 })
    const { rows } = await server.db.execute(sql`select amr from sessions where user_id = ${person.id}`)
    expect(rows).toEqual([{ amr: ['pop', 'user'] }])
  })

  test('which the passkey of another person does not confirm', async () => {
    const { person, visitor } = await someoneWithPasskey(server)
    const other = await someoneWithPasskey(server)
    await growOld(person.id)
    const { data } = await visitor.call(requestConfirmation)
    expect(await visitor.call(confirmWithPasskey, { credential: other.authenticator.get(data) })).toMatchObject({
      status: 401,
    })
    expect(await visitor.call(requestPasskey)).toMatchObject(UNCONFIRMED)
  })

  test('which signing in again with password and code confirms', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    await growOld(person.id)
    await signIn(server, visitor, person.email)
    expect(await visitor.call(requestPasskey)).toMatchObject({ status: 200 })
  })
})

test('nobody sees, renames or removes the passkeys of others', async () => {
  const { passkey, browser, authenticator } = await someoneWithPasskey(server)
  const { visitor } = await someoneSignedIn(server)
  expect((await visitor.call(listPasskeys)).data).toEqual([])
  expect(await visitor.call(renamePasskey, { passkeyId: passkey._id, name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await visitor.call(removePasskey, { passkeyId: passkey._id })).toMatchObject({ status: 404 })
  expect(await signInByPasskey(browser, authenticator)).toMatchObject({ status: 200 })
})

test('of the last two ways to sign in, removed at once, one stays', async () => {
  const { person, visitor, passkey } = await someoneWithPasskey(server)
  const second = await addPasskeyTo(visitor, anAuthenticator())
  await server.db.execute(sql`update users set password_hash = null where id = ${person.id}`)
  const answers = await Promise.all([passkey, second].map(({ _id }) => visitor.call(removePasskey, { passkeyId: _id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await visitor.call(listPasskeys)).data).toHaveLength(1)
})
