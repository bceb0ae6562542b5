import { addUserApplicationClinetRole as assign } from '@gatehouse/contract/admin/people/users.ts'
import { setFavourite } from '@gatehouse/contract/launch.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('people download what is stored about them, and nothing about others or with which one could sign in', async () => {
  const [person, visitor] = [await aPerson(server), server.visitor()]
  await signIn(server, visitor, person.email)
  const other = await someoneSignedIn(server)
  const [application, client] = [await anApplication(server), await aClient(server)]
  for (const { person: one } of [{ person }, other])
    await admin.call(assign, { userId: one.id, applicationId: application.id, clientId: client.id, role: 'User' })
  await visitor.call(setFavourite, { applicationId: application.id, isFavourite: true })
  await server.db.execute(sql`
    insert into access_requests (id, user_id, application_id, reason) values
      (gen_random_uuid(), ${person.id}, ${application.id}, 'For audits'), (gen_random_uuid(), ${other.person.id}, ${application.id}, 'Of another')`)
  await server.db.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values (gen_random_uuid(), ${person.id}, 'credential-of-mine', 'key-of-mine', 0, '{}', 'singleDevice', false, 'My laptop')`)

  const decisionId = newId()
  await server.db.execute(sql`
    insert into approval_decisions (decision_id, application_id, at, user_id, client_id, page, action, amount, currency, region, document, is_allowed,
      reasons, version)
    values (${decisionId}, ${application.id}, now(), ${person.id}, ${client.id}, 'Claims', 'Approval', '500', 'INR', 'IN-KL', '{}', true, '{row-allows}', 1)`)

  const { status, data } = await visitor.call(downloadOwnData, {})
  expect(status).toBe(200)
  expect(data).toMatchObject({
    profile: { id: person.id, email: person.email, role: 'User' },
    applications: [{ application: application.name, client: client.actualName, role: 'User', isFavourite: true }],
    requests: [{ reason: 'For audits', state: 'waiting' }],
    sessions: [{ endedAt: null, applications: [] }],
    decisions: [{ id: decisionId, client: client.actualName, page: 'Claims', amount: '500', isAllowed: true }],
    passkeys: [{ name: 'My laptop', lastUsedAt: null }],
    isCut: false,
  })
  expect(data.messages.map(({ notice }) => notice)).toContain('login-otp')
  expect(data.activity.map(({ event }) => event)).toContain('signin.completed')
  const { rows } = await server.db.execute<{ text: string }>(
    sql`select password_hash as text from users where id = ${person.id}`,
  )
  const said = JSON.stringify(data)
  const code = /\b\d{6}\b/.exec((await server.inbox(person.email)).at(-1)?.text ?? '')?.[0] ?? 'no code'
  for (const secret of [PASSWORD, rows[0]?.text ?? '', code, 'credential-of-mine', 'Of another', other.person.email])
    expect(said).not.toContain(secret)
  expect((await auditOf(server, person.id)).at(-1)).toMatchObject({
    event: 'users.data-downloaded',
    actorId: person.id,
  })
  expect((await noticesTo(server, person.id)).map(({ notice }) => notice)).toContain('data-downloaded')
})

test('a session without a recent sign-in, and the eleventh download of a day, are refused', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const answers: number[] = []
  for (let download = 1; download <= 11; download++) answers.push((await visitor.call(downloadOwnData, {})).status)
  expect(answers).toEqual([...Array(10).fill(200), 429])
  await server.db.execute(sql`
    update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`)
  expect(await visitor.call(downloadOwnData, {})).toMatchObject({ status: 403, msg: 'Confirm that it is you.' })
})

/** Secrets and what follows from them; they say nothing about a person that is not in the file already. */
const LEFT_OUT = [
  // About whose access somebody decides, and of whom a review is about to start: work, about others or of moments.
  'access_reviewers',
  'access_review_causes',
  // Copies of decisions, which the file has, for a comparison.
  'approval_replay_changes',
  'access_tokens',
  // Who acted for the person, and why; the activity has it.
  'actings',
  'challenges',
  // Former addresses and numbers for the links that undo a change; the activity has them.
  'contact_changes',
  // Hashes of passwords.
  'former_passwords',
  'launch_tokens',
  'oidc_grants',
  // Calls to other systems, which say that an assignment or a session has changed.
  'outbox',
  'passkey_challenges',
  // Work for a client, about the client.
  'price_quotes',
  // Hashes of proofs; the page of the sign-in methods lists the browsers.
  'remembered_browsers',
  // Hashes; how many are left is on the page of the sign-in methods.
  'recovery_codes',
  'reset_links',
  // The email address, user name and phone number once more, as one signs in with them.
  'user_identifiers',
]
const INCLUDED = [
  ...[
    'access_requests',
    'account_recoveries',
    'approval_decisions',
    'application_owners',
    'assignments',
    'authenticators',
    'email_configuration_owners',
    'favourites',
    'invitations',
    'list_views',
    'messages',
    'oidc_consents',
  ],
  ...[
    'access_review_lines',
    'conflict_exceptions',
    'conflict_reasons',
    'passkeys',
    'sessions',
    'sms_configuration_owners',
    'stand_ins',
  ],
]

test('every table that belongs to people is in the file, or left out with a reason', async () => {
  const { rows } = await server.db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and conparentid = 0 and confrelid = 'users'::regclass`)
  const found = rows.map(({ name }) => name)
  expect(found.toSorted()).toEqual([...INCLUDED, ...LEFT_OUT].toSorted())
})
